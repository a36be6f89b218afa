import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import type { Output } from '@tongda/contract/core/endpoint';
import {
  type AlarmFrame,
  type AlarmRawReport,
  type alarmDetail,
  alarmRawAccess,
  closeMs,
} from '@tongda/contract/watch/alarm/calls';
import type { AlarmKind } from '@tongda/contract/watch/alarm/words';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { AppError } from '../../../core/http/errors';
import { readPoints } from '../../../core/telemetry/read';
import { blankItems } from '../../../frames/blank';
import { thinTrack } from '../../../kernel/day/thin';
import { raisedNamesOf } from '../../../kernel/motion/alarm-bits';
import { doorOf, doorState, type TrackPoint } from '../../../kernel/point';
import { validTempC } from '../../../kernel/temperature/figures';
import { readVisible } from '../track/door';
import type { StoredAlarm } from './rows';

type Detail = Output<typeof alarmDetail>;
export type Evidence = Pick<Detail, 'points' | 'series' | 'frame' | 'raw'>;

/** Readings of this long before and after the alarm are shown. */
const aroundMs = 15 * minuteMs;
/** At most so much is shown: of an alarm that lasted for days only its beginning. */
const longestMs = dayMs;
const mostPoints = 400;
const mostClose = 120;
const doors = [1, 2, 3, 4, 5, 6, 7];

/** Readings around the alarm, read from the stored points at the time of asking, so that data that came late is included. */
export async function loadEvidence(trx: Trx, ctx: Ctx, alarm: StoredAlarm, now: number): Promise<Evidence> {
  const from = alarm.start - aroundMs;
  const to = Math.min((alarm.end ?? now) + aroundMs, now, alarm.start + longestMs);
  const points = await readPointsIfAllowed(trx, ctx, {
    vehicleId: alarm.vehicleId,
    from,
    to: Math.max(to, alarm.start + minuteMs),
  });
  const value = readingOf(alarm);
  const edges = new Set([alarm.start, ...(alarm.end === null ? [] : [alarm.end])]);
  const shown = points.length > mostPoints ? thinned(points, alarm.start, edges) : points;
  const first = firstSince(points, alarm.start);
  return {
    points: shown.map((p) => [p.t, p.located ? p.lng : null, p.located ? p.lat : null, p.speedKmh, value(p)]),
    series: seriesOf(alarm),
    frame: first ? frameOf(first, ctx.timeZone, await countDoors(trx, alarm.vehicleId)) : null,
    raw: first && ctx.can(alarmRawAccess) ? await loadRaw(trx, alarm.vehicleId, first.t) : null,
  };
}

/** As many points as are shown: the shape of all, and the minutes around the beginning more closely. */
function thinned(points: readonly TrackPoint[], start: number, edges: ReadonlySet<number>): TrackPoint[] {
  const kept = new Set(thinTrack(points, mostPoints, edges));
  const close = points.flatMap(({ t }, i) => (Math.abs(t - start) <= closeMs ? [i] : []));
  const step = Math.ceil(close.length / mostClose);
  for (let i = 0; i < close.length; i += step) kept.add(close[i] ?? 0);
  return points.filter((_, i) => kept.has(i));
}

/** How many doors the vehicle has, by its record and its wires; a terminal tells of seven, whether they are there or not. */
async function countDoors(trx: Trx, vehicleId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select greatest(v.door_count, coalesce((select max(p.channel) from probe p
      where p.vehicle_id = v.id and p.kind = 'door'), 0))::int as n from vehicle v where v.id = ${vehicleId}`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}

/** Points of the vehicle; none where a share opens the alarms but not the track. */
async function readPointsIfAllowed(
  trx: Trx,
  ctx: Ctx,
  wish: { vehicleId: string; from: number; to: number },
): Promise<TrackPoint[]> {
  try {
    return await readVisible(trx, ctx, { ...wish, extra: true }, 'track');
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

type Value = (point: TrackPoint) => number | null;
const speedOf: Value = ({ speedKmh }) => speedKmh;

/** Reads from a point the quantity that the alarm is about (temperature, humidity, CO2, fuel, else speed). */
function readingOf({ kind, subject }: Pick<StoredAlarm, 'kind' | 'subject'>): Value {
  const [, what = '', which = ''] = /^(tem|hum|co2|tank)(\d+|Avg|All)/u.exec(subject) ?? [];
  const at = Number(which) - 1;
  const of = (values: ReadonlyArray<number | null>): number | null => {
    const known = values.flatMap((v) => validTempC(v) ?? []);
    if (which === 'Avg') return known.length > 0 ? known.reduce((sum, v) => sum + v, 0) / known.length : null;
    return which === 'All' ? (known[0] ?? null) : null;
  };
  if (what === 'tem') return ({ tempC }) => (at >= 0 ? validTempC(tempC[at]) : of(tempC));
  if (what === 'hum') return ({ humPct }) => (at >= 0 ? (humPct[at] ?? null) : (humPct[0] ?? null));
  if (what === 'co2') return ({ extra }) => extra?.co2Ppm?.[Math.max(0, at)] ?? null;
  if (what === 'tank' || kind === 'oilAlarm') return ({ fuelL }) => fuelL[Math.max(0, at)] ?? null;
  return speedOf;
}

const seriesWords: Partial<Record<AlarmKind, { name: string; unit: string }>> = {
  temperatureAlarm: { name: '温度', unit: '℃' },
  humidityAlarm: { name: '湿度', unit: '%RH' },
  co2Alarm: { name: '二氧化碳', unit: 'ppm' },
  oilAlarm: { name: '油量', unit: 'L' },
};

function seriesOf({ kind, limit }: Pick<StoredAlarm, 'kind' | 'limit'>): Detail['series'] {
  const own = seriesWords[kind];
  if (own) return { ...own, limit: kind === 'oilAlarm' ? null : limit };
  return { name: '速度', unit: 'km/h', limit: kind === 'speedAlarm' ? limit : null };
}

/** The first report since the alarm began; the last one there is when none came since. */
const firstSince = (points: readonly TrackPoint[], start: number): TrackPoint | undefined =>
  points.find(({ t }) => t >= start) ?? points.at(-1);

const wordOf = (bits: number): string => (bits >>> 0).toString(16).padStart(8, '0').toUpperCase();

/** Bytes of items as they are read, without the codes of locks. */
const itemWords = (hex: string): string =>
  Buffer.from(blankItems(Buffer.from(hex, 'hex')))
    .toString('hex')
    .toUpperCase()
    .replace(/..(?=.)/gu, '$& ');

/** What the report of a moment said beyond its readings; the caller may read the vehicle's track. */
async function loadRaw(trx: Trx, vehicleId: string, at: number): Promise<AlarmRawReport | null> {
  const found = await readPoints(trx, { vehicleIds: [vehicleId], from: at, to: at, wanted: 'all' });
  const point = found.get(vehicleId)?.find(({ t }) => t === at);
  if (!point) return null;
  const { alarmBits, statusBits, rawItems } = point;
  return {
    alarmWord: wordOf(alarmBits),
    statusWord: wordOf(statusBits),
    items: itemWords(rawItems ?? ''),
  };
}

/** A report as the list of its facts. */
function frameOf(point: TrackPoint, timeZone: string, doorCount: number): AlarmFrame {
  return {
    time: wireTime(point.t, timeZone),
    receiveTime: wireTime(point.receiveTime, timeZone),
    late: point.late,
    located: point.located,
    lng: point.lng,
    lat: point.lat,
    speedKmh: point.speedKmh,
    directionDeg: point.directionDeg === null ? null : Math.round(point.directionDeg),
    acc: point.acc,
    tempC: point.tempC.map(validTempC),
    humPct: [...point.humPct],
    fuelL: [...point.fuelL],
    doors: doorsOf(point, doorCount),
    alarms: raisedNamesOf(point.alarmBits, point.extra?.videoAlarms ?? 0),
    odometerKm: point.odometerM === null ? null : Math.round(point.odometerM / 100) / 10,
  };
}

/** Doors from 1: those that the vehicle has; where its record knows of none, up to the last one that is open: a terminal calls doors closed that are not there. */
function doorsOf({ doors: word }: TrackPoint, doorCount: number): Array<boolean | null> {
  const states = doors.map((no) => doorOf(word, no));
  const last = states.lastIndexOf(doorState.open);
  return states
    .slice(0, doorCount > 0 ? doorCount : last + 1)
    .map((state) => (state === doorState.unknown ? null : state === doorState.open));
}
