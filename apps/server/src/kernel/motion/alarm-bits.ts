import { raisedAlarms, raisesAlarm, terminalAlarms } from '@tongda/contract/watch/alarm/terminal-alarms';
import type { TrackPoint } from '../point';

/** Chinese name of a bit (0-31) of the JT/T 808 alarm word. */
export const alarmNameOf = (bit: number): string => terminalAlarms[bit]?.name ?? `报警位${bit}`;

/** Names of every bit set in a 32-bit alarm word, lowest bit first, and of the video alarms (the word of item 0x14) behind them. */
export const raisedNamesOf = (alarmBits: number, videoBits: number): string[] =>
  raisedAlarms.filter(({ bit }) => raisesAlarm(alarmBits, videoBits, bit)).map(({ name }) => name);

function bitsOf(bits: number): number[] {
  const out: number[] = [];
  for (let bit = 0; bit < 32; bit++) if (((bits >>> bit) & 1) === 1) out.push(bit);
  return out;
}

/** The time from the first to the last report in a row that had a bit set, with the place and speed at its beginning. */
export interface AlarmSpan {
  bit: number;
  start: number;
  end: number;
  lng: number;
  lat: number;
  speedKmh: number | null;
}

/** Spans of every alarm bit, in order of their start; a silence longer than `gapMaxMs` ends a span. */
export function alarmSpansOf(points: readonly TrackPoint[], gapMaxMs: number): AlarmSpan[] {
  const spans: AlarmSpan[] = [];
  const running = new Map<number, AlarmSpan>();
  for (const point of points) {
    const set = new Set(bitsOf(point.alarmBits));
    for (const [bit, span] of running) if (!set.has(bit) || point.t - span.end > gapMaxMs) running.delete(bit);
    for (const bit of set) {
      const span = running.get(bit);
      if (span) {
        span.end = point.t;
        continue;
      }
      const fresh: AlarmSpan = {
        bit,
        start: point.t,
        end: point.t,
        lng: point.lng,
        lat: point.lat,
        speedKmh: point.speedKmh,
      };
      running.set(bit, fresh);
      spans.push(fresh);
    }
  }
  return spans.sort((a, b) => a.start - b.start || a.bit - b.bit);
}
