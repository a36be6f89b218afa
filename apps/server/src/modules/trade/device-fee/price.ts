import type { PriceLine, RenewWish } from '@tongda/contract/trade/device-fee/calls';
import { discountPercent, lineAmount, renewedEnd } from '@tongda/contract/trade/device-fee/renewal';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { todaySql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, notFound } from '../../../core/http/errors';
import { listFees } from './repo';

/** What these renewals cost the company today: prices by model, discounts by years. Throws 4011 for terminals that wait for payment in another order. */
export async function priceRenewals(trx: Trx, ctx: Ctx, items: readonly RenewWish[]) {
  const years = new Map(items.map((item) => [item.deviceId, item.years]));
  const ids = [...years.keys()];
  const devices = await listFees(trx, ctx, { ids, limit: ids.length, offset: 0 });
  if (devices.length < ids.length) throw notFound('设备');
  const open = devices.filter((d) => d.openOrderNo !== null);
  if (open.length > 0)
    throw blockedByRule(
      `有${open.length}台设备已在待付款订单中，请先付款或取消`,
      open.map((d) => `${d.terminalNo}：订单${d.openOrderNo}`),
    );
  const prices = await trx
    .selectFrom('service_price')
    .select(['model', 'package_name', 'year_price_fen'])
    .where('client_id', '=', ctx.clientId)
    .execute();
  const discounts = await trx
    .selectFrom('service_discount')
    .select(['min_years as minYears', 'percent'])
    .where('client_id', '=', ctx.clientId)
    .orderBy('min_years')
    .execute();
  const today = await sql<{ day: string }>`select ${todaySql(ctx.timeZone)}::text as day`.execute(trx);
  const paidOn = today.rows[0]?.day ?? '';
  let discountFen = 0;
  const lines = devices.map((device): PriceLine => {
    const { id, terminalNo, plateNo, model, serviceEnd } = device;
    const price = prices.find((p) => p.model === model) ?? prices.find((p) => p.model === null);
    if (!price) throw blockedByRule(`型号${model || '未登记'}还没有续费价格，请联系服务商`, [`设备${terminalNo}`]);
    const n = years.get(id) ?? 1;
    const percent = discountPercent(discounts, n);
    const amount = lineAmount(price.year_price_fen, n, percent);
    discountFen += amount.discountFen;
    return {
      deviceId: id,
      terminalNo,
      plateNo,
      model,
      packageName: price.package_name,
      years: n,
      unitPriceFen: price.year_price_fen,
      percent,
      amountFen: amount.amountFen,
      oldEnd: serviceEnd,
      newEnd: renewedEnd(serviceEnd, paidOn, n),
    };
  });
  const amountFen = lines.reduce((sum, line) => sum + line.amountFen, 0);
  return {
    lines,
    discountFen,
    amountFen,
    totalFen: amountFen + discountFen,
    discounts: discounts
      .filter((d) => d.percent < 100)
      .map((d) => `满${d.minYears}年${d.percent % 10 === 0 ? d.percent / 10 : d.percent}折`),
  };
}
