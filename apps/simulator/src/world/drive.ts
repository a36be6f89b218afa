import { localMinute } from './calendar';
import { bendAt, pointAt } from './path';
import type { Leg } from './plan';
import { type Random, smoothNoise } from './random';

/** Step of the motion model, seconds. Every report lies on a whole step. */
export const stepSeconds = 5;

/** A short stop on the way, not a planned one. */
interface Halt {
  atM: number;
  seconds: number;
}
/** A stretch that is driven at a share of the usual speed. */
interface SlowZone {
  fromM: number;
  toM: number;
  share: number;
}

/**
 * Motion along one leg: the vehicle pulls away, keeps about its cruising speed, slows down in bends and in traffic, halts at lights and toll stations and
 * brakes before the end. `step()` advances it; distances are metres driven in the leg.
 */
export class Drive {
  readonly lengthM: number;
  drivenM = 0;
  speedMps = 0;
  private waitS = 0;
  private readonly halts: Halt[];
  private readonly slow: SlowZone[];
  private readonly sign: number;

  constructor(
    private readonly leg: Leg,
    private readonly seed: number,
    random: Random,
  ) {
    this.lengthM = Math.abs(leg.toM - leg.fromM);
    this.sign = leg.toM >= leg.fromM ? 1 : -1;
    this.halts = leg.urban ? placeLights(this.lengthM, random) : placeTolls(this.lengthM, random);
    this.slow = leg.urban ? [] : placeJams(this.lengthM, random);
  }

  get arrived(): boolean {
    return this.drivenM >= this.lengthM;
  }

  /** Place on the path, metres from its beginning. */
  get pathM(): number {
    return this.leg.fromM + this.sign * this.drivenM;
  }

  /** Position (degrees, WGS-84) and heading now. */
  place(): { lng: number; lat: number; directionDeg: number } {
    const p = pointAt(this.leg.path, this.pathM);
    return {
      lng: p.lng,
      lat: p.lat,
      directionDeg: this.sign > 0 ? p.bearingDeg : (p.bearingDeg + 180) % 360,
    };
  }

  /** Advances `stepSeconds`. `forcedKmh` overrides the cruising speed (the speeding story). */
  step(timeMs: number, forcedKmh: number | null): void {
    if (this.waitS > 0) {
      this.waitS -= stepSeconds;
      this.speedMps = 0;
      return;
    }
    const halt = this.halts[0];
    const goalM = halt ? halt.atM : this.lengthM;
    const restM = goalM - this.drivenM;
    const want = Math.min(
      this.cruiseMps(timeMs, forcedKmh),
      bendAt(this.leg.path, this.pathM),
      Math.sqrt(1.5 * restM) + 0.8,
    );
    const next =
      this.speedMps < want
        ? Math.min(want, this.speedMps + (this.leg.urban ? 0.8 : 0.45) * stepSeconds)
        : Math.max(want, this.speedMps - 1.1 * stepSeconds);
    this.speedMps = Math.max(next, 0.8);
    const moveM = this.speedMps * stepSeconds;
    if (moveM < restM) {
      this.drivenM += moveM;
      return;
    }
    this.drivenM = goalM;
    this.speedMps = 0;
    if (halt) {
      this.waitS = halt.seconds;
      this.halts.shift();
    }
  }

  /** Speed of the moment without bends and halts, m/s: wanders, lower in a city's rush hours and in jams. */
  private cruiseMps(timeMs: number, forcedKmh: number | null): number {
    if (forcedKmh !== null) return forcedKmh / 3.6;
    const wander = smoothNoise(this.seed, timeMs / 240_000);
    const share = this.leg.urban ? 0.84 + 0.16 * wander : 0.95 + 0.05 * wander;
    const minute = localMinute(timeMs);
    const rush = this.leg.urban && ((minute > 450 && minute < 570) || (minute > 1020 && minute < 1140)) ? 0.8 : 1;
    const jam = this.slow.find((z) => this.drivenM >= z.fromM && this.drivenM < z.toM)?.share ?? 1;
    return (this.leg.cruiseKmh / 3.6) * share * rush * jam;
  }
}

/** Traffic lights that are red, on a leg through a city. */
function placeLights(lengthM: number, random: Random): Halt[] {
  const list: Halt[] = [];
  for (let m = random.between(250, 700); m < lengthM - 200; m += random.between(600, 1500)) {
    if (random.chance(0.45)) list.push({ atM: m, seconds: random.whole(2, 9) * stepSeconds });
  }
  return list;
}

/** Toll stations near both ends of a long leg. */
function placeTolls(lengthM: number, random: Random): Halt[] {
  return [random.between(2200, 2800), lengthM - random.between(2200, 2800)]
    .filter((m) => m > 1500 && m < lengthM - 1500)
    .map((atM) => ({ atM, seconds: random.whole(2, 8) * stepSeconds }));
}

/** Stretches with slow traffic on a long leg. */
function placeJams(lengthM: number, random: Random): SlowZone[] {
  const list: SlowZone[] = [];
  for (let m = random.between(8_000, 60_000); m < lengthM - 8_000; m += random.between(40_000, 110_000)) {
    list.push({ fromM: m, toM: m + random.between(1500, 5000), share: random.between(0.35, 0.75) });
  }
  return list;
}
