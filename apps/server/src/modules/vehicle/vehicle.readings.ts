import { type LiveVehicle, motionState } from '@tongda/contract/live';
import type { vehicleLive } from '@tongda/contract/vehicle/vehicle';
import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { DB } from '../../core/db-types';
import { wireTime } from '../../core/wire-time';

type Trx = Transaction<DB>;

/** Live state as the details page shows it: times in words of the zone, distances km. */
export function liveOf(live: unknown, timeZone: string): z.input<typeof vehicleLive> | null {
  if (!live) return null;
  const v = live as LiveVehicle;
  return {
    state: v.state,
    stateSince: wireTime(v.stateSince, timeZone),
    deviceTime: v.deviceTime === null ? null : wireTime(v.deviceTime, timeZone),
    lng: v.lng,
    lat: v.lat,
    speedKmh: v.state === motionState.offline ? 0 : v.speedKmh,
    acc: v.acc,
    todayMileageKm: v.todayMileageM / 1000,
    totalMileageKm: v.totalMileageM / 1000,
    tempC: v.tempC,
    humPct: v.humPct,
    fuelL: v.fuelL,
    doorOpen: v.doorOpen,
    extVoltageV: v.extVoltageV,
    reeferOn: v.reeferOn ?? null,
  };
}

/** Newest value of every wire that has spoken, configured or not. */
export function readingsOf(live: LiveVehicle | null, co2Ppm: readonly (number | null)[]) {
  if (!live) return [];
  const numbers = (kind: 'tem' | 'hum' | 'oil' | 'co2', values: readonly (number | null)[]) =>
    values.map((value, i) => ({ kind, channel: i + 1, value, open: null }));
  return [
    ...numbers('tem', live.tempC),
    ...numbers('hum', live.humPct),
    ...numbers('co2', co2Ppm),
    ...live.doorOpen.map((open, i) => ({ kind: 'door' as const, channel: i + 1, value: null, open })),
    ...numbers('oil', live.fuelL),
    ...(typeof live.reeferOn !== 'boolean'
      ? []
      : [{ kind: 'chiller' as const, channel: 1, value: null, open: live.reeferOn }]),
  ];
}

/** Carbon dioxide by the newest report of the last hours: the live state does not carry it. */
export async function newestCo2(trx: Trx, vehicleId: string): Promise<Array<number | null>> {
  const { rows } = await sql<{ co2: Array<number | null> | null }>`select extra -> 'co2Ppm' as co2 from position
    where vehicle_id = ${vehicleId} and device_time >= now() - interval '6 hours' order by device_time desc limit 1`.execute(
    trx,
  );
  return rows[0]?.co2 ?? [];
}
