import {
  type Allowance,
  allowanceOf,
  type Plan,
  type PlanPeriod,
  plansHeld,
  type QuotaUse,
} from '@tongda/contract/base/allowance/bounds';
import { planQuotas, type QuotaKey, type Quotas, quotaKeys, raisedBy } from '@tongda/contract/base/allowance/quota';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { extension } from '../../../core/run/extension';

type Db = Trx | Kysely<DB>;

interface Found {
  kind: string;
  accountLimit: number | null;
  /** today on the company's calendar */
  day: string;
  /** the base (level 0) among them */
  plans: Array<Omit<Plan, 'quotas'> & { quotas: unknown; onSale: boolean }>;
  /** that hold today or will */
  periods: PlanPeriod[];
}

async function findParts(db: Db, clientId: string, now: number): Promise<Found> {
  const { rows } = await sql<Found>`select c.kind, c.account_limit as "accountLimit", t.day::text as day,
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id::text, 'name', p.name, 'level', p.level, 'quotas', p.quotas, 'onSale', p.status = 1)
        order by p.level desc, p.id), '[]') from member_plan p) as plans,
      (select coalesce(jsonb_agg(distinct jsonb_build_object('planId', m.plan_id::text, 'start', m.start_date, 'end', m.end_date)), '[]')
        from member_period m where m.client_id = c.id and m.end_date >= t.day) as periods
    from client c cross join lateral (select (${new Date(now)}::timestamptz at time zone c.time_zone)::date as day) t
    where c.id = ${clientId}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error(`there is no company ${clientId}`);
  return found;
}

const nothing: Quotas = { accounts: null, smsPerMonth: null, exportRows: null };
const isBase = ({ level }: { level: number }): boolean => level === 0;

/** What everybody has: the base as the provider set it, otherwise the setting of the installation, otherwise no limit. */
function baseOf(plans: readonly Plan[], installed: Partial<Quotas>): Quotas {
  const { quotas = {} } = plans.find(isBase) ?? {};
  const given = (key: QuotaKey) => (quotas[key] === undefined ? (installed[key] ?? null) : quotas[key]);
  return { accounts: given('accounts'), smsPerMonth: given('smsPerMonth'), exportRows: given('exportRows') };
}

export interface AllowanceAsk {
  /** epoch ms */
  now?: number;
  /** SMS_MONTHLY_QUOTA; 0 = no limit. Who does not ask for text messages leaves it out */
  smsQuota?: number;
}

/**
 * What a company may at a moment, by the base, its contract and the plans of its effective memberships. One query of few rows, asked where something
 * rare begins (an account, a file, a text message) and kept nowhere: what was bought or has ended counts at once in every process, and what was
 * paid back counts to the end of that day, which is the last of its period.
 */
export async function loadAllowance(
  db: Db,
  clientId: string,
  { now = Date.now(), smsQuota = 0 }: AllowanceAsk = {},
): Promise<Allowance> {
  const { kind, accountLimit, day, periods, ...found } = await findParts(db, clientId, now);
  // the check of the column holds the shape
  const all = found.plans.map((plan) => ({ ...plan, quotas: planQuotas.parse(plan.quotas) }));
  // whoever sells plans has none
  if (kind === 'provider') return allowanceOf({ base: nothing, accountLimit: null, held: [], onSale: [] });
  const plans = all.filter((plan) => !isBase(plan));
  return allowanceOf({
    base: baseOf(all, { smsPerMonth: smsQuota || null }),
    accountLimit,
    held: plansHeld(plans, periods, day),
    onSale: plans.filter(({ onSale }) => onSale).map(({ quotas }) => quotas),
  });
}

/** What everybody has of each quota, and what a plan makes of it. */
export async function loadBase(db: Db, { smsQuota = 0 }: AllowanceAsk = {}): Promise<Quotas> {
  const rows = await db
    .selectFrom('member_plan')
    .select(['id', 'name', 'level', 'quotas'])
    .where('level', '=', 0)
    .execute();
  return baseOf(
    rows.map((row) => ({ ...row, quotas: planQuotas.parse(row.quotas) })),
    { smsPerMonth: smsQuota || null },
  );
}
export const quotasOf = (base: Quotas, stored: unknown): Quotas => raisedBy(base, planQuotas.parse(stored));

type CountUse = (db: Db, clientId: string, now: number) => Promise<number>;
/** Who counts how much of a quota a company has used; higher modules add themselves. */
export const quotaCounts = extension<{ key: QuotaKey; count: CountUse }>();

/** Every quota of a company with how much of it is used. */
export async function loadQuotaUse(
  db: Db,
  clientId: string,
  ask: AllowanceAsk,
): Promise<{ plan: Allowance['plan']; uses: QuotaUse[] }> {
  const { now = Date.now() } = ask;
  const { plan, ...bounds } = await loadAllowance(db, clientId, ask);
  const counts = new Map(quotaCounts.parts().map(({ key, count }) => [key, count]));
  const uses: QuotaUse[] = [];
  for (const key of quotaKeys)
    uses.push({ key, ...bounds[key], used: (await counts.get(key)?.(db, clientId, now)) ?? null });
  return { plan, uses };
}
