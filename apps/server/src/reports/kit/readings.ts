import { keysOf } from '@tongda/contract/core/keys';
import { probeNames } from '@tongda/contract/reports/kit/readings';
import type { Ctx } from '../../core/http/ctx';
import { blockedByRule } from '../../core/http/errors';
import { computeWayFacts } from '../../kernel/day/facts';
import { openDoors, type TrackPoint } from '../../kernel/point';
import { expectedReports } from '../../kernel/temperature/completeness';
import { arrivalOf, intervalRowsOf } from '../../kernel/temperature/intervals';
import { findReadableVehicle, type ReadableVehicle, readPermitted } from '../../modules/watch/track/door';
import { doorNamesOf, isOver, loadProbeVersions, type Probe, type ProbeWish, probesOf } from './probes';
import type { Wish } from './query';

/** What the probes of one vehicle read in a range (epoch ms, cut at now), with what rows, figures and curves need of it. */
export interface Readings {
  vehicle: ReadableVehicle;
  range: { from: number; until: number };
  points: TrackPoint[];
  probes: Probe[];
  doorNames: ReadonlyMap<number, string>;
  /** ms; nothing is known of a longer silence (gapMax) */
  gapMaxMs: number;
  /** ms; usual time between two reports */
  intervalMs: number;
  /** reports that the range should hold; null: unknown */
  expected: number | null;
}

export type ReadingWish = Pick<Wish, 'from' | 'until'> & ProbeWish & { vehicleIds?: readonly string[] | undefined };

/**
 * The readings of the chosen vehicles. 4004 for a vehicle whose temperatures the caller may not see; a sentence for one without a probe of those
 * that were chosen.
 */
export function loadReadings(ctx: Ctx, wish: ReadingWish): Promise<Readings[]> {
  const range = { from: wish.from, until: Math.min(wish.until, Date.now()) };
  return Promise.all((wish.vehicleIds ?? []).map((id) => loadVehicleReadings(ctx, id, range, wish)));
}

const loadVehicleReadings = (ctx: Ctx, id: string, range: Readings['range'], wish: ProbeWish): Promise<Readings> =>
  ctx.db(async (trx) => {
    const vehicle = await findReadableVehicle(trx, ctx, id, 'temperature', range.until);
    const versions = await loadProbeVersions(trx, id, range);
    const probes = probesOf(versions, wish);
    if (probes.length === 0) throw blockedByRule(`所选车辆未安装温度探头：${vehicle.plateNo}`);
    const span = { from: range.from, to: range.until };
    const points = await readPermitted(trx, vehicle, { ...span, extra: true });
    // the same points and the same gap as trajectory and day summary
    const { inRange, intervalMs, gapMaxMs } = computeWayFacts(points, span, vehicle.settingsAt);
    const { movingSpeedKmh } = vehicle.settingsAt(range.until);
    const expected = expectedReports(inRange, { ...range, gapMaxMs, movingSpeedKmh });
    return {
      vehicle,
      range,
      points: inRange,
      probes,
      doorNames: doorNamesOf(versions),
      intervalMs,
      gapMaxMs,
      expected,
    };
  });

/** Words of `arrivalWords` by how a reading came. */
const arrivalCodes = ['real', 'late', 'unproven'] as const;

const noReadings = Object.fromEntries(keysOf(probeNames).map((key) => [key, null]));

/**
 * Rows of a list of readings: one every `intervalMs` with the last report in it (K7), or one a report when that is 0. A moment without a report is
 * a row of its own (缺失). Times are epoch ms.
 */
export function readingRows({ vehicle, range, points, probes, doorNames }: Readings, intervalMs: number) {
  const slots =
    intervalMs === 0
      ? points.map((point) => ({ t: point.t, point }))
      : intervalRowsOf(points, { ...range, intervalMs });
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
      over: values.filter(({ over }) => over).map(({ key }) => key),
      chiller: reeferOn === undefined ? '' : reeferOn ? 'on' : 'off',
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
