import type { PositionMessage } from '@tongda/contract/core/topics';
import { mergeSecond } from '../../core/telemetry/same-second';
import type { Extra, StoredPoint } from '../../core/telemetry/stored-point';
import { openDoors, packDoors, pointFlag } from '../../kernel/point';

/** A report that is about to be stored, with what the handlers found out about it. */
export interface PositionRow {
  message: PositionMessage;
  jump: boolean;
  clockWrong: boolean;
  /** newer than all reports of the vehicle before it */
  news: boolean;
  /** another report of the newest moment: what all its reports come to */
  second?: PositionMessage;
}

const rareChannels = [
  'extVoltageV',
  'battVoltageV',
  'battPct',
  'charging',
  'videoAlarms',
  'signal',
  'satellites',
  'recorderSpeedKmh',
  'reeferOn',
  'co2Ppm',
  'tyreKpa',
  'tyreTempC',
  'engineRpm',
  'coolantC',
  'engineLoadPct',
  'faultCodes',
  'driverName',
  'driverLicence',
  'safety',
  'reports',
] as const satisfies ReadonlyArray<keyof PositionMessage['channels']>;

const finiteOrZero = (value: number): number => (Number.isFinite(value) ? value : 0);
const clampWhole = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, Math.round(finiteOrZero(value))));

function flagsOf({ message, jump, clockWrong }: PositionRow): number {
  return (
    (message.acc ? pointFlag.acc : 0) |
    (message.located ? pointFlag.located : 0) |
    (message.station ? pointFlag.station : 0) |
    (message.late ? pointFlag.late : 0) |
    (message.speedKmh === null ? pointFlag.noSpeed : 0) |
    (message.directionDeg === null ? pointFlag.noDirection : 0) |
    (message.altitudeM === null ? pointFlag.noAltitude : 0) |
    (jump ? pointFlag.jump : 0) |
    (clockWrong ? pointFlag.clockWrong : 0)
  );
}

function toSensorValues(values: Array<number | null> | undefined): Array<number | null> | null {
  if (!values || values.length === 0) return null;
  return values.map((value) => (value === null || !Number.isFinite(value) ? null : value));
}

/** The channels without a column of their own; null when there are none. */
function extraOf({ channels: c }: PositionMessage): Extra {
  let rest: Record<string, unknown> | null = null;
  for (const name of rareChannels) {
    const value = c[name];
    if (value === undefined) continue;
    rest ??= {};
    rest[name] = value;
  }
  return rest;
}

function hexOf(items: string | null): string | null {
  const hex = items?.replace(/[^0-9a-f]/giu, '') ?? '';
  return hex === '' || hex.length % 2 === 1 ? null : hex;
}

/** The row for a report. Values outside a column's range are clamped, so that no report can make a batch fail. */
export function storedPoint(row: PositionRow): StoredPoint {
  const m = row.message;
  const located = Number.isFinite(m.lng) && Number.isFinite(m.lat);
  return {
    deviceId: m.deviceId,
    vehicleId: m.vehicleId,
    clientId: m.clientId,
    t: m.deviceTime,
    receiveTime: m.receiveTime,
    lng: located ? m.lng : 0,
    lat: located ? m.lat : 0,
    altitudeM: clampWhole(m.altitudeM ?? 0, -32768, 32767),
    speedKmh: finiteOrZero(m.speedKmh ?? 0),
    directionDeg: clampWhole(m.directionDeg ?? 0, 0, 359),
    flags: flagsOf(row),
    odometerM: m.odometerM === null ? null : Math.round(finiteOrZero(m.odometerM)),
    alarmBits: clampWhole(m.alarmBits, 0, 0xffffffff),
    statusBits: clampWhole(m.statusBits, 0, 0xffffffff),
    tempC: toSensorValues(m.channels.tempC),
    humPct: toSensorValues(m.channels.humPct),
    fuelL: toSensorValues(m.channels.fuelL),
    doors: m.channels.doorOpen ? packDoors(m.channels.doorOpen) : null,
    extra: extraOf(m),
    rawItems: hexOf(m.rawItems),
  };
}

/** Values of float4 columns, rounded to the two decimals that sensors have. */
const toSensorValue = (value: number): number => Math.round(value * 100) / 100;
const realsOf = (values: StoredPoint['tempC']): Array<number | null> | undefined =>
  values?.map((value) => (value === null ? null : toSensorValue(value)));

/** The report again from its stored row, with the values that {@link storedPoint} clamped or rounded. */
export function messageOf(point: StoredPoint): PositionMessage {
  const { flags, tempC, humPct, fuelL, doors, extra } = point;
  const knows = (flag: number): boolean => (flags & flag) === 0;
  return {
    deviceId: point.deviceId,
    clientId: point.clientId,
    vehicleId: point.vehicleId,
    deviceTime: point.t,
    receiveTime: point.receiveTime,
    lng: point.lng,
    lat: point.lat,
    altitudeM: knows(pointFlag.noAltitude) ? point.altitudeM : null,
    speedKmh: knows(pointFlag.noSpeed) ? toSensorValue(point.speedKmh) : null,
    directionDeg: knows(pointFlag.noDirection) ? point.directionDeg : null,
    located: (flags & pointFlag.located) !== 0,
    acc: (flags & pointFlag.acc) !== 0,
    odometerM: point.odometerM,
    alarmBits: point.alarmBits,
    statusBits: point.statusBits,
    late: (flags & pointFlag.late) !== 0,
    ...((flags & pointFlag.station) === 0 ? {} : { station: true }),
    channels: {
      // storedPoint puts nothing but rare channels there
      ...(extra as PositionMessage['channels'] | null),
      ...(tempC ? { tempC: realsOf(tempC) } : {}),
      ...(humPct ? { humPct: realsOf(humPct) } : {}),
      ...(fuelL ? { fuelL: realsOf(fuelL) } : {}),
      ...(doors === null ? {} : { doorOpen: openDoors(doors) }),
    },
    rawItems: point.rawItems,
  };
}

/** Merges another report of the same terminal and second into a message, as they are merged where they are stored; null when it says nothing new. */
export function mergeReports(known: PositionMessage, other: PositionMessage): PositionMessage | null {
  const toPoint = (message: PositionMessage) => storedPoint({ message, jump: false, clockWrong: false, news: false });
  const point = toPoint(known);
  const merged = mergeSecond(point, toPoint(other));
  return merged === point ? null : messageOf(merged);
}
