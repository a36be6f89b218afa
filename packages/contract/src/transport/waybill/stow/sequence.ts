import { minuteMs } from '../../../core/durations';
import { timetableOf } from '../timetable';

type Metres = Parameters<typeof timetableOf>[2];
interface Stop {
  lng: number | null;
  lat: number | null;
  windowStart: number | null;
  windowEnd: number | null;
  serviceMin: number;
}

interface Cost {
  lateMin: number;
  distanceM: number;
}
/** Limit of tried sequences, which keeps 200 stops within a second. */
const maxTries = 60_000;

function costOf(stops: readonly Stop[], departAt: number, metres: Metres): Cost {
  const { times, distanceM } = timetableOf(stops, departAt, metres);
  let lateMin = 0;
  stops.forEach((stop, i) => {
    const arrive = times[i]?.arrive ?? departAt;
    if (stop.windowEnd !== null && arrive > stop.windowEnd) lateMin += (arrive - stop.windowEnd) / minuteMs;
  });
  return { lateMin: Math.round(lateMin), distanceM };
}
const isBetter = (a: Cost, b: Cost): boolean =>
  a.lateMin < b.lateMin || (a.lateMin === b.lateMin && a.distanceM < b.distanceM);

/**
 * 优化顺序 (transport.md C16): a sequence of stops with the least lateness, and among equals the shortest way. The first `fixed` and the last `end`
 * stops keep their places. It starts from the nearest neighbour and then reverses parts and moves single stops as long as that helps (2-opt, or-opt).
 * Answers indexes of `stops`; the result is never worse than the given sequence.
 */
export function bestSequence(
  stops: readonly Stop[],
  { fixed, end = 0 }: { fixed: number; end?: number },
  departAt: number,
  metres: Metres,
): number[] {
  const given = stops.map((_, i) => i);
  const cost = (order: readonly number[]) =>
    costOf(
      order.flatMap((i) => stops[i] ?? []),
      departAt,
      metres,
    );
  let best = given;
  let least = cost(best);
  let tries = 0;
  const take = (order: number[]): boolean => {
    tries++;
    const now = cost(order);
    if (!isBetter(now, least)) return false;
    best = order;
    least = now;
    return true;
  };
  const last = stops.length - end;
  take([...nearestFirst(stops.slice(0, last), fixed, metres), ...given.slice(last)]);
  for (let found = true; found && tries < maxTries; ) {
    found = false;
    for (let from = fixed; from < last; from++)
      for (let to = from + 1; to < last; to++) {
        const turned = [...best.slice(0, from), ...best.slice(from, to + 1).reverse(), ...best.slice(to + 1)];
        const moved = best.toSpliced(from, 1).toSpliced(to, 0, best[from] ?? 0);
        const back = best.toSpliced(to, 1).toSpliced(from, 0, best[to] ?? 0);
        for (const order of [turned, moved, back]) if (take(order)) found = true;
      }
  }
  return best;
}

function nearestFirst(stops: readonly Stop[], fixed: number, metres: Metres): number[] {
  const order = stops.map((_, i) => i).slice(0, fixed);
  const left = new Set(stops.map((_, i) => i).slice(fixed));
  const far = (a: Stop | undefined, b: Stop | undefined): number =>
    a && b && a.lng !== null && a.lat !== null && b.lng !== null && b.lat !== null
      ? metres(a.lng, a.lat, b.lng, b.lat)
      : Number.POSITIVE_INFINITY;
  while (left.size > 0) {
    const here = stops[order.at(-1) ?? -1];
    const [next = 0] = [...left].sort((a, b) => far(here, stops[a]) - far(here, stops[b]) || a - b);
    order.push(next);
    left.delete(next);
  }
  return order;
}
