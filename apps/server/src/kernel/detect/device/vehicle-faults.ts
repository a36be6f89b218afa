import { dayMs } from '@tongda/contract/core/durations';
import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import { faultCodeOf, faultCodeSubject, readFaultCodes } from '@tongda/contract/watch/alarm/fault-codes';
import { makeFact, noFacts } from '../fact';
import type { Detector, Fact, Sample } from '../types';
import { isBitSet } from './alarm-word';

/** Alarm rule 车辆故障: faults that the vehicle itself reports, from bits of the alarm word, its battery voltage and the codes of its own diagnosis. */
type Params = RuleParams['fault'];
/** A fault by its word (`tyre`), or one code of the diagnosis by `faultCodeSubject`. */
type Kind = string;

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
  /** of what not every report speaks of (a code, a tyre's reading): when one last told it */
  saidAt?: number;
}
export interface VehicleFaultState {
  faults: Readonly<Record<Kind, Fault>>;
}

/** The same fault again within this time after its end is the same incident, ms. */
const mergeMs = dayMs;
const bits: Readonly<Record<Kind, number>> = { tyre: 16, speedSensor: 24, underVoltage: 7 };
/** V; a lower voltage means that the wire is cut, which the device rule reports, and not that the battery is weak */
const cutV = 3;

/** Whether a list of codes has this one; null = the report has no list. A list is whole: a code that it does not name is gone. */
function isCodePresent(code: string, { point }: Sample): boolean | null {
  const list = point.extra?.faultCodes;
  return list === undefined ? null : readFaultCodes(list).includes(code);
}

/** Whether a tyre is out of the rule's bounds, by the readings of the report; null = the rule has no bounds, or the report no readings. */
function isTyreOut({ point }: Sample, { tyreLowKpa, tyreHighKpa, tyreHighC }: Params): boolean | null {
  const known = (list: ReadonlyArray<number | null> | undefined): number[] => list?.filter((one) => one !== null) ?? [];
  const pressures = tyreLowKpa === null || tyreHighKpa === null ? [] : known(point.extra?.tyreKpa);
  const temperatures = tyreHighC === null ? [] : known(point.extra?.tyreTempC);
  if (pressures.length + temperatures.length === 0) return null;
  return (
    pressures.some((kpa) => kpa < (tyreLowKpa ?? 0) || kpa > (tyreHighKpa ?? Number.POSITIVE_INFINITY)) ||
    temperatures.some((c) => c > (tyreHighC ?? Number.POSITIVE_INFINITY))
  );
}

/** What a report says of a fault of which not every report speaks; null = nothing. */
function readTold(kind: Kind, sample: Sample, params: Params): boolean | null {
  const code = faultCodeOf(kind);
  if (code !== null) return isCodePresent(code, sample);
  return kind === 'tyre' ? isTyreOut(sample, params) : null;
}

/**
 * What is left of a fault before a report is looked at. Terminals that tell nothing as long as there is no fault say so by their silence: what nobody told for a
 * day ended when it was last told, and what ended a day ago is forgotten.
 */
function lapseFault(known: Fault | undefined, t: number): { before: Fault | undefined; ended: Fault | null } {
  if (!known) return { before: undefined, ended: null };
  if (known.since === null) return { before: t - (known.endedAt ?? t) >= mergeMs ? undefined : known, ended: null };
  const { saidAt } = known;
  if (saidAt === undefined || t - saidAt < mergeMs) return { before: known, ended: null };
  return { before: undefined, ended: known.told === null ? null : { ...known, since: null, endedAt: saidAt } };
}

/** Whether a fault is present; null = this report does not say. */
function isFaultPresent(kind: Kind, sample: Sample, params: Params, isTold: boolean): boolean | null {
  const { point } = sample;
  const no = bits[kind];
  if (no !== undefined && isBitSet(point.alarmBits, no)) return true;
  const told = readTold(kind, sample, params);
  if (told !== null) return told;
  if (isTold) return null;
  if (no !== undefined) return false;
  if (kind !== 'lowVoltage') return null;
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

function beginFault(kind: Kind, sample: Sample, params: Params): Fault {
  const { point, fix } = sample;
  const volts = kind === 'lowVoltage' ? (point.extra?.extVoltageV ?? null) : null;
  const place = { lng: fix?.lng ?? null, lat: fix?.lat ?? null };
  const said = readTold(kind, sample, params) ? { saidAt: point.t } : {};
  return { start: point.t, ...place, told: null, since: point.t, endedAt: null, times: 1, lowestV: volts, ...said };
}

/** Follows one fault by one report: what to remember of it (undefined = nothing), and whether to give it as a fact now. */
function faultStep(
  before: Fault | undefined,
  kind: Kind,
  sample: Sample,
  params: Params,
): { one: Fault | undefined; tell: boolean } {
  const now = isFaultPresent(kind, sample, params, before?.saidAt !== undefined);
  const { t } = sample.point;
  if (now === null) return { one: before, tell: false };
  if (!now) {
    if (!before || before.since === null) return { one: before, tell: false };
    if (before.told === null) return { one: undefined, tell: false };
    return { one: { ...before, since: null, endedAt: t }, tell: true };
  }
  if (!before) {
    const one = beginFault(kind, sample, params);
    if (params.durationS > 0) return { one, tell: false };
    return { one: { ...one, told: t }, tell: true };
  }
  const said = before.saidAt !== undefined || readTold(kind, sample, params) ? { saidAt: t } : {};
  if (before.since === null)
    return { one: { ...before, ...said, since: t, endedAt: null, times: before.times + 1 }, tell: true };
  const volts = sample.point.extra?.extVoltageV ?? null;
  const lower = kind === 'lowVoltage' && volts !== null && volts < (before.lowestV ?? Number.POSITIVE_INFINITY);
  const tell = before.told === null && t - before.since >= params.durationS * 1000;
  if (!lower && !tell && said.saidAt === undefined) return { one: before, tell: false };
  return { one: { ...before, ...said, lowestV: lower ? volts : before.lowestV, told: tell ? t : before.told }, tell };
}

/** So many codes of a vehicle are followed at a time: a terminal that tells other ones with each report tells no faults. */
const mostCodes = 60;

/** What a report is looked at for: the chosen faults, and each code that it names or that is known. */
function kindsIn({ faults: chosen }: Params, known: VehicleFaultState['faults'], { point }: Sample): readonly Kind[] {
  if (!chosen.includes('dtc')) return chosen;
  const named = readFaultCodes(point.extra?.faultCodes ?? '').map(faultCodeSubject);
  const before = Object.keys(known).filter((kind) => faultCodeOf(kind) !== null);
  return [...chosen.filter((kind) => kind !== 'dtc'), ...[...new Set([...before, ...named])].slice(0, mostCodes)];
}

export const faultRule: Detector<VehicleFaultState, Params> = {
  start: { faults: {} },
  step(before, sample, params) {
    let { faults } = before;
    let facts = noFacts;
    for (const kind of kindsIn(params, faults, sample)) {
      const known = faults[kind];
      const { before: followed, ended } = lapseFault(known, sample.point.t);
      if (ended) facts = [...facts, toFact(kind, ended, params)];
      const { one, tell } = faultStep(followed, kind, sample, params);
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
      .map(([kind, one]) => toFact(kind, one, params)),
};
