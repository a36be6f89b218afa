import { minuteMs } from '@tongda/contract/core/durations';
import { chillerOperationDetails, chillerOperationReport } from '@tongda/contract/reports/cold-chain/chiller';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../core/http/ctx';
import { dayStart, nextDayStart } from '../../kernel/day/edges';
import type { Fact } from '../../kernel/detect/types';
import type { TrackPoint } from '../../kernel/point';
import { timeWeightedMean, validTempC } from '../../kernel/temperature/figures';
import { reachOf } from '../kit/facts-sql';
import { chosenVehicles, mayReadFact, ofVehicle, secondsIn, type Wish } from '../kit/query';
import { curvesOf } from '../kit/reading-curves';
import { loadReadings, mapReadable, type Readings, readPart } from '../kit/readings';
import { serve } from '../kit/serve';
import { fromReadings } from '../kit/source';
import { fromSql } from '../kit/sql-source';
import { waybillAt } from '../kit/waybills';

/** Litres an hour of a unit with an engine of its own (独立); one that is driven by the truck's engine burns none of its own. */
const litresPerHour = 2;
/** A stay in which the unit ran for longer than this without work is 空转, seconds. */
const idleFromS = 2 * 3600;

const hours = (ms: string): RawBuilder<number> => sql<number>`sum(${sql.ref(ms)}) / 3600000.0::float8`;

/** SQL: the time of an episode `e` of the vehicle `v`; what has not ended goes on until the last report. */
const span = sql`tstzrange(e.start_time, greatest(e.start_time, coalesce(e.end_time, ${reachOf})))`;

/**
 * SQL for a `left join lateral (…) t`: when the unit of the vehicle `v` ran in the range (`runs`), when it ran while the truck stood (`standing`), and when it did so in stays that are long
 * enough for 空转 (`lingering`). Once a vehicle, because what a day has of it is then a cut.
 */
const timesOf = ({ from, until }: Pick<Wish, 'from' | 'until'>) => {
  const all = (which: RawBuilder<unknown>) => sql`coalesce(range_agg(${span}) filter (where ${which}), '{}')`;
  const isLong = sql`coalesce(e.end_time, 'infinity') - e.start_time > make_interval(secs => ${idleFromS})`;
  return sql`select range_agg(y.runs) as runs, range_agg(y.runs * y.stays) as standing, range_agg(y.runs * y.long) as lingering
    from (select ${all(sql`e.kind = 'reefer'`)} as runs, ${all(sql`e.kind = 'stay'`)} as stays, ${all(sql`e.kind = 'stay' and ${isLong}`)} as long from episode e
    where e.vehicle_id = v.id and e.kind in ('reefer', 'stay') and e.status <> 2 and e.start_time >= ${new Date(from)}::timestamptz - interval '31 days'
      and e.start_time < ${new Date(until)} and coalesce(e.end_time, 'infinity') > ${new Date(from)}) y`;
};
/** SQL: the day `s` as far as it is known. */
const known = sql`tstzmultirange(tstzrange(s.day_from, s.covered_until))`;

/**
 * Seconds of the long stays of the day `s` in which the unit ran without work (空转), each by itself; only on days when it ran so long while standing, and in a long stay. The last
 * stay before the day is looked up first, so that the index leads to the stays of the day, and their places and waybills only when they were long enough.
 */
const idleSeconds = sql`(select sum(o.seconds) from (select max(f.start_time) as since from episode f where f.vehicle_id = s.vehicle_id and f.kind = 'stay' and f.status <> 2
      and f.start_time < s.day_from) b
    cross join lateral (select ${secondsIn(sql`t.runs * ${known} * tstzmultirange(${span})`)} as seconds, e.place_id, e.start_time
      from episode e where e.vehicle_id = s.vehicle_id and e.kind = 'stay' and e.status <> 2 and e.start_time >= coalesce(b.since, s.day_from) and e.start_time < s.day_until
        and coalesce(e.end_time, 'infinity') > s.day_from and coalesce(e.end_time, 'infinity') - e.start_time > make_interval(secs => ${idleFromS}) offset 0) o
  where p.run_parked_ms > ${idleFromS * 1000} and t.lingering && ${known} and o.seconds > ${idleFromS} and (o.place_id is not null or not exists (select from waybill w
    where w.vehicle_id = s.vehicle_id and w.voided_at is null and w.transport_status > 1
      and o.start_time between coalesce(w.actual_depart_at, w.plan_depart_at) and coalesce(w.actual_arrive_at, w.plan_arrive_at))))`;

/** Vehicle-days on which something is known of the unit, with what it did while the truck stood. */
function selectDays(
  ctx: Ctx,
  q: ReportQuery<typeof chillerOperationReport> & Pick<Wish, 'ids' | 'from' | 'until'>,
): RawBuilder<unknown> {
  const [first, last] = [q.startTime, q.endTime].map((wire) => sql`${wire.slice(0, 10)}::date`);
  const whole = { from: dayStart(q.from, ctx.timeZone), until: nextDayStart(q.until - 1, ctx.timeZone) };
  const day = sql`select d.*, (d.day + 1)::timestamp at time zone ${ctx.timeZone} as day_until from day_summary d`;
  const backMean = sql`(select sum((t ->> 'avg')::float8 * (t ->> 'monitoredMs')::float8) / nullif(sum((t ->> 'monitoredMs')::float8), 0)
    from jsonb_array_elements(s.temps) t where (t ->> 'avg') is not null and ((t ->> 'channel')::int = b.channel or b.channel is null))`;
  return sql`select s.*, v.cooler_model, v.cooler_drive, p.run_parked_ms, least(1000 * coalesce(${idleSeconds}, 0), p.run_parked_ms) as run_idle_ms, ${backMean} as back_c,
      (select count(*)::int from episode e where e.vehicle_id = s.vehicle_id and e.kind = 'reefer' and e.status <> 2 and e.start_time >= s.day_from and e.start_time < s.day_until) as starts,
      (select avg((e.values ->> 'rateCPerH')::float8) from episode e where e.vehicle_id = s.vehicle_id and e.kind = 'preCooling' and e.status <> 2
        and e.start_time >= s.day_from and e.start_time < s.day_until) as rate,
      (select avg(w.set_temp_c)::float8 from waybill w where w.vehicle_id = s.vehicle_id and w.voided_at is null and w.transport_status > 1
        and coalesce(w.actual_depart_at, w.plan_depart_at) < s.day_until and coalesce(w.actual_arrive_at, w.plan_arrive_at) > s.day_from) as set_c
    from vehicle v
    left join lateral (${timesOf(whole)}) t on true
    join (${day}) s on s.vehicle_id = v.id
    left join lateral (select b.channel from probe b where b.vehicle_id = v.id and b.kind = 'tem' and b.name like '%回风%' limit 1) b on true
    left join lateral (select least(s.reefer_ms, 1000 * coalesce(sum(extract(epoch from upper(w) - lower(w))), 0)::float8) as run_parked_ms
      from unnest(t.standing * ${known}) w) p on true
    where s.reefer_ms is not null and s.day between ${first} and ${last} and ${chosenVehicles(ctx, { ...q, ids: undefined })}
      and ${mayReadFact(ctx, ofVehicle('v'), sql`s.day_from`, 'temperature')}`;
}

export const summary = serve(
  chillerOperationReport,
  fromSql(
    chillerOperationReport,
    (ctx, q) => {
      const byDay = q.groupBy === 'day';
      const day = byDay ? sql`to_char(s.day, 'YYYY-MM-DD')` : sql`''`;
      const known = sql`sum(coalesce(s.cooling_ms, 0) + coalesce(s.heating_ms, 0) + coalesce(s.defrost_ms, 0) + coalesce(s.standby_ms, 0)) / 3600000.0::float8`;
      return sql`select s.vehicle_id as "vehicleId", s.vehicle_id || '-' || ${day} as id, ${day} as day, coalesce(max(s.cooler_model), '') as model,
      sum(s.starts)::int as starts, ${hours('s.reefer_ms')} as "runHours", ${hours('s.cooling_ms')} as "coolHours", ${hours('s.heating_ms')} as "heatHours",
      ${hours('s.defrost_ms')} as "frostHours", ${hours('s.standby_ms')} as "standbyHours", ${known} as "knownHours",
      100 * ${hours('s.cooling_ms')} / nullif(${known}, 0) as duty, ${hours('s.run_parked_ms')} as "parkHours",
      sum(s.reefer_ms - s.run_parked_ms) / 3600000.0::float8 as "driveHours", ${hours('s.run_idle_ms')} as "idleHours", avg(s.set_c) as "setTem", avg(s.back_c) as "backC",
      avg(s.rate) as rate, case when max(s.cooler_drive) = '独立' then ${litresPerHour}::float8 * ${hours('s.reefer_ms')} end as litres,
      case when bool_and(s.reefer_inferred) then 'inferred' else 'told' end as source
      from (${selectDays(ctx, q)}) s group by s.vehicle_id ${byDay ? sql`, s.day` : sql``}`;
    },
    { keys: () => 'text' },
  ),
);

const meanOf = (
  points: readonly TrackPoint[],
  reading: (point: TrackPoint) => number | null,
  { gapMaxMs, intervalMs }: Readings,
): number | null =>
  timeWeightedMean(
    points.flatMap((point) => {
      const value = reading(point);
      return value === null ? [] : [{ t: point.t, value }];
    }),
    gapMaxMs,
    intervalMs,
  );

const minutesOf = (ms: unknown): number | null => (typeof ms === 'number' ? ms / minuteMs : null);

/** Rows of one vehicle's sessions, as far as they lie in the range. */
const sessionRows = (readings: Readings) => readings.sessions.map((session) => sessionRow(readings, session));

function sessionRow(readings: Readings, { start, end, values }: Fact) {
  const { vehicle, points, range, air, reefer, waybills } = readings;
  const inside = points.filter(({ t }) => t >= start && t <= (end ?? range.until));
  const [first, last] = [inside.find(({ located }) => located), inside.findLast(({ located }) => located)];
  // the return air's probe says how warm the box is; without one all probes do
  const boxC = ({ tempC }: TrackPoint): number | null => {
    const all = (air ? [tempC[air.back - 1]] : tempC).flatMap((value) => validTempC(value) ?? []);
    return all.length === 0 ? null : all.reduce((a, b) => a + b, 0) / all.length;
  };
  const boxes = inside.flatMap((point) => boxC(point) ?? []);
  const km = (point: TrackPoint | undefined): number | null =>
    point?.odometerM === null || point?.odometerM === undefined ? null : point.odometerM / 1000;
  return {
    id: `${vehicle.id}-${start}`,
    vehicleId: vehicle.id,
    vehicleColor: vehicle.vehicleColor,
    plateNo: vehicle.plateNo,
    startTime: start,
    endTime: end,
    state: end === null ? 'open' : 'closed',
    minutes: minutesOf(values.onMs),
    mode: values.mode ?? '',
    coolMin: minutesOf(values.coolingMs),
    heatMin: minutesOf(values.heatingMs),
    frostMin: minutesOf(values.defrostMs),
    standbyMin: minutesOf(values.standbyMs),
    frosts: air
      ? reefer.filter(({ mode, from }) => mode === 'defrost' && from >= start && from <= (end ?? range.until)).length
      : null,
    setTem: waybillAt(waybills, start)?.setTempC ?? null,
    supplyC: air ? meanOf(inside, ({ tempC }) => validTempC(tempC[air.supply - 1]), readings) : null,
    backC: meanOf(inside, boxC, readings),
    startC: boxes[0] ?? null,
    endC: boxes.at(-1) ?? null,
    startKm: km(first),
    endKm: km(last),
    source: values.inferred === true ? 'inferred' : 'told',
    lng: first?.lng ?? null,
    lat: first?.lat ?? null,
    endLng: end === null ? null : (last?.lng ?? null),
    endLat: end === null ? null : (last?.lat ?? null),
  };
}

export const detail = serve(
  chillerOperationDetails,
  fromReadings(chillerOperationDetails, {
    // of what was read of a vehicle its sessions stay
    load: (ctx, q) => mapReadable(ctx, { ...q, bare: true }, async (head) => sessionRows(await readPart(ctx, head))),
    rows: (all) => all.flat(),
  }),
  { curve: async (ctx, q) => curvesOf(await loadReadings(ctx, { ...q, bare: true }), q) },
);
