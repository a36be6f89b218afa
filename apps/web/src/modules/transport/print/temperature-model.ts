import type { TripCurve } from '@tongda/contract/transport/trip/temperature';

export interface TemperatureRow {
  time: string;
  temps: ReadonlyArray<number | null>;
}

/**
 * Readings for a table of at most `most` rows, evenly over the whole time: the first and the last are among them, and so are the warmest and
 * the coldest of all, which a paper must not leave out.
 */
export function tableRows(points: TripCurve['points'], most: number): TemperatureRow[] {
  const known = points.filter(({ temps }) => temps.some((value) => value !== null));
  if (known.length <= most) return known;
  const chosen = new Set(Array.from({ length: most - 2 }, (_, i) => Math.round((i * (known.length - 1)) / (most - 3))));
  for (const pick of [Math.max, Math.min]) {
    const ends = known.map(({ temps }) => pick(...temps.filter((value) => value !== null)));
    chosen.add(ends.indexOf(pick(...ends)));
  }
  return known.filter((_, i) => chosen.has(i));
}

/** Rows side by side in columns, read from top to bottom. */
export function inColumns<T>(rows: readonly T[], columns: number): Array<Array<T | null>> {
  const height = Math.ceil(rows.length / columns);
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: columns }, (__, column) => rows[column * height + row] ?? null),
  );
}
