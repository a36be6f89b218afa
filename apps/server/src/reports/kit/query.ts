import type { FilterMap } from '@tongda/contract/reports/kit/filters';
import type { Query, Report } from '@tongda/contract/reports/kit/report';
import { type RawBuilder, sql } from 'kysely';
import { allOf } from '../../core/db/rows';
import type { Ctx } from '../../core/http/ctx';
import { invalidField } from '../../core/http/errors';
import { likePattern } from '../../core/record/options';
import { wallToMs } from '../../kernel/day/edges';
import { type ScopeOf, visibleVehicleRows } from '../../modules/base/org/door';
import { mayReport } from './lent';

/** Who asks, in whose time zone. */
export type Reader = ScopeOf & Pick<Ctx, 'timeZone'>;

/** Rows, tasks or vehicles whose points one request reads at the same time: a sheet of hundreds of rows leaves connections to others. */
export const readsAtOnce = 4;

/** Which rows of a report are wanted: its filters, and the range as moments. */
export type Wish<F extends FilterMap = FilterMap> = Query<F> & {
  /** epoch ms, from the first moment of the range to just after its last second */
  from: number;
  until: number;
  /** ticked rows only (exports) */
  ids?: string[] | undefined;
  sort?: string | undefined;
};

/** One page of them. */
export type PageWish<F extends FilterMap = FilterMap> = Wish<F> & { limit: number; offset: number };

/** The range of a request as moments; a date that does not exist is refused at its field. The contract has judged its length. */
export function wishOf<Q extends { startTime: string; endTime: string }>(q: Q, timeZone: string) {
  const from = wallToMs(q.startTime, timeZone);
  const last = wallToMs(q.endTime, timeZone);
  if (from === null) throw invalidField('startTime', '开始时间不是有效的日期');
  if (last === null) throw invalidField('endTime', '结束时间不是有效的日期');
  return { ...q, from, until: last + 1000 };
}

/** Filters that most reports have; each report may leave some out. */
interface Whose {
  keyword?: string | undefined;
  fleetId?: string | undefined;
  orgId?: string | undefined;
  vehicleIds?: string[] | undefined;
  /** ticked rows of a report with a row a vehicle */
  ids?: string[] | undefined;
}

/** SQL condition on `vehicle v`: chosen by the filters and visible to the caller. The keyword also finds former plates. */
export function chosenVehicles(who: Reader, q: Whose): RawBuilder<boolean> {
  const all: Array<RawBuilder<boolean>> = [
    sql<boolean>`v.deleted_at is null`,
    visibleVehicleRows(who, 'v'),
    mayReport(who),
  ];
  if (q.vehicleIds && q.vehicleIds.length > 0) all.push(sql<boolean>`v.id = any(${q.vehicleIds}::bigint[])`);
  if (q.ids) all.push(sql<boolean>`v.id = any(${q.ids.filter((one) => /^\d{1,19}$/u.test(one))}::bigint[])`);
  if (q.keyword) {
    const like = likePattern(q.keyword);
    all.push(sql<boolean>`(v.plate_no ilike ${like} or v.remark_no ilike ${like}
      or v.id in (select x.vehicle_id from vehicle_period x where x.kind = 'plate' and x.value ilike ${like}))`);
  }
  if (q.fleetId) all.push(sql<boolean>`v.fleet_id = ${q.fleetId}`);
  if (q.orgId) all.push(sql<boolean>`v.org_id = ${q.orgId}`);
  return allOf(all);
}

/** How many vehicles that is: the rows of a report with a row a vehicle. */
export async function countVehicles(ctx: Ctx, q: Whose): Promise<number> {
  const { rows } = await ctx.db((trx) =>
    sql<{ n: number }>`select count(*)::int as n from vehicle v where ${chosenVehicles(ctx, q)}`.execute(trx),
  );
  return rows[0]?.n ?? 0;
}

/** Whose fact it is: the columns of its vehicle and of the company that the vehicle belongs to. */
export interface FactOf {
  vehicleId: RawBuilder<unknown>;
  clientId: RawBuilder<unknown>;
}

/** The columns of the table `vehicle` under an alias, or of a table with `vehicle_id` and `client_id`. */
export const ofVehicle = (alias: string): FactOf => ({
  vehicleId: sql.ref(`${alias}.id`),
  clientId: sql.ref(`${alias}.client_id`),
});
export const ofFact = (alias: string): FactOf => ({
  vehicleId: sql.ref(`${alias}.vehicle_id`),
  clientId: sql.ref(`${alias}.client_id`),
});

/**
 * SQL condition: may the caller's company read a fact of this vehicle at this moment? Always of its own vehicles, which is all that is looked at for most
 * rows; of a shared one while the share lasts, when it covers `scope`.
 */
export const mayReadFact = (
  who: Pick<ScopeOf, 'clientId'>,
  { vehicleId, clientId }: FactOf,
  moment: RawBuilder<unknown>,
  scope: 'track' | 'temperature' = 'track',
): RawBuilder<boolean> => sql<boolean>`(${clientId} = ${who.clientId} or exists (select from vehicle_access a where a.vehicle_id = ${vehicleId}
  and a.client_id = ${who.clientId} and ${scope} = any(a.scopes) and ${moment} >= a.valid_from and (a.valid_until is null or ${moment} < a.valid_until)))`;

/** SQL: the vehicle belongs to another company, which lent it and handles its alarms. */
export const isLent = (
  { clientId }: Pick<ScopeOf, 'clientId'>,
  owner: RawBuilder<unknown> = sql`v.client_id`,
): RawBuilder<boolean> => sql<boolean>`${owner} <> ${clientId}`;

/** Windows as a multirange of SQL. */
export const windowsSql = (windows: ReadonlyArray<{ from: number; until: number }>): RawBuilder<unknown> =>
  sql`${`{${windows.map((w) => `[${new Date(w.from).toISOString()},${new Date(w.until).toISOString()})`).join(',')}}`}::tstzmultirange`;

/**
 * SQL of the part of a time that lies within windows, for a `cross join lateral (…) c`: `s0` and `s1`, its first and last moment, and `seconds` of it. What
 * lies outside has no `s1 > s0`. The usual one window is cut with plain comparisons: multiranges would take most of the time of a report of all vehicles.
 */
export function clipSql(
  windows: ReadonlyArray<{ from: number; until: number }>,
  start: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [only, ...others] = windows;
  if (only && others.length === 0) {
    const first = sql`greatest(${start}, ${new Date(only.from)}::timestamptz)`;
    const last = sql`least(${end}, ${new Date(only.until)}::timestamptz)`;
    return sql`select ${first} as s0, ${last} as s1, extract(epoch from ${last} - ${first})::float8 as seconds`;
  }
  return sql`select lower(i.inside) as s0, upper(i.inside) as s1, ${secondsIn(sql`i.inside`)} as seconds
    from (select ${windowsSql(windows)} * tstzmultirange(tstzrange(${start}, ${end})) as inside) i`;
}

/** Seconds of a multirange. */
export const secondsIn = (multirange: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(extract(epoch from upper(w) - lower(w))), 0)::float8 from unnest(${multirange}) w)`;

/** SQL: how many days of the chosen vehicles wait for late data (K2), so that their figures may still change. */
export const countLateDays = (who: Reader, report: Report, q: Wish): RawBuilder<number> => {
  if (!Object.values(report.columns).some(({ kind }) => kind === 'plate')) return sql<number>`0`;
  // a filter that the report does not have is absent
  const whose = { ...(q as Whose), ids: undefined };
  return sql<number>`(select count(*)::int from dirty_day d join vehicle v on v.id = d.vehicle_id
    where d.day between ${q.startTime.slice(0, 10)}::date and ${q.endTime.slice(0, 10)}::date and ${chosenVehicles(who, whose)})`;
};
