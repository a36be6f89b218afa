import { minuteMs } from '@tongda/contract/core/durations';
import { distanceM } from '@tongda/geo/distance';
import type { DemoVehicle } from '@tongda/simulator/fleet/demo';
import type { Fix, TerminalEvent } from '@tongda/simulator/world/event';
import { pointAt } from '@tongda/simulator/world/path';
import { roadOf } from '@tongda/simulator/world/routes';
import { simulateMoves } from '@tongda/simulator/world/simulate';
import { cityOf } from '@tongda/simulator/world/streets';

/**
 * One standstill of a simulated truck, found so that the demo's waybills match what the trucks really do. Times epoch ms. The simulator is a pure
 * function of vehicle and time, so that the future is known as well as the past.
 */
export interface Stand {
  lng: number;
  lat: number;
  arriveAt: number;
  /** null: it still stands there at the end of the looked-at span */
  leaveAt: number | null;
}

/** A place where trucks load (a hub) or unload. */
export interface Spot {
  name: string;
  lng: number;
  lat: number;
  hub: boolean;
}

/** A stand at a known place. */
export interface Call extends Omit<Stand, 'lng' | 'lat'> {
  spot: Spot;
}

/** From one hub to the next: the stop where goods are loaded, and the calls where they can be handed over. */
export interface Run {
  load: Call & { leaveAt: number };
  drops: Array<Call & { leaveAt: number }>;
  /** when it is at the next hub; null: not within the looked-at span */
  backAt: number | null;
}

/** Shortest standstill that counts, ms: traffic lights and toll stations hold a truck for less. */
const shortestMs = 4 * minuteMs;
/** A truck that moved less than so many metres has not left. */
const sameM = 100;
/** A standstill within so many metres belongs to the place: yards reach 90 m either way. */
const nearM = 160;

/** Finds the standstills in a truck's reports, in order of time. */
export function standsOf(events: Iterable<TerminalEvent<Fix>>): Stand[] {
  const stands: Stand[] = [];
  let at: Stand | null = null;
  const end = (leaveAt: number | null): void => {
    if (at && (leaveAt === null || leaveAt - at.arriveAt >= shortestMs)) stands.push({ ...at, leaveAt });
    at = null;
  };
  for (const event of events) {
    if (event.kind !== 'point' || !event.point.located) continue;
    const { timeMs, lng, lat, speedKmh } = event.point;
    const moving = speedKmh >= 1;
    if (at && (moving || distanceM(at.lng, at.lat, lng, lat) > sameM)) end(timeMs);
    if (!moving && !at) at = { lng, lat, arriveAt: timeMs, leaveAt: null };
  }
  end(null);
  return stands;
}

/** Places that a vehicle's duty takes it to, without rest areas. The ends of its road and the depot of its city are hubs. */
export function spotsOf({ duty }: Pick<DemoVehicle, 'duty'>): Spot[] {
  if (duty.kind === 'city') {
    const city = cityOf(duty.city);
    return [city.depot, ...city.stores].map((site) => {
      const [lng, lat] = city.toLngLat(site.u, site.v);
      return { name: site.name, lng, lat, hub: site === city.depot };
    });
  }
  const { path, stops } = roadOf(duty.route);
  return stops
    .filter(({ name }, i) => !name.endsWith('服务区') && stops.findIndex((one) => one.name === name) === i)
    .map(({ name, atM }) => {
      const { lng, lat } = pointAt(path, atM);
      return { name, lng, lat, hub: atM === 0 || atM === path.lengthM };
    });
}

/** The standstills at known places. Two in a row at one place count as one, which a wrong fix has divided. */
export function callsOf(stands: readonly Stand[], spots: readonly Spot[]): Call[] {
  const calls: Call[] = [];
  for (const { lng, lat, arriveAt, leaveAt } of stands) {
    const spot = spots.find((one) => distanceM(one.lng, one.lat, lng, lat) <= nearM);
    if (!spot) continue;
    const before = calls.at(-1);
    if (before?.spot === spot) before.leaveAt = leaveAt;
    else calls.push({ spot, arriveAt, leaveAt });
  }
  return calls;
}

/**
 * Runs that could carry goods: each call at a hub with the calls until the next hub, which takes goods as well when it is another place. A place that
 * a run calls at twice is left out, because it would be unclear which call is meant.
 */
export function runsOf(calls: readonly Call[]): Run[] {
  const runs: Run[] = [];
  calls.forEach((load, i) => {
    if (!load.spot.hub || !hasEnded(load)) return;
    const rest = calls.slice(i + 1);
    const next = rest.findIndex(({ spot }) => spot.hub);
    const until = next < 0 ? rest : rest.slice(0, next + 1);
    const drops = until
      .filter(hasEnded)
      .filter(({ spot }) => spot !== load.spot && until.filter((one) => one.spot === spot).length === 1);
    if (drops.length > 0) runs.push({ load, drops, backAt: rest[next]?.arriveAt ?? null });
  });
  return runs;
}

const hasEnded = (call: Call): call is Call & { leaveAt: number } => call.leaveAt !== null;

/** Silence that could hide a move, ms: parked terminals report every five minutes. */
const silentMs = 15 * minuteMs;
/** Largest share of missing fixes that tunnels explain; a truck with a bad aerial loses more. */
const blindShare = 0.2;

/** Whether the reports alone tell where the truck was all the time. */
export function isReliable(events: ReadonlyArray<TerminalEvent<Fix>>): boolean {
  const points = events.flatMap((event) => (event.kind === 'point' ? [event.point] : []));
  const silent = points.some(({ timeMs }, i) => timeMs - (points[i - 1]?.timeMs ?? timeMs) > silentMs);
  return !silent && points.filter(({ located }) => !located).length <= points.length * blindShare;
}

/** The runs of a vehicle between two times; empty for one whose reports are not reliable. */
export function runsBetween(vehicle: DemoVehicle, fromMs: number, toMs: number): Run[] {
  const events = [...simulateMoves(vehicle, fromMs, toMs)];
  return isReliable(events) ? runsOf(callsOf(standsOf(events), spotsOf(vehicle))) : [];
}
