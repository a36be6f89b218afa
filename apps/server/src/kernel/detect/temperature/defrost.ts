import { noFacts } from '../fact';
import type { Detector, Sample, Surroundings } from '../types';
import { blows, coldBy } from './reefer-mode';

/**
 * 除霜, as far as air tells of it: the unit runs, blew cold, and blows warm now. Terminals do not say it, so it needs a probe in the supply air and one
 * in the return air. A unit that heats does not come from blowing cold, and one that was switched off begins anew.
 */
export interface DefrostState {
  /** what the unit blew last, clearly; null = it stands, or nobody knows */
  blows: 'cold' | 'warm' | null;
  /** beginning of the newest defrost */
  at: number | null;
}

export const defrostAt = (state: DefrostState | undefined): number | null => state?.at ?? null;

/** Undefined: the air says nothing new. */
function blowing({ point, gap }: Sample, air: Surroundings['air']): DefrostState['blows'] | undefined {
  if (gap || point.extra?.reeferOn === false) return null;
  return blows(coldBy(point.tempC, air)) ?? undefined;
}

export const defrost: Detector<DefrostState> = {
  start: { blows: null, at: null },
  step(before, sample, _params, { air }) {
    if (!air && before.blows === null) return { state: before, facts: noFacts };
    const now = blowing(sample, air);
    if (now === undefined || now === before.blows) return { state: before, facts: noFacts };
    const begins = before.blows === 'cold' && now === 'warm';
    return { state: { blows: now, at: begins ? sample.point.t : before.at }, facts: noFacts };
  },
  running: () => noFacts,
};
