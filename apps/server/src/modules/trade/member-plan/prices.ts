import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import {
  type PlanPrice,
  type planDropPrices,
  type planPrices,
  type planSavePrices,
  priceKey,
} from '@tongda/contract/trade/member-plan/calls';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { todaySql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, invalidField } from '../../../core/http/errors';
import { type Change, recordChanges } from '../../../core/record/audit';
import { listPrices, loadPlan } from './repo';
import { entity, nextVersion } from './service';

const dayOf = async (trx: Trx, ctx: Ctx): Promise<string> => {
  const { rows } = await sql<{ day: string }>`select ${todaySql(ctx.timeZone)}::text as day`.execute(trx);
  return rows[0]?.day ?? '';
};

export function readPrices(ctx: Ctx, { id }: Parsed<typeof planPrices>): Promise<Output<typeof planPrices>> {
  return ctx.db(async (trx) => {
    const { version } = await loadPlan(trx, ctx, id);
    return { version, today: await dayOf(trx, ctx), prices: await listPrices(trx, id) };
  });
}

/** Prices that hold on a day. */
async function pricesOn(trx: Trx, planId: string, day: string): Promise<PlanPrice[]> {
  const all = await listPrices(trx, planId);
  return all.filter(({ from, to }) => from <= day && (to === null || day <= to)).map(({ from, to, ...price }) => price);
}

/** 12个月 全部型号 306.00元（原价360.00元，一年85折）; the terms in their order, each model in its own place. */
const priceWords = ({ model, months, unitPriceFen, listPriceFen, promoText }: PlanPrice): string => {
  const yuan = (fen: number): string => `${(fen / 100).toFixed(2)}元`;
  const list = listPriceFen === unitPriceFen ? [] : [`原价${yuan(listPriceFen)}`];
  const more = [...list, ...(promoText ? [promoText] : [])];
  return `${months}个月 ${model ?? '全部型号'} ${yuan(unitPriceFen)}${more.length > 0 ? `（${more.join('，')}）` : ''}`;
};
const listWords = (prices: readonly PlanPrice[]): string => prices.map(priceWords).join('；');

/** What differs of two price lists: only lines that were changed, so that a reader of the history finds them. */
function changeBetween(from: string, before: readonly PlanPrice[], after: readonly PlanPrice[]): Change[] {
  const had = new Map(before.map((price) => [priceKey(price), priceWords(price)]));
  const has = new Map(after.map((price) => [priceKey(price), priceWords(price)]));
  const gone = before.filter((price) => has.get(priceKey(price)) !== priceWords(price));
  const come = after.filter((price) => had.get(priceKey(price)) !== priceWords(price));
  if (gone.length === 0 && come.length === 0) return [];
  return [{ field: 'prices', label: `价格（${from}起）`, before: listWords(gone), after: listWords(come) }];
}

/** First day of the price list that follows a day; null = none waits. */
async function nextAfter(trx: Trx, planId: string, day: string): Promise<string | null> {
  const { rows } = await sql<{ next: string | null }>`select min(effective_from)::text as next from member_price
    where plan_id = ${planId} and effective_from > ${day}::date`.execute(trx);
  return rows[0]?.next ?? null;
}

/**
 * Writes the price list of a plan from a day to the one that already waits behind it. What held before that day stays as it was, what is changed from today on is
 * replaced; prices of orders stand in the orders.
 */
export function savePrices(
  ctx: Ctx,
  { id, version, from, prices }: Parsed<typeof planSavePrices>,
): Promise<{ version: number }> {
  return ctx.db(async (trx) => {
    const plan = await loadPlan(trx, ctx, id);
    if (plan.isBase) throw blockedByRule('基础额度不销售，没有价格');
    if (from < (await dayOf(trx, ctx))) throw invalidField('from', '生效日期不能早于今天');
    await nextVersion(trx, ctx, { id, version });
    const before = await pricesOn(trx, id, from);
    const next = await nextAfter(trx, id, from);
    // what reaches beyond the next list goes on there
    const rest =
      next === null
        ? []
        : (await listPrices(trx, id)).filter((one) => one.from <= from && (one.to === null || one.to >= next));
    await sql`delete from member_price where plan_id = ${id} and effective_from = ${from}::date`.execute(trx);
    await sql`update member_price set effective_to = ${from}::date - 1
      where plan_id = ${id} and effective_from < ${from}::date and (effective_to is null or effective_to >= ${from}::date)`.execute(
      trx,
    );
    await insertPrices(trx, id, prices, { from, next });
    for (const { from: _from, to, ...price } of rest)
      if (next !== null) await insertPrices(trx, id, [price], { from: next, to });
    const changes = changeBetween(from, before, prices);
    if (changes.length > 0) await recordChanges(trx, ctx, [{ entity, entityId: id, action: '调价', changes }]);
    return { version: version + 1 };
  });
}

async function insertPrices(
  trx: Trx,
  planId: string,
  prices: readonly PlanPrice[],
  { from, next = null, to = null }: { from: string; next?: string | null; to?: string | null },
): Promise<void> {
  if (prices.length === 0) return;
  await trx
    .insertInto('member_price')
    .values(
      prices.map((price) => ({
        plan_id: planId,
        device_model: price.model,
        months: price.months,
        unit_price_fen: price.unitPriceFen,
        list_price_fen: price.listPriceFen,
        promo_text: price.promoText,
        effective_from: sql<string>`${from}::date`,
        effective_to: sql<string | null>`coalesce(${next}::date - 1, ${to}::date)`,
      })),
    )
    .execute();
}

/** Takes a price list back that has not begun; the one before it goes on to where this one ended. */
export function dropPrices(
  ctx: Ctx,
  { id, version, from }: Parsed<typeof planDropPrices>,
): Promise<{ version: number }> {
  return ctx.db(async (trx) => {
    await loadPlan(trx, ctx, id);
    if (from <= (await dayOf(trx, ctx))) throw invalidField('from', '已经生效的价格不能撤销，请调整价格');
    await nextVersion(trx, ctx, { id, version });
    const before = await pricesOn(trx, id, from);
    const next = await nextAfter(trx, id, from);
    const gone = await sql`delete from member_price where plan_id = ${id} and effective_from = ${from}::date`.execute(
      trx,
    );
    if (gone.numAffectedRows === 0n) throw invalidField('from', `没有${from}起的价格`);
    await sql`update member_price set effective_to = ${next}::date - 1
      where plan_id = ${id} and effective_to = ${from}::date - 1`.execute(trx);
    const changes = changeBetween(from, before, await pricesOn(trx, id, from));
    await recordChanges(trx, ctx, [{ entity, entityId: id, action: '撤销调价', changes }]);
    return { version: version + 1 };
  });
}
