import { minuteMs } from '@tongda/contract/core/durations';
import type { DoorEpisode } from '../motion/doors';

/** Why a box probably left its bounds (report.md 3.3). */
export type OverCause = 'door' | 'stopped' | 'defrost' | 'preCooling' | 'probe' | 'unknown';

interface Span {
  from: number;
  until: number;
}

/** What is known around an episode, times epoch ms. */
export interface CauseFacts {
  start: number;
  /** the end, or the last report while it runs */
  end: number;
  doors: ReadonlyArray<Pick<DoorEpisode, 'start' | 'end'>>;
  /** times in which the unit said that it is off */
  off: readonly Span[];
  defrosts: readonly Span[];
  /** it began within half an hour of loading a box that had not been cooled before */
  uncooled: boolean;
  /** ℃ between the warmest and the coldest probe of the same bounds, at most during the episode */
  spreadC: number;
}

const beforeMs = 10 * minuteMs;
const doorMs = 3 * minuteMs;
const offMs = 5 * minuteMs;
const defrostMs = 30 * minuteMs;
const spreadMostC = 10;

/** The part of spans within the ten minutes before an episode and its end, ms. */
const within = (spans: readonly Span[], { start, end }: CauseFacts): number =>
  spans.reduce((sum, { from, until }) => sum + Math.max(0, Math.min(until, end) - Math.max(from, start - beforeMs)), 0);

/** The first that is true: a door was open for three minutes, the unit off for five, a defrost of half an hour at most, no pre-cooling, probes far apart. */
export function causeOf(facts: CauseFacts): OverCause {
  const { doors, off, defrosts, uncooled, spreadC, end } = facts;
  const open = doors.map((door) => ({ from: door.start, until: door.end ?? end }));
  if (within(open, facts) >= doorMs) return 'door';
  if (within(off, facts) >= offMs) return 'stopped';
  const frost = within(defrosts, facts);
  if (frost > 0 && frost <= defrostMs) return 'defrost';
  if (uncooled) return 'preCooling';
  return spreadC > spreadMostC ? 'probe' : 'unknown';
}
