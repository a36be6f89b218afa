import { hourMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../db/trx';
import type { DB } from '../generated/db-types';
import { hourOf } from './hours';
import { unpackPoints } from './pack';
import { type FiguresOf, packHours, savePacked } from './packing';
import type { StoredPoint } from './stored-point';

const at = (ms: number) => new Date(ms);

/**
 * A terminal's bindings were changed for the past (`refile_positions` did the hot points): its packed points move to the vehicles in which it
 * sat, and the days of both vehicles are computed again. Answers how many points moved.
 */
export async function refilePacked(db: Kysely<DB>, figuresOf: FiguresOf): Promise<number> {
  let moved = 0;
  const asked = await db.selectFrom('position_refile').selectAll().execute();
  for (const { device_id: deviceId, since, asked_at: askedAt } of asked) {
    moved += await db.transaction().execute(async (trx) => {
      const points = await refileDevice(trx, deviceId, since.getTime(), figuresOf);
      // asked again meanwhile: it stays for the next round
      await trx
        .deleteFrom('position_refile')
        .where('device_id', '=', deviceId)
        .where('asked_at', '=', askedAt)
        .execute();
      return points;
    });
  }
  return moved;
}

async function refileDevice(trx: Trx, deviceId: string, since: number, figuresOf: FiguresOf): Promise<number> {
  const rows = await trx
    .selectFrom('position_hour')
    .select(['vehicle_id', 'hour', 'body'])
    .where('vehicle_id', 'in', (eb) =>
      eb
        .selectFrom('packed_device')
        .select('vehicle_id')
        .where('device_id', '=', deviceId)
        .where('last_hour', '>=', at(hourOf(since))),
    )
    .where('hour', '>=', at(hourOf(since)))
    .where(sql<boolean>`device_ids @> array[${deviceId}::bigint]`)
    .orderBy('hour')
    .forUpdate()
    .execute();
  let moved = 0;
  for (const { vehicle_id: vehicleId, hour, body } of rows) {
    const points = unpackPoints(body, vehicleId);
    const owners = await ownersOf(trx, deviceId, hour.getTime());
    const leaves = (p: StoredPoint) => p.deviceId === deviceId && p.t >= since && owners(p.t) !== vehicleId;
    const leaving = points.filter(leaves).map((p) => ({ ...p, vehicleId: owners(p.t) }));
    if (leaving.length === 0) continue;
    await savePacked(
      trx,
      { vehicleId, hour: hour.getTime() },
      points.filter((p) => !leaves(p)),
      await figuresOf(trx, [vehicleId]),
    );
    await insertHot(trx, leaving);
    const takers = [...new Set(leaving.flatMap((p) => p.vehicleId ?? []))];
    await packHours(
      trx,
      takers.map((id) => ({ vehicleId: id, hour: hour.getTime() })),
      figuresOf,
    );
    await markDays(trx, [vehicleId, ...takers], leaving);
    moved += leaving.length;
  }
  return moved;
}

/** Vehicle of a terminal at moments of an hour, by its bindings now. */
async function ownersOf(trx: Trx, deviceId: string, hour: number): Promise<(t: number) => string | null> {
  const { rows } = await sql<{ vehicle_id: string; from_ms: number | null; until_ms: number | null }>`
    select vehicle_id::text, (extract(epoch from nullif(lower(during), '-infinity')) * 1000)::float8 as from_ms,
      (extract(epoch from nullif(upper(during), 'infinity')) * 1000)::float8 as until_ms
    from device_binding where device_id = ${deviceId} and during && tstzrange(${at(hour)}, ${at(hour + hourMs)})`.execute(
    trx,
  );
  return (t) =>
    rows.find((r) => (r.from_ms === null || t >= r.from_ms) && (r.until_ms === null || t < r.until_ms))?.vehicle_id ??
    null;
}

/** Back into the hot table, by rows: these are few. */
async function insertHot(trx: Trx, points: readonly StoredPoint[]): Promise<void> {
  for (const p of points) {
    await trx
      .insertInto('position')
      .values({
        device_id: p.deviceId,
        device_time: at(p.t),
        receive_time: at(p.receiveTime),
        client_id: p.clientId,
        vehicle_id: p.vehicleId,
        lng: p.lng,
        lat: p.lat,
        altitude_m: p.altitudeM,
        speed_kmh: p.speedKmh,
        direction_deg: p.directionDeg,
        flags: p.flags,
        odometer_m: p.odometerM === null ? null : String(p.odometerM),
        alarm_bits: String(p.alarmBits),
        status_bits: String(p.statusBits),
        temp_c: p.tempC as number[] | null,
        hum_pct: p.humPct as number[] | null,
        fuel_l: p.fuelL as number[] | null,
        doors: p.doors,
        extra: p.extra === null ? null : JSON.stringify(p.extra),
        raw_items: p.rawItems === null ? null : Buffer.from(p.rawItems, 'hex'),
      })
      .onConflict((c) => c.columns(['device_id', 'device_time']).doNothing())
      .execute();
  }
}

async function markDays(trx: Trx, vehicleIds: readonly string[], points: readonly StoredPoint[]): Promise<void> {
  const times = points.map((p) => at(p.t));
  await sql`insert into dirty_day (vehicle_id, day, client_id, due_at)
    select distinct v.id, (t at time zone c.time_zone)::date, v.client_id, now()
    from unnest(${[...vehicleIds]}::bigint[]) x(id) join vehicle v on v.id = x.id join client c on c.id = v.client_id, unnest(${times}::timestamptz[]) t
    on conflict (vehicle_id, day) do update set due_at = least(dirty_day.due_at, excluded.due_at)`.execute(trx);
}
