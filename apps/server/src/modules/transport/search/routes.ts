import type { Output } from '@tongda/contract/core/endpoint';
import { placePage } from '@tongda/contract/ground/place/calls';
import { driverPage } from '@tongda/contract/resources/driver/calls';
import { vehicleRead } from '@tongda/contract/resources/vehicle/access';
import { abnormalPage } from '@tongda/contract/transport/abnormal/calls';
import { orderPage } from '@tongda/contract/transport/order/calls';
import { pickUpPage } from '@tongda/contract/transport/pick-up/calls';
import { receiptPage } from '@tongda/contract/transport/receipt/calls';
import { receiptOrderPage } from '@tongda/contract/transport/receipt-order/calls';
import { type SearchKind, searchAll } from '@tongda/contract/transport/search/calls';
import { billOfLadingCalls, transportTaskCalls, waybillStowageCalls } from '@tongda/contract/transport/waybill/calls';
import { monitorSnapshot } from '@tongda/contract/watch/location/calls';
import type { FastifyInstance } from 'fastify';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { route } from '../../../core/http/route';
import { type Wanted, wantedOf } from '../../../core/record/initials';
import { findAbnormal, findPickUps, findReceiptOrders, findReceipts, isNumber } from './numbers';
import { findOrders, findWaybills } from './papers';
import { type Found, findDrivers, findSites, findVehicles } from './resources';

const waybillLists = [billOfLadingCalls, waybillStowageCalls, transportTaskCalls] as const;

/** The search of the header over everything that a dispatcher looks for. */
export function searchRoutes(app: FastifyInstance): void {
  route(app, searchAll, (ctx, { text }) => ctx.db((trx) => search(trx, ctx, wantedOf(text))));
}

/** Each kind for who may read its list; they are asked one after another, as a transaction has only one connection. */
async function search(trx: Trx, ctx: Ctx, wanted: Wanted): Promise<Output<typeof searchAll>> {
  const groups: Output<typeof searchAll> = [];
  const add = (kind: SearchKind, found: Found): void => {
    if (found.total > 0) groups.push({ kind, ...found });
  };
  if (ctx.can(monitorSnapshot.access) || ctx.can(vehicleRead)) add('vehicle', await findVehicles(trx, ctx, wanted));
  if (ctx.can(driverPage.access)) add('driver', await findDrivers(trx, ctx, wanted));
  if (ctx.can(placePage.access)) add('site', await findSites(trx, ctx, wanted));
  const kinds = waybillLists.flatMap(({ kind, page }) => (ctx.can(page.access) ? [kind] : []));
  if (kinds.length > 0) add('waybill', await findWaybills(trx, ctx, wanted, kinds));
  if (ctx.can(orderPage.access)) add('order', await findOrders(trx, ctx, wanted));
  if (!isNumber(wanted)) return groups;
  if (ctx.can(pickUpPage.access)) add('pickUp', await findPickUps(trx, ctx, wanted));
  if (ctx.can(receiptOrderPage.access)) add('receiptOrder', await findReceiptOrders(trx, ctx, wanted));
  if (ctx.can(receiptPage.access)) add('receipt', await findReceipts(trx, ctx, wanted));
  if (ctx.can(abnormalPage.access)) add('abnormal', await findAbnormal(trx, ctx, wanted));
  return groups;
}
