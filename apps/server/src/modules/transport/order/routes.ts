import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { dispatchSource, orderStatus } from '@tongda/contract/transport/enums';
import * as order from '@tongda/contract/transport/order/calls';
import * as family from '@tongda/contract/transport/order/family';
import { orderSource, receiptStatus, serviceMode } from '@tongda/contract/transport/waybill/enums';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport, inChunks, registerExport } from '../../../core/export/definition';
import { conditionWords } from '../../../core/export/words';
import { route } from '../../../core/http/route';
import { importRoutes } from '../../../core/import/routes';
import { orderImportDefinition } from './import';
import { findOrderCodeOf, refuseForeignWaybill } from './legs';
import { loadStepsOf } from './log';
import { listOrderCreators, listOrderSites, listPlacesFor } from './places';
import { countOrdersByStatus, listOrders, sumOrders } from './repo';
import { addOrder, findDuplicates, loadOrder, updateOrder, voidOrders } from './service';
import { cancelMerge, cancelSplit, mergeOrders, splitOrder } from './split';

const orderFile = registerExport<typeof order.orderExport, order.OrderRow>({
  endpoint: order.orderExport,
  module: '客户订单',
  name: '客户订单',
  columns: order.orderColumns,
  condition: (ctx, q) =>
    conditionWords(ctx, { ...q, codes: q.codes?.join('、') }, '单', {
      orderStatus: ['code', '订单状态', orderStatus.typeCode],
      codes: '单号',
      customerId: ['customer', '客户'],
      shipArea: '发货点',
      receiveArea: '收货点',
      receiver: '收货人',
      temperatureType: ['code', '温层', temperatureType.typeCode],
      businessType: ['code', '业务类型', serviceMode.typeCode],
      createFrom: '下单时间起',
      createTo: '下单时间止',
      arriveFrom: '要求到达起',
      arriveTo: '要求到达止',
      split: ['words', '拆单', { whole: '未拆分', parent: '母单', child: '子单' }],
      cod: ['words', '代收货款', { yes: '有', no: '无' }],
      originSiteId: ['place', '发站'],
      destSiteId: ['place', '到站'],
      orderSource: ['code', '订单来源', orderSource.typeCode],
      dispatchSource: ['code', '调度来源', dispatchSource.typeCode],
      abnormal: ['words', '异常', { yes: '有', no: '无' }],
      receiptStatus: ['code', '回单状态', receiptStatus.typeCode],
      createUserId: ['app_user', '创建人'],
    }),
  count: async (ctx, q) => (await ctx.db((trx) => sumOrders(trx, ctx, q))).total,
  rows: (ctx, q) => inChunks((limit, offset) => ctx.db((trx) => listOrders(trx, ctx, { ...q, limit, offset }))),
  cells: {
    shipArea: (row) => `${row.shipArea}${row.shipAddress}`,
    receiveArea: (row) => `${row.receiveArea}${row.receiveAddress}`,
  },
});

/** Binds the calls of customer orders. */
export function orderRoutes(app: FastifyInstance, deps: ExportDeps): void {
  route(app, order.orderPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listOrders(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      page: q.page,
      size: q.size,
      ...(await sumOrders(trx, ctx, q)),
    })),
  );
  route(app, order.orderStatusCount, (ctx, q) => ctx.db((trx) => countOrdersByStatus(trx, ctx, q)));
  route(app, order.orderDetail, (ctx, { id }) => ctx.db((trx) => loadOrder(trx, ctx, id)));
  route(app, order.orderAdd, (ctx, input) => addOrder(ctx, input));
  route(app, order.orderUpdate, (ctx, input) => updateOrder(ctx, input));
  route(app, order.orderDuplicateCheck, (ctx, q) => findDuplicates(ctx, q));
  route(app, order.orderPlaces, (ctx, q) => ctx.db((trx) => listPlacesFor(trx, ctx, q)));
  route(app, order.orderSites, (ctx) => ctx.db((trx) => listOrderSites(trx, ctx)));
  route(app, order.orderCreators, (ctx) => ctx.db((trx) => listOrderCreators(trx, ctx)));
  route(app, order.orderVoid, (ctx, input) => voidOrders(ctx, input));
  route(app, family.orderSplit, (ctx, input) => splitOrder(ctx, input));
  route(app, family.orderCancelSplit, (ctx, input) => cancelSplit(ctx, input));
  route(app, family.orderMerge, (ctx, input) => mergeOrders(ctx, input));
  route(app, family.orderCancelMerge, (ctx, input) => cancelMerge(ctx, input));
  route(app, order.orderExport, (ctx, input) => enqueueExport(deps, ctx, orderFile, input));
  importRoutes(app, orderImportDefinition);
  route(app, order.tmsLogPage, (ctx, { objType, objCode }) =>
    ctx.db(async (trx) => {
      if (objType === 'customerOrder') await loadOrder(trx, ctx, objCode);
      else if (objType === 'waybill') await refuseForeignWaybill(trx, ctx, objCode);
      else await loadOrder(trx, ctx, await findOrderCodeOf(trx, ctx, objType, objCode));
      return loadStepsOf(trx, ctx, objType, objCode);
    }),
  );
}
