import type { Story, StoryEffect } from '../fleet/stories';
import { minuteMs } from './calendar';
import type { TerminalEvent, TerminalPoint } from './event';

type PointEvent = Extract<TerminalEvent, { kind: 'point' }>;

/** How long reports of the older past are left out when nothing changes, ms. A parked truck reports every five minutes: each second report is sent, or the one after a change. */
const thinForMs = { engineOn: 2 * minuteMs, parked: 5 * minuteMs + 1 } as const;

/** Stories that lie in single reports: nothing of such a vehicle may be left out. */
const fineStories: ReadonlySet<StoryEffect['kind']> = new Set(['driftSpike', 'speeding']);

/** Whether the older past of a vehicle with these stories may be sent thinly. */
export const canBeThin = (stories: readonly Story[]): boolean => !stories.some(({ kind }) => fineStories.has(kind));

/**
 * Leaves out of the events before `fullFromMs` (epoch ms) the reports that say nothing new, as a terminal with a longer interval would: what changes
 * (ignition, doors, unit, alarms, fix, link, starting and stopping) is reported at the same moments, and a road or a stand between them every few minutes.
 * Cards and power stay as they are.
 */
export function* thinEvents(events: Iterable<TerminalEvent>, fullFromMs: number): Generator<TerminalEvent> {
  let sent: PointEvent | null = null;
  for (const event of events) {
    if (event.kind === 'point') {
      if (event.timeMs < fullFromMs && sent !== null && !isDue(event, sent)) continue;
      sent = event;
    }
    yield event;
  }
}

function isDue(event: PointEvent, sent: PointEvent): boolean {
  const quietMs = event.point.acc ? thinForMs.engineOn : thinForMs.parked;
  return event.timeMs - sent.timeMs >= quietMs || event.link !== sent.link || saysMore(event.point, sent.point);
}

const saysMore = (now: TerminalPoint, before: TerminalPoint): boolean =>
  now.sights !== undefined ||
  before.sights !== undefined ||
  now.acc !== before.acc ||
  now.doors !== before.doors ||
  now.located !== before.located ||
  now.station !== before.station ||
  now.reeferOn !== before.reeferOn ||
  now.alarmBits !== before.alarmBits ||
  now.speedKmh > 0 !== before.speedKmh > 0;
