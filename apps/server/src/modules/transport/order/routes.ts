import type { Parsed } from '@tongda/contract/core/endpoint';
import * as order from '@tongda/contract/transport/order/calls';
import * as family from '@tongda/contract/transport/order/family';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport, readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import type { Ctx } from '../../../core/http/ctx';
import { route } from '../../../core/http/route';
import { bindImportRoutes } from '../../../core/import/routes';
import { holdTotal } from '../../../core/record/totals';
import { scopeName } from '../../base/org/door';
import { customerOrderFigures } from '../../resources/customer/door';
import { withEtaWords } from '../figures/door';
import { loadCustomerFigures } from './customer-figures';
import { orderImportDefinition } from './import';
import { findOrderCodeOf, refuseForeignWaybill } from './legs';
import { loadStepsOf } from './log';
import { listOrderCreators, listOrderSites, listPlacesFor, locateAddress } from './places';
import { countOrdersByStatus, listOrders, sumOrders } from './repo';
import { addOrder, findDuplicates, loadOrder, updateOrder, voidOrders } from './service';
import { cancelMerge, cancelSplit, mergeOrders, splitOrder } from './split';

const orderFile = registerExport<typeof order.orderExport, order.OrderRow>({
  endpoint: order.orderExport,
  module: '客户订单',
  name: '客户订单',
  columns: order.orderColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '单', order.orderFilters.table),
  count: async (ctx, q) => (await ctx.db((trx) => sumOrders(trx, ctx, q))).total,
  rows: (ctx, q) =>
    withEtaWords(
      ctx,
      readInChunks((limit, offset) => ctx.db((trx) => listOrders(trx, ctx, { ...q, limit, offset }))),
    ),
  cells: {
    shipArea: (row) => `${row.shipArea}${row.shipAddress}`,
    receiveArea: (row) => `${row.receiveArea}${row.receiveAddress}`,
  },
});

customerOrderFigures.add(loadCustomerFigures);

/** Binds the calls of customer orders. */
export function orderRoutes(app: FastifyInstance, deps: ExportDeps): void {
  // fifty dispatchers whose lists are told of the same change read it once
  const shared = { sameFor: scopeName, fresh: true };
  const answerPage = (ctx: Ctx, q: Parsed<typeof order.orderPage>) =>
    ctx.db(async (trx) => ({
      list: await listOrders(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      page: q.page,
      size: q.size,
      ...(await holdTotal(ctx, order.orderPage, q, () => sumOrders(trx, ctx, q), scopeName(ctx))),
    }));
  route(app, order.orderPage, answerPage, shared);
  route(app, order.orderStatusCount, (ctx, q) => ctx.db((trx) => countOrdersByStatus(trx, ctx, q)), shared);
  route(app, order.orderDetail, (ctx, { id }) => ctx.db((trx) => loadOrder(trx, ctx, id)));
  route(app, order.orderAdd, (ctx, input) => addOrder(ctx, input));
  route(app, order.orderUpdate, (ctx, input) => updateOrder(ctx, input));
  route(app, order.orderDuplicateCheck, (ctx, q) => findDuplicates(ctx, q));
  route(app, order.orderLocate, (ctx, q) => locateAddress(ctx, q));
  route(app, order.orderPlaces, (ctx, q) => ctx.db((trx) => listPlacesFor(trx, ctx, q)));
  route(app, order.orderSites, (ctx) => ctx.db((trx) => listOrderSites(trx, ctx)));
  route(app, order.orderCreators, (ctx) => ctx.db((trx) => listOrderCreators(trx, ctx)));
  route(app, order.orderVoid, (ctx, input) => voidOrders(ctx, input));
  route(app, family.orderSplit, (ctx, input) => splitOrder(ctx, input));
  route(app, family.orderCancelSplit, (ctx, input) => cancelSplit(ctx, input));
  route(app, family.orderMerge, (ctx, input) => mergeOrders(ctx, input));
  route(app, family.orderCancelMerge, (ctx, input) => cancelMerge(ctx, input));
  route(app, order.orderExport, (ctx, input) => enqueueExport(deps, ctx, orderFile, input));
  bindImportRoutes(app, orderImportDefinition);
  route(app, order.tmsLogPage, (ctx, { objType, objCode }) =>
    ctx.db(async (trx) => {
      if (objType === 'customerOrder') await loadOrder(trx, ctx, objCode);
      else if (objType === 'waybill') await refuseForeignWaybill(trx, ctx, objCode);
      else await loadOrder(trx, ctx, await findOrderCodeOf(trx, ctx, objType, objCode));
      return loadStepsOf(trx, ctx, objType, objCode);
    }),
  );
}
