import { storeCardOf } from '../fleet/demo-cards';
import { cardsOf, type DriverOfCard } from '../fleet/demo-drivers';
import type { DemoVehicle } from '../fleet/demo-fleet';
import type { Story } from '../fleet/stories';
import { dayMs, dutyStartMs, minuteMs, weekdayOf } from './calendar';
import { Cargo, outsideC, riseFor } from './cargo';
import { Drive, stepSeconds } from './drive';
import type { TerminalEvent } from './event';
import { FuelTank } from './fuel';
import { offset, pointAt } from './path';
import { type Leg, type Stop, weekPlanOf } from './plan';
import { createRandom, hash01, hashSeed, type Random } from './random';
import { pointOf, type Scene } from './sensors';
import { odometerAtDutyM, storyOn } from './state-rules';
import { cityOf } from './streets';
import { traitsOf } from './traits';

const stepMs = stepSeconds * 1000;
/** Reporting intervals, ms: moving, engine on at a stand, engine off (resources.md section 4). */
const every = { moving: 30_000, idle: 60_000, parked: 300_000 } as const;
/** Who drives on a trunk road is relieved at the first longer stop after so much driving. */
const reliefAfterMs = 3 * 3_600_000;
const reliefStopMin = 10;
/** Cards go in and out between two reports, which come on whole steps. */
const swipeMs = 1000;
/** Of the arrivals at stores with a card. */
const storeCardShare = 0.7;
/** A truck takes its place in the yard over the last stretch, m. */
const yardBlendM = 1500;

const toStep = (ms: number): number => Math.round(ms / stepMs) * stepMs;

/**
 * One duty day of a vehicle: 24 hours from its start, made from the seed and the day alone. It begins and ends parked at the
 * home yard with the box at its set point, so that any day can be made without the days before.
 */
export function* simulateDutyDay(vehicle: DemoVehicle, day: number): Generator<TerminalEvent> {
  yield* new DutyDay(vehicle, day).run();
}

class DutyDay {
  private readonly random: Random;
  private readonly stories: readonly Story[];
  private readonly seed: number;
  private readonly phaseMs: number;
  private readonly startMs: number;
  private readonly endMs: number;
  private readonly cargo: Cargo;
  private readonly tank: FuelTank;
  private readonly scene: Scene;
  private t: number;
  private baseOdometerM: number;
  private driveMs = 0;
  /** whose card is in the terminal */
  private atWheel: DriverOfCard | null = null;
  private relief: DriverOfCard | null = null;
  private doorStops = 0;
  private lateCloseMs: number | null = null;
  private speeding: Extract<Story, { kind: 'speeding' }> | null;
  private chiller: Extract<Story, { kind: 'chillerStop' }> | null;

  constructor(
    private readonly vehicle: DemoVehicle,
    private readonly day: number,
  ) {
    this.seed = traitsOf(vehicle).vehicleSeed;
    this.random = createRandom(hashSeed('day', vehicle.no, day));
    this.stories = traitsOf(vehicle).stories;
    this.phaseMs = Math.floor(hash01(this.seed, 7) * 6) * stepMs;
    this.startMs = dutyStartMs(vehicle, day);
    this.endMs = this.startMs + dayMs;
    this.t = this.startMs;
    this.cargo = new Cargo(vehicle, this.startMs);
    this.tank = new FuelTank(vehicle, day);
    this.baseOdometerM = odometerAtDutyM(vehicle, day);
    this.speeding = storyOn(this.stories, 'speeding', day);
    this.chiller = storyOn(this.stories, 'chillerStop', day);
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
    };
    this.stand(at.bearingDeg, 90);
  }

  *run(): Generator<TerminalEvent> {
    const plan = weekPlanOf(this.vehicle).days[weekdayOf(this.day)];
    const cards = cardsOf(this.vehicle);
    this.relief = cards?.relief ?? null;
    if (cards && plan && plan.steps.length > 0) yield this.swipe(cards.first, this.t + swipeMs);
    for (const step of plan?.steps ?? []) {
      if (step.kind === 'drive') yield* this.drive(step);
      else yield* this.stop(step);
    }
    yield* this.takenOut(this.t + swipeMs);
    yield* this.home();
  }

  private swipe(driver: DriverOfCard, timeMs: number): TerminalEvent {
    this.atWheel = driver;
    return { kind: 'card', timeMs, card: { inserted: true, ...driver } };
  }

  private *takenOut(timeMs: number): Generator<TerminalEvent> {
    if (this.atWheel) yield { kind: 'card', timeMs, card: { inserted: false, ...this.atWheel } };
    this.atWheel = null;
  }

  /** The other driver's card goes in, before the next report of the stop. */
  private *changeDriver({ minutes }: Stop): Generator<TerminalEvent> {
    const { relief } = this;
    if (!relief || this.driveMs < reliefAfterMs || minutes < reliefStopMin) return;
    this.relief = null;
    yield* this.takenOut(this.t + swipeMs);
    yield this.swipe(relief, this.t + 3 * swipeMs);
  }

  /** The driver holds the store's card to the reader, where one hangs and he thinks of it. */
  private *storeCard({ use, name }: Stop): Generator<TerminalEvent> {
    const { duty } = this.vehicle;
    if (use !== 'store' || duty.kind !== 'city' || duty.city !== 'shanghai') return;
    const cardNo = storeCardOf(cityOf('shanghai').stores.findIndex((store) => store.name === name));
    if (cardNo !== null && hash01(this.seed, Math.floor(this.t / minuteMs)) < storeCardShare)
      yield { kind: 'reader', timeMs: this.t + swipeMs, cardNo };
  }

  private *drive(leg: Leg): Generator<TerminalEvent> {
    const drive = new Drive(leg, hashSeed('drive', this.vehicle.no, this.day, this.t), this.random);
    const blind = storyOn(this.stories, 'blindStretch', this.day);
    this.scene.acc = true;
    this.scene.moving = true;
    while (!drive.arrived && this.t < this.endMs) {
      drive.step(this.t, this.forcedKmh());
      this.t += stepMs;
      this.driveMs += stepMs;
      const changed = this.lateClose() || this.chillerChange();
      if (!changed && this.t % every.moving !== this.phaseMs) continue;
      const place = drive.place();
      Object.assign(this.scene, {
        lng: place.lng,
        lat: place.lat,
        bearingDeg: place.directionDeg,
        speedMps: drive.speedMps,
      });
      this.scene.odometerM = this.baseOdometerM + drive.drivenM;
      const dark = leg.dark.find((z) => drive.pathM >= z.fromM && drive.pathM < z.toM);
      const blindNow =
        blind !== null &&
        drive.pathM >= blind.fromShare * leg.path.lengthM &&
        drive.pathM < blind.toShare * leg.path.lengthM;
      this.scene.fix = dark?.fix ?? true;
      this.scene.link = !blindNow && (dark?.link ?? true);
      this.shiftToYard(leg, Math.min(drive.lengthM - drive.drivenM, drive.drivenM));
      yield this.emit();
    }
    this.baseOdometerM += drive.lengthM;
    const place = drive.place();
    Object.assign(this.scene, {
      lng: place.lng,
      lat: place.lat,
      bearingDeg: place.directionDeg,
      speedMps: 0,
      moving: false,
      fix: true,
      link: true,
      odometerM: this.baseOdometerM,
    });
    this.shiftToYard(leg, 0);
    this.tank.drive(drive.lengthM);
  }

  /** Keeps to the right of the road, and moves sideways to the vehicle's own place in the yard near the ends of a leg. */
  private shiftToYard(leg: Leg, toEndM: number): void {
    const part = Math.max(0, 1 - toEndM / yardBlendM);
    const blend = part * part * (3 - 2 * part);
    const lane = leg.urban ? 5 : 10;
    const [lng, lat] = offset(this.scene.lng, this.scene.lat, this.scene.bearingDeg, lane * (1 - blend));
    [this.scene.lng, this.scene.lat] = offset(
      lng,
      lat,
      0,
      this.slot(0) * leg.yardM * blend,
      this.slot(1) * leg.yardM * blend,
    );
  }

  private stand(bearingDeg: number, yardM: number): void {
    this.scene.bearingDeg = bearingDeg;
    [this.scene.lng, this.scene.lat] = offset(
      this.scene.lng,
      this.scene.lat,
      0,
      this.slot(0) * yardM,
      this.slot(1) * yardM,
    );
  }

  /** The vehicle's own place among the others, -1 … 1 on two axes. */
  private slot(axis: 0 | 1): number {
    return 2 * hash01(this.seed, 40 + axis) - 1;
  }

  private *stop(stop: Stop): Generator<TerminalEvent> {
    const arrive = this.t;
    let minutes = stop.minutes * this.random.between(0.88, 1.15);
    let doorMinutes = stop.doorMinutes * this.random.between(0.85, 1.15);
    const idles = this.random.chance(stop.use === 'rest' ? 0.3 : stop.use === 'store' ? 0.22 : 0.05);
    const longDoor = storyOn(this.stories, 'longDoor', this.day);
    if (doorMinutes > 0) this.doorStops++;
    if (longDoor && doorMinutes > 0 && this.doorStops === longDoor.doorStop) {
      doorMinutes = longDoor.minutes;
      minutes = Math.max(minutes, doorMinutes + 8);
      this.cargo.riseOverride = riseFor(longDoor.riseC, longDoor.minutes);
    }
    yield* this.changeDriver(stop);
    yield* this.storeCard(stop);
    const leave = Math.min(this.endMs, toStep(arrive + minutes * minuteMs));
    if (stop.refuel) this.tank.refuel(arrive + 4 * minuteMs, leave - 5 * minuteMs);
    const changes: Array<readonly [at: number, run: () => void]> = [];
    if (!idles)
      changes.push([
        toStep(arrive + 50_000),
        () => {
          this.scene.acc = false;
        },
      ]);
    changes.push([
      toStep(leave - 60_000),
      () => {
        this.scene.acc = true;
      },
    ]);
    this.doorChanges(stop, doorMinutes, arrive, leave, changes);
    yield* this.standUntil(leave, changes);
    this.cargo.riseOverride = null;
    this.tank.settle();
  }

  private doorChanges(
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

  /** Door of the doorMoving story: closed only after the departure. */
  private lateClose(): boolean {
    if (this.lateCloseMs === null || this.t < this.lateCloseMs) return false;
    this.lateCloseMs = null;
    this.setDoor(false);
    return true;
  }

  private chillerChange(): boolean {
    if (!this.chiller) return false;
    const fromMs = this.chiller.driveMinute * minuteMs;
    const off = this.driveMs >= fromMs && this.driveMs < fromMs + this.chiller.minutes * minuteMs;
    if (off === this.cargo.unitOff) return false;
    this.cargo.advance(this.t);
    this.cargo.unitOff = off;
    return true;
  }

  private forcedKmh(): number | null {
    if (!this.speeding) return null;
    const fromMs = this.speeding.driveMinute * minuteMs;
    return this.driveMs >= fromMs && this.driveMs < fromMs + this.speeding.minutes * minuteMs
      ? this.speeding.speedKmh
      : null;
  }

  private *home(): Generator<TerminalEvent> {
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

  /** Reports at the stand's interval and at once after each change. */
  private *standUntil(until: number, changes: Array<readonly [number, () => void]>): Generator<TerminalEvent> {
    this.scene.speedMps = 0;
    this.scene.moving = false;
    changes.sort((a, b) => a[0] - b[0]);
    while (this.t < until) {
      const interval = this.scene.acc ? every.idle : every.parked;
      const grid = Math.floor((this.t - this.phaseMs) / interval + 1) * interval + this.phaseMs;
      const change = changes[0]?.[0] ?? Number.POSITIVE_INFINITY;
      const next = Math.min(grid, Math.max(change, this.t + stepMs));
      if (next >= until) break;
      this.t = next;
      this.cargo.advance(this.t);
      while ((changes[0]?.[0] ?? Number.POSITIVE_INFINITY) <= this.t) changes.shift()?.[1]();
      yield this.emit();
    }
    this.t = until;
    this.cargo.advance(this.t);
    for (const [, run] of changes) run();
  }

  private emit(): TerminalEvent {
    this.cargo.advance(this.t);
    const outside = outsideC(this.scene.lat, this.t, Math.round(this.scene.lat) * 7919);
    const point = pointOf(this.vehicle, this.scene, {
      timeMs: this.t,
      fuelL: this.tank.level(this.t, this.scene.odometerM - this.baseOdometerM, this.scene.moving),
      tempC: this.cargo.temperatures(this.t, outside),
      humPct: this.cargo.humidities(this.t),
      co2Ppm: this.cargo.co2(this.t),
      reeferOn: this.vehicle.box === 'ambient' ? null : !this.cargo.unitOff,
    });
    return { kind: 'point', timeMs: this.t, link: this.scene.link, point };
  }
}
