/** A value that holds during [from, to), epoch ms; -Infinity and Infinity for open ends. */
export interface Period<T> {
  from: number;
  to: number;
  value: T;
}

/** What holds at `t` and for how long around it; undefined where nothing holds. */
export function heldAt<T>(periods: readonly Period<T>[], t: number): Period<T | undefined> {
  let from = Number.NEGATIVE_INFINITY;
  let to = Number.POSITIVE_INFINITY;
  for (const period of periods) {
    if (t >= period.from && t < period.to) return period;
    if (period.to <= t) from = Math.max(from, period.to);
    else to = Math.min(to, period.from);
  }
  return { from, to, value: undefined };
}

/** Everything that holds at `t`, and the span in which exactly that holds. */
export function allAt<T>(periods: readonly Period<T>[], t: number): Period<T[]> {
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

/** The first period counts for all time before it: who enters a set-up late means that it was so. */
export function fromTheBeginning<T>(periods: Period<T>[]): Period<T>[] {
  const [first, ...rest] = periods.sort((a, b) => a.from - b.from);
  return first ? [{ ...first, from: Number.NEGATIVE_INFINITY }, ...rest] : [];
}
