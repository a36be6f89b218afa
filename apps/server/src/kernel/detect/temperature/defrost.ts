import { noFacts } from '../fact';
import type { Detector, Sample, Surroundings } from '../types';
import { blownAirOf, supplyColderBy } from './reefer-mode';

/**
 * 除霜, concluded from the air temperatures, as terminals do not report it: the unit runs, blew cold air before and blows warm air now. This needs a
 * probe in the supply air and one in the return air. A unit that heats has not blown cold before, and switching it off starts anew.
 */
export interface DefrostState {
  /** what the unit clearly blew last; null = it is off, or it is not known */
  blows: 'cold' | 'warm' | null;
  /** beginning of the newest defrost */
  at: number | null;
}

export const defrostAt = (state: DefrostState | undefined): number | null => state?.at ?? null;

/** What the unit blows now; null = off or unknown after a silence, undefined = this report does not tell. */
function blownAirNow({ point, gap }: Sample, air: Surroundings['air']): DefrostState['blows'] | undefined {
  if (gap || point.extra?.reeferOn === false) return null;
  return blownAirOf(supplyColderBy(point.tempC, air)) ?? undefined;
}

export const defrostDetector: Detector<DefrostState> = {
  start: { blows: null, at: null },
  step(before, sample, _params, { air }) {
    if (!air && before.blows === null) return { state: before, facts: noFacts };
    const now = blownAirNow(sample, air);
    if (now === undefined || now === before.blows) return { state: before, facts: noFacts };
    const begins = before.blows === 'cold' && now === 'warm';
    return { state: { blows: now, at: begins ? sample.point.t : before.at }, facts: noFacts };
  },
  running: () => noFacts,
};
