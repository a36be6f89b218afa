import type { DemoVehicle } from '../fleet/demo';
import { storeCardOf } from '../fleet/demo-cards';
import { cardOfDriver, type DriverOfCard } from '../fleet/demo-drivers';
import type { Story } from '../fleet/stories';
import { dayMs, dutyStartMs, minuteMs, weekdayOf } from './calendar';
import { Cargo, outsideTempC, ratePerMinuteOf, type UnitFailure } from './cargo';
import { Drive, stepSeconds } from './drive';
import type { TerminalEvent, TerminalPoint } from './event';
import { FuelTank } from './fuel';
import { movePosition, pointAt } from './path';
import { type Leg, type Stop, weekPlanOf } from './plan';
import { createRandom, hash01, hashSeed, type Random } from './random';
import { makePoint, type Readings, type Scene } from './sensors';
import { measuredTempC, odometerAtDutyM, raisedBits, raisedVideoBits, storyOn } from './state-rules';
import { cityOf } from './streets';
import { traitsOf } from './traits';

const stepMs = stepSeconds * 1000;
/** Reporting intervals, ms: moving, engine on at a stand, engine off (resources.md section 4). */
const reportEveryMs = { moving: 30_000, idle: 60_000, parked: 300_000 } as const;
/** Cards go in and out so long after a report, which comes on a whole step: never at the same moment. */
const swipeMs = 1000;
/** Share of the arrivals at a store with a card at which the driver holds it to the reader. */
const storeCardShare = 0.7;
/** Length of the last stretch over which a truck moves sideways to its place in the yard, metres. */
const yardBlendM = 1500;

/** The whole step of the motion model nearest to a moment. */
const toStep = (ms: number): number => Math.round(ms / stepMs) * stepMs;

/** What is made of each report: of the scene at a moment, and of readings that are taken only when they are asked for. */
export type Sense<Point> = (vehicle: DemoVehicle, scene: Scene, timeMs: number, read: () => Readings) => Point;

/** Everything that a terminal reports. */
export const senseAll: Sense<TerminalPoint> = (vehicle, scene, _timeMs, read) => makePoint(vehicle, scene, read());

/**
 * Events of one duty day of a vehicle: 24 hours from its starting minute, from the vehicle's seed, the day and the planted failures alone. It begins and ends parked at the home
 * yard with the box at its set point, so that any day can be simulated without the days before. Reports before `fromMs` (epoch ms) are left out.
 */
export function* simulateDutyDay<Point>(
  vehicle: DemoVehicle,
  day: number,
  failures: readonly UnitFailure[],
  { fromMs, sense }: { fromMs: number; sense: Sense<Point> },
): Generator<TerminalEvent<Point>> {
  yield* new DutyDay(vehicle, day, failures, fromMs, sense).run();
}

/** Stands beside the road between two stops. */
type Halt = Extract<Story, { kind: 'breakdown' | 'roadside' }>;

/** What is wrong with the refrigeration unit in a story. */
const partOfUnit = { chillerStop: 'unitOff', weakUnit: 'unitWeak', stuckDefrost: 'heaterStuck' } as const;

/** The state of a vehicle while its duty day is simulated. */
class DutyDay<Point> {
  private readonly random: Random;
  private readonly stories: readonly Story[];
  private readonly seed: number;
  /** Offset of the vehicle's reports, so that not all vehicles report at the same second. */
  private readonly phaseMs: number;
  private readonly startMs: number;
  private readonly endMs: number;
  private readonly cargo: Cargo;
  private readonly tank: FuelTank;
  private readonly scene: Scene;
  /** The moment that the simulation has reached, epoch ms. */
  private t: number;
  /** Odometer when the current leg began. */
  private baseOdometerM: number;
  /** Driving time of the duty day so far. */
  private driveMs = 0;
  /** Driver whose card is in the terminal. */
  private atWheel: DriverOfCard | null = null;
  /** Number of stops, of stops with an open door, and of legs so far. */
  private stops = 0;
  private doorStops = 0;
  private legs = 0;
  /** When the door of the doorMoving story is closed. */
  private lateCloseMs: number | null = null;
  private speeding: Extract<Story, { kind: 'speeding' }> | null;
  private chiller: Extract<Story, { kind: keyof typeof partOfUnit }> | null;
  /** It has broken down and waits. */
  private standing = false;
  /** The breakdown that is still to come today. */
  private breakdown: Halt | null;

  constructor(
    private readonly vehicle: DemoVehicle,
    private readonly day: number,
    failures: readonly UnitFailure[],
    private readonly fromMs: number,
    private readonly sense: Sense<Point>,
  ) {
    this.seed = traitsOf(vehicle).vehicleSeed;
    this.random = createRandom(hashSeed('day', vehicle.no, day));
    this.stories = traitsOf(vehicle).stories;
    this.phaseMs = Math.floor(hash01(this.seed, 7) * 6) * stepMs;
    this.startMs = dutyStartMs(vehicle, day);
    this.endMs = this.startMs + dayMs;
    this.t = this.startMs;
    this.cargo = new Cargo(
      vehicle,
      this.startMs,
      failures.filter(({ vehicleNo }) => vehicleNo === vehicle.no),
    );
    this.tank = new FuelTank(vehicle, day);
    this.baseOdometerM = odometerAtDutyM(vehicle, day);
    this.speeding = storyOn(this.stories, 'speeding', day);
    this.chiller =
      storyOn(this.stories, 'chillerStop', day) ??
      storyOn(this.stories, 'weakUnit', day) ??
      storyOn(this.stories, 'stuckDefrost', day);
    this.breakdown = storyOn(this.stories, 'breakdown', day) ?? storyOn(this.stories, 'roadside', day);
    const { home } = weekPlanOf(vehicle);
    const at = pointAt(home.path, home.atM);
    this.scene = {
      lng: at.lng,
      lat: at.lat,
      bearingDeg: at.bearingDeg,
      speedMps: 0,
      acc: false,
      door: false,
      odometerM: this.baseOdometerM,
      fix: true,
      link: true,
      moving: false,
      raised: 0,
      videoRaised: 0,
    };
    this.takePlaceInYard(at.bearingDeg, 90);
  }

  /** The day's events in order of time. */
  *run(): Generator<TerminalEvent<Point>> {
    const plan = weekPlanOf(this.vehicle).days[weekdayOf(this.day)];
    const driver = cardOfDriver(this.vehicle);
    if (driver && plan && plan.steps.length > 0) yield this.putCardIn(driver, this.t + swipeMs);
    for (const step of plan?.steps ?? []) {
      if (step.kind === 'drive') yield* this.driveLeg(step);
      else yield* this.standAtStop(step);
    }
    yield* this.takeCardOut(this.t + swipeMs);
    yield* this.standAtHome();
  }

  /** A driver's card goes into the terminal. */
  private putCardIn(driver: DriverOfCard, timeMs: number): TerminalEvent<Point> {
    this.atWheel = driver;
    return { kind: 'card', timeMs, card: { inserted: true, ...driver } };
  }

  /** The card in the terminal, if any, goes out. */
  private *takeCardOut(timeMs: number): Generator<TerminalEvent<Point>> {
    if (this.atWheel) yield { kind: 'card', timeMs, card: { inserted: false, ...this.atWheel } };
    this.atWheel = null;
  }

  /** At a store of Shanghai that has a card, the driver holds it to the reader, most times. */
  private *readStoreCard({ use, name }: Stop): Generator<TerminalEvent<Point>> {
    const { duty } = this.vehicle;
    if (use !== 'store' || duty.kind !== 'city' || duty.city !== 'shanghai') return;
    const cardNo = storeCardOf(cityOf('shanghai').stores.findIndex((store) => store.name === name));
    if (cardNo !== null && hash01(this.seed, Math.floor(this.t / minuteMs)) < storeCardShare)
      yield { kind: 'reader', timeMs: this.t + swipeMs, cardNo };
  }

  /** Drives a leg and reports on the way. */
  private *driveLeg(leg: Leg): Generator<TerminalEvent<Point>> {
    const drive = new Drive(leg, hashSeed('drive', this.vehicle.no, this.day, this.t), this.random);
    this.legs++;
    this.scene.acc = true;
    this.scene.moving = true;
    while (!drive.arrived && this.t < this.endMs) {
      drive.step(this.t, this.speedOfStory());
      this.t += stepMs;
      this.driveMs += stepMs;
      if (this.breakdown && this.driveMs >= this.breakdown.driveMinute * minuteMs)
        yield* this.breakDown(this.breakdown, leg, drive);
      const changed = this.closeLateDoor() || this.switchChiller();
      if (!changed && this.t % reportEveryMs.moving !== this.phaseMs) continue;
      this.placeOnRoad(leg, drive);
      yield* this.report();
    }
    this.baseOdometerM += drive.lengthM;
    this.placeOnRoad(leg, drive);
    Object.assign(this.scene, { speedMps: 0, moving: false, fix: true, link: true, odometerM: this.baseOdometerM });
    this.tank.bookLeg(drive.lengthM);
  }

  /** Puts the scene where the drive is: on the road or beside it, with what can be seen and heard there. */
  private placeOnRoad(leg: Leg, drive: Drive): void {
    const { scene } = this;
    const { lng, lat, directionDeg } = drive.place();
    Object.assign(scene, { lng, lat, bearingDeg: directionDeg, speedMps: drive.speedMps });
    scene.odometerM = this.baseOdometerM + drive.drivenM;
    const dark = leg.dark.find((z) => drive.pathM >= z.fromM && drive.pathM < z.toM);
    const blind = storyOn(this.stories, 'blindStretch', this.day);
    const { lengthM } = leg.path;
    const blindNow =
      blind !== null && drive.pathM >= blind.fromShare * lengthM && drive.pathM < blind.toShare * lengthM;
    scene.fix = dark?.fix ?? true;
    scene.link = !blindNow && (dark?.link ?? true);
    const detour = storyOn(this.stories, 'detour', this.day);
    if (detour?.leg === this.legs) {
      const bow = Math.sin((Math.PI * drive.drivenM) / drive.lengthM) ** 2;
      [scene.lng, scene.lat] = movePosition(lng, lat, directionDeg, detour.asideM * bow);
    }
    this.shiftToYard(leg, Math.min(drive.lengthM - drive.drivenM, drive.drivenM));
  }

  /** Stands on the hard shoulder with the engine off until help has come, or the driver goes on. */
  private *breakDown(halt: Halt, leg: Leg, drive: Drive): Generator<TerminalEvent<Point>> {
    const since = this.t;
    const until = Math.min(this.endMs, toStep(since + halt.minutes * minuteMs));
    this.placeOnRoad(leg, drive);
    this.standing = true;
    const switchAcc = (on: boolean) => (): void => {
      this.scene.acc = on;
    };
    const after = (minutes: number): number => toStep(since + minutes * minuteMs);
    const switchUnit = (off: boolean) => (): void => {
      this.cargo.unitOff = off;
    };
    yield* this.standUntil(until, [
      [after(1), switchAcc(false)],
      [until - minuteMs, switchAcc(true)],
      ...(halt.kind === 'roadside'
        ? ([
            [after(2), switchUnit(true)],
            [after(2 + halt.unitOffMin), switchUnit(false)],
            [after(5), () => this.setDoor(true)],
            [after(5 + halt.doorMin), () => this.setDoor(false)],
          ] as const)
        : []),
    ]);
    this.standing = false;
    this.breakdown = null;
    drive.speedMps = 0;
    this.scene.moving = true;
  }

  /** Moves the scene to the right side of the road and, near the ends of a leg, to the vehicle's own place in the yard. */
  private shiftToYard(leg: Leg, toEndM: number): void {
    const part = Math.max(0, 1 - toEndM / yardBlendM);
    const blend = part * part * (3 - 2 * part);
    const lane = leg.urban ? 5 : 10;
    const [lng, lat] = movePosition(this.scene.lng, this.scene.lat, this.scene.bearingDeg, lane * (1 - blend));
    [this.scene.lng, this.scene.lat] = movePosition(
      lng,
      lat,
      0,
      this.placeInYard(0) * leg.yardM * blend,
      this.placeInYard(1) * leg.yardM * blend,
    );
  }

  /** Puts the scene at the vehicle's own place in the home yard. */
  private takePlaceInYard(bearingDeg: number, yardM: number): void {
    this.scene.bearingDeg = bearingDeg;
    [this.scene.lng, this.scene.lat] = movePosition(
      this.scene.lng,
      this.scene.lat,
      0,
      this.placeInYard(0) * yardM,
      this.placeInYard(1) * yardM,
    );
  }

  /** The vehicle's own place in every yard, as -1 … 1 of the yard's half width on two axes. */
  private placeInYard(axis: 0 | 1): number {
    return 2 * hash01(this.seed, 40 + axis) - 1;
  }

  /** Stands at a planned stop: ignition, doors, refuelling, cards. */
  private *standAtStop(stop: Stop): Generator<TerminalEvent<Point>> {
    const arrive = this.t;
    let minutes = stop.minutes * this.random.between(0.88, 1.15);
    let doorMinutes = stop.doorMinutes * this.random.between(0.85, 1.15);
    const idles = this.random.chance(stop.use === 'rest' ? 0.3 : stop.use === 'store' ? 0.22 : 0.05);
    this.stops++;
    const wait = storyOn(this.stories, 'longIdle', this.day);
    const waits = wait?.stop === this.stops;
    if (wait && waits) minutes = Math.max(minutes, wait.minutes);
    const longDoor = storyOn(this.stories, 'longDoor', this.day);
    if (doorMinutes > 0) this.doorStops++;
    if (longDoor && doorMinutes > 0 && this.doorStops === longDoor.doorStop) {
      doorMinutes = longDoor.minutes;
      minutes = Math.max(minutes, doorMinutes + 8);
      this.cargo.riseOverride = ratePerMinuteOf(longDoor.riseC, longDoor.minutes);
    }
    yield* this.readStoreCard(stop);
    const leave = Math.min(this.endMs, toStep(arrive + minutes * minuteMs));
    if (stop.refuel) this.tank.refuel(arrive + 4 * minuteMs, leave - 5 * minuteMs);
    const changes: Array<readonly [at: number, run: () => void]> = [];
    if (!idles && !waits)
      changes.push([
        toStep(arrive + 50_000),
        () => {
          this.scene.acc = false;
        },
      ]);
    changes.push([
      toStep(leave - minuteMs),
      () => {
        this.scene.acc = true;
      },
    ]);
    this.planDoorChanges(stop, doorMinutes, arrive, leave, changes);
    yield* this.standUntil(leave, changes);
    this.cargo.riseOverride = null;
    this.tank.endRefuel();
  }

  /** Adds when the door opens and closes during a stop; with the doorMoving story it closes after the departure. */
  private planDoorChanges(
    stop: Stop,
    doorMinutes: number,
    arrive: number,
    leave: number,
    changes: Array<readonly [number, () => void]>,
  ): void {
    if (doorMinutes <= 0) return;
    const open = toStep(
      stop.use === 'load' ? Math.max(arrive + 3 * minuteMs, leave - (doorMinutes + 8) * minuteMs) : arrive + 100_000,
    );
    const late = storyOn(this.stories, 'doorMoving', this.day);
    const close = Math.min(toStep(open + doorMinutes * minuteMs), leave - 2 * minuteMs);
    changes.push([open, () => this.setDoor(true)]);
    if (late && stop.use === 'unload') this.lateCloseMs = toStep(leave + late.seconds * 1000);
    else changes.push([close, () => this.setDoor(false)]);
  }

  private setDoor(open: boolean): void {
    this.scene.door = open;
    this.cargo.doorOpen = open;
  }

  /** Closes the door of the doorMoving story when it is time; true when it did. */
  private closeLateDoor(): boolean {
    if (this.lateCloseMs === null || this.t < this.lateCloseMs) return false;
    this.lateCloseMs = null;
    this.setDoor(false);
    return true;
  }

  /** Has the refrigeration unit stop, work without effect or heat, as its story says, and work again afterwards; true when it did. */
  private switchChiller(): boolean {
    if (!this.chiller) return false;
    const part = partOfUnit[this.chiller.kind];
    const fromMs = this.chiller.driveMinute * minuteMs;
    const is = this.driveMs >= fromMs && this.driveMs < fromMs + this.chiller.minutes * minuteMs;
    if (is === this.cargo[part]) return false;
    this.cargo.advance(this.t);
    this.cargo[part] = is;
    return true;
  }

  /** Speed of the speeding story while it runs, else null. */
  private speedOfStory(): number | null {
    if (!this.speeding) return null;
    const fromMs = this.speeding.driveMinute * minuteMs;
    return this.driveMs >= fromMs && this.driveMs < fromMs + this.speeding.minutes * minuteMs
      ? this.speeding.speedKmh
      : null;
  }

  /** Stands at the home yard until the duty day ends. */
  private *standAtHome(): Generator<TerminalEvent<Point>> {
    const changes: Array<readonly [number, () => void]> = [];
    const accOff = toStep(this.t + 50_000);
    if (this.scene.acc)
      changes.push([
        accOff,
        () => {
          this.scene.acc = false;
        },
      ]);
    yield* this.standUntil(this.endMs, changes);
  }

  /** Stands until a moment and reports at the interval of a stand, and at once after each change (ignition, door). */
  private *standUntil(until: number, changes: Array<readonly [number, () => void]>): Generator<TerminalEvent<Point>> {
    this.scene.speedMps = 0;
    this.scene.moving = false;
    changes.sort((a, b) => a[0] - b[0]);
    while (this.t < until) {
      const interval = this.scene.acc ? reportEveryMs.idle : reportEveryMs.parked;
      const grid = Math.floor((this.t - this.phaseMs) / interval + 1) * interval + this.phaseMs;
      const change = changes[0]?.[0] ?? Number.POSITIVE_INFINITY;
      const next = Math.min(grid, Math.max(change, this.t + stepMs));
      if (next >= until) break;
      this.t = next;
      this.cargo.advance(this.t);
      while ((changes[0]?.[0] ?? Number.POSITIVE_INFINITY) <= this.t) changes.shift()?.[1]();
      yield* this.report();
    }
    this.t = until;
    this.cargo.advance(this.t);
    for (const [, run] of changes) run();
  }

  /** The terminal's report of the scene as it is now, when it is wanted. */
  private *report(): Generator<TerminalEvent<Point>> {
    this.cargo.advance(this.t);
    if (this.t < this.fromMs) return;
    this.scene.videoRaised = raisedVideoBits(this.stories, this.day, this.driveMs / minuteMs);
    this.scene.raised = raisedBits(this.stories, this.day, this.driveMs / minuteMs, this.standing);
    const point = this.sense(this.vehicle, this.scene, this.t, () => this.read());
    yield { kind: 'point', timeMs: this.t, link: this.scene.link, point };
  }

  /** What the sensors say now. */
  private read(): Readings {
    const outside = outsideTempC(this.scene.lat, this.t, Math.round(this.scene.lat) * 7919);
    return {
      timeMs: this.t,
      fuelL: this.tank.readLitres(this.t, this.scene.odometerM - this.baseOdometerM, this.scene.moving),
      tempC: measuredTempC(this.cargo.temperatures(this.t, outside), this.stories, this.day, this.driveMs / minuteMs),
      humPct: this.cargo.humidities(this.t),
      co2Ppm: this.cargo.co2(this.t),
      reeferOn:
        this.vehicle.box === 'ambient' || this.vehicle.unitUnwired
          ? null
          : !this.cargo.unitOff && !this.cargo.failsAt(this.t),
    };
  }
}
