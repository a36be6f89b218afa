import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import { alarmMoments, boundAt, joinProgram, vehiclesEver } from './target';

/**
 * Fills the outbox of a target from what is stored: nothing of it lies in the way of a terminal's acknowledgement. Each round looks back over the last minutes again,
 * because a report may be committed some seconds after a newer one, and the key of an item keeps it from being told twice.
 */

/** How far a round looks back; what comes later than five minutes after its time is marked as late and found by when it came. */
const lookBackMs = 6 * minuteMs;
/**
 * After a pause of the worker or the database the beginning of what is looked at follows slowly, this much faster than the clock: what had waited in memory for the
 * database is stored after it, with the times of before.
 */
const catchUpFactor = 3;
const longestStepMs = 30_000;

/** A target that was given up and works again has its pause filled in parts of so long, a round each, so that no round holds the database for long. */
const longestPartMs = hourMs;

/** Rounds of a target are this far apart, ms. */
export const fillEveryMs = (intervalS: number): number => Math.min(intervalS * 500, 15_000);

/** From when the next round looks on. `from` and `last` are of the round before. All epoch ms. */
export function nextFrom(from: number, last: number, now: number): number {
  return Math.max(from, Math.min(now - lookBackMs, from + Math.min(now - last, longestStepMs) * catchUpFactor));
}

interface Due {
  from: number;
  /** null: it was started since, and nothing of it lies in memory */
  last: number | null;
  intervalS: number;
  /** the next time for which somebody had stopped it, of which nothing is told: from and until; null: none */
  stopped: number | null;
  started: number | null;
}

/** Adds what was stored since the last round to the outbox of a target. Does nothing when the last round was just now. */
export async function fillTarget(db: Kysely<DB>, targetId: string, now: number): Promise<void> {
  await sql`insert into forward_state (target_id, client_id, filled_from) select id, client_id, ${new Date(now)} from forward_target where id = ${targetId}
    on conflict do nothing`.execute(db);
  const { rows } = await sql<Due>`select (extract(epoch from s.filled_from) * 1000)::float8 as "from",
      (extract(epoch from s.filled_at) * 1000)::float8 as last, t.interval_s as "intervalS",
      (extract(epoch from lower(gap)) * 1000)::float8 as stopped, ceil(extract(epoch from upper(gap)) * 1000)::float8 as started
    from forward_state s join forward_target t on t.id = s.target_id
      left join lateral (select gap from unnest(s.passed_over) gap where upper(gap) > s.filled_from order by gap limit 1) passed on true
    where s.target_id = ${targetId}`.execute(db);
  const [due] = rows;
  if (!due || (due.last !== null && now - due.last < fillEveryMs(due.intervalS))) return;
  await db.transaction().execute(async (trx) => {
    const { until, next, reached } = planPart(due, now);
    if (until > due.from) {
      await addReports(trx, targetId, due.from, until);
      await addAlarms(trx, targetId, due.from, until);
    }
    // what was added meanwhile, by a stop and a start, stays
    await sql`update forward_state set filled_at = ${reached ? new Date(now) : null}, filled_from = ${new Date(next)},
      passed_over = passed_over - tstzmultirange(tstzrange(null, ${new Date(next)})) where target_id = ${targetId}`.execute(
      trx,
    );
  });
}

interface Part {
  /** what there is until then is told in this round */
  until: number;
  /** from when the next round looks on */
  next: number;
  /** this round reaches the present */
  reached: boolean;
}
/** What a round looks at. */
export function planPart(due: Due, now: number): Part {
  const { from, last, stopped, started } = due;
  const part = last === null ? Math.min(now, from + longestPartMs) : now;
  if (stopped !== null && started !== null && part >= stopped)
    return { until: Math.max(from, stopped), next: Math.max(from, started), reached: false };
  return { until: part, next: nextPart(due, part), reached: part === now };
}

/** From when the round after one that looked until then goes on. */
const nextPart = ({ from, last }: Due, until: number): number =>
  last === null ? Math.max(from, until - lookBackMs) : nextFrom(from, last, until);

/** Bits of a point's flags: without a fix; a jump, a wrong clock; late. */
const located = sql`(p.flags & 2) <> 0`;
const faulty = sql`(p.flags & 24) <> 0`;
const late = sql`(p.flags & 4) <> 0`;
const known = (bit: number, column: string) =>
  sql`case when (p.flags & ${sql.lit(bit)}) = 0 then ${sql.ref(column)} end`;

/** Report of JT/T 809 without a place would say nothing: it is left out, as is one of temperatures that has none. */
const saysSomething = sql`(${located} or t.protocol <> 3) and ('position' = any(t.kinds) or p.temp_c is not null or p.hum_pct is not null)`;

async function addReports(db: Kysely<DB>, targetId: string, from: number, now: number): Promise<void> {
  const start = new Date(from);
  const points = sql`select p.*, v.plate_no, v.vehicle_color, floor(extract(epoch from p.device_time) / t.interval_s)::bigint as slot
    from forward_target t join client c on c.id = t.client_id ${joinProgram} cross join lateral (${vehiclesEver}) v join position p on p.vehicle_id = v.id
    where t.id = ${targetId} and p.client_id = t.client_id and p.device_time <= ${new Date(now)} and not ${faulty} and ${saysSomething} and ${boundAt(sql`p.vehicle_id`, sql`p.device_time`)}
      and (t.valid_from is null or p.device_time >= t.valid_from::timestamp at time zone c.time_zone)`;
  await sql`with found as (
      ${points} and not ${late} and p.device_time >= ${start}
      union all ${points} and ${late} and t.catch_up and p.receive_time >= ${start}
    ), one as (select distinct on (vehicle_id, slot) * from found order by vehicle_id, slot, device_time)
    insert into forward_item (client_id, target_id, vehicle_id, kind, key, at, body)
    select p.client_id, t.id, p.vehicle_id, 'report', p.slot, p.device_time, jsonb_build_object('plateNo', case when ${late} then
          coalesce(plate_at(p.vehicle_id, p.device_time), p.plate_no) else p.plate_no end,
        'color', p.vehicle_color, 'terminalNo', coalesce(d.terminal_no, ''), 'late', ${late})
      || case when 'position' = any(t.kinds) then jsonb_build_object('position', jsonb_build_object('located', ${located},
          'lng', case when ${located} then p.lng end, 'lat', case when ${located} then p.lat end, 'altitudeM', ${known(256, 'p.altitude_m')},
          'speedKmh', ${known(64, 'p.speed_kmh')}, 'recorderSpeedKmh', p.extra->'recorderSpeedKmh', 'directionDeg', ${known(128, 'p.direction_deg')},
          'acc', (p.flags & 1) <> 0, 'odometerM', p.odometer_m, 'alarmBits', p.alarm_bits, 'statusBits', p.status_bits)) else '{}' end
      || case when 'temperature' = any(t.kinds) then jsonb_build_object('temperature',
          jsonb_build_object('tempC', to_jsonb(p.temp_c), 'humPct', to_jsonb(p.hum_pct))) else '{}' end
    from one p join forward_target t on t.id = ${targetId} left join device d on d.id = p.device_id
    where 'position' = any(t.kinds) or 'temperature' = any(t.kinds)
    order by p.device_time, p.vehicle_id
    on conflict do nothing`.execute(db);
}

async function addAlarms(db: Kysely<DB>, targetId: string, from: number, now: number): Promise<void> {
  await sql`insert into forward_item (client_id, target_id, vehicle_id, kind, key, at, body)
    select e.client_id, t.id, e.vehicle_id, 'alarm', e.id, e.at, jsonb_build_object('plateNo', v.plate_no, 'color', v.vehicle_color, 'terminalNo',
        coalesce((select d.terminal_no from device_state s join device d on d.id = s.device_id where s.vehicle_id = e.vehicle_id), ''), 'alarm', e.body)
    from forward_target t ${joinProgram} cross join lateral (${vehiclesEver}) v join episode_event e on e.vehicle_id = v.id
    where t.id = ${targetId} and 'alarm' = any(t.kinds) and e.client_id = t.client_id and e.push and e.at >= ${new Date(from)} and e.at <= ${new Date(now)}
      and ${boundAt(sql`e.vehicle_id`, ...alarmMoments(sql`e.body`, sql`e.at`))}
    order by e.id
    on conflict do nothing`.execute(db);
}
