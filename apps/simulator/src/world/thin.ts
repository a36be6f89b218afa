import type { DemoVehicle } from '../fleet/demo';
import type { Story, StoryEffect } from '../fleet/stories';
import { minuteMs } from './calendar';
import type { TerminalEvent, TerminalPoint } from './event';
import { traitsOf } from './traits';

type PointEvent = Extract<TerminalEvent, { kind: 'point' }>;

/** How long reports of the older past are left out when nothing changes, ms. A parked truck reports every five minutes: each second report is sent, or the one after a change. */
const thinForMs = { engineOn: 2 * minuteMs, parked: 5 * minuteMs + 1 } as const;

/** Stories that lie in single reports: nothing of such a vehicle may be left out. */
const fineStories: ReadonlySet<StoryEffect['kind']> = new Set(['driftSpike', 'speeding']);

/** Whether the older past of a vehicle with these stories may be sent thinly. */
export const canBeThin = (stories: readonly Story[]): boolean => !stories.some(({ kind }) => fineStories.has(kind));

/**
 * Leaves out of the events before `fullFromMs` (epoch ms) the reports that say nothing new, as a terminal with a longer interval would: what changes
 * (ignition, doors, unit, alarms, fix, link, starting and stopping) is reported at the same moments, all of a drive that is fast, within the slow area or with an open door, and a road or a stand between them every few minutes.
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

/** What a vehicle of the demo sends of its past: before `fullFromMs` (epoch ms; 0: never) thinly, where its stories allow it. */
export const sentEvents = (
  vehicle: DemoVehicle,
  events: Iterable<TerminalEvent>,
  fullFromMs = 0,
): Iterable<TerminalEvent> => (canBeThin(traitsOf(vehicle).stories) ? thinEvents(events, fullFromMs) : events);

function isDue(event: PointEvent, sent: PointEvent): boolean {
  const quietMs = event.point.acc ? thinForMs.engineOn : thinForMs.parked;
  return event.timeMs - sent.timeMs >= quietMs || event.link !== sent.link || saysMore(event.point, sent.point);
}

/** Above this a truck is near its limit: alarms of speed are made of single reports, km/h. */
const fastKmh = 88;

/** Roads of the Xinzhuang industrial area that trucks cross within a minute and that allow 50 km/h: west, south, east, north. The demo company draws it on its map. */
export const slowArea = [121.355, 31.097, 121.365, 31.103] as const;

const isInSlowArea = ({ lng, lat }: TerminalPoint): boolean => {
  const [west, south, east, north] = slowArea;
  return lng >= west && lng <= east && lat >= south && lat <= north;
};

/** Whether a terminal with a longer interval would still report at every moment: driving fast, where it is slow, or with an open door. */
const isUrgent = (point: TerminalPoint): boolean =>
  point.speedKmh > fastKmh || (point.speedKmh > 0 && (point.doors !== 0 || isInSlowArea(point)));

const saysMore = (now: TerminalPoint, before: TerminalPoint): boolean =>
  isUrgent(now) ||
  isUrgent(before) ||
  now.sights !== undefined ||
  before.sights !== undefined ||
  now.acc !== before.acc ||
  now.doors !== before.doors ||
  now.located !== before.located ||
  now.station !== before.station ||
  now.reeferOn !== before.reeferOn ||
  now.alarmBits !== before.alarmBits ||
  now.videoAlarms !== before.videoAlarms ||
  now.speedKmh > 0 !== before.speedKmh > 0;
