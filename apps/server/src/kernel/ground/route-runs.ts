import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { punctualityOf, type RealVisit } from './punctuality';

/** A stop of a transport route that real drives are compared with; times in minutes, as the route has them. */
export interface RunStop {
  placeId: string;
  driveMin: number;
  stayMin: number;
  earlyMin: number;
  lateMin: number;
  assess: boolean;
}
/** When a vehicle was at a stop, epoch ms; null when it did not stop there, or has not left yet. */
export interface RunCall {
  arrive: number | null;
  leave: number | null;
}
export interface RouteRun {
  departAt: number;
  arriveAt: number;
  /** the timetable's departure that it is compared with; null when none is near, then it is compared with its own departure */
  planAt: number | null;
  calls: RunCall[];
  assessed: number;
  onTime: number;
}

export const runRules = {
  /** the nearest departure of the timetable counts when it is no farther away than this */
  departureMs: 2 * hourMs,
  /** a drive that takes longer than so many times its plan is not a run of the route; `atLeastMs` is allowed in any case */
  longest: 3,
  atLeastMs: 12 * hourMs,
} as const;

/** Planned arrivals at the stops, ms after the departure from the first. */
export function plannedArrivalsOf(stops: readonly RunStop[]): number[] {
  let at = 0;
  return stops.map((stop, i) => {
    if (i === 0) return 0;
    at += stop.driveMin * minuteMs;
    const arrive = at;
    at += stop.stayMin * minuteMs;
    return arrive;
  });
}

/**
 * Finds the runs of a route among the visits of one vehicle. A run leaves the first stop and reaches the last one without having been back at the
 * first, and visits at least half of the stops between in their order; a round trip ends at the stop where it began. `departures` gives the
 * timetable's departures around a moment (epoch ms).
 */
export function findRouteRuns(
  stops: readonly RunStop[],
  visits: readonly RealVisit[],
  departures: (around: number) => readonly number[],
): RouteRun[] {
  const ends = [stops[0]?.placeId, stops.at(-1)?.placeId] as const;
  if (stops.length < 2 || !ends[0] || !ends[1]) return [];
  const sorted = [...visits].sort((a, b) => a.inAt - b.inAt);
  const plan = plannedArrivalsOf(stops);
  const longest = Math.max(runRules.atLeastMs, (plan.at(-1) ?? 0) * runRules.longest);
  return sorted.flatMap((from, i) => {
    if (from.placeId !== ends[0] || from.outAt === null) return [];
    const calls = followRoute(stops, from.outAt, sorted.slice(i + 1), longest);
    return calls ? [judgeRun(stops, plan, { arrive: from.inAt, leave: from.outAt }, calls, departures)] : [];
  });
}

/** The visits of the stops after the first, one entry a stop; null when the vehicle did not reach the last stop by this route. */
function followRoute(
  stops: readonly RunStop[],
  departAt: number,
  visits: readonly RealVisit[],
  longest: number,
): RunCall[] | null {
  const last = stops.length - 1;
  const calls: RunCall[] = Array.from({ length: last }, () => ({ arrive: null, leave: null }));
  let next = 1;
  let seen = 0;
  for (const visit of visits) {
    if (visit.inAt - departAt > longest) return null;
    if (visit.placeId === stops[last]?.placeId && seen >= Math.floor((last - 1) / 2)) {
      calls[last - 1] = { arrive: visit.inAt, leave: visit.outAt };
      return calls;
    }
    if (visit.placeId === stops[0]?.placeId) return null;
    const at = stops.findIndex((stop, k) => k >= next && k < last && stop.placeId === visit.placeId);
    if (at < 0) continue;
    calls[at - 1] = { arrive: visit.inAt, leave: visit.outAt };
    next = at + 1;
    seen++;
  }
  return null;
}

function judgeRun(
  stops: readonly RunStop[],
  plan: readonly number[],
  first: { arrive: number; leave: number },
  later: RunCall[],
  departures: (around: number) => readonly number[],
): RouteRun {
  const departAt = first.leave;
  const planAt = findNearest(departures(departAt), departAt);
  let assessed = 0;
  let onTime = 0;
  later.forEach(({ arrive }, i) => {
    const stop = stops[i + 1];
    if (!stop?.assess) return;
    assessed++;
    if (arrive === null) return;
    const diff = arrive - ((planAt ?? departAt) + (plan[i + 1] ?? 0));
    if (punctualityOf(diff, { earlyMs: stop.earlyMin * minuteMs, lateMs: stop.lateMin * minuteMs }) === 'onTime')
      onTime++;
  });
  return { departAt, arriveAt: later.at(-1)?.arrive ?? departAt, planAt, calls: [first, ...later], assessed, onTime };
}

function findNearest(moments: readonly number[], to: number): number | null {
  let best: number | null = null;
  for (const at of moments)
    if (Math.abs(at - to) <= runRules.departureMs && (best === null || Math.abs(at - to) < Math.abs(best - to)))
      best = at;
  return best;
}

/** Times learnt from many runs of a route: minutes of each leg and stay, and of the whole drive by the hour of departure on the company's clock. */
export interface LearnedTimes {
  /** median minutes of the leg to the stop and of the stay there; null where no run stopped */
  stops: Array<{ driveMin: number | null; stayMin: number | null }>;
  hours: Array<{ hour: number; runs: number; minutes: number }>;
}

export function learnTimes(
  runs: ReadonlyArray<Pick<RouteRun, 'departAt' | 'arriveAt' | 'calls'>>,
  hourOf: (at: number) => number,
): LearnedTimes {
  const length = Math.max(0, ...runs.map(({ calls }) => calls.length));
  const stops = Array.from({ length }, (_, i) => {
    const ways = runs.flatMap(({ calls }) => spanBetween(calls[i - 1]?.leave, calls[i]?.arrive));
    const stays = runs.flatMap(({ calls }) => spanBetween(calls[i]?.arrive, calls[i]?.leave));
    const between = i > 0 && i < length - 1;
    return { driveMin: i === 0 ? null : medianMin(ways), stayMin: between ? medianMin(stays) : null };
  });
  const byHour = new Map<number, number[]>();
  for (const { departAt, arriveAt } of runs) {
    const hour = hourOf(departAt);
    byHour.set(hour, [...(byHour.get(hour) ?? []), arriveAt - departAt]);
  }
  const hours = [...byHour].map(([hour, spans]) => ({ hour, runs: spans.length, minutes: medianMin(spans) ?? 0 }));
  return { stops, hours: hours.sort((a, b) => a.hour - b.hour) };
}

const spanBetween = (from: number | null | undefined, to: number | null | undefined): number[] =>
  from === null || from === undefined || to === null || to === undefined || to < from ? [] : [to - from];

/** The median in whole minutes; null for an empty list. */
function medianMin(spans: readonly number[]): number | null {
  if (spans.length === 0) return null;
  const sorted = [...spans].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return Math.round((sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2) / minuteMs);
}
