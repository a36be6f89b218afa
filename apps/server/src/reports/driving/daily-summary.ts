import { roundTo } from '@tongda/contract/core/round';
import {
  type DailyMetric,
  type DailyQuery,
  type DailyRow,
  dailyDrivingSummaryReport,
  dailyMetrics,
  onRoadKm,
} from '@tongda/contract/reports/driving/daily-summary';
import { daysOf } from '@tongda/contract/reports/kit/columns';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../core/generated/db-types';
import { watchedMs } from '../../modules/watch/track/door';
import { chosenVehicles, countVehicles, type Reader } from '../kit/query';
import { serve } from '../kit/serve';
import { maySeeDay } from './ways';

export type DailyWish = DailyQuery & { ids?: string[] | undefined; sort?: string | undefined };

/** A figure as parts that add up over days: `part / whole`, or `part` alone. */
interface Parts {
  part: RawBuilder<unknown>;
  whole?: RawBuilder<unknown>;
}
const parts: Record<DailyMetric, Parts> = {
  mileage: { part: sql`s.mileage_m / 1000` },
  driving: { part: sql`s.driving_ms / 3600000.0::float8` },
  oil: { part: sql`s.fuel_used_l::float8` },
  parking: { part: sql`s.stays::float8` },
  maxSpeed: { part: sql`s.max_speed_kmh::float8` },
  temperature: { part: sql`100 * ${watchedMs('inRangeMs')}`, whole: watchedMs('monitoredMs') },
};

/** How parts become one figure over the days, or over the vehicles, of a group. */
function combineParts(metric: DailyMetric): RawBuilder<unknown> {
  const how = dailyMetrics[metric].over;
  if (how === 'max') return sql`max(part)`;
  return how === 'ratio' ? sql`sum(part) / nullif(sum(whole), 0)` : sql`sum(part)`;
}

/** The day summaries of the vehicle `v` in the range, as parts. Of a vehicle that another company shares: the days inside the share, if it covers the track. */
function selectDayParts(who: Reader, q: DailyWish): RawBuilder<unknown> {
  const { part, whole } = parts[q.metric];
  const [first, last] = [q.startTime, q.endTime].map((wire) => sql`${wire.slice(0, 10)}::date`);
  return sql`select (s.day - ${first}) as i, ${part} as part, ${whole ?? sql`1`} as whole, s.mileage_m,
      s.covered_until < s.day_from + interval '1 day' or exists (select from dirty_day d where d.vehicle_id = s.vehicle_id and d.day = s.day) as pending
    from day_summary s where s.vehicle_id = v.id and s.day between ${first} and ${last}
      and ${maySeeDay(who)}`;
}

const selectFigures = (metric: DailyMetric) => sql`${combineParts(metric)} as total, avg(part) as average,
  (count(*) filter (where mileage_m >= ${onRoadKm * 1000}))::int as "daysOut",
  coalesce(jsonb_object_agg(i, part / ${metric === 'temperature' ? sql`nullif(whole, 0)` : sql`1`}) filter (where part is not null), '{}') as days,
  coalesce(array_agg(i order by i) filter (where pending), '{}') as pending`;

/** Rows of one page. Ordered by plate, only the figures of that page are computed; ordered by a figure, those of all vehicles. */
export async function listDays(
  trx: Kysely<DB>,
  who: Reader,
  q: DailyWish & { limit: number; offset: number },
): Promise<DailyRow[]> {
  const [key = '', direction = 'asc'] = q.sort?.split(' ') ?? [];
  const byFigure = key === 'total' || key === 'average' || key === 'daysOut';
  const down = direction === 'desc' ? sql`desc nulls last` : sql`asc nulls first`;
  const vehicle = sql`v.id, v.plate_no, v.vehicle_color, v.remark_no, v.fleet_id`;
  const lateral = sql`cross join lateral (select ${selectFigures(q.metric)} from (${selectDayParts(who, q)}) p) m`;
  const end = sql`order by ${byFigure ? sql.ref(`m.${key}`) : sql`v.plate_no`} ${down}, v.id limit ${q.limit} offset ${q.offset}`;
  const page = byFigure
    ? sql`(select ${vehicle}, m.* from vehicle v ${lateral} where ${chosenVehicles(who, q)} ${end}) v`
    : sql`(select v.*, m.* from (select ${vehicle} from vehicle v where ${chosenVehicles(who, q)} ${end}) v ${lateral}) v`;
  const { rows } = await sql<Omit<DailyRow, 'days'> & { days: Record<string, number> }>`select v.id::text,
      v.id::text as "vehicleId", v.vehicle_color as "vehicleColor",
      plate_at(v.id, (${q.endTime.slice(0, 10)}::date + 1)::timestamp at time zone ${who.timeZone} - interval '1 second') as "plateNo",
      coalesce(v.remark_no, '') as "remarkNo", coalesce(f.name, '') as "fleetName", v.total, v.average, v."daysOut", v.days, v.pending
    from ${page} left join fleet f on f.id = v.fleet_id
    order by ${byFigure ? sql.ref(`v.${key}`) : sql`v.plate_no`} ${down}, v.id`.execute(trx);
  const { decimals, over: how } = dailyMetrics[q.metric];
  return rows.map(({ days, total, average, ...row }) => ({
    ...row,
    total: roundTo(total, decimals),
    average: how === 'sum' ? roundTo(average, decimals) : null,
    days: daysOf(q).map((_, i) => roundTo(days[i] ?? null, decimals)),
  }));
}

/** The foot: a figure for each day over all vehicles of the filter, and one for all days together. */
export async function totalsOf(trx: Kysely<DB>, who: Reader, q: DailyWish) {
  const { rows } = await sql<{ i: number | null; figure: number | null; out: string; vehicles: string }>`
    with p as materialized (select p.* from vehicle v cross join lateral (${selectDayParts(who, q)}) p where ${chosenVehicles(who, q)})
    select i, ${combineParts(q.metric)} as figure, count(*) filter (where mileage_m >= ${onRoadKm * 1000}) as out,
      (select count(*) from vehicle v where ${chosenVehicles(who, q)}) as vehicles
    from p group by grouping sets ((i), ())`.execute(trx);
  const { decimals } = dailyMetrics[q.metric];
  const byDay = new Map(rows.map((row) => [row.i, row]));
  const all = byDay.get(null);
  const days = daysOf(q).map((_, i) => byDay.get(i));
  return {
    rows: Number(all?.vehicles ?? 0),
    values: { total: roundTo(all?.figure, decimals) },
    days: days.map((day) => roundTo(day?.figure, decimals)),
    onRoad: days.map((day) => Number(day?.out ?? 0)),
  };
}

/** 每日行驶汇总 from day summaries: what the trajectory of a day shows, of many vehicles and days at once. */
export const dailyDrivingSummary = serve(dailyDrivingSummaryReport, {
  rows: (ctx, q) => ctx.db((trx) => listDays(trx, ctx, q)),
  count: countVehicles,
  totals: (ctx, q) => ctx.db((trx) => totalsOf(trx, ctx, q)),
});
