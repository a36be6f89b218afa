import { dayMs } from '@tongda/contract/core/durations';
import { keysOf } from '@tongda/contract/core/keys';
import { probeNames } from '@tongda/contract/reports/kit/readings';
import type { Ctx } from '../../core/http/ctx';
import { AppError, blockedByRule, invalidField } from '../../core/http/errors';
import { mapFew } from '../../core/run/few-at-once';
import { computeWayFacts } from '../../kernel/day/facts';
import { reeferSessionsOf } from '../../kernel/detect/temperature/reefer';
import { airOf, type ModeSpan, modeSpansOf } from '../../kernel/detect/temperature/reefer-mode';
import type { Fact, Surroundings } from '../../kernel/detect/types';
import type { DoorEpisode } from '../../kernel/motion/doors';
import { type Stay, staysOf } from '../../kernel/motion/stays';
import { openDoors, type TrackPoint } from '../../kernel/point';
import { expectedReports } from '../../kernel/temperature/completeness';
import { arrivalOf, intervalRowsOf } from '../../kernel/temperature/intervals';
import { type ReadableVehicle, readPermitted } from '../../modules/watch/track/door';
import { findReportVehicle } from './lent';
import { doorNamesOf, isOver, loadProbeVersions, type Probe, type ProbeWish, probesOf } from './probes';
import { readsAtOnce, type Wish } from './query';
import { readableUntil } from './service-end';
import { loadWaybillTimes, type WaybillTime, waybillAt } from './waybills';

/** What the probes of one vehicle read in a range (epoch ms, cut at now and at the end of its service), with what rows, figures and curves need of it. */
export interface Readings {
  vehicle: ReadableVehicle;
  range: { from: number; until: number };
  /** before `until`: a report at the very end is of the time that begins */
  points: TrackPoint[];
  /** the report at the very end: the last one of the last slot of interval rows (K7), and of nothing else */
  edge: TrackPoint[];
  probes: Probe[];
  doorNames: ReadonlyMap<number, string>;
  /** ms; nothing is known of a longer silence (gapMax) */
  gapMaxMs: number;
  /** ms; usual time between two reports */
  intervalMs: number;
  /** reports that the range should hold; null: unknown */
  expected: number | null;
  /** openings of its doors (K9) */
  doors: DoorEpisode[];
  /** where it stood (K5) */
  stays: Stay[];
  /** sessions of its refrigeration unit, and what it did when (K11) */
  sessions: Fact[];
  reefer: ModeSpan[];
  /** channels of supply and return air, where the probes are named so */
  air: Surroundings['air'];
  waybills: WaybillTime[];
}

/** What figures and curves need of readings, of a vehicle or of a portable recorder (`plateNo`: what it is called). */
export interface Measured
  extends Pick<Readings, 'range' | 'points' | 'probes' | 'gapMaxMs' | 'intervalMs' | 'expected'> {
  vehicle: Pick<ReadableVehicle, 'id' | 'plateNo' | 'settingsAt'>;
}

export type ReadingWish = Pick<Wish, 'from' | 'until'> &
  ProbeWish & {
    vehicleIds?: readonly string[] | undefined;
    /** vehicles without a probe are read too: the report is about something else */
    bare?: boolean;
    /** vehicles whose readings may not be read (shared without temperatures, their service over) are left out instead of refused: nobody chose them by name */
    leaveOut?: boolean;
  };

/** Days of vehicles whose reports one answer may hold at a time. */
const mostDays = 124;

/** How many days of vehicles a question reads: those to come hold nothing. */
const daysOf = ({ from, until, vehicleIds = [] }: ReadingWish): number =>
  Math.max(0, Math.ceil((Math.min(until, Date.now()) - from) / dayMs)) * vehicleIds.length;

/** Whether the readings of a question are few enough to be held at a time. */
export const isFew = (wish: ReadingWish): boolean => daysOf(wish) <= mostDays;

/** Refuses at its field a question whose readings would be too many to be held at a time, with what to narrow; `also`: what else helps. */
export function refuseManyDays(wish: ReadingWish, also = ''): void {
  if (isFew(wish)) return;
  const days = daysOf(wish);
  throw invalidField('endTime', `一次最多查询${mostDays}个车日的读数，请减少车辆或缩短日期（现为${days}个）${also}`);
}

/** What is known of a vehicle before its reports are read: the range that may be read, and its wires and waybills in it. */
export type ReadingHead = Pick<Readings, 'vehicle' | 'range' | 'probes' | 'doorNames' | 'air' | 'waybills'>;

/**
 * The readings of the chosen vehicles. 4004 for a vehicle whose temperatures the caller may not see; a sentence for one without a probe of those
 * that were chosen.
 */
export async function loadReadings(ctx: Ctx, wish: ReadingWish): Promise<Readings[]> {
  refuseManyDays(wish);
  return mapReadable(ctx, wish, (head) => readPart(ctx, head));
}

/** What `use` makes of each of the chosen vehicles, a few of them at a time; refuses as {@link loadReadings}, but not for the number of days: what was read of one vehicle need not stay. */
export async function mapReadable<T>(
  ctx: Ctx,
  wish: ReadingWish,
  use: (head: ReadingHead) => Promise<T>,
): Promise<T[]> {
  const range = { from: wish.from, until: Math.min(wish.until, Date.now()) };
  const one = async (id: string): Promise<T[]> => [await use(await findHead(ctx, id, range, wish))];
  const oneOrNone = (id: string): Promise<T[]> =>
    one(id).catch((error: unknown) => {
      if (error instanceof AppError) return [];
      throw error;
    });
  return (await mapFew(wish.vehicleIds ?? [], readsAtOnce, wish.leaveOut ? oneOrNone : one)).flat();
}

const findHead = (ctx: Ctx, id: string, asked: Readings['range'], wish: ReadingWish): Promise<ReadingHead> =>
  ctx.db(async (trx) => {
    const vehicle = await findReportVehicle(trx, ctx, id, 'temperature', asked.until);
    const paidUntil = readableUntil(ctx, `车辆${vehicle.plateNo}`, vehicle.serviceEnd, asked.from);
    const range = { from: asked.from, until: Math.min(asked.until, paidUntil) };
    const versions = await loadProbeVersions(trx, id, range);
    const probes = probesOf(versions, wish);
    if (probes.length === 0 && !wish.bare) throw blockedByRule(`所选车辆未安装温度探头：${vehicle.plateNo}`);
    const waybills = await loadWaybillTimes(trx, id, range);
    return { vehicle, range, probes, doorNames: doorNamesOf(versions), air: airOf(versions), waybills };
  });

/** The readings of a vehicle in a part of its range. */
export const readPart = (ctx: Ctx, head: ReadingHead, range = head.range): Promise<Readings> =>
  ctx.db(async (trx) => {
    const { vehicle, air } = head;
    const span = { from: range.from, to: range.until };
    const points = await readPermitted(trx, vehicle, { ...span, extra: true });
    // the same points and the same gap as trajectory and day summary
    const lastT = range.until - 1;
    const { inRange, intervalMs, gapMaxMs, segments, doors } = computeWayFacts(points, span, vehicle.settingsAt, lastT);
    const settings = vehicle.settingsAt(range.until);
    const { movingSpeedKmh } = settings;
    const expected = expectedReports(inRange, { ...range, gapMaxMs, movingSpeedKmh });
    const sessions = reeferSessionsOf(inRange, air, { gapMaxMs })?.sessions ?? [];
    return {
      ...head,
      range,
      points: inRange,
      edge: points.filter(({ t }) => t === range.until),
      intervalMs,
      gapMaxMs,
      expected,
      doors,
      stays: staysOf(segments, settings),
      sessions,
      reefer: modeSpansOf(
        inRange,
        sessions.map(({ start, end }) => ({ from: start, until: end })),
        air,
        gapMaxMs,
      ),
    };
  });

/** Words of `arrivalWords` by how a reading came. */
export const arrivalCodes = ['real', 'late', 'unproven'] as const;

const noReadings = Object.fromEntries(keysOf(probeNames).map((key) => [key, null]));

/**
 * Rows of a list of readings: one every `intervalMs` with the last report in it (K7), or one a report when that is 0. A moment without a report is
 * a row of its own (缺失). Times are epoch ms.
 */
export function readingRows(readings: Readings, intervalMs: number) {
  const { vehicle, range, points, edge, probes, doorNames, waybills, reefer } = readings;
  const defrosts = reefer.filter(({ mode }) => mode === 'defrost');
  const isFrost = (t: number): boolean => defrosts.some(({ from, until }) => t >= from && t <= until);
  const slots =
    intervalMs === 0
      ? points.map((point) => ({ t: point.t, point }))
      : intervalRowsOf([...points, ...edge], { ...range, intervalMs });
  return slots.map(({ t, point }) => {
    const values = probes.map((probe) => {
      const value = point && probe.reading(point);
      return { key: probe.key, value, over: isOver(value, probe.boundsAt(point?.t ?? t)) };
    });
    const { reeferOn } = point?.extra ?? {};
    return {
      id: `${vehicle.id}-${t}`,
      vehicleId: vehicle.id,
      vehicleColor: vehicle.vehicleColor,
      plateNo: vehicle.plateNo,
      time: t,
      ...noReadings,
      ...Object.fromEntries(values.map(({ key, value }) => [key, value])),
      setTem: waybillAt(waybills, t)?.setTempC ?? null,
      over: values.filter(({ over }) => over).map(({ key }) => key),
      chiller: point && isFrost(point.t) ? 'frost' : reeferOn === undefined ? '' : reeferOn ? 'on' : 'off',
      doors: point ? doorsText(point.doors, doorNames) : '',
      speedKmh: point ? point.speedKmh : null,
      acc: point ? (point.acc ? 'on' : 'off') : '',
      data: point === null ? 'none' : arrivalCodes[arrivalOf(point, vehicle.settingsAt(point.t).unprovenMs)],
      lng: point?.located ? point.lng : null,
      lat: point?.located ? point.lat : null,
    };
  });
}

/** `后门开、侧门开`, `关` when all known doors are closed, empty when none is known. */
const doorsText = (doors: number, names: ReadonlyMap<number, string>): string =>
  openDoors(doors)
    .flatMap((open, i) => (open ? [`${names.get(i + 1) ?? `车门${i + 1}`}开`] : []))
    .join('、') || (doors > 0 ? '关' : '');

/** What the columns of probes are called: by the names that the vehicles have for them, one vehicle's own or all of them. */
export function namesOfProbes(all: ReadonlyArray<Pick<Readings, 'probes'>>): Record<string, string> {
  const names = new Map<string, Set<string>>();
  for (const { key, name } of all.flatMap(({ probes }) => probes))
    names.set(key, (names.get(key) ?? new Set<string>()).add(name));
  const unitOf = (key: string): string => (key.startsWith('tem') ? '℃' : '%RH');
  return Object.fromEntries([...names].map(([key, words]) => [key, `${[...words].join(' / ')}(${unitOf(key)})`]));
}
