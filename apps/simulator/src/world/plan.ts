import type { DemoVehicle } from '../fleet/demo';
import { type Story, storiesOf } from '../fleet/stories';
import type { Path } from './path';
import { createRandom, hashSeed, type Random } from './random';
import { type DarkZone, type Road, roadOf } from './routes';
import { type City, cityOf, type StreetSite, streetWay, streetWayM } from './streets';

/** A drive from one place of a path to another; `fromM > toM` drives it backwards. */
export interface Leg {
  kind: 'drive';
  path: Path;
  fromM: number;
  toM: number;
  cruiseKmh: number;
  urban: boolean;
  dark: readonly DarkZone[];
  /** Half width of the yard at the leg's end, m: trucks do not stand on one spot. */
  yardM: number;
}

/** A planned stop. Each day varies its length a little. */
export interface Stop {
  kind: 'stop';
  name: string;
  use: 'load' | 'unload' | 'store' | 'rest';
  minutes: number;
  /** Minutes the doors are open; 0 = closed. */
  doorMinutes: number;
  refuel: boolean;
}

export type Step = Leg | Stop;

/** One duty day as planned. It begins and ends at the home yard, so that each day can be simulated without the one before. */
export interface DayPlan {
  steps: readonly Step[];
  lengthM: number;
  /** Distance driven since the last refuelling when the day begins, m. */
  sinceRefuelM: number;
  refuels: boolean;
}

/** The seven duty days of a vehicle (index = weekday). They repeat every week, so that odometer and fuel of any day can be calculated from them. */
export interface WeekPlan {
  days: readonly DayPlan[];
  weekM: number;
  /** Metres driven in the week (from Sunday) before each day. */
  beforeM: readonly number[];
  home: { path: Path; atM: number };
}

/** Metres since the last refuelling after which the next stop that is no store fills the tank; tanks of city trucks are half as large. */
const refuelAfter = { trunk: 620_000, ring: 560_000, city: 560_000 } as const;

/** A stop that does not refuel yet. */
const makeStop = (name: string, use: Stop['use'], minutes: number, doorMinutes = 0): Stop => ({
  kind: 'stop',
  name,
  use,
  minutes,
  doorMinutes,
  refuel: false,
});

const plans = new Map<number, WeekPlan>();

/** The week of a vehicle; built on the first call and kept. */
export function weekPlanOf(vehicle: DemoVehicle): WeekPlan {
  const known = plans.get(vehicle.no);
  if (known) return known;
  const plan = buildWeek(vehicle);
  plans.set(vehicle.no, plan);
  return plan;
}

/** The weekday on which a vehicle and its driver rest: one a week, and none on which one of its stories is told. */
function dayOffOf({ no }: DemoVehicle, stories: readonly Story[]): number | null {
  const told = new Set(stories.flatMap(({ weekdays }) => (weekdays.length < 7 ? weekdays : [])));
  const free = [0, 1, 2, 3, 4, 5, 6].map((i) => (no * 3 + i) % 7).filter((weekday) => !told.has(weekday));
  return free[0] ?? null;
}

function buildWeek(vehicle: DemoVehicle): WeekPlan {
  const stories = storiesOf(vehicle.no);
  const resting = stories.some((s) => s.kind === 'neverStarted' || s.kind === 'workshop' || s.kind === 'neverOnline');
  const days: DayPlan[] = [];
  const beforeM: number[] = [];
  let weekM = 0;
  let sinceM = 0;
  const dayOff = dayOffOf(vehicle, stories);
  for (let weekday = 0; weekday < 7; weekday++) {
    const random = createRandom(hashSeed('week', vehicle.no, weekday));
    const steps = resting || weekday === dayOff ? [] : planDay(vehicle, weekday, random, stories);
    const startSince = sinceM;
    sinceM = placeRefuels(steps, sinceM, weekday === 0, vehicle);
    const lengthM = steps.reduce((sum, s) => sum + (s.kind === 'drive' ? Math.abs(s.toM - s.fromM) : 0), 0);
    const refuels = steps.some((s) => s.kind === 'stop' && s.refuel);
    days.push({ steps, lengthM, sinceRefuelM: startSince, refuels });
    beforeM.push(weekM);
    weekM += lengthM;
  }
  const sunday = days[0];
  if (sunday) days[0] = { ...sunday, sinceRefuelM: sinceM };
  return { days, weekM, beforeM, home: homeOf(vehicle) };
}

/**
 * Marks the stops at which the tank is filled: the first one of the week, and later ones by {@link refuelAfter}. Answers the metres driven since the
 * last of them.
 */
function placeRefuels(steps: Step[], sinceM: number, firstOfWeek: boolean, { tankL, duty }: DemoVehicle): number {
  let since = sinceM;
  let force = firstOfWeek;
  for (const step of steps) {
    if (step.kind === 'drive') since += Math.abs(step.toM - step.fromM);
    else if (tankL > 0 && (force || (since > refuelAfter[duty.kind] && step.use !== 'store'))) {
      step.refuel = true;
      step.minutes = Math.max(step.minutes, 20);
      since = 0;
      force = false;
    }
  }
  return since;
}

/** The home yard: where the vehicle's first road begins. */
function homeOf(vehicle: DemoVehicle): WeekPlan['home'] {
  const { duty } = vehicle;
  if (duty.kind !== 'city') return { path: roadOf(duty.route).path, atM: 0 };
  const city = cityOf(duty.city);
  const first = city.stores.find((s) => s.v !== city.depot.v) ?? city.depot;
  return { path: streetWay(city, city.depot, first, 1), atM: 0 };
}

/** Stops and legs of a vehicle on a weekday. */
function planDay(vehicle: DemoVehicle, weekday: number, random: Random, stories: readonly Story[]): Step[] {
  const { duty } = vehicle;
  if (duty.kind === 'city') return planCityDay(cityOf(duty.city), weekday, random, vehicle.no);
  const road = roadOf(duty.route);
  if (duty.kind === 'ring') return planRingDay(road, random);
  const noRest = stories.find((s) => s.kind === 'noRest' && s.weekdays.includes(weekday));
  return planTrunkDay(road, random, noRest?.kind === 'noRest' ? noRest.driveMinutes : null);
}

/** Expected minutes for a distance at a share of the cruising speed. */
const driveMinutes = (metres: number, kmh: number, share: number): number => (metres / 1000 / (kmh * share)) * 60;

/**
 * A day of long haul of one driver: out and back as often as about eight hours at the wheel with rests allow. `noRestMinutes`: the day
 * of a driver who drives on without a rest.
 */
function planTrunkDay(road: Road, random: Random, noRestMinutes: number | null): Step[] {
  const home = road.stops[0];
  if (!home) return [];
  const budget = 11.5 * 60;
  const steps: Step[] = [makeStop(home.name, 'load', 34, 12)];
  let used = 34;
  let drivenM = 0;
  const places = road.stops.filter((s) => s.atM > 55_000 && !s.name.includes('服务区'));
  const shortest = Math.min(...places.map((s) => tripMinutes(road, s.atM)));
  for (let trip = 0; trip < 6; trip++) {
    const targets = places.filter((s) => {
      const left = budget - used - tripMinutes(road, s.atM);
      return left > 0 && (left > shortest || drivenM + 2 * s.atM >= leastM);
    });
    const target =
      random.chance(0.7) || noRestMinutes !== null ? targets.at(-1) : targets[random.whole(0, targets.length - 1)];
    if (!target) break;
    steps.push(...planOneWay(road, 0, target.atM, random, noRestMinutes));
    // who does not rest unloads in haste and drives on, until he has to
    steps.push(
      noRestMinutes === null ? makeStop(target.name, 'unload', 34, 18) : makeStop(target.name, 'unload', 14, 9),
    );
    steps.push(...planOneWay(road, target.atM, 0, random, noRestMinutes === null ? null : tiredMinutes));
    used += tripMinutes(road, target.atM);
    drivenM += 2 * target.atM;
    steps.push(makeStop(home.name, 'load', 26, 11));
  }
  return steps;
}

/** A truck that works drives so far in a day. */
const leastM = 300_000;

/** Minutes after which a driver who did not rest on the way out rests on the way back. */
const tiredMinutes = 35;

/** Expected minutes of a trip out and back: driving with tolls and jams, a rest every two hours, one drop, unloading and loading. */
const tripMinutes = (road: Road, m: number): number => {
  const drive = 2 * driveMinutes(m, road.truckKmh, 0.9);
  return drive * (1 + 29 / 135) + 34 + 26 + 14;
};

/** One direction of a trip, with a rest before 2.5 h of driving and, on the way out, some drops at cold stores. */
function planOneWay(road: Road, fromM: number, toM: number, random: Random, noRestMinutes: number | null): Step[] {
  const way = Math.sign(toM - fromM);
  const out: Step[] = [];
  const leg = (a: number, b: number): Leg => ({
    kind: 'drive',
    path: road.path,
    fromM: a,
    toM: b,
    cruiseKmh: road.truckKmh,
    urban: false,
    dark: road.dark,
    yardM: 90,
  });
  const between = road.stops
    .filter((s) => (s.atM - fromM) * way > 30_000 && (toM - s.atM) * way > 30_000)
    .sort((a, b) => (a.atM - b.atM) * way);
  let at = fromM;
  let rested = fromM;
  const limitM =
    ((noRestMinutes ?? random.between(110, 150)) / 60) * road.truckKmh * 1000 * (noRestMinutes ? 0.94 : 0.9);
  between.forEach((s, i) => {
    const nextM = between[i + 1]?.atM ?? toM;
    const drop = noRestMinutes === null && way > 0 && s.name.includes('冷库') && random.chance(0.5);
    const tired = Math.abs(nextM - rested) > limitM;
    if (!drop && !tired) return;
    out.push(
      leg(at, s.atM),
      drop ? makeStop(s.name, 'store', 26, 9) : makeStop(s.name, 'rest', random.between(24, 34)),
    );
    at = s.atM;
    rested = s.atM;
  });
  out.push(leg(at, toM));
  return out;
}

/** A day on the ring: laps with deliveries at some of its places, as many as one driver has time for, and a short way out and back when the laps alone are too short. */
function planRingDay(road: Road, random: Random): Step[] {
  const [home, ...rest] = road.stops;
  if (!home) return [];
  const steps: Step[] = [makeStop(home.name, 'load', 35, 12)];
  const leg = (fromM: number, toM: number): Leg => ({
    kind: 'drive',
    path: road.path,
    fromM,
    toM,
    cruiseKmh: road.truckKmh,
    urban: true,
    dark: road.dark,
    yardM: 45,
  });
  const makeDrop = (name: string): Stop => makeStop(name, 'store', random.between(7, 12), random.between(3, 6));
  const laps = Math.floor(wheelMinutes / driveMinutes(road.path.lengthM, road.truckKmh, ringShare));
  for (let lap = 0; lap < laps; lap++) {
    let at = 0;
    rest.forEach((s, i) => {
      const last = i === rest.length - 1;
      if (!last && random.chance(0.5)) return;
      steps.push(leg(at, s.atM), last ? makeStop(s.name, 'load', 27, 10) : makeDrop(s.name));
      at = s.atM;
    });
  }
  const missingM = leastM - laps * road.path.lengthM;
  const near = missingM > 0 ? rest.find(({ atM }) => 2 * atM >= missingM) : undefined;
  if (near) steps.push(leg(0, near.atM), makeDrop(near.name), leg(near.atM, 0), makeStop(home.name, 'load', 27, 10));
  return steps;
}

/** Expected minutes at the wheel in a day on the ring, and the share of the cruising speed that is left on it by lights and stops. */
const [wheelMinutes, ringShare] = [8.2 * 60, 0.65];

/** Speed on the main streets of a city, km/h, and the share of it that is left by lights and corners. */
const [streetKmh, streetShare] = [56, 0.62];

/** Expected minutes without a rest that a driver in a city does not pass: after four hours he must have had one. */
const restlessMin = 190;
/** A round that has at most so far to go until the way of a day is driven is ended by the store that makes it whole best. */
const lastWaysM = 60_000;
/** No store is called at, if there is another, that makes the way of the day longer than so. */
const mostCityM = 306_000;

/** A day of city delivery: rounds of six stores from the depot, until the way of a working day is driven, which takes eight to nine hours at the wheel. */
function planCityDay(city: City, weekday: number, random: Random, no: number): Step[] {
  const { depot } = city;
  const steps: Step[] = [makeStop(depot.name, 'load', 40, 12)];
  let drivenM = 0;
  let at: StreetSite = depot;
  let inRound = 0;
  const seedOf = (step: number): number => hashSeed('way', no, weekday, step);
  const known = new Map<string, number>();
  const metresBetween = (from: StreetSite, to: StreetSite, step: number): number => {
    const key = `${from.name} ${to.name} ${step}`;
    const metres = known.get(key) ?? streetWayM(city, from, to, seedOf(step));
    known.set(key, metres);
    return metres;
  };
  const go = (to: StreetSite) => {
    const path = streetWay(city, at, to, seedOf(steps.length));
    steps.push({
      kind: 'drive',
      path,
      fromM: 0,
      toM: path.lengthM,
      cruiseKmh: streetKmh,
      urban: true,
      dark: [],
      yardM: to === depot ? 70 : 12,
    });
    drivenM += path.lengthM;
    at = to;
  };
  /** The way of the day when the truck goes home now, or by way of one more store. */
  const wholeM = (): number => drivenM + (at === depot ? 0 : metresBetween(at, depot, steps.length));
  const wholeByM = (store: StreetSite): number =>
    drivenM + metresBetween(at, store, steps.length) + metresBetween(store, depot, steps.length + 2);
  while (wholeM() < leastM) {
    const isLast = wholeM() > leastM - lastWaysM;
    if (inRound >= 6 && !isLast) {
      go(depot);
      steps.push(makeStop(depot.name, 'load', 28, 10));
      inRound = 0;
      continue;
    }
    const here = at;
    const far = city.stores.filter((s) => s !== here && Math.hypot(s.u - here.u, s.v - here.v) > 2.5);
    const first = random.whole(0, far.length - 1);
    const next = [...far.slice(first), ...far.slice(0, first)].find((store) => wholeByM(store) < mostCityM);
    const last = isLast || !next ? leastOf(far, (store) => wholeByM(store) - leastM) : undefined;
    go(last && (!next || wholeByM(last) < mostCityM) ? last : (next ?? random.pick(far)));
    const minutes = random.between(6, 11);
    steps.push(makeStop(at.name, 'store', minutes, minutes * 0.5));
    inRound++;
  }
  if (at !== depot) go(depot);
  placeRests(steps);
  return steps;
}

/** Lengthens the stop at a store from which the driver could not reach the next stop before {@link restlessMin}. */
function placeRests(steps: readonly Step[]): void {
  const minutesOf = (step: Step | undefined): number =>
    step?.kind === 'drive' ? driveMinutes(step.path.lengthM, streetKmh, streetShare) : 0;
  let restless = 0;
  steps.forEach((step, i) => {
    if (step.kind === 'drive') restless += minutesOf(step);
    else if (step.use !== 'store') restless = 0;
    else if (restless + step.minutes + minutesOf(steps[i + 1]) > restlessMin) {
      step.minutes += 20;
      restless = 0;
    } else restless += step.minutes;
  });
}

/** The store with the smallest measure that is not negative. */
function leastOf(stores: readonly StreetSite[], measure: (store: StreetSite) => number): StreetSite | undefined {
  const [least] = stores
    .map((store) => ({ store, value: measure(store) }))
    .filter(({ value }) => value >= 0)
    .sort((a, b) => a.value - b.value);
  return least?.store;
}
