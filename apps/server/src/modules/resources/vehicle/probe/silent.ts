import { hourMs } from '@tongda/contract/core/durations';
import type { LiveVehicle } from '@tongda/contract/core/live';
import { type ProbeKind, silentAfterMs } from '@tongda/contract/resources/vehicle/probe';
import type { Trx } from '../../../../core/db/trx';
import { readPoints } from '../../../../core/telemetry/read';
import type { StoredPoint } from '../../../../core/telemetry/stored-point';

export interface WireName {
  kind: ProbeKind;
  channel: number;
}

/** Whether the live state has a value of the wire; it keeps the last one however old it is. */
const holdsWire = (live: LiveVehicle, { kind, channel }: WireName): boolean => {
  const readings: Readonly<Record<string, ReadonlyArray<number | boolean | null> | undefined>> = {
    tem: live.tempC,
    hum: live.humPct,
    co2: live.co2Ppm,
    oil: live.fuelL,
    door: live.doorOpen,
  };
  const values = readings[kind];
  if (kind === 'chiller') return channel === 1 && typeof live.reeferOn === 'boolean';
  return typeof values?.[channel - 1] === 'number' || typeof values?.[channel - 1] === 'boolean';
};

/** Whether a report has a value of the wire. */
function reportsWire(point: StoredPoint, { kind, channel }: WireName): boolean {
  if (kind === 'door') return (((point.doors ?? 0) >> (2 * (channel - 1))) & 3) !== 0;
  if (kind === 'chiller') return typeof point.extra?.reeferOn === 'boolean';
  // `extra` is jsonb without a declared shape; the pipeline stores `co2Ppm` as a list, and each value is checked to be a number below
  const co2 = point.extra?.co2Ppm as ReadonlyArray<number | null> | undefined;
  const readings: Readonly<Record<string, ReadonlyArray<number | null> | null | undefined>> = {
    tem: point.tempC,
    hum: point.humPct,
    co2,
    oil: point.fuelL,
  };
  const values = readings[kind];
  return typeof values?.[channel - 1] === 'number';
}

/**
 * The wires without a value for `silentAfterMs` of which the live state still shows the last value. The last hour is read first, which is nearly
 * always enough; the whole day only for wires that are silent in it.
 */
export async function findSilentWires<W extends WireName>(
  trx: Trx,
  vehicleId: string,
  live: LiveVehicle | null,
  wires: readonly W[],
  now = Date.now(),
): Promise<W[]> {
  if (!live) return [];
  let left = wires.filter((wire) => holdsWire(live, wire));
  if (live.deviceTime === null || live.deviceTime <= now - silentAfterMs) return left;
  for (const since of [live.deviceTime - hourMs, now - silentAfterMs]) {
    if (left.length === 0) break;
    const wish = { vehicleIds: [vehicleId], from: since, to: now, wanted: 'extra' as const };
    const points = (await readPoints(trx, wish)).get(vehicleId) ?? [];
    left = left.filter((wire) => !points.some((point) => reportsWire(point, wire)));
  }
  return left;
}
