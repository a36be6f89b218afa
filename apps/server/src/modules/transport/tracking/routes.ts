import * as tracking from '@tongda/contract/transport/tracking/calls';
import * as notify from '@tongda/contract/transport/tracking/notify';
import { waybillKind } from '@tongda/contract/transport/waybill/enums';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '../../../core/bus/topics';
import { type ExportDeps, enqueueExport, readInChunks, registerExport } from '../../../core/export/definition';
import { describeConditions } from '../../../core/export/words';
import { route } from '../../../core/http/route';
import { commandTruck, followOrder, followWaybill, notifyDriver } from './notify';
import { countOrdersByTab, countOrderTracks, listOrderTracks, loadOrderTimeline } from './orders';
import { countWaybillsByRisk, countWaybillTracks, listWaybillTracks, loadWaybillTimeline } from './waybills';

const tempRange = (min: number | null, max: number | null): string =>
  min === null && max === null ? '' : `${min ?? ''}~${max ?? ''}`;

const orderFile = registerExport<typeof tracking.orderTrackExport, tracking.OrderTrackRow>({
  endpoint: tracking.orderTrackExport,
  module: '订单跟踪',
  name: '订单跟踪',
  columns: tracking.orderTrackColumns,
  condition: (ctx, q) =>
    describeConditions(ctx, q, '单', {
      tab: [
        'words',
        '状态',
        { running: '进行中', toLoad: '待装车', loading: '装车中', inTransit: '运输中', completed: '已完成' },
      ],
      code: '单号',
      customerId: ['customer', '客户'],
      receiveArea: '收货点',
      receiver: '收货人',
      plateNo: '车牌号',
      arriveFrom: '要求到达起',
      arriveTo: '要求到达止',
      late: ['words', '时效', tracking.lateWords],
      temp: ['words', '温度', tracking.tempWords],
      followed: ['words', '关注', { yes: '已关注' }],
    }),
  count: (ctx, q) => ctx.db((trx) => countOrderTracks(trx, ctx, q)),
  rows: (ctx, q) =>
    readInChunks((limit, offset) => ctx.db((trx) => listOrderTracks(trx, ctx, { ...q, limit, offset }))),
  cells: {
    receiveArea: (row) => `${row.receiver} ${row.receiveArea}${row.receiveAddress}`,
    lastEvent: (row) => [row.lastEvent, row.lastTime].filter(Boolean).join(' '),
    stopDone: (row) => `${row.stopDone}/${row.stopCount}`,
    late: (row) => tracking.lateWords[row.late],
    boxTemp: (row) => [row.boxTemp, tempRange(row.tempMin, row.tempMax)].map((word) => word ?? '').join(' / '),
  },
});

const waybillFile = registerExport<typeof tracking.waybillTrackExport, tracking.WaybillTrackRow>({
  endpoint: tracking.waybillTrackExport,
  module: '运单跟踪',
  name: '运单跟踪',
  columns: tracking.waybillTrackColumns,
  condition: (ctx, q) =>
    describeConditions(ctx, q, '单', {
      tab: ['words', '状态', { inTransit: '运输中', toDepart: '待发车', complete: '运输完成' }],
      waybillCode: '运单号',
      plateNo: '车牌号',
      driverName: '司机',
      carrierId: ['carrier', '承运商'],
      waybillKind: ['code', '类型', waybillKind.typeCode],
      risk: ['words', '风险', tracking.riskWords],
      followed: ['words', '关注', { yes: '已关注' }],
      planFrom: '计划发车起',
      planTo: '计划发车止',
    }),
  count: (ctx, q) => ctx.db((trx) => countWaybillTracks(trx, ctx, q)),
  rows: (ctx, q) =>
    readInChunks((limit, offset) => ctx.db((trx) => listWaybillTracks(trx, ctx, { ...q, limit, offset }))),
  cells: {
    risks: (row) => row.risks.map((risk) => tracking.riskWords[risk]).join('、'),
    toName: (row) => `${row.fromName} → ${row.toName}`,
    stopDone: (row) => `${row.stopDone}/${row.stopCount}`,
    temps: (row) => `${row.temps.join('、')} / ${row.setTemp ?? ''}`,
    live: (row) =>
      row.live ? `${row.live.speedKmh} km/h ${row.live.stale ? '离线' : row.live.acc ? 'ACC开' : 'ACC关'}` : '',
    openDoors: (row) => row.openDoors.map((n) => `${n}号门开`).join('、'),
    drivenKm: (row) => `${row.drivenKm ?? ''} / ${row.planKm}`,
  },
});

/** Binds the calls of order and waybill tracking. */
export function trackingRoutes(app: FastifyInstance, deps: ExportDeps, bus: Bus): void {
  route(app, notify.orderNotifyDriver, (ctx, input) => notifyDriver(ctx, bus, input));
  route(app, notify.waybillCommand, (ctx, input) => commandTruck(ctx, bus, input));
  route(app, notify.orderFollow, (ctx, input) => followOrder(ctx, input));
  route(app, notify.waybillFollow, (ctx, input) => followWaybill(ctx, input));
  route(app, tracking.orderTrackPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listOrderTracks(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await countOrderTracks(trx, ctx, q),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, tracking.orderTrackCount, (ctx, q) => ctx.db((trx) => countOrdersByTab(trx, ctx, q)));
  route(app, tracking.orderTimeline, (ctx, { orderCode }) => ctx.db((trx) => loadOrderTimeline(trx, ctx, orderCode)));
  route(app, tracking.orderTrackExport, (ctx, input) => enqueueExport(deps, ctx, orderFile, input));
  route(app, tracking.waybillTrackPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listWaybillTracks(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await countWaybillTracks(trx, ctx, q),
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
