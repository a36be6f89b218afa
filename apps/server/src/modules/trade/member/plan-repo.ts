import type { Quotas } from '@tongda/contract/base/allowance/quota';
import type { MemberPlan } from '@tongda/contract/trade/member/plan';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { todaySql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { loadBase, quotasOf } from '../../base/allowance/door';

/** A plan as it is stored: what it gives is known together with what everybody has. */
export type PlanToday = Omit<MemberPlan, 'quotas'>;

/** Plans on sale with what they cost today, the lowest first; `base`: what a company without one has. `smsQuota`: SMS_MONTHLY_QUOTA. */
export async function listOffers(trx: Trx, ctx: Ctx, smsQuota: number): Promise<{ plans: MemberPlan[]; base: Quotas }> {
  const base = await loadBase(trx, { smsQuota });
  const rows = await fromPlans(trx, ctx).select('p.quotas').execute();
  return { base, plans: rows.map(({ quotas, ...plan }) => ({ ...plan, quotas: quotasOf(base, quotas) })) };
}

/** Plans on sale with what they cost today, the lowest first. */
export const listPlansToday = (trx: Trx, ctx: Ctx, planId: string): Promise<PlanToday[]> =>
  fromPlans(trx, ctx).where('p.id', '=', planId).execute();

function fromPlans(trx: Trx, ctx: Ctx) {
  const today = todaySql(ctx.timeZone);
  return trx
    .selectFrom('member_plan as p')
    .select([
      'p.id',
      'p.name as planName',
      'p.level',
      'p.models',
      sql<MemberPlan['benefits']>`p.benefits`.as('benefits'),
      sql<
        MemberPlan['prices']
      >`coalesce((select jsonb_agg(jsonb_build_object('model', r.device_model, 'months', r.months, 'unitPriceFen', r.unit_price_fen,
        'listPriceFen', r.list_price_fen, 'promoText', r.promo_text) order by r.months, r.device_model nulls first)
        from member_price r where r.plan_id = p.id and ${today} >= r.effective_from and (r.effective_to is null or ${today} <= r.effective_to)), '[]')`.as(
        'prices',
      ),
      sql<number>`(select count(distinct m.device_id)::int from member_period m where m.plan_id = p.id and m.client_id = ${ctx.clientId}
        and ${today} between m.start_date and m.end_date)`.as('effectiveCount'),
    ])
    .where('p.status', '=', 1)
    .orderBy('p.level');
}

/** Today in the company's time zone, as `YYYY-MM-DD`. */
export async function loadToday(trx: Trx, timeZone: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`select ${todaySql(timeZone)}::text as day`.execute(trx);
  return rows[0]?.day ?? '';
}
