import { planQuotas, type QuotaKey } from '@tongda/contract/base/allowance/quota';
import { memberStatus } from '@tongda/contract/trade/member/enums';
import {
  baseLevel,
  type PlanBenefit,
  type PlanRow,
  planColumns,
  planFilters,
  type StoredPrice,
  storedQuotaWords,
} from '@tongda/contract/trade/member-plan/calls';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { todaySql, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { registerRows } from '../../../core/record/rows';

/** Orders that keep a plan at the prices they were made at, and may still become memberships. */
const open = [memberStatus.toPay, memberStatus.toPayOffline, memberStatus.toReview, memberStatus.toReviewOffline];

const selectPlans = (trx: Trx, ctx: Ctx) => {
  const today = todaySql(ctx.timeZone);
  return trx
    .selectFrom('member_plan as p')
    .select(['p.id', 'p.name', 'p.level', 'p.quotas', 'p.models', 'p.status', 'p.version'])
    .select('p.updated_name as updateUser')
    .select([
      sql<boolean>`p.level = ${baseLevel}`.as('isBase'),
      // the calls of this module and the releases fill the column
      sql<Array<PlanBenefit & { code: string }>>`p.benefits`.as('benefits'),
      sql<number | null>`(select min(ceil(r.unit_price_fen / r.months::numeric))::int from member_price r
        where r.plan_id = p.id and ${today} >= r.effective_from and (r.effective_to is null or ${today} <= r.effective_to))`.as(
        'monthFen',
      ),
      sql<
        string | null
      >`(select min(r.effective_from)::text from member_price r where r.plan_id = p.id and r.effective_from > ${today})`.as(
        'nextFrom',
      ),
      sql<number>`(select count(distinct m.device_id)::int from member_period m where m.plan_id = p.id and ${today} between m.start_date and m.end_date)`.as(
        'deviceCount',
      ),
      sql<number>`(select count(distinct m.client_id)::int from member_period m where m.plan_id = p.id and ${today} between m.start_date and m.end_date)`.as(
        'clientCount',
      ),
      sql<number>`(select count(*)::int from member_order o where o.plan_id = p.id and o.status in (${sql.join(open)}))`.as(
        'openOrders',
      ),
      wireTimeSql(sql<Date>`p.updated_at`, ctx.timeZone).as('updateTime'),
    ]);
};

export const planRows = registerRows({
  filters: planFilters,
  columns: planColumns,
  alias: 'p',
  select: selectPlans,
  finish: async (_trx, _ctx, found): Promise<PlanRow[]> =>
    found.map((row) => {
      const quotas = planQuotas.parse(row.quotas);
      const inWords = (key: QuotaKey): string => storedQuotaWords({ quotas, isBase: row.isBase }, key);
      return {
        ...row,
        quotas,
        accounts: inWords('accounts'),
        smsPerMonth: inWords('smsPerMonth'),
        exportRows: inWords('exportRows'),
        benefits: row.benefits.map(({ name, valueText }) => ({ name, valueText })),
      };
    }),
  usual: sql`p.level`,
});

export const loadPlan = async (trx: Trx, ctx: Ctx, id: string): Promise<PlanRow> =>
  requireRow(await planRows.find(trx, ctx, id), '套餐');

/** Codes of the lines of benefits by their names, over all plans: lines of the same name stand beside each other where plans are compared. */
export async function loadBenefitCodes(trx: Trx): Promise<Map<string, string>> {
  const { rows } = await sql<{
    name: string;
    code: string;
  }>`select distinct on (b ->> 'name') b ->> 'name' as name, b ->> 'code' as code
    from member_plan p cross join lateral jsonb_array_elements(p.benefits) b order by b ->> 'name', p.level`.execute(
    trx,
  );
  return new Map(rows.map(({ name, code }) => [name, code]));
}

/** Models that terminals have or companies keep. */
export async function listModels(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ model: string }>`select distinct model from (
      select model from device where deleted_at is null
      union select name from device_model where kind = 'terminal' and deleted_at is null) m
    where model <> '' order by model`.execute(trx);
  return rows.map(({ model }) => model);
}

/** Every price of a plan, the latest first. */
export async function listPrices(trx: Trx, planId: string): Promise<StoredPrice[]> {
  return trx
    .selectFrom('member_price')
    .select(['device_model as model', 'unit_price_fen as unitPriceFen', 'list_price_fen as listPriceFen'])
    .select('promo_text as promoText')
    .select([
      // the column is checked to hold nothing else
      sql<StoredPrice['months']>`months`.as('months'),
      sql<string>`effective_from::text`.as('from'),
      sql<string | null>`effective_to::text`.as('to'),
    ])
    .where('plan_id', '=', planId)
    .orderBy('effective_from', 'desc')
    .orderBy(sql`device_model nulls first`)
    .orderBy('months')
    .execute();
}
