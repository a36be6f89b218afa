import { type RuleInput, ruleErrors } from '@tongda/contract/rules/alarm-rule/calls';
import type { RulePeriod } from '@tongda/contract/rules/alarm-rule/codes';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { todaySql, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { holdTotal } from '../../../core/record/totals';
import { visibleVehicles } from '../../base/org/door';
import { ownRules, seenRules, targetsOf } from './scope';

/** Query of the rules that the caller sees. */
export const selectRules = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('alarm_rule as r')
    .leftJoin('app_user as u', 'u.id', 'r.updated_by')
    .where('r.client_id', '=', ctx.clientId)
    .where('r.deleted_at', 'is', null)
    .where(seenRules(ctx));

/** SQL: number of today's alarms of the rule on vehicles that the caller sees. */
export const todayCount = (ctx: Ctx): RawBuilder<number> =>
  sql<number>`(select count(*)::int from episode e where e.rule_id = r.id and e.status <> 2
    and e.start_time >= (${todaySql(ctx.timeZone)}::timestamp at time zone ${ctx.timeZone}) and ${visibleVehicles(ctx, 'e.vehicle_id')})`;

/** Columns of a stored rule. */
export const selectStored = (ctx: Ctx) =>
  [
    'r.id',
    'r.name',
    sql<RuleKind>`r.kind`.as('kind'),
    // the check of the table allows levels 1 to 3 only
    sql<RuleInput['level']>`r.level`.as('level'),
    'r.enabled',
    'r.scope',
    sql<string[]>`r.target_ids::text[]`.as('targetIds'),
    sql<string[]>`r.exclude_ids::text[]`.as('excludeIds'),
    sql<RulePeriod>`r.period`.as('period'),
    sql<string | null>`r.valid_from::text`.as('validFrom'),
    sql<string | null>`r.valid_until::text`.as('validUntil'),
    sql<Record<string, unknown>>`r.params`.as('params'),
    'r.remark',
    'r.version',
    sql<string>`coalesce(u.name, '')`.as('updateUser'),
    wireTimeSql(sql<Date>`r.updated_at`, ctx.timeZone).as('updateTime'),
    ownRules(ctx).as('mine'),
  ] as const;

export const findRule = (trx: Trx, ctx: Ctx, id: string) =>
  selectRules(trx, ctx).select(selectStored(ctx)).where('r.id', '=', id).executeTakeFirst();
export const findRules = (trx: Trx, ctx: Ctx, ids: readonly string[]) =>
  selectRules(trx, ctx)
    .select(selectStored(ctx))
    .where(sql<boolean>`r.id = any(${[...ids]}::bigint[])`)
    .execute();
export type FoundRule = NonNullable<Awaited<ReturnType<typeof findRule>>>;

/** All rules of the company, also those that the caller does not see, as they count towards the limit and may contradict his. */
export const listCompanyRules = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('alarm_rule as r')
    .select([
      'r.id',
      'r.name',
      'r.enabled',
      'r.scope',
      sql<RuleKind>`r.kind`.as('kind'),
      sql<string[]>`r.target_ids::text[]`.as('targetIds'),
      sql<string[]>`r.exclude_ids::text[]`.as('excludeIds'),
      sql<RulePeriod>`r.period`.as('period'),
      sql<string | null>`r.valid_from::text`.as('validFrom'),
      sql<string | null>`r.valid_until::text`.as('validUntil'),
      sql<Record<string, unknown>>`r.params`.as('params'),
    ])
    .where('r.client_id', '=', ctx.clientId)
    .where('r.deleted_at', 'is', null)
    .execute();
export type CompanyRule = Awaited<ReturnType<typeof listCompanyRules>>[number];

/** Names of vehicles, fleets and departments among `ids` that the caller may see or change: `<scope> <id>` → name. */
export async function loadTargetNames(
  trx: Trx,
  ctx: Ctx,
  wanted: ReadonlyArray<readonly [scope: number, ids: readonly string[]]>,
  right: 'view' | 'edit' = 'view',
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const tables = { 2: ['fleet', 'name'], 3: ['vehicle', 'plate_no'], 4: ['org', 'name'] } as const;
  for (const scope of [2, 3, 4] as const) {
    const ids = wanted.flatMap(([of, some]) => (of === scope ? some : []));
    if (ids.length === 0) continue;
    const [table, column] = tables[scope];
    const { rows } = await sql<{ id: string; name: string }>`select t.id::text as id, ${sql.ref(`t.${column}`)} as name
      from ${sql.table(table)} t where t.id = any(${[...new Set(ids)]}::bigint[]) and t.id in (${targetsOf(ctx, scope, right)})`.execute(
      trx,
    );
    for (const { id, name } of rows) names.set(`${scope} ${id}`, name);
  }
  return names;
}

/** Versions of a rule with the time in which each held, the newest first. */
export const listRuleVersions = (trx: Trx, ctx: Ctx, id: string) =>
  trx
    .selectFrom('alarm_rule_version as r')
    .leftJoin('app_user as u', 'u.id', 'r.changed_by')
    .select([
      'r.version',
      'r.name',
      'r.level',
      'r.scope',
      sql<RuleKind>`r.kind`.as('kind'),
      sql<string[]>`r.target_ids::text[]`.as('targetIds'),
      sql<string[]>`r.exclude_ids::text[]`.as('excludeIds'),
      sql<RulePeriod>`r.period`.as('period'),
      sql<string | null>`r.valid_from::text`.as('validFrom'),
      sql<string | null>`r.valid_until::text`.as('validUntil'),
      sql<Record<string, unknown>>`r.params`.as('params'),
      sql<string>`coalesce(u.name, '')`.as('userName'),
      sql<string | null>`${wireTimeSql(sql<Date | null>`lower(r.during)`, ctx.timeZone)}`.as('startTime'),
      sql<string | null>`${wireTimeSql(sql<Date | null>`upper(r.during)`, ctx.timeZone)}`.as('endTime'),
    ])
    .where('r.rule_id', '=', id)
    .where('r.client_id', '=', ctx.clientId)
    .orderBy(sql`lower(r.during)`, 'desc')
    .limit(100)
    .execute();

/** Errors of detectors on vehicles that the caller sees, the newest first. */
export async function listErrors(trx: Trx, ctx: Ctx, { page, size }: { page: number; size: number }) {
  const errors = trx
    .selectFrom('detector_error as d')
    .innerJoin('vehicle as v', 'v.id', 'd.vehicle_id')
    .where('d.client_id', '=', ctx.clientId)
    .where(visibleVehicles(ctx, 'd.vehicle_id'));
  const list = await errors
    .select(['d.vehicle_id as vehicleId', 'v.plate_no as plateNo', 'd.kind', 'd.errors', 'd.last_error as lastError'])
    .select(wireTimeSql(sql<Date>`d.last_at`, ctx.timeZone).as('lastTime'))
    .orderBy('d.last_at', 'desc')
    .orderBy('d.vehicle_id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const total = await holdTotal(ctx, ruleErrors, { page, size }, async () => {
    const { n } = await errors.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
    return n;
  });
  return { list, total };
}
