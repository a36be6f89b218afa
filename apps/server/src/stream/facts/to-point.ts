import type { PositionMessage } from '@tongda/contract/core/topics';
import { type PointExtra, packDoors, type TrackPoint } from '../../kernel/point';

const finiteOrZero = (value: number): number => (Number.isFinite(value) ? value : 0);
/** A value as it will be read back from its float4 column, with the two decimals that sensors have. */
const toSensorValue = (value: number): number => Math.round(Math.fround(finiteOrZero(value)) * 100) / 100;
const toSensorValues = (values: Array<number | null> | undefined): ReadonlyArray<number | null> =>
  values?.map((value) => (value === null || !Number.isFinite(value) ? null : toSensorValue(value))) ?? none;
const none: ReadonlyArray<number | null> = [];
const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, Math.round(finiteOrZero(value))));

/** A report as it will be read back from the table, so that live detectors and a recompute see the same numbers. */
export function toPoint(m: PositionMessage): TrackPoint {
  const place = Number.isFinite(m.lng) && Number.isFinite(m.lat);
  return {
    t: m.deviceTime,
    receiveTime: m.receiveTime,
    lng: place ? m.lng : 0,
    lat: place ? m.lat : 0,
    speedKmh: m.speedKmh === null ? null : toSensorValue(m.speedKmh),
    directionDeg: m.directionDeg === null ? null : clamp(m.directionDeg, 0, 359),
    acc: m.acc,
    located: m.located,
    late: m.late,
    odometerM: m.odometerM === null ? null : Math.round(finiteOrZero(m.odometerM)),
    deviceId: m.deviceId,
    alarmBits: clamp(m.alarmBits, 0, 0xffffffff),
    doors: m.channels.doorOpen ? packDoors(m.channels.doorOpen) : 0,
    tempC: toSensorValues(m.channels.tempC),
    humPct: toSensorValues(m.channels.humPct),
    fuelL: toSensorValues(m.channels.fuelL),
    extra: extraOf(m.channels),
  };
}

function extraOf(channels: PositionMessage['channels']): PointExtra | null {
  const { extVoltageV, battPct, reeferOn, safety, co2Ppm, reports } = channels;
  if (
    extVoltageV === undefined &&
    battPct === undefined &&
    reeferOn === undefined &&
    safety === undefined &&
    co2Ppm === undefined &&
    reports === undefined
  )
    return null;
  return {
    ...(extVoltageV === undefined ? {} : { extVoltageV }),
    ...(battPct === undefined ? {} : { battPct }),
    ...(reeferOn === undefined ? {} : { reeferOn }),
    ...(safety === undefined ? {} : { safety }),
    ...(co2Ppm === undefined ? {} : { co2Ppm }),
    ...(reports === undefined ? {} : { reports }),
  };
}
