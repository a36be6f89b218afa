import { litresOf } from '../detect/oil/level';

/** Calibration tables by tank number (from 1): pairs of a sensor's raw value and litres. The sensor of a tank without a table reports litres itself. */
export type TankTables = ReadonlyMap<number, ReadonlyArray<readonly [raw: number, litres: number]>>;

const round1 = (value: number): number => Math.round(value * 10) / 10;

/** Raw readings as litres with one decimal, by the same tables as the fuel facts (K10). With a table, a raw value of zero or less is no reading. */
export function litresOfTanks(fuelL: ReadonlyArray<number | null>, tanks: TankTables): Array<number | null> {
  return fuelL.map((raw, i) => {
    const table = tanks.get(i + 1);
    if (raw === null || !table) return raw;
    return raw > 0 ? round1(litresOf(table, raw)) : null;
  });
}

/** Litres in all tanks together; null when no tank has a reading. */
export function totalLitresOf(fuelL: ReadonlyArray<number | null>): number | null {
  let sum: number | null = null;
  for (const litres of fuelL) if (litres !== null) sum = (sum ?? 0) + litres;
  return sum;
}

/** A tank's table and the time it is valid, epoch ms; null = open on that side. */
export interface TankPeriod {
  from: number | null;
  to: number | null;
  tank: number;
  table: ReadonlyArray<readonly [raw: number, litres: number]>;
}

/** A lookup of the tables that hold at a moment (null = none); it remembers the last answer with the time it holds, as points come in order. */
export function tanksOverTime(periods: readonly TankPeriod[]): (t: number) => TankTables | null {
  let known: { from: number; to: number; tanks: TankTables | null } | null = null;
  return (t) => {
    if (known && t >= known.from && t < known.to) return known.tanks;
    let [from, to] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const tanks = new Map<number, TankPeriod['table']>();
    for (const period of periods) {
      const since = period.from ?? Number.NEGATIVE_INFINITY;
      const until = period.to ?? Number.POSITIVE_INFINITY;
      if (t >= since && t < until) tanks.set(period.tank, period.table);
      for (const edge of [since, until]) {
        if (edge <= t) from = Math.max(from, edge);
        else to = Math.min(to, edge);
      }
    }
    known = { from, to, tanks: tanks.size > 0 ? tanks : null };
    return known.tanks;
  };
}
