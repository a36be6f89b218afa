import { type CalcSettings, calcDefaults } from '@tongda/contract/base/org/calc';
import { minuteMs } from '@tongda/contract/core/durations';
import { dailyDrivingReport } from '@tongda/contract/reports/driving/daily';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import { alarmType } from '@tongda/contract/watch/alarm/enums';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../core/http/ctx';
import { loadCalcPeriods } from '../../modules/base/org/door';
import { watchedMs } from '../../modules/watch/track/door';
import { chosenVehicles, mayReadFact, ofVehicle, type Wish } from '../kit/query';
import { serve } from '../kit/serve';
import { fromSql } from '../kit/sql-source';
import { maySeeDay } from './ways';

type Query = ReportQuery<typeof dailyDrivingReport> & Wish;

/** A day that somebody should look at: nothing driven, far, at night, or nothing known. */
const odd = sql<boolean>`(r.km is null or r.km = 0 or r.km > 800 or r.night > 0)`;

const minutesOf = (column: string) => sql`coalesce(s.${sql.ref(column)}, 0)::float8 / ${minuteMs}`;

/** Something of the trips (K6) of a vehicle `v` that began, or ended, on the day `d`: looked up for the rows that are shown. */
const ofTrips = (ctx: Ctx, moment: 'start_time' | 'end_time', what: RawBuilder<unknown>): RawBuilder<unknown> => {
  const at = sql.ref(`e.${moment}`);
  return sql`(select ${what} from episode e left join driver r on r.id = e.driver_id where e.vehicle_id = v.id and e.kind = 'trip' and e.status <> 2
    and ${at} >= d.begins and ${at} < d.ends and e.start_time >= d.begins - interval '31 days' and e.start_time < d.ends and ${mayReadFact(ctx, ofVehicle('v'), sql`e.start_time`)})`;
};
const firstOf = (what: RawBuilder<unknown>) => sql`(array_agg(${what} order by e.start_time))[1]`;
const lastOf = (what: RawBuilder<unknown>) => sql`(array_agg(${what} order by e.end_time desc nulls last))[1]`;

/** What each kind of alarm costs of the 100 points of a day, by the company's constants at the end of the range (report.md 4.3). */
async function loadCalc(ctx: Ctx, until: number): Promise<CalcSettings> {
  const periods = await ctx.db((trx) => loadCalcPeriods(trx, [ctx.clientId]));
  return periods.get(ctx.clientId)?.find(({ from, to }) => until > from && until <= to)?.value ?? calcDefaults;
}

/** 行驶日报: a row for every chosen vehicle and day, also where nothing is known. */
async function selectDays(ctx: Ctx, q: Query): Promise<RawBuilder<unknown>> {
  const calc = await loadCalc(ctx, q.until);
  const tz = ctx.timeZone;
  const count = (kind: string) => sql`coalesce((s.counts ->> ${kind})::int, 0)`;
  const phone = sql`(select count(*)::int from episode e where e.vehicle_id = v.id and e.kind = 'safetyEvent' and e.status <> 2
    and e.start_time >= d.begins and e.start_time < d.ends and (e.values ->> 'alarmType')::int = ${alarmType.phoneCall})`;
  const days = sql`select day, day::timestamp at time zone ${tz} as begins, (day + 1)::timestamp at time zone ${tz} as ends
    from (select ${q.startTime.slice(0, 10)}::date + i as day from generate_series(0, ${q.endTime.slice(0, 10)}::date - ${q.startTime.slice(0, 10)}::date) i) x`;
  const rows = sql`select v.id as "vehicleId", v.id || '-' || d.day as id, d.day::text as day, d.ends - interval '1 second' as at,
      d.day || ' 00:00:00' as "startTime", d.day || ' 23:59:59' as "endTime", coalesce(${ofTrips(ctx, 'start_time', sql`string_agg(distinct r.name, '、')`)}, '') as drivers,
      ${ofTrips(ctx, 'start_time', sql`min(e.start_time)`)} as "firstStart", ${ofTrips(ctx, 'end_time', sql`max(e.end_time)`)} as "lastStop",
      ${ofTrips(ctx, 'start_time', firstOf(sql`e.lng`))} as "startLng", ${ofTrips(ctx, 'start_time', firstOf(sql`e.lat`))} as "startLat",
      ${ofTrips(ctx, 'end_time', lastOf(sql`(e.values ->> 'endLng')::float8`))} as "endLng",
      ${ofTrips(ctx, 'end_time', lastOf(sql`(e.values ->> 'endLat')::float8`))} as "endLat", s.mileage_m / 1000 as km, s.start_odometer_m / 1000.0 as "odometerStart",
      s.end_odometer_m / 1000.0 as "odometerEnd", ${minutesOf('driving_ms')} as driving, ${minutesOf('idle_ms')} as idle, ${minutesOf('parked_ms')} as parked,
      greatest(0, extract(epoch from least(d.ends, now()) - d.begins) / 60 - (coalesce(s.driving_ms + s.idle_ms + s.parked_ms, 0))::float8 / ${minuteMs}) as "noData",
      s.night_driving_ms::float8 / ${minuteMs} as night, (s.mileage_m - s.gap_mileage_m) / 1000 as "netKm", s.avg_speed_kmh::float8 as "avgSpeed",
      s.max_speed_kmh::float8 as "maxSpeed", ${count('speedAlarm')} as speeding, ${count('fatigueAlarm')} as fatigue, coalesce(s.stays, 0) as stops,
      coalesce(s.door_opens, 0) as doors, (select max((c ->> 'max')::float8) from jsonb_array_elements(s.temps) c) as "temMax",
      (select min((c ->> 'min')::float8) from jsonb_array_elements(s.temps) c) as "temMin", ${watchedMs('inRangeMs')} as "inRangeMs",
      ${watchedMs('monitoredMs')} as "monitoredMs", s.fuel_used_l::float8 as "fuelL", s.refuel_l::float8 as "refuelL",
      coalesce((select sum(n.value::int) from jsonb_each_text(s.counts) n where n.key like '%Alarm'), 0)::int as alarms,
      case when s.mileage_m > 0 then greatest(0, 100 - ${calc.scoreSpeeding} * ${count('speedAlarm')} - ${calc.scoreFatigue} * ${count('fatigueAlarm')} - ${calc.scorePhone} * ${phone}) end as score
    from vehicle v cross join (${days}) d
    left join day_summary s on s.vehicle_id = v.id and s.day = d.day and ${maySeeDay(ctx)}
    where ${chosenVehicles(ctx, { ...q, ids: undefined })} and d.begins < now()`;
  return sql`select r.*, r."inRangeMs" * 100 / nullif(r."monitoredMs", 0) as "passRate" from (${rows}) r where ${q.onlyOdd ? odd : sql`true`}`;
}

export const dailyDriving = serve(dailyDrivingReport, fromSql(dailyDrivingReport, selectDays, { keys: () => 'text' }));
