import { minuteMs } from '@tongda/contract/core/durations';
import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import { raisesAlarm } from '@tongda/contract/watch/alarm/terminal-alarms';
import { notLocatedAfterMs } from '../../settings';
import { validTempC } from '../../temperature/figures';
import { makeFact, noFacts } from '../fact';
import { type Spell, spellFact, stepSpell } from '../spell';
import type { Detector, Fact, Sample } from '../types';
import { isBitSet } from './alarm-word';

type Params = RuleParams['device'];

/** Alarm rule 设备异常: the terminal is silent, without main power, without a fix, has a low battery, or a probe reads nonsense. */
export interface DeviceState {
  last: { t: number; acc: boolean; lng: number | null; lat: number | null } | null;
  spells: Readonly<Record<string, Spell>>;
  /** by probe: how many invalid readings came in a row */
  bad: Readonly<Record<string, number>>;
}

/** bits of the alarm word: antenna not connected, antenna short circuit, positioning module faulty */
const antennaBits = [4, 5, 6] as const;
const cameraBit = 11;
/** bits of the video alarms: signal lost, covered, other fault of a video device */
const videoBits = [0, 1, 3] as const;
/** bit of the video alarms: the storage of the terminal is broken */
const storageBit = 2;
const underVoltageBit = 7;
const powerCutBit = 8;
/** V; a vehicle's battery below this is disconnected */
const powerCutV = 3;
/** after so many invalid readings in a row a probe counts as broken (K7) */
const badInRow = 3;
const wishFor = (subject: string) => ({ kind: 'deviceAlarm', subject }) as const;

export const deviceRule: Detector<DeviceState, Params> = {
  start: { last: null, spells: {}, bad: {} },
  step(before, sample, params) {
    const { point, fix } = sample;
    const offline = offlineFacts(before, point.t, params, point.t);
    const { spells, bad, facts } = checkConditions(before, sample, params);
    const last = { t: point.t, acc: point.acc, lng: fix?.lng ?? null, lat: fix?.lat ?? null };
    return { state: { last, spells, bad }, facts: offline.length > 0 ? [...offline, ...facts] : facts };
  },
  running: ({ spells }) =>
    Object.entries(spells)
      .filter(([, spell]) => spell.told !== null)
      .map(([subject, spell]) => spellFact(wishFor(subject), spell, null)),
  silence: (state, now, params) => offlineFacts(state, now, params, null),
};

/** 离线: no report for longer than the rule allows. It begins with the last report; `end` is null while the silence goes on. */
function offlineFacts({ last }: DeviceState, now: number, params: Params, end: number | null): readonly Fact[] {
  if (!last || !params.faults.includes('offline')) return noFacts;
  const minutes = last.acc ? params.offlineMin : params.offlineAccOffMin;
  if (now - last.t <= minutes * minuteMs) return noFacts;
  const place = last.lng === null || last.lat === null ? null : { lng: last.lng, lat: last.lat };
  const when = { start: last.t, end, confirmedAt: last.t + minutes * minuteMs };
  return [makeFact('deviceAlarm', 'offline', when, place, { limit: minutes })];
}

interface Found {
  spells: DeviceState['spells'];
  bad: DeviceState['bad'];
  facts: readonly Fact[];
}

function checkConditions(before: DeviceState, sample: Sample, { faults, batteryPercent }: Params): Found {
  const { point } = sample;
  const found: Found = { spells: before.spells, bad: before.bad, facts: noFacts };
  const { extVoltageV, battPct } = point.extra ?? {};
  const cut = isBitSet(point.alarmBits, powerCutBit) || (extVoltageV ?? powerCutV) < powerCutV;
  const low = isBitSet(point.alarmBits, underVoltageBit) || (battPct ?? 100) < batteryPercent;
  if (faults.includes('powerCut')) followCondition(found, sample, 'powerCut', cut, 0);
  if (faults.includes('notLocated')) followCondition(found, sample, 'notLocated', !point.located, notLocatedAfterMs);
  if (faults.includes('lowBattery')) followCondition(found, sample, 'lowBattery', low, 0);
  if (faults.includes('probe')) checkProbes(found, sample);
  if (faults.includes('antenna'))
    followCondition(
      found,
      sample,
      'antenna',
      antennaBits.some((no) => isBitSet(point.alarmBits, no)),
      0,
    );
  if (faults.includes('camera'))
    followCondition(
      found,
      sample,
      'camera',
      isBitSet(point.alarmBits, cameraBit) || videoBits.some((no) => isBitSet(point.extra?.videoAlarms ?? 0, no)),
      0,
    );
  if (faults.includes('storage'))
    followCondition(found, sample, 'storage', isBitSet(point.extra?.videoAlarms ?? 0, storageBit), 0);
  return found;
}

/** Follows one condition and puts its spell and facts into `found`. */
function followCondition(found: Found, sample: Sample, subject: string, holds: boolean, afterMs: number): void {
  const known = found.spells[subject] ?? null;
  if (!known && !holds) return;
  const step = stepSpell(known, { ...wishFor(subject), holds, afterMs }, sample);
  if (step.facts.length > 0) found.facts = [...found.facts, ...step.facts];
  if (step.spell === known) return;
  const { [subject]: _gone, ...rest } = found.spells;
  found.spells = step.spell ? { ...rest, [subject]: step.spell } : rest;
}

function checkProbes(found: Found, sample: Sample): void {
  const { tempC } = sample.point;
  for (let i = 0; i < tempC.length; i++) {
    const subject = probeNames[i] ?? `tem${i + 1}`;
    const was = found.bad[subject] ?? 0;
    const count = validTempC(tempC[i]) === null ? Math.min(badInRow, was + 1) : 0;
    if (count === was && (count === 0 || count === badInRow)) continue;
    found.bad = { ...found.bad, [subject]: count };
    followCondition(found, sample, subject, count >= badInRow, 0);
  }
}
const probeNames = ['tem1', 'tem2', 'tem3', 'tem4', 'tem5', 'tem6', 'tem7', 'tem8'];

/** Alarm rule 终端报警: the bits of the alarm word and of the video alarms that the rule lists, each from its first to its last report. */
export interface TerminalState {
  spells: Readonly<Record<string, Spell>>;
}
const bitWish = (subject: string) => ({ kind: 'terminalAlarm', subject }) as const;

export const terminalRule: Detector<TerminalState, RuleParams['terminal']> = {
  start: { spells: {} },
  step(before, sample, { bits }) {
    const { alarmBits, extra } = sample.point;
    const videoBits = extra?.videoAlarms ?? 0;
    if (alarmBits === 0 && videoBits === 0 && Object.keys(before.spells).length === 0)
      return { state: before, facts: noFacts };
    const spells: Record<string, Spell> = {};
    const facts: Fact[] = [];
    for (const no of bits) {
      const subject = `bit${no}`;
      const known = before.spells[subject] ?? null;
      const holds = raisesAlarm(alarmBits, videoBits, no);
      if (!known && !holds) continue;
      const step = stepSpell(known, { ...bitWish(subject), holds, afterMs: 0, gapEnds: true }, sample);
      facts.push(...step.facts);
      if (step.spell) spells[subject] = step.spell;
    }
    return { state: { spells }, facts };
  },
  running: ({ spells }) => Object.entries(spells).map(([subject, spell]) => spellFact(bitWish(subject), spell, null)),
};
