import { rangeText } from '@tongda/contract/core/figure';
import { lateWords } from '@tongda/contract/transport/figures';
import * as tracking from '@tongda/contract/transport/tracking/calls';
import * as notify from '@tongda/contract/transport/tracking/notify';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport, readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import { route } from '../../../core/http/route';
import { holdTotal } from '../../../core/record/totals';
import { withEtaWords } from '../figures/door';
import { commandTruck, followOrder, followWaybill, notifyDriver } from './notify';
import { countOrdersByTab, countOrderTracks, listOrderTracks, loadOrderTimeline } from './orders';
import { countWaybillsByRisk, countWaybillTracks, listWaybillTracks, loadWaybillTimeline } from './waybills';

const tempRange = (min: number | null, max: number | null): string =>
  min === null && max === null ? '' : rangeText(min, max);

const orderFile = registerExport<typeof tracking.orderTrackExport, tracking.OrderTrackRow>({
  endpoint: tracking.orderTrackExport,
  module: '订单跟踪',
  name: '订单跟踪',
  columns: tracking.orderTrackColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '单', tracking.orderTrackFilters.table),
  count: (ctx, q) => ctx.db((trx) => countOrderTracks(trx, ctx, q)),
  rows: (ctx, q) =>
    withEtaWords(
      ctx,
      readInChunks((limit, offset) => ctx.db((trx) => listOrderTracks(trx, ctx, { ...q, limit, offset }))),
    ),
  cells: {
    receiveArea: (row) => `${row.receiver} ${row.receiveArea}${row.receiveAddress}`,
    lastEvent: (row) => [row.lastEvent, row.lastTime].filter(Boolean).join(' '),
    siteName: (row) => row.siteName ?? row.live?.address ?? '',
    stopDone: (row) => `${row.stopDone}/${row.stopCount}`,
    late: (row) => lateWords[row.late],
    boxTemp: (row) => [row.boxTemp, tempRange(row.tempMin, row.tempMax)].map((word) => word ?? '').join(' / '),
  },
});

const waybillFile = registerExport<typeof tracking.waybillTrackExport, tracking.WaybillTrackRow>({
  endpoint: tracking.waybillTrackExport,
  module: '运单跟踪',
  name: '运单跟踪',
  columns: tracking.waybillTrackColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '单', tracking.waybillTrackFilters.table),
  count: (ctx, q) => ctx.db((trx) => countWaybillTracks(trx, ctx, q)),
  rows: (ctx, q) =>
    withEtaWords(
      ctx,
      readInChunks((limit, offset) => ctx.db((trx) => listWaybillTracks(trx, ctx, { ...q, limit, offset }))),
    ),
  cells: {
    risks: (row) => row.risks.map((risk) => tracking.riskWords[risk]).join('、'),
    toName: (row) => `${row.fromName} → ${row.toName}`,
    stopDone: (row) => `${row.stopDone}/${row.stopCount}`,
    temps: (row) => `${row.temps.join('、')} / ${row.setTemp ?? ''}`,
    live: (row) =>
      row.live ? `${row.live.speedKmh ?? '--'} km/h ${row.live.stale ? '离线' : row.live.acc ? 'ACC开' : 'ACC关'}` : '',
    openDoors: (row) => row.openDoors.map((n) => `${n}号门开`).join('、'),
    drivenKm: (row) => `${row.drivenKm ?? ''} / ${row.planKm}`,
  },
});

/** Binds the calls of order and waybill tracking. */
export function trackingRoutes(app: FastifyInstance, deps: ExportDeps): void {
  route(app, notify.orderNotifyDriver, (ctx, input) => notifyDriver(ctx, input));
  route(app, notify.waybillCommand, (ctx, input) => commandTruck(ctx, input));
  route(app, notify.orderFollow, (ctx, input) => followOrder(ctx, input));
  route(app, notify.waybillFollow, (ctx, input) => followWaybill(ctx, input));
  route(app, tracking.orderTrackPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listOrderTracks(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await holdTotal(ctx, tracking.orderTrackPage, q, () => countOrderTracks(trx, ctx, q)),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, tracking.orderTrackCount, (ctx, q) => ctx.db((trx) => countOrdersByTab(trx, ctx, q)));
  route(app, tracking.orderTimeline, (ctx, { orderCode }) =>
    ctx.db((trx) => loadOrderTimeline(trx, ctx, deps.secrets, orderCode)),
  );
  route(app, tracking.orderTrackExport, (ctx, input) => enqueueExport(deps, ctx, orderFile, input));
  route(app, tracking.waybillTrackPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listWaybillTracks(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await holdTotal(ctx, tracking.waybillTrackPage, q, () => countWaybillTracks(trx, ctx, q)),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, tracking.waybillTrackCount, (ctx, q) => ctx.db((trx) => countWaybillsByRisk(trx, ctx, q)));
  route(app, tracking.waybillTimeline, (ctx, { waybillCode }) =>
    ctx.db((trx) => loadWaybillTimeline(trx, ctx, waybillCode)),
  );
  route(app, tracking.waybillTrackExport, (ctx, input) => enqueueExport(deps, ctx, waybillFile, input));
}
