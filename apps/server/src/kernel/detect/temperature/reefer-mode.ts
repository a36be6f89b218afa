import { minuteMs } from '@tongda/contract/core/durations';
import { blownAirWord } from '@tongda/contract/resources/vehicle/probe';
import type { TrackPoint } from '../../point';
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

/** The channels of supply and return air, where the probes are named so; null without either. */
export function airOf(probes: ReadonlyArray<{ kind: string; channel: number; name: string }>): Surroundings['air'] {
  const supply = probes.find((p) => p.kind === 'tem' && p.name.includes(blownAirWord));
  const back = probes.find((p) => p.kind === 'tem' && p.name.includes('回风'));
  return supply && back ? { supply: supply.channel, back: back.channel } : null;
}

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

/** A piece of the unit's running time; null: it runs, but the air does not tell what it does. Times are epoch ms. */
export interface ModeSpan {
  from: number;
  until: number;
  mode: ReeferMode | null;
}

/**
 * What the unit did when, in sessions in order of time (`until` null: to the last point): the modes of {@link addModeTime} as pieces, neighbours
 * of one mode joined. A silence longer than `gapMaxMs` is in none.
 */
export function modeSpansOf(
  points: ReadonlyArray<Pick<TrackPoint, 't' | 'tempC' | 'extra'>>,
  sessions: ReadonlyArray<{ from: number; until: number | null }>,
  air: Surroundings['air'],
  gapMaxMs: number,
): ModeSpan[] {
  return sessions.flatMap(({ from, until }) => {
    const inside = points.filter(({ t }) => t >= from && t <= (until ?? Number.POSITIVE_INFINITY));
    const pieces: ModeSpan[] = [];
    let times = noTimes;
    inside.forEach((point, i) => {
      const before = inside[i - 1];
      if (!before || point.t - before.t > gapMaxMs) return;
      // a short pause belongs to its session, but nothing ran in it
      if (before.extra?.reeferOn === false || point.extra?.reeferOn === false) return;
      const by = supplyColderBy(point.tempC, air);
      const next = addModeTime(times, by, point.t - before.t);
      // warm air that lasts too long was heating from its beginning
      if (times.warmMs > 0 && next.warmMs === 0 && next.air === 'warm')
        for (const piece of pieces.slice(pieces.findLastIndex(({ mode }) => mode === 'cooling') + 1))
          if (piece.mode === 'defrost') piece.mode = 'heating';
      pieces.push({ from: before.t, until: point.t, mode: by === null ? null : grownMode(times, next) });
      times = next;
    });
    return joinModes(pieces);
  });
}

/** The mode whose time has grown. */
const grownMode = (before: ModeTimes, after: ModeTimes): ReeferMode | null =>
  (['cooling', 'heating', 'defrost', 'standby'] as const).find((mode) => after[mode] > before[mode]) ?? null;

function joinModes(pieces: readonly ModeSpan[]): ModeSpan[] {
  const out: ModeSpan[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    if (last && last.mode === piece.mode && last.until === piece.from) last.until = piece.until;
    else out.push({ ...piece });
  }
  return out;
}
