import { minuteMs } from '@tongda/contract/core/durations';
import { distanceM } from '@tongda/geo/distance';
import type { DemoVehicle } from '@tongda/simulator/fleet/demo-fleet';
import type { TerminalEvent } from '@tongda/simulator/world/event';
import { pointAt } from '@tongda/simulator/world/path';
import { roadOf } from '@tongda/simulator/world/routes';
import { simulateVehicle } from '@tongda/simulator/world/simulate';
import { cityOf } from '@tongda/simulator/world/streets';

/**
 * Where the simulated trucks stand and when, so that the demo's waybills tell of what the trucks really do. Times epoch ms. The simulator is
 * a pure function of vehicle and time, so the future is known as well as the past.
 */
export interface Stand {
  lng: number;
  lat: number;
  arriveAt: number;
  /** null: it still stands there when the look ends */
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

/** From one hub to the next: a load, and where it can be handed over. */
export interface Run {
  load: Call & { leaveAt: number };
  drops: Array<Call & { leaveAt: number }>;
}

/** Traffic lights and toll stations hold a truck shorter than any delivery does. */
const shortestMs = 4 * minuteMs;
/** A truck that moved less than this has not left. */
const sameM = 100;
/** A stand so near belongs to the place: yards are 90 m deep either way. */
const nearM = 160;

/** Stands in a truck's reports, in order of time. */
export function standsOf(events: Iterable<TerminalEvent>): Stand[] {
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

/** Places that a vehicle's duty takes it to: ends of its road are hubs, and so is the depot of its city. Rest areas are none. */
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

/** Stands at known places. Two at one place in a row are one: a wrong fix has parted them. */
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
 * What could be carried: each load at a hub with the calls until the next one, which takes goods too when it is another place. A place that is
 * called at twice in a run is left out of it: nobody could tell which call is meant.
 */
export function runsOf(calls: readonly Call[]): Run[] {
  const runs: Run[] = [];
  calls.forEach((load, i) => {
    if (!load.spot.hub || !ended(load)) return;
    const rest = calls.slice(i + 1);
    const next = rest.findIndex(({ spot }) => spot.hub);
    const until = next < 0 ? rest : rest.slice(0, next + 1);
    const drops = until
      .filter(ended)
      .filter(({ spot }) => spot !== load.spot && until.filter((one) => one.spot === spot).length === 1);
    if (drops.length > 0) runs.push({ load, drops });
  });
  return runs;
}

const ended = (call: Call): call is Call & { leaveAt: number } => call.leaveAt !== null;

/** Parked terminals report every five minutes; a silence longer than this hides a move. */
const silentMs = 15 * minuteMs;
/** Tunnels take away so much of the fixes at most; a truck with a bad aerial loses more. */
const blindShare = 0.2;

/** Whether somebody who only has the reports knows where the truck was all the time. */
export function reliable(events: readonly TerminalEvent[]): boolean {
  const points = events.flatMap((event) => (event.kind === 'point' ? [event.point] : []));
  const silent = points.some(({ timeMs }, i) => timeMs - (points[i - 1]?.timeMs ?? timeMs) > silentMs);
  return !silent && points.filter(({ located }) => !located).length <= points.length * blindShare;
}

/** The runs of a vehicle between two times; none of one whose terminal does not tell. */
export function runsBetween(vehicle: DemoVehicle, fromMs: number, toMs: number): Run[] {
  const events = [...simulateVehicle(vehicle, fromMs, toMs)];
  return reliable(events) ? runsOf(callsOf(standsOf(events), spotsOf(vehicle))) : [];
}
