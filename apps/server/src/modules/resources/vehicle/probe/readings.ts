import { type LiveVehicle, motionState } from '@tongda/contract/core/live';
import type { vehicleLive } from '@tongda/contract/resources/vehicle/calls';
import type { z } from 'zod';
import { wireTime } from '../../../../core/http/answer/wire-time';

/** The live state for the details page: times in the company's zone, distances in km. */
export function liveOf(live: LiveVehicle | null, timeZone: string): z.input<typeof vehicleLive> | null {
  if (!live) return null;
  const v = live;
  return {
    state: v.state,
    stateSince: wireTime(v.stateSince, timeZone),
    deviceTime: v.deviceTime === null ? null : wireTime(v.deviceTime, timeZone),
    lng: v.lng,
    lat: v.lat,
    speedKmh: v.state === motionState.offline ? null : v.speedKmh,
    acc: v.acc,
    todayMileageKm: v.todayMileageM / 1000,
    totalMileageKm: v.totalMileageM / 1000,
    tempC: v.tempC,
    humPct: v.humPct,
    co2Ppm: v.co2Ppm ?? [],
    fuelL: v.fuelL,
    doorOpen: v.doorOpen,
    extVoltageV: v.extVoltageV,
    reeferOn: v.reeferOn ?? null,
  };
}

/** The newest value of every wire that has reported, configured or not. */
export function readingsOf(live: LiveVehicle | null) {
  if (!live) return [];
  const numbers = (kind: 'tem' | 'hum' | 'oil' | 'co2', values: readonly (number | null)[]) =>
    values.map((value, i) => ({ kind, channel: i + 1, value, open: null }));
  return [
    ...numbers('tem', live.tempC),
    ...numbers('hum', live.humPct),
    ...numbers('co2', live.co2Ppm ?? []),
    ...live.doorOpen.map((open, i) => ({ kind: 'door' as const, channel: i + 1, value: null, open })),
    ...numbers('oil', live.fuelL),
    ...(typeof live.reeferOn !== 'boolean'
      ? []
      : [{ kind: 'chiller' as const, channel: 1, value: null, open: live.reeferOn }]),
  ];
}
