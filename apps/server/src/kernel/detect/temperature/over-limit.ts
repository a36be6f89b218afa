import { minuteMs } from '@tongda/contract/core/durations';
import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import type { EpisodeKind, EpisodeLevel } from '@tongda/contract/watch/alarm/episode';
import { withoutSentinels } from '../../temperature/figures';
import { makeFact, noFacts } from '../fact';
import type { Detector, Fact, Sample, Surroundings } from '../types';
import { withLostReadings } from './lost-readings';

/** One probe (or mean of probes) outside its bounds (K8). Times are epoch ms, values in the quantity's unit (℃, %RH, ppm). */
interface Run {
  start: number;
  lng: number | null;
  lat: number | null;
  confirmedAt: number | null;
  /** time of the sample before and its deviation, which counts until the next sample */
  lastT: number;
  lastDeviation: number;
  /** first sample back inside by at least the hysteresis; null while outside */
  backAt: number | null;
  /** the value farthest outside, its deviation, and the bound it exceeds */
  peak: number;
  deviation: number;
  limit: number;
  /** sum of deviation x time, unit·ms */
  areaMs: number;
  excludedMs: number;
  level: EpisodeLevel;
  /** end of a confirmed run, which is resumed if the value soon leaves its bounds again */
  endedAt: number | null;
  dataGap: boolean;
}

export type OverLimitState = Readonly<Record<string, Run>>;
/** The parameters that all quantities share; pre-cooling and defrost matter for temperatures only. */
type Params = Omit<RuleParams['temperature'], 'skipPreCooling' | 'defrostMin'> & {
  skipPreCooling?: boolean;
  defrostMin?: number;
};

interface Reading {
  subject: string;
  value: number;
  lower: number | null;
  upper: number | null;
}

/** Outside again within this time after the end, ms: the same episode goes on. */
const mergeMs = 10 * minuteMs;
const none: OverLimitState = {};

/** The values that are judged, by the rule's `combine`: each probe, the mean of them, or the one that deviates least (when all must be outside). */
function judgedReadings(
  values: ReadonlyArray<number | null>,
  prefix: string,
  params: Params,
  around: Surroundings,
): Reading[] {
  const probes = probesOf(prefix, params, around);
  const each: Reading[] = [];
  for (const { channel, lower, upper } of probes) {
    const value = values[channel - 1];
    if (value !== null && value !== undefined) each.push({ subject: `${prefix}${channel}`, value, lower, upper });
  }
  const [first] = each;
  if (!first || params.combine === 'any') return each;
  if (params.combine === 'average') {
    const mean = each.reduce((sum, { value }) => sum + value, 0) / each.length;
    return [{ ...first, subject: `${prefix}Avg`, value: Math.round(mean * 100) / 100 }];
  }
  if (each.length < probes.length) return [];
  const mildest = each.reduce((least, next) => (deviationOf(next, 0) < deviationOf(least, 0) ? next : least), first);
  return [{ ...mildest, subject: `${prefix}All` }];
}

const probesOf = (prefix: string, params: Params, around: Surroundings) =>
  params.probes.length > 0 || prefix !== 'tem' ? params.probes : around.probes;

/** Whether every probe is within its bounds: the usual case, checked without allocating. */
function allInside(
  values: ReadonlyArray<number | null>,
  prefix: string,
  params: Params,
  around: Surroundings,
): boolean {
  for (const { channel, lower, upper } of probesOf(prefix, params, around)) {
    const value = values[channel - 1];
    if (value === null || value === undefined) continue;
    if ((upper !== null && value > upper) || (lower !== null && value < lower)) return false;
  }
  return true;
}

/** How far a value is outside its bounds; > 0 is outside. `inset` moves the bounds inwards (hysteresis). */
function deviationOf({ value, lower, upper }: Reading, inset: number): number {
  return Math.max(
    lower === null ? Number.NEGATIVE_INFINITY : lower + inset - value,
    upper === null ? Number.NEGATIVE_INFINITY : value - (upper - inset),
  );
}

function isExcluded(sample: Sample, params: Params, around: Surroundings): boolean {
  if (params.skipPreCooling && sample.preCooling) return true;
  const { t } = sample.point;
  return (
    standsExempt(sample, params, around) ||
    isWithin(t, sample.doorOpenedAt, params.afterDoorMin) ||
    isWithin(t, sample.defrostAt, params.defrostMin ?? 0)
  );
}

/** Whether the rule leaves the vehicle alone: it stands with ACC off, or is in a site. */
const standsExempt = (sample: Sample, params: Params, { shapes }: Surroundings): boolean =>
  (params.skipAccOff && !sample.point.acc && !sample.inTransit) ||
  (params.skipInSite && sample.inside.some((id) => shapes.get(id)?.kind === 'site'));

const isWithin = (t: number, since: number | null, minutes: number): boolean =>
  minutes > 0 && since !== null && t - since < minutes * minuteMs;

function levelOf(run: Run, at: number, params: Params): EpisodeLevel {
  if (run.deviation > params.severeAbove || at - run.start > params.severeMin * minuteMs) return 3;
  return run.deviation > params.ordinaryAbove ? 2 : 1;
}

/** Makes the detector of one quantity: its bounds, and missing readings where a rule asks for that. `prefix` begins the subject, e.g. tem1. */
function overLimit(kind: EpisodeKind, prefix: string, valuesOf: ValuesOf) {
  return withLostReadings(outOfBounds(kind, prefix, valuesOf), {
    kind,
    channels: (sample, params, around) => {
      const values = valuesOf(sample);
      return probesOf(prefix, params, around).map(({ channel }) => ({
        name: `${prefix}${channel}`,
        value: values[channel - 1] ?? null,
      }));
    },
    exempt: standsExempt,
  });
}

type ValuesOf = (sample: Sample) => ReadonlyArray<number | null>;

function outOfBounds(kind: EpisodeKind, prefix: string, valuesOf: ValuesOf): Detector<OverLimitState, Params> {
  const toFact = (subject: string, run: Run): Fact =>
    makeFact(
      kind,
      subject,
      { start: run.start, end: run.endedAt, confirmedAt: run.confirmedAt ?? run.start },
      placeOf(run),
      {
        level: run.level,
        peak: run.peak,
        limit: run.limit,
        dataGap: run.dataGap,
        values: {
          deviation: roundTempC(run.deviation),
          areaMin: roundTempC(run.areaMs / minuteMs),
          excludedMs: run.excludedMs,
        },
      },
    );
  return {
    start: none,
    step(before, sample, params, around) {
      const values = valuesOf(sample);
      if (values.length === 0) return { state: before, facts: noFacts };
      if (before === none && allInside(values, prefix, params, around)) return { state: before, facts: noFacts };
      let state = before;
      let facts = noFacts;
      for (const reading of judgedReadings(values, prefix, params, around)) {
        const run = state[reading.subject];
        const next = runStep(run, reading, sample, params, isExcluded(sample, params, around));
        if (next.run !== run) state = withRun(state, reading.subject, next.run);
        if (next.ended) facts = [...facts, toFact(reading.subject, next.ended)];
        if (next.tell && next.run) facts = [...facts, toFact(reading.subject, next.run)];
      }
      return { state, facts };
    },
    running: (state) =>
      Object.entries(state)
        .filter(([, run]) => run.confirmedAt !== null && run.endedAt === null)
        .map(([subject, run]) => toFact(subject, run)),
  };
}

function withRun(state: OverLimitState, subject: string, run: Run | undefined): OverLimitState {
  if (run) return { ...state, [subject]: run };
  const { [subject]: _gone, ...rest } = state;
  return Object.keys(rest).length > 0 ? rest : none;
}

const placeOf = (run: Run) => (run.lng === null || run.lat === null ? null : { lng: run.lng, lat: run.lat });
const roundTempC = (value: number): number => Math.round(value * 1000) / 1000;

interface RunStep {
  run: Run | undefined;
  /** a run that ended for good before this sample */
  ended?: Run;
  tell?: boolean;
}

function runStep(before: Run | undefined, reading: Reading, sample: Sample, params: Params, skip: boolean): RunStep {
  const { t } = sample.point;
  const out = deviationOf(reading, 0);
  if (!before) return beginIfOut(reading, out, sample, params, skip);
  if (before.endedAt !== null) return stateAfterEnd(before, reading, out, sample, params, skip);
  if (t - before.lastT > sample.gapMaxMs) return stateAfterGap(before, reading, out, sample, params, skip);
  const held = t - before.lastT;
  const run: Run = { ...before, lastT: t, areaMs: before.areaMs + Math.max(0, before.lastDeviation) * held };
  if (skip) return { run: { ...run, lastDeviation: 0, excludedMs: run.excludedMs + held } };
  run.lastDeviation = Math.max(out, 0);
  if (deviationOf(reading, params.hysteresis) <= 0) {
    if (run.backAt === null) return { run: { ...run, backAt: t } };
    if (run.confirmedAt === null) return { run: undefined };
    return { run: { ...run, endedAt: run.backAt }, tell: true };
  }
  run.backAt = null;
  return takeValue(run, reading, out, t, params);
}

/** Takes over a value: a new peak, a delay that has passed, a level that is reached. Changes `run`. */
function takeValue(run: Run, reading: Reading, out: number, t: number, params: Params): RunStep {
  if (out > run.deviation) {
    run.deviation = out;
    run.peak = reading.value;
    run.limit = reading.upper !== null && reading.value > reading.upper ? reading.upper : (reading.lower ?? run.limit);
  }
  const first = run.confirmedAt === null && out > 0 && t - run.start >= params.delayS * 1000;
  if (first) run.confirmedAt = t;
  const level = levelOf(run, t, params);
  const tell = first || (run.confirmedAt !== null && level > run.level);
  run.level = level;
  return { run, tell };
}

function beginRun(reading: Reading, out: number, sample: Sample, params: Params): RunStep {
  const { t } = sample.point;
  const run: Run = {
    start: t,
    lng: sample.fix?.lng ?? null,
    lat: sample.fix?.lat ?? null,
    confirmedAt: null,
    lastT: t,
    lastDeviation: out,
    backAt: null,
    peak: reading.value,
    deviation: 0,
    limit: 0,
    areaMs: 0,
    excludedMs: 0,
    level: 1,
    endedAt: null,
    dataGap: false,
  };
  return takeValue(run, reading, out, t, params);
}

/** A value outside its limits begins a run, unless this sample is not counted; any other value begins none. */
const beginIfOut = (reading: Reading, out: number, sample: Sample, params: Params, skip: boolean): RunStep =>
  out > 0 && !skip ? beginRun(reading, out, sample, params) : { run: undefined };

/** The first sample after a silence: the run before ended one interval after its last sample. */
function stateAfterGap(
  before: Run,
  reading: Reading,
  out: number,
  sample: Sample,
  params: Params,
  skip: boolean,
): RunStep {
  const fresh = beginIfOut(reading, out, sample, params, skip);
  if (before.confirmedAt === null) return fresh;
  const end = Math.min(before.lastT + sample.intervalMs, sample.point.t);
  const areaMs = before.areaMs + Math.max(0, before.lastDeviation) * (end - before.lastT);
  const ended = { ...before, endedAt: before.backAt ?? end, areaMs, dataGap: before.backAt === null };
  if (fresh.run) return { ...fresh, ended };
  return { run: ended, tell: true };
}

/** A sample after a confirmed episode: if the value is soon outside again, the episode goes on. */
function stateAfterEnd(
  before: Run,
  reading: Reading,
  out: number,
  sample: Sample,
  params: Params,
  skip: boolean,
): RunStep {
  const { t } = sample.point;
  const endedAt = before.endedAt ?? t;
  if (t - endedAt >= mergeMs) return beginIfOut(reading, out, sample, params, skip);
  if (out <= 0 || skip) return { run: before };
  const run: Run = { ...before, endedAt: null, backAt: null, lastT: t, lastDeviation: out, dataGap: false };
  return { ...takeValue(run, reading, out, t, params), tell: true };
}

type Values = ReadonlyArray<number | null>;
/** Remembers the last result: several rules look at the readings of one report, which are then cleaned once. */
function rememberLast(clean: (values: Values) => Values): (values: Values) => Values {
  let [of, cleaned]: [Values, Values] = [[], []];
  return (values) => {
    if (values !== of) [of, cleaned] = [values, clean(values)];
    return cleaned;
  };
}
const temps = rememberLast((values) => withoutSentinels(values));
const hums = rememberLast((values) => withoutSentinels(values, 0, 100));
const cleanTemps = ({ point }: Sample) => temps(point.tempC);
const cleanHums = ({ point }: Sample) => hums(point.humPct);

/** Alarm rule 温度: probes outside their bounds, ℃. */
export const temperatureRule = overLimit('temperatureAlarm', 'tem', cleanTemps);
const noReadings: ReadonlyArray<number | null> = [];
/** The most carbon dioxide that a probe measures, ppm (K8); a higher value comes from a broken sensor. */
export const topCo2Ppm = 10_000;
const cleanCo2 = ({ point }: Sample) => withoutSentinels(point.extra?.co2Ppm ?? noReadings, 0, topCo2Ppm);

/** Alarm rule 湿度: relative humidity outside its bounds, %. */
export const humidityRule = overLimit('humidityAlarm', 'hum', cleanHums);
/** Alarm rule 二氧化碳: carbon dioxide outside its bounds, ppm. */
export const co2Rule = overLimit('co2Alarm', 'co2', cleanCo2);
