import { percentOf, roundTo } from '@tongda/contract/core/round';
import type { VehicleDay } from '@tongda/contract/watch/track/day-figures';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { type ScopeOf, visibleVehicleRows } from '../../base/org/door';

type Reader = ScopeOf & { timeZone: string };

/** SQL table of the company's last `days` days, today included, with the column `day`. */
const lastDaysOf = (timeZone: string, days: number): RawBuilder<unknown> =>
  sql`(select (now() at time zone ${timeZone})::date - i as day from generate_series(0, ${days - 1}::int) i)`;

/** SQL condition on day summaries `s`: those of the caller's company, and of a shared vehicle the days that lie in a share that opens tracks. */
const dayVisible = (who: ScopeOf): RawBuilder<boolean> => sql<boolean>`(s.client_id = ${who.clientId}
  or exists (select from vehicle_access a where a.vehicle_id = s.vehicle_id and a.client_id = ${who.clientId}
    and 'track' = any(a.scopes) and s.day_from >= a.valid_from and (a.valid_until is null or s.day_from < a.valid_until)))`;

/** SQL condition: the day is not over yet, or waits to be computed again because of late data. */
const dayPending = sql<boolean>`(s.covered_until < s.day_from + interval '1 day'
  or exists (select from dirty_day w where w.vehicle_id = s.vehicle_id and w.day = s.day))`;

/** SQL over a day summary `s`: watched time of all probes that have limits, and the part of it within them, ms. What 合格率 of days is made of, wherever it is told. */
export const watchedMs = (key: 'inRangeMs' | 'monitoredMs'): RawBuilder<number | null> =>
  sql<
    number | null
  >`(select sum((t ->> ${sql.lit(key)})::float8) from jsonb_array_elements(s.temps) t where t ->> 'inRangeMs' is not null)`;

interface StoredDay extends Omit<VehicleDay, 'alarms' | 'temps' | 'inRangePercent' | 'per100L'> {
  inRangeMs: number | null;
  monitoredMs: number | null;
  temps: Array<{
    channel: number;
    min: number | null;
    max: number | null;
    avg: number | null;
    inRangeMs: number | null;
    monitoredMs: number | null;
  }> | null;
}

/** Below this distance fuel per 100 km is not shown, as it would say nothing. */
const enoughKm = 10;

/**
 * Figures of one vehicle on each of the last days, newest first; a day without a summary has nulls. The caller must have checked that the user
 * may see the vehicle.
 */
export async function loadDaysOfVehicle(
  trx: Kysely<DB>,
  who: Reader,
  vehicleId: string,
  days: number,
): Promise<Array<Omit<VehicleDay, 'alarms'>>> {
  const { rows } = await sql<StoredDay>`select l.day::text as day, s.mileage_m / 1000 as "mileageKm",
      s.driving_ms / 3600000.0::float8 as "drivingH", s.idle_ms / 3600000.0::float8 as "idleH", s.max_speed_kmh::float8 as "maxSpeedKmh",
      s.stays, s.fuel_used_l::float8 as "fuelL", s.temps, ${watchedMs('inRangeMs')} as "inRangeMs", ${watchedMs('monitoredMs')} as "monitoredMs",
      coalesce(${dayPending}, false) as pending
    from ${lastDaysOf(who.timeZone, days)} l left join day_summary s on s.vehicle_id = ${vehicleId} and s.day = l.day and ${dayVisible(who)}
    order by l.day desc`.execute(trx);
  return rows.map(({ inRangeMs, monitoredMs, temps, ...day }) => ({
    ...day,
    mileageKm: oneDecimal(day.mileageKm),
    drivingH: oneDecimal(day.drivingH),
    idleH: oneDecimal(day.idleH),
    fuelL: oneDecimal(day.fuelL),
    per100L:
      day.fuelL !== null && (day.mileageKm ?? 0) >= enoughKm
        ? oneDecimal((100 * day.fuelL) / (day.mileageKm ?? 1))
        : null,
    inRangePercent: percentOf(inRangeMs, monitoredMs),
    temps: (temps ?? []).map((t) => ({
      channel: t.channel,
      min: oneDecimal(t.min),
      max: oneDecimal(t.max),
      avg: oneDecimal(t.avg),
      inRangePercent: t.inRangeMs === null ? null : percentOf(t.inRangeMs, t.monitoredMs),
    })),
  }));
}

/** Sums of several vehicles on a day; null on a day without any data. */
interface DaySum {
  day: string;
  mileageKm: number | null;
  drivingH: number | null;
  /** vehicles with data, and those on the road */
  online: number;
  out: number;
  inRangeMs: number | null;
  monitoredMs: number | null;
}

/**
 * Sums of the last days over the vehicles `v` that meet the condition and that the caller sees, oldest day first. A vehicle counts as on the
 * road from `onRoadM` metres a day on.
 */
export async function loadSumsByDay(
  trx: Kysely<DB>,
  who: Reader,
  which: RawBuilder<boolean>,
  days: number,
  onRoadM: number,
): Promise<DaySum[]> {
  const { rows } =
    await sql<DaySum>`select l.day::text as day, sum(s.mileage_m) / 1000 as "mileageKm", sum(s.driving_ms) / 3600000.0::float8 as "drivingH",
      (count(*) filter (where s.points > 0))::int as online, (count(*) filter (where s.mileage_m >= ${onRoadM}))::int as out,
      sum(${watchedMs('inRangeMs')})::float8 as "inRangeMs", sum(${watchedMs('monitoredMs')})::float8 as "monitoredMs"
    from ${lastDaysOf(who.timeZone, days)} l left join (select s.* from vehicle v join day_summary s on s.vehicle_id = v.id
      where ${which} and ${visibleVehicleRows(who, 'v')} and ${dayVisible(who)} and s.day > (now() at time zone ${who.timeZone})::date - ${days}::int) s on s.day = l.day
    group by l.day order by l.day`.execute(trx);
  return rows;
}

const oneDecimal = (value: number | null | undefined): number | null => roundTo(value, 1);
