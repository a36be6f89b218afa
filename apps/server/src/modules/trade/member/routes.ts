import * as device from '@tongda/contract/trade/member/device';
import * as order from '@tongda/contract/trade/member/order';
import { priceFor, queryMemberPrice, queryNonPurchasableModel } from '@tongda/contract/trade/member/plan';
import { purchaseCheck } from '@tongda/contract/trade/member/purchase';
import type { FastifyInstance } from 'fastify';
import type { Trx } from '../../../core/db/trx';
import { enqueueExport } from '../../../core/export/definition';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { holdTotal } from '../../../core/record/totals';
import { loadQuotaUse } from '../../base/allowance/door';
import { contractRoutes } from './contract/routes';
import type { MemberDeps } from './deps';
import { countDevices, listDevices, listModelsBeside, listRefused, loadDeviceTotals } from './device-repo';
import { deviceFile, orderFile } from './export';
import { countByStatus, countOrders, findStoredOrder, listOrders, loadOrderDetail } from './order-repo';
import { payRoutes } from './pay/routes';
import { stopOwnPayments } from './pay/service';
import { listOffers, listPlansToday } from './plan-repo';
import { checkPurchase, placeOrder, previewOrder, readDraft, saveDraft } from './service';
import { applyInvoice, closeOwnOrder, putVouchers } from './steps';

const offsetOf = ({ page, size }: { page: number; size: number }) => ({ limit: size, offset: (page - 1) * size });

/** 会员: plans and prices, terminals with their memberships, orders from the wizard to the invoice. */
export function memberRoutes(app: FastifyInstance, deps: MemberDeps): void {
  route(app, purchaseCheck, (ctx) => ctx.db((trx) => checkPurchase(trx, ctx)));
  route(app, queryMemberPrice, (ctx) => ctx.db((trx) => listOffers(trx, ctx, deps.smsQuota)));
  route(app, queryNonPurchasableModel, (ctx, { planId }) =>
    ctx.db(async (trx) => {
      const { models } = await findPlan(trx, ctx, planId);
      return models.length === 0 ? [] : listModelsBeside(trx, ctx, models);
    }),
  );
  deviceRoutes(app, deps);
  orderRoutes(app, deps);
  payRoutes(app, deps.pay);
  contractRoutes(app, deps);
}

async function findPlan(trx: Trx, ctx: Ctx, planId: string) {
  const [plan] = await listPlansToday(trx, ctx, planId);
  if (!plan) throw notFound('套餐');
  return plan;
}

function deviceRoutes(app: FastifyInstance, deps: MemberDeps): void {
  route(app, device.memberSummary, (ctx) =>
    ctx.db(async (trx) => {
      const { plan, uses } = await loadQuotaUse(trx, ctx.clientId, { smsQuota: deps.smsQuota });
      const totals = await loadDeviceTotals(trx, ctx);
      return { planName: plan?.name ?? null, planUntil: plan?.until ?? null, uses, ...totals };
    }),
  );
  route(app, device.queryMemberDevice, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listDevices(trx, ctx, { ...q, ...offsetOf(q) }),
      total: await holdTotal(ctx, device.queryMemberDevice, q, () => countDevices(trx, ctx, q)),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, device.memberDeviceExport, (ctx, input) => enqueueExport(deps, ctx, deviceFile, input));
  route(app, device.queryAvailableEquipment, (ctx, q) =>
    ctx.db(async (trx) => {
      const plan = await findPlan(trx, ctx, q.planId);
      const asked = { ...q, purchasable: { models: plan.models, wanted: true } };
      const rows = await listDevices(trx, ctx, { ...asked, ...offsetOf(q) });
      return {
        list: rows.map((row) => ({
          ...row,
          unitPriceFen: priceFor(plan, row.deviceModel, q.months)?.unitPriceFen ?? null,
        })),
        total: await holdTotal(ctx, device.queryAvailableEquipment, q, () => countDevices(trx, ctx, asked)),
        page: q.page,
        size: q.size,
      };
    }),
  );
  route(app, device.queryNonPurchasableEquipment, (ctx, q) =>
    ctx.db(async (trx) => {
      const { models } = await findPlan(trx, ctx, q.planId);
      const asked = { ...q, models, purchasable: { models, wanted: false } };
      return {
        list: await listRefused(trx, ctx, { ...asked, ...offsetOf(q) }),
        total: await holdTotal(ctx, device.queryNonPurchasableEquipment, q, () => countDevices(trx, ctx, asked)),
        page: q.page,
        size: q.size,
      };
    }),
  );
}

function orderRoutes(app: FastifyInstance, deps: MemberDeps): void {
  const { db, secrets, pay, contractFen } = deps;
  const terms = { payTypes: pay.payments.payTypes, contractFen };
  route(app, order.memberDraft, readDraft);
  route(app, order.memberSaveDraft, saveDraft);
  route(app, order.memberPreview, (ctx, input) => ctx.db((trx) => previewOrder(trx, ctx, input, terms)));
  route(app, order.createOrder, (ctx, input) => placeOrder(ctx, input, { ...terms, platformName: pay.platformName }));
  route(app, order.updateOrder, (ctx, input) => putVouchers(db, ctx, input));
  route(app, order.closeOrder, async (ctx, input) => {
    await stopOwnPayments(pay, ctx, input.orderNo);
    return closeOwnOrder(ctx, input);
  });
  route(app, order.invoiceIssuance, (ctx, input) => applyInvoice(db, ctx, input));
  route(app, order.queryPurchaseRecords, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listOrders(trx, ctx, { ...q, ...offsetOf(q) }),
      total: await holdTotal(ctx, order.queryPurchaseRecords, q, () => countOrders(trx, ctx, q)),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, order.memberOrderCount, (ctx) => ctx.db((trx) => countByStatus(trx, ctx)));
  route(app, order.memberOrderExport, (ctx, input) => enqueueExport(deps, ctx, orderFile, input));
  route(app, order.queryOrderDetail, (ctx, { orderNo }) =>
    ctx.db(async (trx) => {
      const found = await findStoredOrder(trx, ctx, orderNo).executeTakeFirst();
      if (!found) throw notFound('会员订单');
      return loadOrderDetail(trx, { id: found.id, clientId: ctx.clientId }, { timeZone: ctx.timeZone, secrets });
    }),
  );
  route(app, order.rejectionReason, (ctx, { orderNo }) =>
    ctx.db(async (trx) => {
      const found = await findStoredOrder(trx, ctx, orderNo).executeTakeFirst();
      if (!found?.reject_reason || found.audited_at === null) throw notFound('驳回记录');
      return {
        reason: found.reject_reason,
        auditTime: wireTime(found.audited_at, ctx.timeZone),
        auditUser: found.audit_user,
      };
    }),
  );
}
