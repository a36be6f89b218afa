import type { Output } from '@tongda/contract/core/endpoint';
import {
  type DailyDrivingFilters,
  type DailyDrivingRow,
  type DailyMetric,
  type dailyDrivingTotals,
  dailyMetrics,
  daysOf,
  onRoadKm,
} from '@tongda/contract/reports/driving/daily-driving';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { every } from '../../core/db/rows';
import type { DB } from '../../core/generated/db-types';
import { containing } from '../../core/record/options';
import { type ScopeOf, visibleVehicleRows } from '../../modules/base/org/door';

export interface DailyDrivingQuery extends DailyDrivingFilters {
  ids?: string[] | undefined;
  sort?: string | undefined;
}

/** A figure as parts that add up over days: `part / whole`, or `part` alone. */
interface Parts {
  part: RawBuilder<unknown>;
  whole?: RawBuilder<unknown>;
}
const timeOf = (key: 'inRangeMs' | 'monitoredMs') =>
  sql`(select sum((t ->> ${sql.lit(key)})::float8) from jsonb_array_elements(s.temps) t where t ->> 'inRangeMs' is not null)`;
const parts: Record<DailyMetric, Parts> = {
  mileage: { part: sql`s.mileage_m / 1000` },
  driving: { part: sql`s.driving_ms / 3600000.0::float8` },
  oil: { part: sql`s.fuel_used_l::float8` },
  parking: { part: sql`s.stays::float8` },
  maxSpeed: { part: sql`s.max_speed_kmh::float8` },
  temperature: { part: sql`100 * ${timeOf('inRangeMs')}`, whole: timeOf('monitoredMs') },
};

/** How parts become one figure over the days, or over the vehicles, of a group. */
function over(metric: DailyMetric): RawBuilder<unknown> {
  const how = dailyMetrics[metric].over;
  if (how === 'max') return sql`max(part)`;
  return how === 'ratio' ? sql`sum(part) / nullif(sum(whole), 0)` : sql`sum(part)`;
}

/** Vehicles of the filter that the caller sees. */
function chosen(who: ScopeOf, q: DailyDrivingQuery): RawBuilder<boolean> {
  const all: Array<RawBuilder<boolean>> = [sql<boolean>`v.deleted_at is null`, visibleVehicleRows(who, 'v')];
  if (q.ids) all.push(sql<boolean>`v.id = any(${q.ids}::bigint[])`);
  if (q.keyword) {
    const like = containing(q.keyword);
    all.push(sql<boolean>`(v.plate_no ilike ${like} or v.remark_no ilike ${like}
      or v.id in (select x.vehicle_id from vehicle_period x where x.kind = 'plate' and x.value ilike ${like}))`);
  }
  if (q.fleetId) all.push(sql<boolean>`v.fleet_id = ${q.fleetId}`);
  if (q.orgId) all.push(sql<boolean>`v.org_id = ${q.orgId}`);
  return every(all);
}

/** Days of a vehicle as parts; of one that is shared in, those that lie in the share and whose track it covers. */
function dayParts(who: ScopeOf, q: DailyDrivingQuery, vehicle: RawBuilder<unknown>): RawBuilder<unknown> {
  const { part, whole } = parts[q.metric];
  return sql`select (s.day - ${q.startTime.slice(0, 10)}::date) as i, ${part} as part, ${whole ?? sql`1`} as whole, s.mileage_m,
      s.covered_until < s.day_from + interval '1 day' or exists (select from dirty_day d where d.vehicle_id = s.vehicle_id and d.day = s.day) as pending
    from day_summary s where s.vehicle_id = ${vehicle} and s.day between ${q.startTime.slice(0, 10)}::date and ${q.endTime.slice(0, 10)}::date
      and (s.client_id = ${who.clientId} or exists (select from vehicle_access a where a.vehicle_id = s.vehicle_id and a.client_id = ${who.clientId}
        and 'track' = any(a.scopes) and s.day_from >= a.valid_from and (a.valid_until is null or s.day_from < a.valid_until)))`;
}

const figures = (metric: DailyMetric) => sql`${over(metric)} as total, avg(part) as average,
  count(*) filter (where mileage_m >= ${onRoadKm * 1000}) as "daysOut",
  coalesce(jsonb_object_agg(i, part / ${metric === 'temperature' ? sql`nullif(whole, 0)` : sql`1`}) filter (where part is not null), '{}') as days,
  coalesce(array_agg(i order by i) filter (where pending), '{}') as pending`;

const sortable: Readonly<Record<string, RawBuilder<unknown>>> = {
  plateNo: sql`v.plate_no`,
  total: sql`m.total`,
  average: sql`m.average`,
  daysOut: sql`m."daysOut"`,
};

/** The plate that the vehicle carried at the end of the days asked for. */
const lastPlate = (timeZone: string, q: DailyDrivingQuery) =>
  sql`plate_at(v.id, (${q.endTime.slice(0, 10)}::date + 1)::timestamp at time zone ${timeZone} - interval '1 second')`;

interface Stored {
  id: string;
  plateNo: string;
  vehicleColor: number;
  remarkNo: string;
  fleetName: string;
  total: number | null;
  average: number | null;
  daysOut: string;
  days: Record<string, number>;
  pending: number[];
}

export async function listDays(
  trx: Kysely<DB>,
  who: ScopeOf & { timeZone: string },
  q: DailyDrivingQuery & { limit: number; offset: number },
): Promise<DailyDrivingRow[]> {
  const [key = '', direction = 'asc'] = q.sort?.split(' ') ?? [];
  const order = sortable[key] ?? sql`v.plate_no`;
  // an order by figures needs those of all vehicles; by plate only the page's are worked out
  const byFigure = key !== '' && key !== 'plateNo' && sortable[key] !== undefined;
  const vehicle = sql`v.id, v.plate_no, v.vehicle_color, v.remark_no, v.fleet_id`;
  const lateral = sql`cross join lateral (select ${figures(q.metric)} from (${dayParts(who, q, sql`v.id`)}) p) m`;
  const end = sql`order by ${order} ${direction === 'desc' ? sql`desc nulls last` : sql`asc nulls first`}, v.id limit ${q.limit} offset ${q.offset}`;
  const page = byFigure
    ? sql`(select ${vehicle}, m.* from vehicle v ${lateral} where ${chosen(who, q)} ${end}) v`
    : sql`(select v.*, m.* from (select ${vehicle} from vehicle v where ${chosen(who, q)} ${end}) v ${lateral}) v`;
  const { rows } =
    await sql<Stored>`select v.id::text, ${lastPlate(who.timeZone, q)} as "plateNo", v.vehicle_color as "vehicleColor",
      coalesce(v.remark_no, '') as "remarkNo", coalesce(f.name, '') as "fleetName", v.total, v.average, v."daysOut", v.days, v.pending
    from ${page} left join fleet f on f.id = v.fleet_id
    order by ${byFigure ? sql.ref(`v.${key}`) : sql`v.plate_no`} ${direction === 'desc' ? sql`desc nulls last` : sql`asc nulls first`}, v.id`.execute(
      trx,
    );
  const { decimals, over: how } = dailyMetrics[q.metric];
  const count = daysOf(q).length;
  return rows.map(({ daysOut, days, total, average, ...row }) => ({
    ...row,
    total: rounded(total, decimals),
    average: how === 'sum' ? rounded(average, decimals) : null,
    daysOut: Number(daysOut),
    days: Array.from({ length: count }, (_, i) => rounded(days[i] ?? null, decimals)),
  }));
}

export async function countVehicles(trx: Kysely<DB>, who: ScopeOf, q: DailyDrivingQuery): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from vehicle v where ${chosen(who, q)}`.execute(trx);
  return Number(rows[0]?.n);
}

/** Per day over all vehicles of the filter, and everything together. */
export async function totalsOf(
  trx: Kysely<DB>,
  who: ScopeOf,
  q: DailyDrivingQuery,
): Promise<Output<typeof dailyDrivingTotals>> {
  const { rows } = await sql<{ i: number | null; figure: number | null; out: string; vehicles: string }>`
    with p as materialized (select p.* from vehicle v cross join lateral (${dayParts(who, q, sql`v.id`)}) p where ${chosen(who, q)})
    select i, ${over(q.metric)} as figure, count(*) filter (where mileage_m >= ${onRoadKm * 1000}) as out,
      (select count(*) from vehicle v where ${chosen(who, q)}) as vehicles
    from p group by grouping sets ((i), ())`.execute(trx);
  const { decimals } = dailyMetrics[q.metric];
  const byDay = new Map(rows.map((row) => [row.i, row]));
  const all = byDay.get(null);
  const days = daysOf(q).map((_, i) => byDay.get(i));
  return {
    vehicles: Number(all?.vehicles ?? 0),
    total: rounded(all?.figure ?? null, decimals),
    days: days.map((day) => rounded(day?.figure ?? null, decimals)),
    onRoad: days.map((day) => Number(day?.out ?? 0)),
  };
}

function rounded(value: number | null, decimals: number): number | null {
  return value === null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals;
}
