import { type CurveAnswer, mostCurves, type StripTone } from '@tongda/contract/reports/kit/curve';
import { invalidField } from '../../core/http/errors';
import { arrivalOf, curveWithBreaks, silencesOf } from '../../kernel/temperature/intervals';
import type { Probe } from './probes';
import type { Measured, Readings } from './readings';

/** A curve has so many points at most a series, twice. */
export const buckets = 700;

/** The curves of some vehicles of one range: their lanes under each other, open doors and a running chiller as strips below. */
export function curvesOf(
  all: readonly Readings[],
  asked: { from: number; until: number },
  most = buckets,
): CurveAnswer {
  if (all.length > mostCurves) throw invalidField('vehicleIds', `曲线最多对比${mostCurves}辆车`);
  const { from, until } = all[0]?.range ?? asked;
  return {
    from,
    until,
    lanes: all.flatMap((one) => lanesOf(one, '℃', most)),
    strips: all.flatMap((one) => stripsOf(one, all.length > 1 ? `${one.vehicle.plateNo} ` : '')),
    // of several vehicles each has gaps of its own: they show where its lines break
    gaps: all.length === 1 ? all.flatMap(gapsOf) : [],
  };
}

/** Curves of one vehicle or recorder: a lane for temperatures, one for humidity. */
export function lanesOf(readings: Measured, degrees = '℃', most = buckets): CurveAnswer['lanes'] {
  const { vehicle, probes } = readings;
  const lane = (kind: Probe['kind'], unit: string): CurveAnswer['lanes'] => {
    const series = probes.filter((probe) => probe.kind === kind).map((probe) => seriesOf(readings, probe, most));
    return series.length > 0 ? [{ name: vehicle.plateNo, unit, series }] : [];
  };
  return [...lane('tem', degrees), ...lane('hum', '%RH')];
}

function seriesOf({ vehicle, range, points, gapMaxMs }: Measured, probe: Probe, most: number) {
  const samples = points.flatMap((point) => {
    const value = probe.reading(point);
    return value === null
      ? []
      : [{ t: point.t, value, came: arrivalOf(point, vehicle.settingsAt(point.t).unprovenMs) }];
  });
  const { lower, upper } = probe.boundsAt(range.until);
  return { name: probe.name, lower, upper, points: curveWithBreaks(samples, { ...range, gapMaxMs, buckets: most }) };
}

/** What a running refrigeration unit does (K11). */
export const reeferWords = { cooling: '制冷', heating: '制热', defrost: '除霜', standby: '待机' } as const;

const modeLooks = {
  cooling: { word: '制冷' },
  heating: { word: '制热', tone: 'heat' },
  defrost: { word: '霜', tone: 'frost' },
  standby: { word: '待机', tone: 'idle' },
} as const;

/** Where it stood, when each door was open, what the chiller did; `before` stands before each name. */
function stripsOf({ range, doors, doorNames, stays, reefer }: Readings, before: string): CurveAnswer['strips'] {
  const numbers = [...new Set(doors.map(({ door }) => door))].sort();
  const openTimes = (no: number) =>
    doors.filter(({ door }) => door === no).map(({ start, end }) => ({ from: start, until: end ?? range.until }));
  const strip = (name: string, tone: StripTone, spans: CurveAnswer['strips'][number]['spans']) =>
    spans.length > 0 ? [{ name: `${before}${name}`, tone, spans }] : [];
  const running = reefer.map(({ from, until, mode }) => ({ from, until, ...(mode ? modeLooks[mode] : {}) }));
  return [
    ...strip(
      '停靠',
      'stay',
      stays.map(({ start, end }, i) => ({ from: start, until: end, word: String(i + 1) })),
    ),
    ...strip('冷机', 'cool', running),
    ...numbers.flatMap((no) => strip(doorNames.get(no) ?? `车门${no}`, 'door', openTimes(no))),
  ];
}

const gapsOf = ({ points, range, gapMaxMs }: Readings): CurveAnswer['gaps'] =>
  silencesOf(points, { ...range, gapMaxMs }).map((gap) => ({ ...gap, reason: '终端未上传数据' }));
