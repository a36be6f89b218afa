import { demoVehicles } from '../fleet/demo';
import type { DemoRecorder } from '../fleet/demo-recorders';
import { voyageDays } from '../fleet/demo-recorders';
import { dayMs, hourMs } from './calendar';
import type { TerminalPoint } from './event';
import { hashSeed, smoothNoise } from './random';
import { simulateVehicle } from './simulate';

/** What a recorder reports next. `link`: it has a radio link and sends at once; otherwise it keeps the reading until it has one. */
export interface RecorderEvent {
  timeMs: number;
  link: boolean;
  point: TerminalPoint;
}

interface Whereabouts {
  lng: number;
  lat: number;
  fix: 'gps' | 'lbs' | 'wifi' | null;
  link: boolean;
}

/** The voyage by days since its begin: where the box was, and whether it had a radio link. Between two of them it moved evenly. */
const legs: ReadonlyArray<[day: number, lng: number, lat: number, fix: Whereabouts['fix'], link: boolean]> = [
  [0, 121.1132, 31.1516, 'gps', true],
  [0.8, 121.1132, 31.1516, 'gps', true],
  [1.1, 122.0646, 30.6236, 'lbs', true],
  [2, 122.0646, 30.6236, null, false],
  [8, 103.83, 1.262, 'lbs', true],
  [8.4, 103.83, 1.262, null, false],
  [19, 32.32, 31.25, 'lbs', true],
  [19.6, 32.32, 31.25, null, false],
  [27, 4.0512, 51.9566, 'gps', true],
  [28.2, 4.0512, 51.9566, 'gps', true],
  [28.5, 6.1724, 51.3704, 'wifi', true],
  [29.2, 6.1724, 51.3704, 'gps', true],
  [29.35, 6.7623, 51.4344, 'wifi', true],
];

function onVoyage(days: number): Whereabouts {
  const next = legs.findIndex(([day]) => day > days);
  const [from, to] = [legs.at(next < 0 ? -1 : Math.max(0, next - 1)), legs.at(Math.max(-1, next))];
  if (!from || !to) throw new Error('a voyage has legs');
  const part = to[0] === from[0] ? 0 : Math.min(1, Math.max(0, (days - from[0]) / (to[0] - from[0])));
  return {
    lng: from[1] + (to[1] - from[1]) * part,
    lat: from[2] + (to[2] - from[2]) * part,
    fix: from[3],
    link: from[4],
  };
}

/** Charge at a time, per cent: it falls by so much a day, is charged at 25 %, and a forgotten one falls to 6. */
function chargeAt({ battPct, battPerDay, forgotten }: DemoRecorder, sinceMs: number, timeMs: number) {
  const days = (timeMs - sinceMs) / dayMs;
  if (forgotten) return { pct: Math.max(6, Math.round(battPct - battPerDay * Math.max(-60, days))), charging: false };
  // before the company had it, it had been charged as often as since
  const span = 75 / battPerDay;
  const chargeDays = 0.12;
  const at = (days + (100 - battPct) / battPerDay) % (span + chargeDays);
  const into = at < 0 ? at + span + chargeDays : at;
  if (into < span) return { pct: Math.round(100 - into * battPerDay), charging: false };
  return { pct: Math.round(25 + (75 * (into - span)) / chargeDays), charging: true };
}

/** ℃ in the box: 2-8 with a slow swing; the voyage has three warm hours when it was handled, a box in a truck is opened now and then. */
function tempAt({ no, way }: DemoRecorder, sinceMs: number, timeMs: number): number {
  const seed = hashSeed('recorder', no);
  const swing =
    4.6 + 1.1 * smoothNoise(seed, timeMs / (5 * hourMs)) + 0.3 * smoothNoise(seed + 1, timeMs / (0.4 * hourMs));
  const days = (timeMs - sinceMs) / dayMs + voyageDays;
  const warm =
    way.kind === 'voyage'
      ? days > 19.1 && days < 19.23
      : way.kind === 'truck' && no % 3 === 2 && timeMs % dayMs < 1.2 * hourMs;
  return Math.round((swing + (warm ? 6.5 : 0)) * 10) / 10;
}

function pointOf(
  recorder: DemoRecorder,
  sinceMs: number,
  timeMs: number,
  { lng, lat, fix }: Whereabouts,
): TerminalPoint {
  const { no, model, battPct: _battPct } = recorder;
  const tem = tempAt(recorder, sinceMs, timeMs);
  const { pct, charging } = chargeAt(recorder, sinceMs, timeMs);
  const seed = hashSeed('recorder hum', no);
  return {
    timeMs,
    lng: fix ? round6(lng) : 0,
    lat: fix ? round6(lat) : 0,
    altitudeM: 0,
    speedKmh: 0,
    directionDeg: 0,
    located: fix === 'gps',
    station: fix === 'lbs' || fix === 'wifi',
    acc: false,
    doors: 0,
    odometerM: 0,
    fuelL: null,
    tempC: model === 'TH5' ? [tem, Math.round((tem + 0.4) * 10) / 10] : [tem],
    humPct: [Math.round((66 + 9 * smoothNoise(seed, timeMs / (7 * hourMs))) * 10) / 10],
    reeferOn: null,
    extVoltageV: 0,
    signal: fix === null ? 0 : 14 + (no % 9),
    satellites: fix === 'gps' ? 9 : 0,
    alarmBits: 0,
    recorder: {
      battPct: pct,
      battVoltageV: Math.round((3.3 + pct / 125) * 100) / 100,
      charging,
      networks: fix === 'wifi' ? 3 : 0,
    },
  };
}
const round6 = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/**
 * What a recorder reports in `[fromMs, toMs)` (epoch ms), in order of time; `sinceMs` is when the company was set up. A pure function of the three, so
 * that history and live reports agree. One in a truck is where the truck is.
 */
export function* simulateRecorder(
  recorder: DemoRecorder,
  sinceMs: number,
  fromMs: number,
  toMs: number,
): Generator<RecorderEvent> {
  const { way } = recorder;
  const step = recorder.intervalS * 1000;
  const first = Math.ceil(fromMs / step) * step;
  if (way.kind !== 'truck') {
    for (let timeMs = first; timeMs < toMs; timeMs += step) {
      const where: Whereabouts =
        way.kind === 'place' ? { ...way, link: true } : onVoyage((timeMs - sinceMs) / dayMs + voyageDays);
      yield { timeMs, link: where.link, point: pointOf(recorder, sinceMs, timeMs, where) };
    }
    return;
  }
  const truck = demoVehicles.find(({ no }) => no === way.no);
  if (!truck) return;
  let last: Whereabouts | null = null;
  let next = first;
  for (const event of simulateVehicle(truck, fromMs - step, toMs)) {
    for (; next <= event.timeMs && next < toMs; next += step)
      if (last) yield { timeMs: next, link: true, point: pointOf(recorder, sinceMs, next, last) };
    if (event.kind !== 'point' || !event.point.located) continue;
    last = { lng: event.point.lng, lat: event.point.lat, fix: 'gps', link: true };
  }
}
