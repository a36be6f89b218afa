import { minuteMs } from '@tongda/contract/core/durations';
import { transportStatus } from '@tongda/contract/transport/enums';
import { freshMin, lateText, minutesAfter, spanText } from '@tongda/contract/transport/figures';
import type { TripSettings } from '@tongda/contract/transport/trip/settings';
import { stopStatus } from '@tongda/contract/transport/waybill/enums';
import { distanceM } from '@tongda/geo/distance';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { wireTime } from '../../../core/http/answer/wire-time';
import { type EtaStop, etaOf, meanMovingSpeedKmh } from '../../../kernel/live/eta';
import type { TrackPoint } from '../../../kernel/point';
import { createMessage } from '../../base/message/door';
import { etaAtStop } from '../figures/door';

/** Span of recent fixes that tells the present speed, ms. */
export const recentMs = 30 * minuteMs;
/** Age above which a position no longer tells where the truck is, ms. */
const freshMs = freshMin * minuteMs;
/** Assumed speed for an hour of the day that no truck has been seen in yet, km/h. */
const unknownKmh = 55;
/** Hours of driving from which the learnt speed of an hour of the day counts. */
const learntHours = 1;

export interface RunningTrip {
  waybillId: string;
  waybillCode: string;
  clientId: string;
  timeZone: string;
  vehicleId: string;
  plateNo: string;
  orgId: string | null;
  lng: number | null;
  lat: number | null;
  fixAt: Date | null;
  etaUpdatedAt: Date | null;
  delayLevel: number;
  /** `expectedAt`: by the plan where no position says it, epoch ms */
  stops: Array<EtaStop & { name: string; windowEnd: number | null; expectedAt: number | null }>;
}

/** Loads trips on the road with their remaining stops. */
export async function loadRunningTrips(db: Kysely<DB>, clientId?: string): Promise<RunningTrip[]> {
  const { rows } =
    await sql<RunningTrip>`select w.id::text as "waybillId", w.waybill_code as "waybillCode", w.client_id::text as "clientId",
      c.time_zone as "timeZone", w.vehicle_id::text as "vehicleId", v.plate_no as "plateNo", w.org_id::text as "orgId", s.lng, s.lat,
      s.fix_time as "fixAt", w.eta_updated_at as "etaUpdatedAt", w.delay_level as "delayLevel",
      coalesce((select jsonb_agg(jsonb_build_object('stopId', p.id::text, 'name', p.name, 'lng', p.lng, 'lat', p.lat, 'serviceMin', p.service_min,
          'windowEnd', extract(epoch from coalesce(p.window_end, p.plan_arrive_at)) * 1000, 'expectedAt', extract(epoch from ${etaAtStop()}) * 1000) order by p.seq)
        from waybill_stop p where p.waybill_id = w.id and p.stop_status = ${stopStatus.toCome} and p.lng is not null and p.lat is not null), '[]') as stops
    from waybill w join client c on c.id = w.client_id join vehicle v on v.id = w.vehicle_id left join device_state s on s.vehicle_id = w.vehicle_id
    where w.transport_status = ${transportStatus.inTransit} and w.voided_at is null
      and ${clientId === undefined ? sql`true` : sql`w.client_id = ${clientId}`}`.execute(db);
  return rows;
}

async function loadUsualSpeed(db: Kysely<DB>, clientId: string, hour: number): Promise<number> {
  const { rows } = await sql<{ kmh: number }>`select km / hours as kmh from tms_hour_speed
    where client_id = ${clientId} and hour = ${hour} and hours >= ${learntHours}`.execute(db);
  return rows[0]?.kmh ?? unknownKmh;
}

const hourOf = (now: number, zone: string): number => Number(wireTime(now, zone).slice(11, 13));

/** Adds one minute of driving to the learnt speed of an hour of the day. */
const learnSpeed = (db: Kysely<DB>, clientId: string, hour: number, kmh: number) =>
  sql`insert into tms_hour_speed (client_id, hour, km, hours) values (${clientId}, ${hour}, ${kmh / 60}, ${1 / 60})
    on conflict (client_id, hour) do update set km = tms_hour_speed.km + excluded.km, hours = tms_hour_speed.hours + excluded.hours`.execute(
    db,
  );

/**
 * Reckons the expected arrivals of a trip again, and sends a message about a delay once for each stop and level. `points`: those of the last half
 * hour.
 */
export async function reckonEta(
  db: Kysely<DB>,
  trip: RunningTrip,
  points: readonly TrackPoint[],
  settings: TripSettings,
  now: number,
): Promise<void> {
  const { lng, lat, fixAt } = trip;
  const known = lng !== null && lat !== null && fixAt !== null && now - fixAt.getTime() <= freshMs;
  if (!known) await tellWithoutPosition(db, trip, settings, now);
  if (!known || trip.stops.length === 0) {
    if (trip.stops.length === 0)
      await sql`update waybill set eta_at = null, delay_min = null, delay_level = 0, eta_updated_at = now()
        where id = ${trip.waybillId} and (eta_at is not null or delay_level > 0)`.execute(db);
    return;
  }
  const recentKmh = meanMovingSpeedKmh(points);
  const hour = hourOf(now, trip.timeZone);
  if (recentKmh !== null) await learnSpeed(db, trip.clientId, hour, recentKmh);
  const usualKmh = await loadUsualSpeed(db, trip.clientId, hour);
  const etas = etaOf({ now, lng, lat, recentKmh, usualKmh, stops: trip.stops }, distanceM);
  const found = etas.map(({ stopId, at }, i) => {
    const stop = trip.stops[i];
    const delay = stop?.windowEnd == null ? null : minutesAfter(stop.windowEnd, at);
    return {
      stopId,
      at: new Date(at).toISOString(),
      delay,
      name: stop?.name ?? '',
      windowEnd: stop?.windowEnd ?? null,
    };
  });
  const worst = found.reduce((a, b) => ((b.delay ?? -Infinity) > (a.delay ?? -Infinity) ? b : a));
  const delay = worst.delay ?? 0;
  const level = levelOf(delay, settings);
  await sql`update waybill_stop p set eta_at = x.at, delay_min = greatest(x.delay, 0)
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as x("stopId" bigint, at timestamptz, delay int) where p.id = x."stopId"`.execute(
    db,
  );
  await sql`update waybill set eta_at = ${found[0]?.at ?? null}, eta_updated_at = ${new Date(now)}, delay_min = ${Math.max(0, delay)}, delay_level = ${level}
    where id = ${trip.waybillId}`.execute(db);
  if (level === 0) return;
  const state = worst.windowEnd !== null && now > worst.windowEnd ? 'late' : 'expectedLate';
  await tellDelay(db, trip, worst.stopId, level, {
    words: lateText(state, delay),
    content: expectedText(trip, new Date(worst.at).getTime(), worst.name, delay),
  });
}

const levelOf = (delay: number, { etaWarnMin, etaLateMin }: TripSettings): 0 | 1 | 2 =>
  delay >= etaLateMin && delay > 0 ? 2 : delay >= etaWarnMin && delay > 0 ? 1 : 0;
const expectedText = ({ timeZone }: RunningTrip, at: number, name: string, delay: number): string =>
  `预计${wireTime(at, timeZone).slice(5, 16)}到达${name}，比要求时间晚${spanText(delay)}`;

/**
 * Tells of a truck whose terminal is silent, or that has none: once it should be at a stop by now, nobody knows when it will come, but it is late all the same; before that, of
 * what its plan expects since it was last known to be somewhere.
 */
async function tellWithoutPosition(
  db: Kysely<DB>,
  trip: RunningTrip,
  settings: TripSettings,
  now: number,
): Promise<void> {
  if (await tellOverdue(db, trip, now)) return;
  for (const { stopId, name, windowEnd, expectedAt } of trip.stops) {
    if (windowEnd === null || expectedAt === null) continue;
    const delay = minutesAfter(windowEnd, expectedAt);
    const level = levelOf(delay, settings);
    if (level === 0) continue;
    await tellDelay(db, trip, stopId, level, {
      words: lateText('expectedLate', delay),
      content: `${expectedText(trip, expectedAt, name, delay)}（车辆没有上报位置，按计划和实际发车、到离站时间推算）`,
    });
    return;
  }
}

/** Tells of a truck that should be at a stop by now; whether it should. */
async function tellOverdue(db: Kysely<DB>, trip: RunningTrip, now: number): Promise<boolean> {
  const stop = trip.stops.find(({ windowEnd }) => windowEnd !== null && now > windowEnd);
  if (!stop || stop.windowEnd === null) return false;
  const due = wireTime(stop.windowEnd, trip.timeZone).slice(5, 16);
  await tellDelay(db, trip, stop.stopId, 2, {
    words: lateText('late', minutesAfter(stop.windowEnd, now)),
    content: `应在${due}前到达${stop.name}，尚未到站，车辆超过${freshMin}分钟没有上报位置，请联系司机`,
  });
  return true;
}

async function tellDelay(
  db: Kysely<DB>,
  trip: RunningTrip,
  stopId: string,
  level: number,
  { words, content }: { words: string; content: string },
): Promise<void> {
  await createMessage(db, {
    clientId: trip.clientId,
    category: 12,
    type: 12_101,
    typeName: '在途晚到',
    level,
    objTag: `vehicle:${trip.vehicleId}`,
    objName: trip.plateNo,
    title: words,
    content: `运单${trip.waybillCode}${content}`,
    vehicleId: trip.vehicleId,
    menu: 'transportTask',
    orgIds: trip.orgId === null ? null : [trip.orgId],
    onceKey: `tripDelay:${stopId}:${level}`,
  });
}
