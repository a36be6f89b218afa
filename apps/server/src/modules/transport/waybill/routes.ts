import { codes } from '@tongda/contract/core/endpoint';
import { keysOf } from '@tongda/contract/core/keys';
import { transportTaskRemind } from '@tongda/contract/transport/tracking/notify';
import {
  billOfLadingCalls,
  orderRevokeSign,
  orderSign,
  transportTaskCalls,
  type WaybillCalls,
  waybillStowageCalls,
} from '@tongda/contract/transport/waybill/calls';
import { waybillColumnsOf } from '@tongda/contract/transport/waybill/columns';
import * as arrival from '@tongda/contract/transport/waybill/dock/arrival';
import * as departure from '@tongda/contract/transport/waybill/dock/departure';
import { waybillKind } from '@tongda/contract/transport/waybill/enums';
import { waybillFilters } from '@tongda/contract/transport/waybill/filters';
import * as enroute from '@tongda/contract/transport/waybill/road/enroute';
import * as reloading from '@tongda/contract/transport/waybill/road/reload';
import type { WaybillRow } from '@tongda/contract/transport/waybill/shapes';
import * as board from '@tongda/contract/transport/waybill/stow/board';
import * as splitPool from '@tongda/contract/transport/waybill/stow/split-pool';
import type { FastifyInstance } from 'fastify';
import { requireRow } from '../../../core/db/rows';
import { type ExportDeps, enqueueExport, readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import { AppError } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { holdTotal } from '../../../core/record/totals';
import { withEtaWords } from '../figures/door';
import { countArrivals, countArrivalsByTab, listArrivals } from './dock/arrivals';
import { confirmArrival, registerArrival, revokeArrival } from './dock/arrive';
import { checkDeparture, departWaybill, revokeDeparture } from './dock/depart';
import { dockQuery } from './dock/departures';
import { countLoad, loadWaybill } from './dock/loading';
import { remindDriver } from './driver/remind';
import { changeVehicle, updateDeparture, updateWaybill } from './header';
import { countWaybills, countWaybillsByState, findWaybill, listWaybills } from './repo';
import { addEnroute, checkEnroute, listEnroutePool } from './road/enroute';
import { listTargets, reloadWaybill } from './road/reload';
import { finishWaybill, listOpenLoads, voidWaybill } from './service';
import { revokeSign, signOrder } from './sign/order';
import { loadPickUpPool } from './stow/pick-up-pool';
import { checkLoad, stowLoad } from './stow/plan';
import { loadOrdersByCode, loadPool } from './stow/pool';
import { listRoutes } from './stow/routes-of-orders';
import { createTask, listPool, moveIn, moveOut, returnToOrders } from './stow/split-pool';
import { listSites, loadBoardVehicles } from './stow/vehicles';
import './driver/leavers';

const cells = {
  temperatureTypes: (row: WaybillRow) =>
    row.temperatureTypes.map((code) => ['', '常温', '冷藏', '冷冻', '普货'][code] ?? '').join('、'),
  stopDone: (row: WaybillRow) => `${row.stopDone}/${row.stopCount}`,
  signedCount: (row: WaybillRow) => `${row.signedCount}/${row.orderCount}`,
  receiptBack: (row: WaybillRow) => (row.receiptCount === 0 ? '' : `${row.receiptBack}/${row.receiptCount}`),
  zoneTemps: (row: WaybillRow) => row.zoneTemps.map(({ no, tempC }) => `${no}区 ${tempC}`).join('、'),
};

const registerFile = (calls: WaybillCalls) =>
  registerExport<WaybillCalls['export'], WaybillRow>({
    endpoint: calls.export,
    module: calls.noun,
    name: calls.noun,
    columns: waybillColumnsOf(calls.kind),
    condition: (ctx, q) => describeFilters(ctx, q, '单', waybillFilters.table),
    count: (ctx, q) => ctx.db((trx) => countWaybills(trx, ctx, { ...q, kind: calls.kind })),
    rows: (ctx, q) =>
      withEtaWords(
        ctx,
        readInChunks((limit, offset) =>
          ctx.db((trx) => listWaybills(trx, ctx, { ...q, kind: calls.kind, limit, offset })),
        ),
      ),
    cells,
  });
const kinds = [transportTaskCalls, waybillStowageCalls, billOfLadingCalls].map((calls) => ({
  calls,
  file: registerFile(calls),
}));

const departureFile = registerExport<typeof departure.departureExport, WaybillRow>({
  endpoint: departure.departureExport,
  module: '发车管理',
  name: '发车管理',
  columns: departure.departureColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '单', departure.departureFilters.table),
  count: (ctx, q) => ctx.db((trx) => countWaybills(trx, ctx, dockQuery(ctx, q))),
  rows: (ctx, q) =>
    withEtaWords(
      ctx,
      readInChunks((limit, offset) => ctx.db((trx) => listWaybills(trx, ctx, { ...dockQuery(ctx, q), limit, offset }))),
    ),
  cells,
});

const arrivalFile = registerExport<typeof arrival.arrivalExport, arrival.ArrivalRow>({
  endpoint: arrival.arrivalExport,
  module: '到站管理',
  name: '到站管理',
  columns: arrival.arrivalColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '站', arrival.arrivalFilters.table),
  count: (ctx, q) => ctx.db((trx) => countArrivals(trx, ctx, q)),
  rows: (ctx, q) =>
    withEtaWords(
      ctx,
      readInChunks((limit, offset) => ctx.db((trx) => listArrivals(trx, ctx, { ...q, limit, offset }))),
    ),
});

/** Binds the calls of waybills: stowage, departure, arrival, reloading, signature. */
export function waybillRoutes(app: FastifyInstance, deps: ExportDeps): void {
  boardRoutes(app);
  reloadRoutes(app);
  for (const one of kinds) kindRoutes(app, deps, one);
  route(app, departure.departurePage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listWaybills(trx, ctx, {
        ...dockQuery(ctx, q),
        sort: q.sort,
        limit: q.size,
        offset: (q.page - 1) * q.size,
      }),
      total: await holdTotal(ctx, departure.departurePage, q, () => countWaybills(trx, ctx, dockQuery(ctx, q))),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, departure.departureStatusCount, (ctx, q) =>
    ctx.db(async (trx) => {
      const counts: Record<string, number> = {};
      for (const tab of keysOf(departure.departureTabs))
        counts[tab] = await countWaybills(trx, ctx, dockQuery(ctx, { ...q, tab }));
      return counts;
    }),
  );
  route(app, departure.departureCheck, (ctx, { id }) => checkDeparture(ctx, id));
  route(app, departure.departureConfirm, (ctx, input) => {
    if (input.overrideReason && !ctx.can(departure.departureOverride))
      throw new AppError(codes.forbidden, '没有带条件放行的权限，请联系主管放行');
    return departWaybill(ctx, input, { late: ctx.can(departure.departureBackdate), atDock: true });
  });
  route(app, departure.departureRevoke, (ctx, input) => revokeDeparture(ctx, input));
  route(app, departure.departureUpdate, (ctx, input) => updateDeparture(ctx, input));
  route(app, departure.departureExport, (ctx, input) => enqueueExport(deps, ctx, departureFile, input));
  route(app, arrival.arrivalPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listArrivals(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await holdTotal(ctx, arrival.arrivalPage, q, () => countArrivals(trx, ctx, q)),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, arrival.arrivalStatusCount, (ctx, q) => ctx.db((trx) => countArrivalsByTab(trx, ctx, q)));
  route(app, arrival.arrivalCheck, (ctx, { id }) =>
    ctx.db(async (trx) => requireRow(await findWaybill(trx, ctx, id), '运单')),
  );
  route(app, arrival.arrivalRegister, (ctx, input) => registerArrival(ctx, input));
  route(app, arrival.arrivalConfirm, (ctx, input) => confirmArrival(ctx, input));
  route(app, arrival.arrivalRevoke, (ctx, input) => revokeArrival(ctx, input));
  route(app, arrival.arrivalExport, (ctx, input) => enqueueExport(deps, ctx, arrivalFile, input));
  route(app, orderSign, (ctx, input) => signOrder(ctx, input));
  route(app, orderRevokeSign, (ctx, input) => revokeSign(ctx, input));
}

function boardRoutes(app: FastifyInstance): void {
  route(app, board.stowagePool, (ctx, { pickUps }) =>
    ctx.db((trx) => (pickUps ? loadPickUpPool(trx, ctx) : loadPool(trx, ctx))),
  );
  route(app, board.stowageVehicles, (ctx) => ctx.db((trx) => loadBoardVehicles(trx, ctx)));
  route(app, board.stowageSites, (ctx) => ctx.db((trx) => listSites(trx, ctx)));
  route(app, board.stowageRoutes, (ctx) => ctx.db((trx) => listRoutes(trx, ctx)));
  route(app, board.stowageLoads, (ctx, q) => listOpenLoads(ctx, q));
  route(app, board.stowageCheck, (ctx, input) => checkLoad(ctx, input));
  route(app, board.stowageConfirm, (ctx, input) => {
    if (input.waybillKind === waybillKind.billOfLading && !ctx.can(board.pickUpStowConfirm.access))
      throw new AppError(codes.forbidden, '没有提货单配载的权限');
    return stowLoad(ctx, input);
  });
  route(app, board.pickUpStowConfirm, (ctx, input) => stowLoad(ctx, input));
  route(app, enroute.enroutePool, (ctx, q) => listEnroutePool(ctx, q));
  route(app, enroute.enrouteCheck, (ctx, input) => checkEnroute(ctx, input));
  route(app, enroute.enrouteAdd, (ctx, input) => addEnroute(ctx, input));
}

function reloadRoutes(app: FastifyInstance): void {
  route(app, reloading.reloadCheck, (ctx, { id }) =>
    ctx.db(async (trx) => {
      const waybill = requireRow(await findWaybill(trx, ctx, id), '运单');
      const orders = await loadOrdersByCode(
        trx,
        ctx,
        waybill.legs.map(({ orderCode }) => orderCode),
      );
      return { ...waybill, orders };
    }),
  );
  route(app, reloading.reloadTargets, (ctx, q) => listTargets(ctx, q));
  route(app, reloading.stowageReload, (ctx, input) => reloadWaybill(ctx, input));
  route(app, transportTaskRemind, (ctx, { waybillCode }) => remindDriver(ctx, waybillCode));
  route(app, splitPool.poolPage, (ctx, q) => listPool(ctx, q));
  route(app, splitPool.taskMoveOut, (ctx, input) => moveOut(ctx, input));
  route(app, splitPool.taskMoveIn, (ctx, input) => moveIn(ctx, input));
  route(app, splitPool.poolCreateTask, (ctx, input) => createTask(ctx, input));
  route(app, splitPool.poolReturn, (ctx, input) => returnToOrders(ctx, input));
}

function kindRoutes(app: FastifyInstance, deps: ExportDeps, { calls, file }: (typeof kinds)[number]): void {
  const { kind } = calls;
  route(app, calls.page, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listWaybills(trx, ctx, { ...q, kind, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await holdTotal(ctx, calls.page, q, () => countWaybills(trx, ctx, { ...q, kind })),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, calls.statusCount, (ctx, q) => ctx.db((trx) => countWaybillsByState(trx, ctx, { ...q, kind })));
  route(app, calls.detail, (ctx, { id }) =>
    ctx.db(async (trx) => requireRow(await findWaybill(trx, ctx, id, kind), '运单')),
  );
  route(app, calls.changeVehicle, (ctx, input) => changeVehicle(ctx, calls.kind, input));
  route(app, calls.update, (ctx, input) => updateWaybill(ctx, kind, input));
  route(app, calls.startLoad, (ctx, input) => loadWaybill(ctx, kind, input, 'startLoad'));
  route(app, calls.countLoad, (ctx, input) => countLoad(ctx, kind, input));
  route(app, calls.load, (ctx, input) => loadWaybill(ctx, kind, input, 'load'));
  route(app, calls.rollback, (ctx, input) => loadWaybill(ctx, kind, input, 'rollback'));
  route(app, calls.finish, (ctx, input) => finishWaybill(ctx, kind, input));
  route(app, calls.void, (ctx, input) => voidWaybill(ctx, kind, input));
  route(app, calls.export, (ctx, input) => enqueueExport(deps, ctx, file, input));
}
