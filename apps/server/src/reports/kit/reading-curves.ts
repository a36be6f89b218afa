import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import { doorEpisodesOf } from '../../kernel/motion/doors';
import { arrivalOf, curveWithBreaks, silencesOf } from '../../kernel/temperature/intervals';
import type { Probe } from './probes';
import type { Readings } from './readings';

/** A curve has so many points at most a series, twice. */
const buckets = 700;

/** The curves of some vehicles of one range: their lanes under each other, open doors and a running chiller as strips below. */
export function curvesOf(all: readonly Readings[], asked: { from: number; until: number }): CurveAnswer {
  const { from, until } = all[0]?.range ?? asked;
  return {
    from,
    until,
    lanes: all.flatMap(lanesOf),
    strips: all.flatMap((one) => stripsOf(one, all.length > 1 ? `${one.vehicle.plateNo} ` : '')),
    // of several vehicles each has gaps of its own: they show where its lines break
    gaps: all.length === 1 ? all.flatMap(gapsOf) : [],
  };
}

/** Curves of one vehicle: a lane for temperatures, one for humidity. */
function lanesOf(readings: Readings): CurveAnswer['lanes'] {
  const { vehicle, probes } = readings;
  const lane = (kind: Probe['kind'], unit: string): CurveAnswer['lanes'] => {
    const series = probes.filter((probe) => probe.kind === kind).map((probe) => seriesOf(readings, probe));
    return series.length > 0 ? [{ name: vehicle.plateNo, unit, series }] : [];
  };
  return [...lane('tem', '℃'), ...lane('hum', '%RH')];
}

function seriesOf({ vehicle, range, points, gapMaxMs }: Readings, probe: Probe) {
  const samples = points.flatMap((point) => {
    const value = probe.reading(point);
    return value === null
      ? []
      : [{ t: point.t, value, came: arrivalOf(point, vehicle.settingsAt(point.t).unprovenMs) }];
  });
  const { lower, upper } = probe.boundsAt(range.until);
  return { name: probe.name, lower, upper, points: curveWithBreaks(samples, { ...range, gapMaxMs, buckets }) };
}

/** When each door was open, and when the chiller ran; `before` stands before each name. */
function stripsOf({ range, points, doorNames }: Readings, before: string): CurveAnswer['strips'] {
  const doors = doorEpisodesOf(points);
  const numbers = [...new Set(doors.map(({ door }) => door))].sort();
  const running = points.flatMap(({ t, extra }, i) =>
    extra?.reeferOn ? [{ from: t, until: points[i + 1]?.t ?? t }] : [],
  );
  const openTimes = (no: number) =>
    doors.filter(({ door }) => door === no).map(({ start, end }) => ({ from: start, until: end ?? range.until }));
  return [
    ...numbers.map((no) => ({
      name: `${before}${doorNames.get(no) ?? `车门${no}`}`,
      tone: 'door' as const,
      spans: openTimes(no),
    })),
    ...(running.length > 0 ? [{ name: `${before}冷机`, tone: 'cool' as const, spans: joinSpans(running) }] : []),
  ];
}

/** Spans in order of time, those that touch made one. */
function joinSpans(spans: ReadonlyArray<{ from: number; until: number }>): Array<{ from: number; until: number }> {
  const out: Array<{ from: number; until: number }> = [];
  for (const span of spans) {
    const last = out.at(-1);
    if (last && span.from <= last.until) last.until = span.until;
    else out.push({ ...span });
  }
  return out;
}

const gapsOf = ({ points, range, gapMaxMs }: Readings): CurveAnswer['gaps'] =>
  silencesOf(points, { ...range, gapMaxMs }).map((gap) => ({ ...gap, reason: '终端未上传数据' }));
