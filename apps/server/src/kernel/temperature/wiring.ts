import { doorState, type TrackPoint } from '../point';
import { coldestC, hottestC } from './figures';

/** How readings are converted because of the way the sensors are wired: certified corrections of probes (K7) and inverted contacts (K9). */
export interface Wires {
  /** ℃ to add, channel 1 at index 0; null = no probe is corrected */
  tempC: readonly number[] | null;
  /** the same in %RH */
  humPct: readonly number[] | null;
  /** the two bits of every door whose contact is inverted */
  doors: number;
  /** the refrigeration unit's contact is inverted */
  reefer: boolean;
}

/** One sensor of a set as `probe_version.probes` stores it; older rows have no correction and no inversion. */
export interface KeptWire {
  kind: string;
  channel: number;
  correction?: number | null;
  inverse?: boolean | null;
}
/** A set of sensors and the time it was in the vehicle, epoch ms; null = open on that side. */
export type KeptWires = readonly [from: number | null, to: number | null, wires: readonly KeptWire[]];

export interface WiresPeriod {
  from: number;
  to: number;
  value: Wires;
}
/** The conversion that holds at a moment (epoch ms); null = readings are used as they came in. */
export type WiresAt = (t: number) => Wires | null;

/** The conversion that a set of sensors needs; null when its readings are used as they come in. */
export function wiresOf(kept: readonly KeptWire[]): Wires | null {
  let doors = 0;
  let reefer = false;
  const added: { tem: number[]; hum: number[] } = { tem: [], hum: [] };
  for (const { kind, channel, correction, inverse } of kept) {
    if ((kind === 'tem' || kind === 'hum') && correction) added[kind][channel - 1] = correction;
    if (kind === 'door' && inverse && channel <= 7) doors |= 3 << (2 * (channel - 1));
    // one contact reports for all refrigeration units of the vehicle
    if (kind === 'chiller' && inverse && channel === 1) reefer = true;
  }
  const list = (values: number[]) => (values.length > 0 ? Array.from(values, (value) => value ?? 0) : null);
  const wires = { tempC: list(added.tem), humPct: list(added.hum), doors, reefer };
  return wires.tempC || wires.humPct || doors !== 0 || reefer ? wires : null;
}

/** The periods in which readings are converted. Unlike limits, a correction is never applied to the time before it was entered. */
export const wiresPeriodsOf = (kept: readonly KeptWires[]): WiresPeriod[] =>
  kept.flatMap(([from, to, wires]) => {
    const value = wiresOf(wires);
    return value ? [{ from: from ?? Number.NEGATIVE_INFINITY, to: to ?? Number.POSITIVE_INFINITY, value }] : [];
  });

const round2 = (value: number): number => Math.round(value * 100) / 100;

/** Adds the corrections. A value outside `low`…`high` is a sentinel and no reading, so it stays as it is; a corrected reading is kept within the bounds, so that it does not turn into a sentinel. */
function correctReadings(
  values: ReadonlyArray<number | null>,
  by: readonly number[],
  low: number,
  high: number,
): Array<number | null> {
  return values.map((value, i) => {
    const add = by[i] ?? 0;
    if (value === null || add === 0 || !(value >= low && value <= high)) return value;
    return Math.min(high, Math.max(low, round2(value + add)));
  });
}
export const correctTemps = (values: ReadonlyArray<number | null>, wires: Wires) =>
  wires.tempC ? correctReadings(values, wires.tempC, coldestC, hottestC) : values;
export const correctHums = (values: ReadonlyArray<number | null>, wires: Wires) =>
  wires.humPct ? correctReadings(values, wires.humPct, 0, 100) : values;

/** Swaps open and closed for the doors of `mask` (two bits each) in a packed word; unknown stays unknown. */
export function invertDoors(word: number, mask: number): number {
  let out = word;
  for (let shift = 0; mask >> shift > 0; shift += 2) {
    const state = (word >> shift) & 3;
    if (((mask >> shift) & 3) !== 0 && state !== doorState.unknown) out ^= 3 << shift;
  }
  return out;
}

/** A copy of a report with its readings converted; the point given stays as the terminal sent it. */
export function applyWires(point: TrackPoint, wires: Wires): TrackPoint {
  const { extra } = point;
  const on = wires.reefer ? extra?.reeferOn : undefined;
  return {
    ...point,
    tempC: correctTemps(point.tempC, wires),
    humPct: correctHums(point.humPct, wires),
    doors: wires.doors === 0 ? point.doors : invertDoors(point.doors, wires.doors),
    ...(on === undefined ? null : { extra: { ...extra, reeferOn: !on } }),
  };
}

/** A lookup of the conversion by time; it remembers the last period, as points come in order. */
export function wiresOverTime(periods: readonly WiresPeriod[]): WiresAt {
  let last: WiresPeriod | undefined;
  return (t) => {
    if (last && t >= last.from && t < last.to) return last.value;
    const found = periods.find(({ from, to }) => t >= from && t < to);
    if (found) last = found;
    return found?.value ?? null;
  };
}

/** Converts a vehicle's points by what held at their times; replaces them in the list given. */
export function applyWiresToAll(points: TrackPoint[], kept: readonly KeptWires[]): void {
  const periods = wiresPeriodsOf(kept);
  if (periods.length === 0) return;
  const wiresAt = wiresOverTime(periods);
  for (const [i, point] of points.entries()) {
    const wires = wiresAt(point.t);
    if (wires) points[i] = applyWires(point, wires);
  }
}
