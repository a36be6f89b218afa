import { hourMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../db/trx';
import type { DB } from '../../generated/db-types';
import type { VehicleOwners } from '../owners';
import { type PointBytes, pointColumns, readPointBytes } from '../rows';
import { mergeSecond } from '../same-second';
import type { StoredPoint } from '../stored-point';
import { hourOf } from './ages';
import { unpackPoints } from './pack';
import { type FiguresOf, packHours, savePacked } from './packing';

const dateAt = (ms: number) => new Date(ms);

/**
 * Moves packed points after the bindings of a terminal were changed for the past: each point goes to the vehicle in which the terminal was mounted at its
 * time, and the days of both vehicles are computed again. (The database function `refile_positions` has moved the unpacked ones.) Answers how
 * many points moved.
 */
export async function refilePacked(db: Kysely<DB>, figuresOf: FiguresOf, owners: VehicleOwners): Promise<number> {
  let moved = 0;
  const asked = await db.selectFrom('position_refile').selectAll().execute();
  for (const { device_id: deviceId, since, asked_at: askedAt } of asked) {
    moved += await db.transaction().execute(async (trx) => {
      const points = await refileDevice(trx, { deviceId, since: since.getTime() }, figuresOf, owners);
      // if it was asked for again meanwhile, the row stays for the next round
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

async function refileDevice(
  trx: Trx,
  { deviceId, since }: { deviceId: string; since: number },
  figuresOf: FiguresOf,
  owners: VehicleOwners,
): Promise<number> {
  const rows = await trx
    .selectFrom('position_hour')
    .select(['vehicle_id', 'hour', 'body'])
    .where('vehicle_id', 'in', (eb) =>
      eb
        .selectFrom('packed_device')
        .select('vehicle_id')
        .where('device_id', '=', deviceId)
        .where('last_hour', '>=', dateAt(hourOf(since))),
    )
    .where('hour', '>=', dateAt(hourOf(since)))
    .where(sql<boolean>`device_ids @> array[${deviceId}::bigint]`)
    .orderBy('hour')
    .forUpdate()
    .execute();
  let moved = 0;
  for (const { vehicle_id: vehicleId, hour, body } of rows) {
    const points = unpackPoints(body, vehicleId);
    const vehicleOf = await vehicleAt(trx, owners, deviceId, hour.getTime());
    const leaves = (p: StoredPoint) => p.deviceId === deviceId && p.t >= since && vehicleOf(p.t) !== vehicleId;
    const leaving = points.filter(leaves).map((p) => ({ ...p, vehicleId: vehicleOf(p.t) }));
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
    await owners.recompute(
      trx,
      [vehicleId, ...takers],
      leaving.map((p) => p.t),
    );
    moved += leaving.length;
  }
  return moved;
}

/** A function that gives the vehicle of a terminal at a moment within an hour, by its present bindings. */
async function vehicleAt(
  trx: Trx,
  owners: VehicleOwners,
  deviceId: string,
  hour: number,
): Promise<(t: number) => string | null> {
  const bindings = await owners.bindingsOf(trx, deviceId, hour, hour + hourMs);
  return (t) =>
    bindings.find(({ from, until }) => (from === null || t >= from) && (until === null || t < until))?.vehicleId ??
    null;
}

/** Puts points back into `position`, row by row, as they are few; what the terminal has sent of their seconds since is merged into them. */
async function insertHot(trx: Trx, points: readonly StoredPoint[]): Promise<void> {
  for (const point of points) {
    const { rows } = await sql<PointBytes>`with gone as (delete from position
        where device_id = ${point.deviceId} and device_time = ${dateAt(point.t)} returning *)
      select ${pointColumns('all')} from gone`.execute(trx);
    const [stored] = readPointBytes(rows[0], point.vehicleId);
    const p = stored ? mergeSecond(point, stored) : point;
    await trx
      .insertInto('position')
      .values({
        device_id: p.deviceId,
        device_time: dateAt(p.t),
        receive_time: dateAt(p.receiveTime),
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
        // the generated type of a real[] column knows no null elements, PostgreSQL does
        temp_c: p.tempC as number[] | null,
        // likewise
        hum_pct: p.humPct as number[] | null,
        // likewise
        fuel_l: p.fuelL as number[] | null,
        doors: p.doors,
        extra: p.extra === null ? null : JSON.stringify(p.extra),
        raw_items: p.rawItems === null ? null : Buffer.from(p.rawItems, 'hex'),
      })
      .execute();
  }
}
