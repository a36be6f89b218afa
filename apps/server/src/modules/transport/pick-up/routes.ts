import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { orderStatus } from '@tongda/contract/transport/enums';
import * as pickUp from '@tongda/contract/transport/pick-up/calls';
import type { FastifyInstance } from 'fastify';
import { requireRow } from '../../../core/db/rows';
import { type ExportDeps, enqueueExport, readInChunks, registerExport } from '../../../core/export/definition';
import { describeConditions } from '../../../core/export/words';
import { route } from '../../../core/http/route';
import { failPick, pick } from '../waybill/door';
import { countPickUps, countPickUpsByStatus, findPickUp, listPickUps } from './repo';
import { addPickUp, listSources, splitPickUp, updatePickUp, voidPickUp } from './service';

const pickUpFile = registerExport<typeof pickUp.pickUpExport, pickUp.PickUpRow>({
  endpoint: pickUp.pickUpExport,
  module: '提货单',
  name: '提货单',
  columns: pickUp.pickUpColumns,
  condition: (ctx, q) =>
    describeConditions(ctx, q, '单', {
      orderStatus: ['code', '状态', orderStatus.typeCode],
      code: '提货单号/订单号',
      customerId: ['customer', '客户'],
      area: '提货点',
      temperatureType: ['code', '温层', temperatureType.typeCode],
      plateNo: '车牌',
      driverName: '司机',
      failed: ['words', '提货失败', { yes: '有' }],
      planFrom: '要求提货起',
      planTo: '要求提货止',
    }),
  count: (ctx, q) => ctx.db((trx) => countPickUps(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listPickUps(trx, ctx, { ...q, limit, offset }))),
  cells: {
    shipAddress: (row) => `${row.shipArea}${row.shipAddress}`,
    shipper: (row) => `${row.shipper} ${row.shipPhone}`,
    totalPieces: (row) => `${row.totalPieces} / ${row.actualPieces ?? ''}`,
    plateNo: (row) => [row.plateNo, row.driverName].filter(Boolean).join(' '),
  },
});

/** Binds the calls of pick-up orders. */
export function pickUpRoutes(app: FastifyInstance, deps: ExportDeps): void {
  route(app, pickUp.pickUpPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listPickUps(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await countPickUps(trx, ctx, q),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, pickUp.pickUpStatusCount, (ctx, q) => ctx.db((trx) => countPickUpsByStatus(trx, ctx, q)));
  route(app, pickUp.pickUpDetail, (ctx, { id }) =>
    ctx.db(async (trx) => requireRow(await findPickUp(trx, ctx, id), '提货单')),
  );
  route(app, pickUp.pickUpOrders, (ctx, q) => listSources(ctx, q));
  route(app, pickUp.pickUpAdd, (ctx, input) => addPickUp(ctx, input));
  route(app, pickUp.pickUpUpdate, (ctx, input) => updatePickUp(ctx, input));
  route(app, pickUp.pickUpVoid, (ctx, input) => voidPickUp(ctx, input));
  route(app, pickUp.pickUpSplit, (ctx, input) => splitPickUp(ctx, input));
  route(app, pickUp.pickUpPick, (ctx, input) => pick(ctx, input));
  route(app, pickUp.pickUpFail, (ctx, input) => failPick(ctx, input));
  route(app, pickUp.pickUpExport, (ctx, input) => enqueueExport(deps, ctx, pickUpFile, input));
}
