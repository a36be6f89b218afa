import { temperature } from '../temperature';
import { type Detector, noFacts, type Sample, type Surroundings } from './detector';

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

/** Supply air is clearly colder or warmer than return air by so much, ℃ (K11). */
const clearC = 2;

export const defrostAt = (state: DefrostState | undefined): number | null => state?.at ?? null;

function blowing({ point, gap }: Sample, air: Surroundings['air']): DefrostState['blows'] | undefined {
  if (gap || point.extra?.reeferOn === false) return null;
  if (!air) return undefined;
  const [supply, back] = [temperature(point.tempC[air.supply - 1]), temperature(point.tempC[air.back - 1])];
  if (supply === null || back === null) return undefined;
  if (supply < back - clearC) return 'cold';
  return supply > back + clearC ? 'warm' : undefined;
}

export const defrost: Detector<DefrostState> = {
  start: { blows: null, at: null },
  step(before, sample, _params, { air }) {
    if (!air && before.blows === null) return { state: before, facts: noFacts };
    const blows = blowing(sample, air);
    if (blows === undefined || blows === before.blows) return { state: before, facts: noFacts };
    const begins = before.blows === 'cold' && blows === 'warm';
    return { state: { blows, at: begins ? sample.point.t : before.at }, facts: noFacts };
  },
  running: () => noFacts,
};
