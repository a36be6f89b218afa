import { estimateLeg } from '@tongda/geo/estimate';
import { bestOrder, shortestOrder } from '@tongda/geo/tour';

/** Minutes of a day. */
const day = 1440;
/** One minute of being late counts as much as this many minutes of driving or waiting. */
const lateWeight = 1000;

export interface CalcStop {
  lng: number;
  lat: number;
  stayMin: number;
  /** `HH:mm` or open */
  windowFrom: string | null;
  windowTo: string | null;
}
export interface Leg {
  distanceM: number;
  driveMin: number;
}
export interface CalcRules {
  /** clock of the departure, minutes after midnight */
  departClock: number;
  speedKmh: number;
  keepLast: boolean;
  returnToStart: boolean;
  /** what is known of the way between two stops (by their index); what is missing is estimated */
  way?: (from: number, to: number) => Partial<Leg>;
}

/** Minutes after departure. */
export interface TimedStop {
  /** of the stop in the given list */
  index: number;
  distanceM: number;
  driveMin: number;
  waitMin: number;
  arrive: number;
  leave: number;
  lateMin: number;
  opens: number | null;
  closes: number | null;
}
export interface Timed {
  stops: TimedStop[];
  distanceM: number;
  minutes: number;
  lateMin: number;
  back: { distanceM: number; driveMin: number; arrive: number } | null;
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
const minutesBetween = (from: number, to: number): number => (((to - from) % day) + day) % day;

/**
 * The window that counts, as minutes after departure: the first one that is not over when the vehicle leaves. An open side stays open; a lone
 * start less than half a day before the departure counts as begun.
 */
export function windowAfter(
  { windowFrom, windowTo }: Pick<CalcStop, 'windowFrom' | 'windowTo'>,
  departClock: number,
): { opens: number | null; closes: number | null } {
  if (windowTo !== null) {
    const closes = minutesBetween(departClock, minuteOf(windowTo)) || day;
    return {
      closes,
      opens: windowFrom === null ? null : closes - minutesBetween(minuteOf(windowFrom), minuteOf(windowTo)),
    };
  }
  if (windowFrom === null) return { opens: null, closes: null };
  const ahead = minutesBetween(departClock, minuteOf(windowFrom));
  return { opens: ahead > day / 2 ? ahead - day : ahead, closes: null };
}

const none: Leg = { distanceM: 0, driveMin: 0 };

/** Lengths and times of all ways between two stops, computed once. A known length without a known time is driven at the usual speed. */
function legsOf(
  stops: readonly CalcStop[],
  { speedKmh, way }: Pick<CalcRules, 'speedKmh' | 'way'>,
): (from: number, to: number) => Leg {
  const known = stops.map((a, from) =>
    stops.map((b, to): Leg => {
      if (a === b) return none;
      const estimate = estimateLeg([a.lng, a.lat], [b.lng, b.lat], speedKmh);
      const { distanceM = estimate.distanceM, driveMin } = way?.(from, to) ?? {};
      const usual = distanceM === estimate.distanceM ? estimate.driveMin : minutesAtSpeed(distanceM, speedKmh);
      return { distanceM, driveMin: driveMin ?? usual };
    }),
  );
  return (from, to) => known[from]?.[to] ?? none;
}

const minutesAtSpeed = (metres: number, speedKmh: number): number =>
  Math.max(1, Math.round((metres / 1000 / speedKmh) * 60));

/**
 * Times of the stops driven in an order: before a window opens the vehicle waits, after it closes it is late; the stay at the first stop begins
 * at departure.
 */
function driveInOrder(
  stops: readonly CalcStop[],
  order: readonly number[],
  leg: (from: number, to: number) => Leg,
  rules: CalcRules,
): Timed {
  let clock = 0;
  let distanceM = 0;
  let lateMin = 0;
  const timed = order.map((index, i): TimedStop => {
    const stop = stops[index];
    const way = i === 0 ? none : leg(order[i - 1] ?? 0, index);
    const { opens, closes } = stop ? windowAfter(stop, rules.departClock) : { opens: null, closes: null };
    const arrive = clock + way.driveMin;
    // the truck is at its first stop when it departs
    const waitMin = i === 0 ? 0 : Math.max(0, (opens ?? arrive) - arrive);
    const late = i === 0 ? 0 : Math.max(0, arrive - (closes ?? arrive));
    const leave = i === 0 ? 0 : arrive + waitMin + (stop?.stayMin ?? 0);
    clock = leave;
    distanceM += way.distanceM;
    lateMin += late;
    return { index, ...way, waitMin, arrive, leave, lateMin: late, opens, closes };
  });
  const last = timed.at(-1);
  const home = rules.returnToStart && last ? leg(last.index, order[0] ?? 0) : null;
  const back = home ? { ...home, arrive: clock + home.driveMin } : null;
  return {
    stops: timed,
    distanceM: distanceM + (back?.distanceM ?? 0),
    minutes: back?.arrive ?? last?.arrive ?? 0,
    lateMin,
    back,
  };
}

/** Times and lengths of the stops as they stand, first to last. */
export const timeStops = (stops: readonly CalcStop[], rules: CalcRules): Timed =>
  driveInOrder(
    stops,
    stops.map((_, i) => i),
    legsOf(stops, rules),
    rules,
  );

/**
 * The same in the best order found: least minutes of driving and waiting, where a minute of being late counts as a thousand. The first stop
 * stays the first.
 */
export function timeBestOrder(stops: readonly CalcStop[], rules: CalcRules): Timed {
  const leg = legsOf(stops, rules);
  const windows = stops.map((stop) => windowAfter(stop, rules.departClock));
  /** the cost of what `driveInOrder` finds, without building it: this is computed some ten thousand times */
  const cost = (order: readonly number[]): number => {
    let clock = 0;
    let metres = 0;
    let late = 0;
    for (let i = 1; i < order.length; i++) {
      const index = order[i] ?? 0;
      const way = leg(order[i - 1] ?? 0, index);
      const { opens = null, closes = null } = windows[index] ?? {};
      clock += way.driveMin;
      metres += way.distanceM;
      if (closes !== null && clock > closes) late += clock - closes;
      if (opens !== null && clock < opens) clock = opens;
      clock += stops[index]?.stayMin ?? 0;
    }
    if (rules.returnToStart) {
      const way = leg(order.at(-1) ?? 0, order[0] ?? 0);
      clock += way.driveMin;
      metres += way.distanceM;
    }
    // between orders of the same time the shorter one wins
    return clock + lateWeight * late + metres / 1e6;
  };
  const given = stops.map((_, i) => i);
  const short = shortestOrder(stops.length, (a, b) => leg(a, b).distanceM, rules.keepLast);
  const closing = (i: number): number => windows[i]?.closes ?? Number.POSITIVE_INFINITY;
  const middle = rules.keepLast ? given.slice(1, -1) : given.slice(1);
  const urgent = [
    ...given.slice(0, 1),
    ...middle.sort((a, b) => (closing(a) === closing(b) ? a - b : closing(a) < closing(b) ? -1 : 1)),
    ...(rules.keepLast ? given.slice(-1) : []),
  ];
  const best = bestOrder([short, urgent], cost, rules.keepLast);
  return driveInOrder(stops, cost(given) <= cost(best) ? given : best, leg, rules);
}
