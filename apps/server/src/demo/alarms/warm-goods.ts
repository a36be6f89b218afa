import { dayMs, hourMs, minuteMs } from '@tongda/contract/core/durations';
import { type DemoVehicle, demoVehicles } from '@tongda/simulator/fleet/demo';
import { storiesOf } from '@tongda/simulator/fleet/stories';
import type { UnitFailure } from '@tongda/simulator/world/cargo';
import { simulateVehicle } from '@tongda/simulator/world/simulate';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../core/generated/db-types';
import { vehicleId } from '../fleet/vehicle/rows';
import { demoClients } from '../people/users';
import { addUnitFailure, loadUnitFailures } from './planted';

/*
 * One trip of the last two days was loaded with goods that were too warm, into a box that nobody had pre-cooled: soon after its departure the box passes its limit
 * behind closed doors, and the reports name 预冷不足 as the cause (report.md 3.3).
 */

/** No second one in so many days. */
const apartMs = 7 * dayMs;
/** Trips that left so long ago are looked at, ms. */
const [eldestMs, newestMs] = [44 * hourMs, 4 * hourMs];
/** The goods warm the air for so long. */
const warmsMs = 25 * minuteMs;
/** Cause of an episode: not a door in the ten minutes before it, and it begins within half an hour of the loading (kernel/temperature/cause.ts). */
const [doorMs, afterLoadMs] = [10 * minuteMs, 30 * minuteMs];
/** It must last longer than the ten minutes after which an alarm is raised. */
const leastMs = 12 * minuteMs;
const upperC = -12;

interface Trip {
  vehicleId: string;
  /** epoch ms */
  loadedAt: number;
  leftAt: number;
}

/**
 * Plants warm goods into a trip that shows them, unless that was done in the last days. `reportedUntil`: until when each vehicle has reported, epoch ms by vehicle
 * number; what is reported is not changed. Answers what was planted; null when it was planted before or no trip fits.
 */
export async function plantWarmGoods(
  db: Kysely<DB>,
  now: number,
  reportedUntil: ReadonlyMap<number, number>,
): Promise<UnitFailure | null> {
  const before = await loadUnitFailures(db);
  if (before.some(({ warmGoods, toMs }) => warmGoods && now - toMs < apartMs)) return null;
  for (const trip of await loadTrips(db, now)) {
    const vehicle = demoVehicles.find(({ no }) => vehicleId(no) === trip.vehicleId);
    if (vehicle?.box !== 'frozen' || storiesOf(vehicle.no).length > 0) continue;
    if ((reportedUntil.get(vehicle.no) ?? 0) >= trip.leftAt) continue;
    const goods = { vehicleNo: vehicle.no, fromMs: trip.leftAt, toMs: trip.leftAt + warmsMs, warmGoods: true };
    if (!showsGoods(vehicle, trip, goods)) continue;
    await addUnitFailure(db, goods, now);
    return goods;
  }
  return null;
}

/** Trips of the demo company that left within the last two days, the newest first. */
async function loadTrips(db: Kysely<DB>, now: number): Promise<Trip[]> {
  const { rows } =
    await sql<Trip>`select vehicle_id::text as "vehicleId", (extract(epoch from loaded_at) * 1000)::float8 as "loadedAt",
      (extract(epoch from actual_depart_at) * 1000)::float8 as "leftAt"
    from waybill where client_id = ${demoClients.cold.id} and voided_at is null and vehicle_id is not null and loaded_at is not null
      and actual_depart_at between ${new Date(now - eldestMs)} and ${new Date(now - newestMs)} order by actual_depart_at desc`.execute(
      db,
    );
  return rows;
}

/** Whether the box passes its limit soon enough after the loading, for long enough and behind closed doors. */
function showsGoods(vehicle: DemoVehicle, { loadedAt, leftAt }: Trip, goods: UnitFailure): boolean {
  const points = [...simulateVehicle(vehicle, leftAt - hourMs, leftAt + hourMs, [goods])].flatMap((event) =>
    event.kind === 'point' ? [event.point] : [],
  );
  const over = points.filter(
    ({ timeMs, tempC }) => timeMs >= leftAt && tempC.some((value) => (value ?? upperC) > upperC),
  );
  const [first, last] = [over[0]?.timeMs, over.at(-1)?.timeMs];
  if (first === undefined || last === undefined) return false;
  const closed = points
    .filter(({ timeMs }) => timeMs >= first - doorMs && timeMs <= last)
    .every(({ doors }) => doors === 0);
  return closed && first < loadedAt + afterLoadMs && last - first >= leastMs;
}
