import { median } from '../motion/hygiene';
import { isFast, type TrackPoint } from '../point';

/** What a terminal's reporting interval goes by: it reports less often when the engine idles, and least when it is off. */
type Pace = 'moving' | 'idle' | 'parked';
type Report = Pick<TrackPoint, 't' | 'speedKmh' | 'acc'>;

export interface ExpectedOptions {
  /** epoch ms, `until` not included */
  from: number;
  until: number;
  /** ms; a longer silence is no reporting interval */
  gapMaxMs: number;
  movingSpeedKmh: number;
}

/**
 * How many reports a range should hold (K7: completeness = received / expected samples): those that came, and those that are missing between
 * them and at the edges of the range. The interval is not known from the terminal, so the usual one is measured, for a moving, an idling and a
 * parked vehicle apart; a silence is counted by the interval of the state it began in. Null when fewer than two reports tell no interval.
 */
export function expectedReports(points: readonly Report[], options: ExpectedOptions): number | null {
  const first = points[0];
  const last = points.at(-1);
  const stepOf = usualSteps(points, options);
  if (!first || !last || !stepOf) return null;
  let missing = Math.floor((first.t - options.from) / stepOf(paceAt(first, options)));
  points.forEach((point, i) => {
    const next = points[i + 1];
    if (next) missing += Math.max(0, Math.round((next.t - point.t) / stepOf(paceBetween(point, next, options))) - 1);
  });
  missing += Math.max(0, Math.ceil((options.until - last.t) / stepOf(paceAt(last, options))) - 1);
  return points.length + missing;
}

const paceAt = ({ speedKmh, acc }: Report, { movingSpeedKmh }: ExpectedOptions): Pace =>
  isFast(speedKmh, movingSpeedKmh) ? 'moving' : acc ? 'idle' : 'parked';

/** A halt of one report is still the road; after a silence only its beginning is known. */
function paceBetween(before: Report, after: Report, options: ExpectedOptions): Pace {
  const pace = paceAt(before, options);
  return after.t - before.t <= options.gapMaxMs && paceAt(after, options) === 'moving' ? 'moving' : pace;
}

/** The usual step by pace, ms; that of all steps for a pace without one of its own. Null: there is no step at all. */
function usualSteps(points: readonly Report[], options: ExpectedOptions): ((pace: Pace) => number) | null {
  const steps: Record<Pace, number[]> = { moving: [], idle: [], parked: [] };
  const all: number[] = [];
  points.forEach((point, i) => {
    const next = points[i + 1];
    if (!next || next.t === point.t) return;
    all.push(next.t - point.t);
    if (next.t - point.t <= options.gapMaxMs) steps[paceBetween(point, next, options)].push(next.t - point.t);
  });
  if (all.length === 0) return null;
  const usual = median(all);
  const usualOf = (own: readonly number[]): number => (own.length > 0 ? median(own) : usual);
  const byPace = { moving: usualOf(steps.moving), idle: usualOf(steps.idle), parked: usualOf(steps.parked) };
  return (pace) => byPace[pace];
}
