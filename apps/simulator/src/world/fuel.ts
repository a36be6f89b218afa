import type { DemoVehicle } from '../fleet/demo-fleet';
import { weekdayOf } from './calendar';
import { weekPlanOf } from './plan';
import { hashSeed, smoothNoise } from './random';
import { fuelDebt } from './state-rules';

/** Minutes that a theft takes. */
const theftMs = 8 * 60_000;
const fullShare = 0.96;

/** Fuel over one duty day: burnt by distance, filled to 96 % at the planned stops, stolen by the story. */
export class FuelTank {
  private readonly seed: number;
  private readonly theft: { atMs: number; litres: number } | null;
  /** Litres below full, settled up to the begin of the current leg. */
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
    this.missingL = this.burnt(since) + debt.openL;
  }

  private burnt(metres: number): number {
    return (metres / 100_000) * this.vehicle.fuelPer100Km;
  }

  /** Books a finished leg. */
  drive(metres: number): void {
    this.missingL += this.burnt(metres);
  }

  /** Fills the tank between two moments. */
  refuel(fromMs: number, toMs: number): void {
    this.filling = { fromMs, toMs: Math.min(toMs, fromMs + 6 * 60_000), litres: this.missingL };
  }

  /** Ends a filling that was under way. */
  settle(): void {
    if (!this.filling) return;
    this.missingL -= this.filling.litres;
    this.filling = null;
  }

  /** Sensor reading in litres, one decimal; `legM` driven since the last booking. null without a tank. */
  level(timeMs: number, legM: number, moving: boolean): number | null {
    if (this.vehicle.tankL === 0) return null;
    let litres = this.vehicle.tankL * fullShare - this.missingL - this.burnt(legM);
    if (this.filling) litres += this.filling.litres * share(timeMs, this.filling.fromMs, this.filling.toMs);
    if (this.theft) litres -= this.theft.litres * share(timeMs, this.theft.atMs, this.theft.atMs + theftMs);
    const slosh = moving
      ? 1.1 * smoothNoise(this.seed, timeMs / 70_000)
      : 0.25 * smoothNoise(this.seed, timeMs / 600_000);
    return Math.round(Math.max(0, litres + slosh) * 10) / 10;
  }
}

const share = (at: number, from: number, to: number): number => Math.min(1, Math.max(0, (at - from) / (to - from)));
