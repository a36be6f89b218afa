/** A value and the time it holds, epoch ms, `to` excluded; -Infinity and Infinity for open ends. */
export interface Period<T> {
  from: number;
  to: number;
  value: T;
}

/** The value that holds at `t`, with the span around `t` in which that does not change; the value is undefined where none holds. */
export function valueAt<T>(periods: readonly Period<T>[], t: number): Period<T | undefined> {
  let from = Number.NEGATIVE_INFINITY;
  let to = Number.POSITIVE_INFINITY;
  for (const period of periods) {
    if (t >= period.from && t < period.to) return period;
    if (period.to <= t) from = Math.max(from, period.to);
    else to = Math.min(to, period.from);
  }
  return { from, to, value: undefined };
}

/** All values that hold at `t`, with the span around `t` in which exactly these hold. */
export function valuesAt<T>(periods: readonly Period<T>[], t: number): Period<T[]> {
  let from = Number.NEGATIVE_INFINITY;
  let to = Number.POSITIVE_INFINITY;
  const value: T[] = [];
  for (const period of periods) {
    if (t >= period.from && t < period.to) {
      value.push(period.value);
      from = Math.max(from, period.from);
      to = Math.min(to, period.to);
    } else if (period.to <= t) from = Math.max(from, period.to);
    else to = Math.min(to, period.from);
  }
  return { from, to, value };
}

/** Sorts periods and extends the first to all time before it: who enters a set-up late means that it had been so before. */
export function extendToBeginning<T>(periods: Period<T>[]): Period<T>[] {
  const [first, ...rest] = periods.sort((a, b) => a.from - b.from);
  return first ? [{ ...first, from: Number.NEGATIVE_INFINITY }, ...rest] : [];
}
