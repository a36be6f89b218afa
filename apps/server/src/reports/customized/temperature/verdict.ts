import { roundTo } from '@tongda/contract/core/round';
import type { Verdict } from '@tongda/contract/reports/customized/trip-report';
import { deviationsOf } from '../../cold-chain/record/deviations';
import { figuresOf } from '../../kit/reading-figures';
import type { Readings } from '../../kit/readings';

/** How a trip is judged. */
export interface Judging {
  /** so long it may be outside of its bounds */
  allowedMin: number;
  /** whether the trip has ended */
  ended: boolean;
  /** whether it has an end that lies after what was read of it */
  cut: boolean;
}

/** Less than this share of the expected samples proves nothing, per cent. */
const leastComplete = 90;

/**
 * What is to be concluded of a probe, or of all of them: too long outside fails, too few samples are for somebody to judge. While the trip is under way (`ended` false) nothing but a
 * failure is certain: the hours to come may still break the bounds. Nor is it of one that was too long to be read to its end (`cut`), which is for somebody to judge.
 */
export function verdictOf(
  figures: ReadonlyArray<{ overMin: number | null; completeRate: number | null }>,
  allowedMin: number,
  { ended, cut }: Pick<Judging, 'ended' | 'cut'>,
): Verdict {
  if (figures.length === 0 || figures.every(({ completeRate }) => completeRate === 0)) return 'none';
  if (figures.some(({ overMin }) => (overMin ?? 0) > allowedMin)) return 'fail';
  if (!ended) return 'running';
  if (cut) return 'check';
  // a probe without bounds, as in the air that the unit blows, proves nothing either way; without any bounds nothing can be in them
  const bounded = figures.filter(({ overMin }) => overMin !== null);
  const sure = bounded.every(({ completeRate }) => (completeRate ?? 0) >= leastComplete);
  return bounded.length > 0 && sure ? 'pass' : 'check';
}

/** The bounds that a trip is judged by. */
interface Bounds<Zone> {
  zone: Zone | 'own';
  lower?: number | undefined;
  upper?: number | undefined;
}

/** The bounds of the question, else those that the shipment asks for, else the probes' own. */
export function boundsFor<Zone>(
  { zone, lower, upper }: Bounds<Zone>,
  { askedLower, askedUpper }: { askedLower: number | null; askedUpper: number | null },
): Bounds<Zone> {
  const open = zone === 'own' && lower === undefined && upper === undefined;
  return open ? { zone, lower: askedLower ?? undefined, upper: askedUpper ?? undefined } : { zone, lower, upper };
}

const known = (values: ReadonlyArray<number | null>): number[] => values.flatMap((value) => value ?? []);
const extremeOf = (values: readonly number[], of: (...all: number[]) => number): number | null =>
  values.length > 0 ? of(...values) : null;

/** Probes of temperature alone: humidity is shown, and nothing is concluded of it. */
export const temperaturesOf = (readings: Readings): Readings => ({
  ...readings,
  probes: readings.probes.filter(({ kind }) => kind === 'tem'),
});

/** What the temperatures of the time that counts come to, over all probes. */
export function tripFigures(judged: Readings, { allowedMin, ...how }: Judging, timeZone: string) {
  const readings = temperaturesOf(judged);
  const figures = figuresOf(readings, timeZone);
  const averages = known(figures.map(({ avg }) => avg));
  return {
    max: extremeOf(known(figures.map(({ max }) => max)), Math.max),
    min: extremeOf(known(figures.map(({ min }) => min)), Math.min),
    avg: averages.length > 0 ? roundTo(averages.reduce((sum, one) => sum + one, 0) / averages.length, 1) : null,
    passRate: extremeOf(known(figures.map(({ passRate }) => passRate)), Math.min),
    overMin: extremeOf(known(figures.map(({ overMin }) => overMin)), Math.max),
    overCount: deviationsOf(readings).length,
    completeRate: extremeOf(known(figures.map(({ completeRate }) => completeRate)), Math.min),
    reckoned: verdictOf(figures, allowedMin, how),
  };
}
