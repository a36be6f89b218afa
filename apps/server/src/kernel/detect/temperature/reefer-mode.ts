import { minuteMs } from '@tongda/contract/core/durations';
import { validTempC } from '../../temperature/figures';
import type { Surroundings } from '../types';

/** What a running refrigeration unit does, by its supply and return air (K11): 制冷, 制热, 除霜, 待机. */
export type ReeferMode = 'cooling' | 'heating' | 'defrost' | 'standby';
/** Supply air counts as colder or warmer than return air from this difference on, ℃. */
const clearC = 2;
/** A unit that blows warm air for longer than this after cooling is not defrosting but heating, ms. */
const defrostMs = 30 * minuteMs;

/** Running time by mode, ms. Warm air after cold air counts as defrosting until it lasts too long. */
export interface ModeTimes {
  cooling: number;
  heating: number;
  defrost: number;
  standby: number;
  /** there were readings of both supply and return air */
  known: boolean;
  /** what was clearly blown last, and the warm time counted as defrosting so far (ms) */
  air: 'cold' | 'warm' | null;
  warmMs: number;
}
export const noTimes: ModeTimes = {
  cooling: 0,
  heating: 0,
  defrost: 0,
  standby: 0,
  known: false,
  air: null,
  warmMs: 0,
};

/** How much colder the supply air is than the return air, ℃; null without readings of both. */
export function supplyColderBy(temps: ReadonlyArray<number | null>, air: Surroundings['air']): number | null {
  if (!air) return null;
  const supply = validTempC(temps[air.supply - 1]);
  const back = validTempC(temps[air.back - 1]);
  return supply === null || back === null ? null : back - supply;
}
export const isCold = (by: number | null): boolean => by !== null && by > clearC;
/** What the unit clearly blows; null when the difference is small or not known. */
export function blownAirOf(by: number | null): 'cold' | 'warm' | null {
  if (isCold(by)) return 'cold';
  return by !== null && by < -clearC ? 'warm' : null;
}

/** Adds `ms` of running time to the mode that the air at their end tells; `by` is {@link supplyColderBy}. */
export function addModeTime(times: ModeTimes, by: number | null, ms: number): ModeTimes {
  if (by === null) return times;
  const air = blownAirOf(by);
  if (air === 'cold') return { ...times, known: true, cooling: times.cooling + ms, air, warmMs: 0 };
  if (air === null) return { ...times, known: true, standby: times.standby + ms };
  const known = { ...times, known: true, air: 'warm' } as const;
  const defrosts = times.air === 'cold' || times.warmMs > 0;
  if (!defrosts) return { ...known, heating: times.heating + ms };
  const warmMs = times.warmMs + ms;
  if (warmMs <= defrostMs) return { ...known, defrost: times.defrost + ms, warmMs };
  // too long for a defrost: it has been heating all the time
  return { ...known, heating: times.heating + warmMs, defrost: times.defrost - times.warmMs, warmMs: 0 };
}

/** The mode that took most of the time; null when there were no readings of both airs. */
export function mainMode({ known, ...times }: ModeTimes): ReeferMode | null {
  if (!known) return null;
  const modes = ['cooling', 'heating', 'defrost', 'standby'] as const;
  return modes.reduce((most, mode) => (times[mode] > times[most] ? mode : most), modes[0]);
}
