import type { DemoVehicle } from '../fleet/demo';
import { inWeeklyWindow, minuteMs, weekdayOf } from './calendar';
import { weekPlanOf } from './plan';
import { hashSeed, smoothNoise } from './random';
import { fuelDebt } from './state-rules';
import { traitsOf } from './traits';

/** How long the fuel runs out during a theft. */
const theftMs = 8 * minuteMs;
/** Share of the tank that is filled up to. */
const fullShare = 0.96;

/** Fuel of a vehicle over one duty day: burnt by distance, filled to 96 % at the planned stops, stolen when the fuel-theft story says so. */
export class FuelTank {
  private readonly seed: number;
  private readonly theft: { atMs: number; litres: number } | null;
  /** Litres missing from a full tank when the current leg began. */
  private missingL: number;
  private filling: { fromMs: number; toMs: number; litres: number } | null = null;

  constructor(
    private readonly vehicle: DemoVehicle,
    day: number,
  ) {
    this.seed = hashSeed('fuel', vehicle.no);
    const debt = fuelDebt(vehicle, day);
    this.theft = debt.duringDay;
    const since = weekPlanOf(vehicle).days[weekdayOf(day)]?.sinceRefuelM ?? 0;
    this.missingL = this.litresBurnt(since) + debt.openL;
  }

  /** Litres burnt over a distance. */
  private litresBurnt(metres: number): number {
    return (metres / 100_000) * this.vehicle.fuelPer100Km;
  }

  /** Takes off what a finished leg has burnt. */
  bookLeg(metres: number): void {
    this.missingL += this.litresBurnt(metres);
  }

  /** Begins to fill the tank: within six minutes, or until `toMs` when that is earlier. */
  refuel(fromMs: number, toMs: number): void {
    this.filling = { fromMs, toMs: Math.min(toMs, fromMs + 6 * minuteMs), litres: this.missingL };
  }

  /** Ends the filling that was under way, if any. */
  endRefuel(): void {
    if (!this.filling) return;
    this.missingL -= this.filling.litres;
    this.filling = null;
  }

  /** Reading of the fuel sensor in litres, one decimal. `legM` are the metres driven since {@link bookLeg}. Null without a tank. */
  readLitres(timeMs: number, legM: number, moving: boolean): number | null {
    if (this.vehicle.tankL === 0) return null;
    if (this.isUnplugged(timeMs)) return 0;
    let litres = this.vehicle.tankL * fullShare - this.missingL - this.litresBurnt(legM);
    if (this.filling) litres += this.filling.litres * sharePassed(timeMs, this.filling.fromMs, this.filling.toMs);
    if (this.theft) litres -= this.theft.litres * sharePassed(timeMs, this.theft.atMs, this.theft.atMs + theftMs);
    const slosh = moving
      ? 1.1 * smoothNoise(this.seed, timeMs / 70_000)
      : 0.25 * smoothNoise(this.seed, timeMs / 600_000);
    return Math.round(Math.max(0, litres + slosh) * 10) / 10;
  }

  /** Whether the plug of the sensor is off: a terminal reports a sensor that says nothing as 0. */
  private isUnplugged(timeMs: number): boolean {
    return traitsOf(this.vehicle).stories.some(
      (s) => s.kind === 'fuelUnplugged' && inWeeklyWindow(timeMs, s.weekdays, s.fromMinute, s.minutes),
    );
  }
}

/** Share (0-1) of the time between two moments that has passed. */
const sharePassed = (at: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (at - from) / (to - from)));
