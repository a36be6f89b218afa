import { minuteMs } from '@tongda/contract/core/durations';
import type { EpisodeKind } from '@tongda/contract/watch/alarm/episode';
import type { Finding } from './types';

/**
 * Reports of the terminal and findings of the platform about the same thing within 60 s are one alarm (report.md 6, source 两者): the
 * platform's, which knows more. A terminal's alarm that the platform may find too therefore waits for a minute before it is told.
 */
interface Waiting {
  /** as it stands now; null = it was told, or belongs to the platform's alarm */
  held: Finding | null;
  /** the platform's alarm that it belongs to */
  same: string | null;
}
export interface SameThingState {
  /** the terminal's alarms that run, by identity */
  terminal: Readonly<Record<string, Waiting>>;
  /** the platform's alarms that run or ended within the last minute */
  platform: Readonly<Record<string, Finding>>;
  /** those of them that the terminal told as well */
  both: readonly string[];
}

const withinMs = minuteMs;
const none: SameThingState = { terminal: {}, platform: {}, both: [] };

/** What each bit of the alarm word is called when the platform finds it: kind, and subject where a kind has several. */
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
};
/** Whether an alarm is about what a bit of the alarm word says. */
export function tellsBit(kind: EpisodeKind, subject: string, bit: number): boolean {
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
  // the one begins within a minute of the other, or while it lasts
  return platform.start - terminal.start <= withinMs && terminal.start - (platform.end ?? terminal.start) <= withinMs;
}

const marked = (finding: Finding): Finding => ({ ...finding, values: { ...finding.values, source: 'both' } });

/** `kinds`: alarms that the vehicle's rules look for at the moment. */
export function sameThing(
  before: SameThingState | null,
  findings: readonly Finding[],
  t: number,
  kinds: (kind: EpisodeKind) => boolean,
): { state: SameThingState | null; findings: readonly Finding[] } {
  if (before === null && !findings.some(({ kind }) => pairedKinds.has(kind) || kind === 'terminalAlarm'))
    return { state: null, findings };
  if (before !== null && findings.length === 0 && rests(before, t)) return { state: before, findings };
  const { terminal, platform, both } = before ?? none;
  const state = { terminal: { ...terminal }, platform: { ...platform }, both: new Set(both) };
  const out: Finding[] = [];
  for (const finding of findings) {
    const id = idOf(finding);
    if (pairedKinds.has(finding.kind)) {
      state.platform[id] = finding;
      out.push(state.both.has(id) ? marked(finding) : finding);
    } else if (pairOf(finding)) hold(state.terminal, id, finding, kinds, out);
    else out.push(finding);
  }
  settle(state, t, out);
  return { state: tidy(state, t), findings: out };
}

/** Nothing waits, and nothing has been over for long enough to be forgotten. */
function rests({ terminal, platform }: SameThingState, t: number): boolean {
  for (const id in terminal) if (terminal[id]?.held) return false;
  for (const id in platform) {
    const end = platform[id]?.end ?? null;
    if (end !== null && t - end > withinMs) return false;
  }
  return true;
}

function hold(
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

/** What waits finds its counterpart, or is told when its minute is over. */
function settle({ terminal, platform, both }: Open, t: number, out: Finding[]): void {
  for (const [id, { held }] of Object.entries(terminal)) {
    if (!held) continue;
    const same = Object.entries(platform).find(([, one]) => isSame(held, one));
    if (same) {
      const [of, one] = same;
      if (!both.has(of)) out.push(marked(one));
      both.add(of);
    } else if (t - held.start < withinMs) continue;
    else out.push(held);
    if (held.end === null) terminal[id] = { held: null, same: same?.[0] ?? null };
    else delete terminal[id];
  }
}

function tidy({ terminal, platform, both }: Open, t: number): SameThingState | null {
  for (const [id, { end }] of Object.entries(platform)) {
    if (end === null || t - end <= withinMs) continue;
    delete platform[id];
    both.delete(id);
  }
  if (Object.keys(terminal).length === 0 && Object.keys(platform).length === 0) return null;
  return { terminal, platform, both: [...both] };
}

/** Findings that run, as {@link sameThing} tells them. */
export function runningOnce(state: SameThingState | null, running: readonly Finding[]): Finding[] {
  if (state === null) return [...running];
  const both = new Set(state.both);
  return running.flatMap((finding) => {
    const id = idOf(finding);
    if (pairedKinds.has(finding.kind)) return [both.has(id) ? marked(finding) : finding];
    const known = pairOf(finding) && state.terminal[id];
    return known && (known.held || known.same) ? [] : [finding];
  });
}

/** What waited for a minute while nothing came any more. */
export const waitedLongEnough = (state: SameThingState | null, now: number): Finding[] =>
  Object.values(state?.terminal ?? {}).flatMap(({ held }) => (held && now - held.start >= withinMs ? [held] : []));
