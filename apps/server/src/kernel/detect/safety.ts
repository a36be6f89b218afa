import type { RuleParams } from '@tongda/contract/alarm/rules';
import type { SafetyEvent } from '@tongda/contract/topics';
import { type Detector, type Fact, fact, noFacts } from './detector';

/** Active-safety alarms that run: told with their start, waiting for their end. */
export interface SafetyState {
  open: Readonly<Record<string, Fact>>;
}

/** No end after this long: the terminal said only that it happened. */
const endWithinMs = 10 * 60_000;
/** alarmType by item and type (monitor.md 0.1); 0x10 and 0x11 are pictures and signs, no alarms. */
const types: Record<number, Record<number, number>> = {
  100: { 1: 180, 2: 181, 3: 182 },
  101: { 1: 186, 2: 187, 3: 188, 4: 189 },
  102: {},
  103: { 3: 184 },
};
const eventTypes = new Set([0x10, 0x11]);

/** alarmType of the contract; null for what is an event only. */
export function alarmTypeOf({ item, type }: Pick<SafetyEvent, 'item' | 'type'>): number | null {
  if ((item === 0x64 || item === 0x65) && eventTypes.has(type)) return null;
  return types[item]?.[type] ?? -1;
}

export const safety: Detector<SafetyState, RuleParams['safety']> = {
  start: { open: {} },
  step(before, sample, params) {
    const events = sample.point.extra?.safety;
    const known = Object.keys(before.open);
    if (!events && known.length === 0) return { state: before, facts: noFacts };
    const open: Record<string, Fact> = { ...before.open };
    const facts: Fact[] = [];
    for (const subject of known) {
      const running = open[subject];
      if (!running || sample.point.t - running.start <= endWithinMs) continue;
      facts.push({ ...running, end: running.start });
      delete open[subject];
    }
    for (const event of events ?? []) {
      const alarmType = alarmTypeOf(event);
      const wanted = params.types.find(({ type }) => type === alarmType);
      if (alarmType === null || !wanted || event.speedKmh < wanted.minKmh) continue;
      const subject = `${event.item.toString(16)}:${event.identifier}`;
      const started = open[subject];
      if (event.flag === 2 && started) {
        facts.push({ ...started, end: Math.max(started.start, event.t) });
        delete open[subject];
        continue;
      }
      if (started) continue;
      const at = { start: event.t, end: event.flag === 1 ? null : event.t, confirmedAt: sample.point.t };
      const { item, type, level, speedKmh, attachments } = event;
      const found = fact('safetyAlarm', subject, at, sample.fix, {
        level: level === 2 ? 3 : 0,
        peak: speedKmh,
        values: { alarmType, rawItem: item, rawType: type, deviceLevel: level, attachments },
      });
      facts.push(found);
      if (event.flag === 1) open[subject] = found;
    }
    return { state: { open }, facts };
  },
  running: ({ open }) => Object.values(open),
};
