import { minuteMs } from '@tongda/contract/core/durations';
import type { EpisodeKind } from '@tongda/contract/watch/alarm/episode';
import type { Finding } from './types';

/**
 * When the terminal raises an alarm bit and the platform finds the same thing within 60 s, users see one alarm (source 两者): the platform's, which
 * knows more. So a terminal's alarm that one of the vehicle's rules may find too is held back for a minute.
 */
interface Waiting {
  /** the terminal's alarm that is held back; null = it was passed on, or merged into the platform's alarm */
  held: Finding | null;
  /** identity of the platform's alarm that it was merged into */
  same: string | null;
}
export interface SameThingState {
  /** running alarms of the terminal, by identity */
  terminal: Readonly<Record<string, Waiting>>;
  /** alarms of the platform that run or ended within the last minute, by identity */
  platform: Readonly<Record<string, Finding>>;
  /** identities of those that the terminal raised as well */
  both: readonly string[];
}

const withinMs = minuteMs;
const none: SameThingState = { terminal: {}, platform: {}, both: [] };

/** Which finding of the platform a bit of the alarm word corresponds to: its kind, and its subject where a kind has several. */
const pairs: Readonly<Record<string, readonly [kind: EpisodeKind, subject?: string]>> = {
  bit1: ['speedAlarm', ''],
  bit2: ['fatigueAlarm'],
  bit4: ['deviceAlarm', 'antenna'],
  bit5: ['deviceAlarm', 'antenna'],
  bit6: ['deviceAlarm', 'antenna'],
  bit7: ['faultAlarm', 'underVoltage'],
  bit8: ['deviceAlarm', 'powerCut'],
  bit11: ['deviceAlarm', 'camera'],
  bit16: ['faultAlarm', 'tyre'],
  bit18: ['fatigueAlarm'],
  bit19: ['parkingAlarm'],
  bit20: ['zoneAlarm'],
  bit23: ['lineAlarm'],
  bit24: ['faultAlarm', 'speedSensor'],
  bit25: ['oilAlarm'],
  bit31: ['doorAlarm'],
  bit32: ['deviceAlarm', 'camera'],
  bit33: ['deviceAlarm', 'camera'],
  bit34: ['deviceAlarm', 'storage'],
  bit35: ['deviceAlarm', 'camera'],
};
/** Whether an alarm, of the terminal or of the platform, is about what a bit (0-31 of the alarm word, from 32 on of the video alarms) says. */
export function meansAlarmBit(kind: EpisodeKind, subject: string, bit: number): boolean {
  if (kind === 'terminalAlarm') return subject === `bit${bit}`;
  const [paired, of] = pairs[`bit${bit}`] ?? [];
  return kind === paired && (of === undefined || of === subject);
}
const pairedKinds: ReadonlySet<EpisodeKind> = new Set(Object.values(pairs).map(([kind]) => kind));

const idOf = ({ ruleId, subject, start }: Finding): string => `${ruleId ?? ''} ${subject} ${start}`;
const pairOf = (finding: Finding) => (finding.kind === 'terminalAlarm' ? pairs[finding.subject] : undefined);

function isSame(terminal: Finding, platform: Finding): boolean {
  const [kind, subject] = pairOf(terminal) ?? [];
  if (platform.kind !== kind || (subject !== undefined && platform.subject !== subject)) return false;
  // one begins within a minute of the other, or while the other lasts
  return platform.start - terminal.start <= withinMs && terminal.start - (platform.end ?? terminal.start) <= withinMs;
}

const markBothSources = (finding: Finding): Finding => ({ ...finding, values: { ...finding.values, source: 'both' } });

/**
 * Passes the findings of one report on, except for the terminal's alarms that wait for their counterpart. `t` is the report's time (epoch ms);
 * `kinds` tells whether a rule of the vehicle looks for a kind of alarm at the moment, as only then waiting makes sense.
 */
export function mergeSameThing(
  before: SameThingState | null,
  findings: readonly Finding[],
  t: number,
  kinds: (kind: EpisodeKind) => boolean,
): { state: SameThingState | null; findings: readonly Finding[] } {
  if (before === null && !findings.some(({ kind }) => pairedKinds.has(kind) || kind === 'terminalAlarm'))
    return { state: null, findings };
  if (before !== null && findings.length === 0 && needsNothing(before, t)) return { state: before, findings };
  const { terminal, platform, both } = before ?? none;
  const state = { terminal: { ...terminal }, platform: { ...platform }, both: new Set(both) };
  const out: Finding[] = [];
  for (const finding of findings) {
    const id = idOf(finding);
    if (pairedKinds.has(finding.kind)) {
      state.platform[id] = finding;
      out.push(state.both.has(id) ? markBothSources(finding) : finding);
    } else if (pairOf(finding)) holdBack(state.terminal, id, finding, kinds, out);
    else out.push(finding);
  }
  settleWaiting(state, t, out);
  return { state: forgetOld(state, t), findings: out };
}

/** Whether nothing has to be done: no alarm waits, and none ended so long ago that it is to be forgotten. */
function needsNothing({ terminal, platform }: SameThingState, t: number): boolean {
  for (const id in terminal) if (terminal[id]?.held) return false;
  for (const id in platform) {
    const end = platform[id]?.end ?? null;
    if (end !== null && t - end > withinMs) return false;
  }
  return true;
}

function holdBack(
  terminal: Record<string, Waiting>,
  id: string,
  finding: Finding,
  kinds: (kind: EpisodeKind) => boolean,
  out: Finding[],
): void {
  const known = terminal[id];
  const [kind] = pairOf(finding) ?? [];
  if (known?.held || (!known && kind && kinds(kind))) terminal[id] = { held: finding, same: null };
  else if (known?.same) {
    if (finding.end !== null) delete terminal[id];
  } else {
    if (finding.end !== null) delete terminal[id];
    out.push(finding);
  }
}

interface Open {
  terminal: Record<string, Waiting>;
  platform: Record<string, Finding>;
  both: Set<string>;
}

/** Merges each waiting alarm with its counterpart of the platform, or passes it on when its minute is over. */
function settleWaiting({ terminal, platform, both }: Open, t: number, out: Finding[]): void {
  for (const [id, { held }] of Object.entries(terminal)) {
    if (!held) continue;
    const same = Object.entries(platform).find(([, one]) => isSame(held, one));
    if (same) {
      const [of, one] = same;
      if (!both.has(of)) out.push(markBothSources(one));
      both.add(of);
    } else if (t - held.start < withinMs) continue;
    else out.push(held);
    if (held.end === null) terminal[id] = { held: null, same: same?.[0] ?? null };
    else delete terminal[id];
  }
}

function forgetOld({ terminal, platform, both }: Open, t: number): SameThingState | null {
  for (const [id, { end }] of Object.entries(platform)) {
    if (end === null || t - end <= withinMs) continue;
    delete platform[id];
    both.delete(id);
  }
  if (Object.keys(terminal).length === 0 && Object.keys(platform).length === 0) return null;
  return { terminal, platform, both: [...both] };
}

/** The running findings without those of the terminal that are held back or merged. */
export function withoutMergedAlarms(state: SameThingState | null, running: readonly Finding[]): Finding[] {
  if (state === null) return [...running];
  const both = new Set(state.both);
  return running.flatMap((finding) => {
    const id = idOf(finding);
    if (pairedKinds.has(finding.kind)) return [both.has(id) ? markBothSources(finding) : finding];
    const known = pairOf(finding) && state.terminal[id];
    return known && (known.held || known.same) ? [] : [finding];
  });
}

/** Alarms whose minute is over although no report came that could have released them. */
export const releaseWaitingAlarms = (state: SameThingState | null, now: number): Finding[] =>
  Object.values(state?.terminal ?? {}).flatMap(({ held }) => (held && now - held.start >= withinMs ? [held] : []));
