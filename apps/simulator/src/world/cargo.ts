import type { DemoProbe, DemoVehicle } from '../fleet/demo';
import { hourMs, localDay, localMinute, minuteMs } from './calendar';
import { hash01, hashSeed, smoothNoise } from './random';

/** Temperature that the refrigeration unit keeps, ℃. Frozen goods may have −18 ℃ at most, so theirs is set colder. */
const setPointC = { frozen: -21, chilled: 4.2, ambient: 0 } as const;
/** Rise while a door is open, ℃ a minute for a probe of reach 1. */
const doorRise = { frozen: 0.36, chilled: 0.13, ambient: 0 } as const;
/** Rise while the unit stands still, as a share of that of an open door. */
const unitOffShare = 0.36;
/** Rise while the unit fails and blows warm air, as a share of that of an open door: a frozen box passes −12 ℃ after about 17 minutes. */
const failureShare = 1.5;
/** Rise while the unit lacks gas, as a share of that of an open door: a frozen box passes −12 ℃ after about 25 minutes. */
const weakShare = 1;
/** Rise while the heater of a defrost does not switch off, as a share of that of an open door: a frozen box passes −12 ℃ after about 15 minutes. */
const heaterShare = 1.6;
/** Rise while goods that were loaded too warm give off their heat, as a share of that of an open door. */
const warmGoodsShare = 1.3;
/** Time constant of the return to the set point, minutes. */
const recoverMinutes = 16;
/** A defrost, minutes. */
const defrostMinutes = 14;
/** Share of each switching in which the unit waits: less than three minutes. */
const waitingShare = 0.1;
/** Time between two airings of a box with fruit. */
const airedMs = 8 * hourMs;

/** Temperature outside in ℃, by latitude, day of the year and hour. */
export function outsideTempC(lat: number, timeMs: number, seed: number): number {
  const dayOfYear = localDay(timeMs) % 365.25;
  const season = -Math.cos(((dayOfYear - 18) / 365.25) * 2 * Math.PI);
  const hour = localMinute(timeMs) / 60;
  const mean = 24 - 0.62 * (lat - 22);
  const swing = 5.5 + 0.55 * (lat - 22);
  return (
    mean +
    swing * season +
    3.8 * Math.cos(((hour - 14.5) / 24) * 2 * Math.PI) +
    1.5 * smoothNoise(seed, timeMs / 14_400_000)
  );
}

/** A span in which the refrigeration unit of a vehicle fails, epoch ms; planted once, where stories return every week. */
export interface UnitFailure {
  vehicleNo: number;
  fromMs: number;
  toMs: number;
  /** the unit works: what warms the box are goods that were loaded too warm, without pre-cooling */
  warmGoods?: boolean;
}

/**
 * Climate of the box over one duty day. The unit's switching and three defrosts a day are pure functions of time. A disturbance (open door, unit off)
 * is summed up over the duty day and has died away when the next one begins.
 */
export class Cargo {
  private readonly seed: number;
  /** The disturbance, in minutes of an open door. */
  private disturb = 0;
  private lastMs: number;
  doorOpen = false;
  unitOff = false;
  /** It runs, but does not cool. */
  unitWeak = false;
  /** The heater of its defrost does not switch off. */
  heaterStuck = false;
  /** Rise a minute during the long-door story, see {@link ratePerMinuteOf}; null: the usual rate. */
  riseOverride: number | null = null;

  constructor(
    private readonly vehicle: DemoVehicle,
    startMs: number,
    private readonly failures: readonly UnitFailure[] = [],
  ) {
    this.seed = hashSeed('box', vehicle.no);
    this.lastMs = startMs;
  }

  /** Whether the unit fails at a moment. */
  failsAt(timeMs: number): boolean {
    const now = this.failureAt(timeMs);
    return now !== undefined && now.warmGoods !== true;
  }

  private failureAt(timeMs: number): UnitFailure | undefined {
    return this.failures.find(({ fromMs, toMs }) => timeMs >= fromMs && timeMs < toMs);
  }

  /** Brings the disturbance up to a moment. */
  advance(timeMs: number): void {
    const turns = this.failures
      .flatMap(({ fromMs, toMs }) => [fromMs, toMs])
      .filter((at) => at > this.lastMs && at < timeMs);
    for (const at of [...turns.sort((a, b) => a - b), timeMs]) this.advanceEvenly(at);
  }

  /** As `advance`, over a time in which the unit either fails or does not. */
  private advanceEvenly(timeMs: number): void {
    const minutes = (timeMs - this.lastMs) / minuteMs;
    const failure = this.failureAt(this.lastMs);
    this.lastMs = Math.max(this.lastMs, timeMs);
    if (minutes <= 0) return;
    if (failure) this.disturb += (failure.warmGoods ? warmGoodsShare : failureShare) * minutes;
    else if (this.doorOpen) this.disturb += (this.riseOverride ?? 1) * minutes;
    else if (this.unitOff) this.disturb += unitOffShare * minutes;
    else if (this.unitWeak) this.disturb += weakShare * minutes;
    else if (this.heaterStuck) this.disturb += heaterShare * minutes;
    else this.disturb *= Math.exp(-minutes / recoverMinutes);
    this.disturb = Math.min(this.disturb, 34);
  }

  /** Readings of the temperature probes, ℃ with one decimal. */
  temperatures(timeMs: number, outside: number): number[] {
    return this.vehicle.probes.map((probe, i) => Math.round(this.probeC(probe, i, timeMs, outside) * 10) / 10);
  }

  /** Readings of the hygrometers in front and rear, %RH with one decimal. Frozen boxes have none. */
  humidities(timeMs: number): number[] {
    if (this.vehicle.box === 'frozen') return [];
    const base = this.vehicle.box === 'ambient' ? 58 : 84;
    return [0, 1].map((i) => {
      const value = base + 5 * smoothNoise(this.seed + 20 + i, timeMs / 2_400_000) - 0.9 * Math.min(this.disturb, 12);
      return Math.round(Math.min(99, Math.max(20, value)) * 10) / 10;
    });
  }

  /**
   * Carbon dioxide of a box with fruit, ppm: it rises for seven and a half hours and is aired within the last half of eight; some loads breathe out
   * more than others.
   */
  co2(timeMs: number): number[] {
    if (!this.vehicle.fruit) return [];
    const cycle = timeMs / airedMs + hash01(this.seed, 3);
    const part = cycle % 1;
    const top = 3200 + 2500 * hash01(this.seed + 40, Math.floor(cycle));
    const closed = 0.94;
    const share = part < closed ? part / closed : 1 - (part - closed) / (1 - closed);
    const fresh = 600;
    return [Math.round(fresh + (top - fresh) * share + 25 * smoothNoise(this.seed + 41, timeMs / 300_000))];
  }

  /** Temperature at a probe, ℃. */
  private probeC(probe: DemoProbe, i: number, timeMs: number, outside: number): number {
    const noise = 0.12 * smoothNoise(this.seed + i, timeMs / 150_000);
    if (probe.kind === 'ambient') return outside + 2.5 + noise + 0.8 * smoothNoise(this.seed + 9, timeMs / hourMs);
    const size = probe.kind === 'frozen' ? 1 : 0.7;
    const lift = this.disturb * doorRise[probe.kind] * probe.reach;
    const blown = probe.air === 'supply' ? this.blownC(timeMs) : 0;
    return (
      blown +
      setPointC[probe.kind] +
      size * (this.sawTooth(timeMs) + this.defrost(timeMs) * (0.6 + 0.4 * probe.reach)) +
      lift +
      noise
    );
  }

  /** How much warmer the air is that the unit blows than the air that comes back, ℃: cold, warm in a defrost, the same while it waits or stands. */
  private blownC(timeMs: number): number {
    if (this.unitOff || this.unitWeak || this.failsAt(timeMs)) return 0;
    if (this.heaterStuck || this.defrostMinute(timeMs) < defrostMinutes) return 5;
    return this.phase(timeMs) < waitingShare ? -0.8 : -5;
  }

  /** Switching of the unit, −0.6 … +0.6 ℃ every 24 minutes: a slow rise and a quick fall. */
  private sawTooth(timeMs: number): number {
    const phase = this.phase(timeMs);
    return phase < 0.68 ? -0.6 + (1.2 * phase) / 0.68 : 0.6 - (1.2 * (phase - 0.68)) / 0.32;
  }

  /** Defrosting every eight hours: 2.6 ℃ up in 14 minutes, back within about half an hour. */
  private defrost(timeMs: number): number {
    const minute = this.defrostMinute(timeMs);
    if (minute < defrostMinutes) return (2.6 * minute) / defrostMinutes;
    return 2.6 * Math.exp(-(minute - defrostMinutes) / 11);
  }

  /** Share of a switching of 24 minutes that has passed. */
  private phase(timeMs: number): number {
    return (timeMs / 1_440_000 + hash01(this.seed, 1)) % 1;
  }

  /** Minutes since the newest defrost began. */
  private defrostMinute(timeMs: number): number {
    return (timeMs / minuteMs + 480 * hash01(this.seed, 2)) % 480;
  }
}

/** The rise a minute, as a multiple of that of an open door, by which the rear probe of a frozen box gets `riseC` warmer in `minutes`. */
export const ratePerMinuteOf = (riseC: number, minutes: number): number => riseC / (doorRise.frozen * minutes);
