import { dayMs } from '@tongda/contract/core/durations';
import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import { makeFact, noFacts } from '../fact';
import type { Detector, Fact, Sample } from '../types';
import { isBitSet } from './alarm-word';

/** Alarm rule 车辆故障: faults that the vehicle itself reports, from bits of the alarm word and its battery voltage. */
type Params = RuleParams['fault'];
type Kind = Params['faults'][number];

interface Fault {
  start: number;
  lng: number | null;
  lat: number | null;
  told: number | null;
  /** since when it holds now; null = it does not at the moment */
  since: number | null;
  /** when it last ended */
  endedAt: number | null;
  /** how often it appeared within this incident */
  times: number;
  lowestV: number | null;
}
export interface VehicleFaultState {
  faults: Readonly<Partial<Record<Kind, Fault>>>;
}

/** The same fault again within this time after its end is the same incident, ms. */
const mergeMs = dayMs;
const bits: Readonly<Partial<Record<Kind, number>>> = { tyre: 16, speedSensor: 24, underVoltage: 7 };
/** V; a lower voltage means that the wire is cut, which the device rule reports, and not that the battery is weak */
const cutV = 3;

/** Whether a fault is present; null = this report does not say. */
function isFaultPresent(kind: Kind, { point }: Sample, params: Params): boolean | null {
  const no = bits[kind];
  if (no !== undefined) return isBitSet(point.alarmBits, no);
  const volts = point.extra?.extVoltageV;
  if (volts === undefined || volts < cutV) return null;
  return volts < params.voltageV;
}

function toFact(kind: Kind, one: Fault, params: Params): Fact {
  const place = one.lng === null || one.lat === null ? null : { lng: one.lng, lat: one.lat };
  const when = { start: one.start, end: one.since === null ? one.endedAt : null, confirmedAt: one.told ?? one.start };
  return makeFact('faultAlarm', kind, when, place, {
    peak: one.lowestV,
    limit: kind === 'lowVoltage' ? params.voltageV : null,
    values: { times: one.times },
  });
}

function beginFault(kind: Kind, { point, fix }: Sample): Fault {
  const volts = kind === 'lowVoltage' ? (point.extra?.extVoltageV ?? null) : null;
  const place = { lng: fix?.lng ?? null, lat: fix?.lat ?? null };
  return { start: point.t, ...place, told: null, since: point.t, endedAt: null, times: 1, lowestV: volts };
}

/** Follows one fault by one report: what to remember of it (undefined = nothing), and whether to give it as a fact now. */
function faultStep(
  before: Fault | undefined,
  kind: Kind,
  sample: Sample,
  params: Params,
): { one: Fault | undefined; tell: boolean } {
  const now = isFaultPresent(kind, sample, params);
  const { t } = sample.point;
  if (now === null) return { one: before, tell: false };
  if (!now) {
    if (!before) return { one: undefined, tell: false };
    if (before.since === null) return { one: t - (before.endedAt ?? t) >= mergeMs ? undefined : before, tell: false };
    if (before.told === null) return { one: undefined, tell: false };
    return { one: { ...before, since: null, endedAt: t }, tell: true };
  }
  if (!before || (before.since === null && t - (before.endedAt ?? t) >= mergeMs)) {
    const one = beginFault(kind, sample);
    if (params.durationS > 0) return { one, tell: false };
    return { one: { ...one, told: t }, tell: true };
  }
  if (before.since === null)
    return { one: { ...before, since: t, endedAt: null, times: before.times + 1 }, tell: true };
  const volts = sample.point.extra?.extVoltageV ?? null;
  const lower = kind === 'lowVoltage' && volts !== null && volts < (before.lowestV ?? Number.POSITIVE_INFINITY);
  const tell = before.told === null && t - before.since >= params.durationS * 1000;
  if (!lower && !tell) return { one: before, tell: false };
  return { one: { ...before, lowestV: lower ? volts : before.lowestV, told: tell ? t : before.told }, tell };
}

export const faultRule: Detector<VehicleFaultState, Params> = {
  start: { faults: {} },
  step(before, sample, params) {
    let { faults } = before;
    let facts = noFacts;
    for (const kind of params.faults) {
      const known = faults[kind];
      const { one, tell } = faultStep(known, kind, sample, params);
      if (one !== known) {
        const { [kind]: _gone, ...rest } = faults;
        faults = one ? { ...rest, [kind]: one } : rest;
      }
      if (tell && one) facts = [...facts, toFact(kind, one, params)];
    }
    return faults === before.faults ? { state: before, facts } : { state: { faults }, facts };
  },
  running: ({ faults }, params) =>
    Object.entries(faults)
      .filter(([, one]) => one.told !== null && one.since !== null)
      // keys of `faults` are kinds
      .map(([kind, one]) => toFact(kind as Kind, one, params)),
};
