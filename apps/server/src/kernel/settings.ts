import { type CalcSettings, calcDefaults } from '@tongda/contract/base/org/calc';
import { dayMs, hourMs, minuteMs } from '@tongda/contract/core/durations';

/**
 * The constants that the kernel calculates with (rules K1-K15, see docs/architecture/kernel.md). A company may set most of them
 * (contract/base/org/calc); the rest comes from the vehicle, or is fixed here.
 */
export interface KernelSettings {
  /** km/h; a point moves at this speed and above. */
  movingSpeedKmh: number;
  /** metres; drift radius of a stay. */
  stayRadiusM: number;
  /** ms; shortest stay that is a parking row. */
  parkingMs: number;
  /** merge two stays parted by less than 60 s and 200 m of movement (精细停车). */
  parkingFine: boolean;
  /** ms; parkings at least this long part two trips. */
  tripGapMs: number;
  /** metres and ms; a trip below either is absorbed in the parking. */
  tripMinMileageM: number;
  tripMinMs: number;
  /** ms; longest silence that statistics bridge. Null: 3 x the track's own upload interval, 10 minutes at least. */
  gapMaxMs: number | null;
  /** ms; never less than this is called a gap. */
  gapFloorMs: number;
  /** ms without a packet until a vehicle is offline: ACC on, ACC off (K4). */
  offlineMs: Offline;
  /** ms; what is older is recorded, not told to anybody (latePushAge, K2). */
  latePushMs: number;
  /** ms; a reading that arrived later than this after it was taken is shown as unproven in temperature records. */
  unprovenMs: number;
  /** km/h; faster is a jump (160 for trucks, 200 otherwise). */
  speedMaxKmh: number;
  /** correction of the vehicle's mileage, 0.800-1.200. */
  mileageCoefficient: number;
}

export interface Offline {
  accOn: number;
  accOff: number;
}

const kmM = 1000;

/** Not set by the company: what a user chooses while looking at a report (shortest parking, 精细停车), and the gap that is measured from the track. */
const notOfCompany = { parkingMs: 5 * minuteMs, parkingFine: true, gapMaxMs: null } as const;

/** Vehicle types that are not trucks: the jump filter (K1) allows them a higher speed. */
const otherTypes: ReadonlySet<string> = new Set(['面包', '其他']);

/** The constants for one vehicle: those of its company, with the vehicle's own mileage coefficient and its type's top speed. */
export function kernelSettingsOf(
  calc: CalcSettings,
  vehicle: { vehicleType: string; mileageCoefficient: number },
): KernelSettings {
  return {
    ...notOfCompany,
    movingSpeedKmh: calc.movingSpeedKmh,
    stayRadiusM: calc.stayRadiusM,
    tripGapMs: calc.tripGapMin * minuteMs,
    tripMinMileageM: calc.tripMinKm * kmM,
    tripMinMs: calc.tripMinMin * minuteMs,
    gapFloorMs: calc.gapMaxMin * minuteMs,
    offlineMs: { accOn: calc.offlineOnMin * minuteMs, accOff: calc.offlineOffMin * minuteMs },
    latePushMs: calc.latePushMin * minuteMs,
    unprovenMs: calc.unprovenHours * hourMs,
    speedMaxKmh: otherTypes.has(vehicle.vehicleType) ? calc.otherMaxKmh : calc.truckMaxKmh,
    mileageCoefficient: vehicle.mileageCoefficient,
  };
}

/** The constants of a refrigerated truck whose company has changed none of them. */
export const kernelDefaults: KernelSettings = kernelSettingsOf(calcDefaults, {
  vehicleType: '冷藏',
  mileageCoefficient: 1,
});

/** The constants that held at a moment (epoch ms). They are kept with the period they were valid in, so that an old day is calculated with those of its time. */
export type SettingsAt = (t: number) => KernelSettings;

/** A company's constants with the periods they are valid in, epoch ms, `to` excluded; outside of all periods the defaults hold. */
export type CalcPeriods = ReadonlyArray<{ from: number; to: number; value: CalcSettings }>;

/** Most companies change nothing and most vehicles are alike, so the default constants are shared by all of them. */
const standards = new Map<string, { settings: KernelSettings; always: SettingsAt }>();
function standardOf(vehicle: Parameters<typeof kernelSettingsOf>[1]) {
  const key = `${vehicle.vehicleType} ${vehicle.mileageCoefficient}`;
  const known = standards.get(key);
  if (known) return known;
  const settings = kernelSettingsOf(calcDefaults, vehicle);
  const made = { settings, always: () => settings };
  standards.set(key, made);
  return made;
}

/** The constants of a vehicle over time. Callers compare by identity: the same object is given as long as nothing changes. */
export function settingsOverTime(periods: CalcPeriods, vehicle: Parameters<typeof kernelSettingsOf>[1]): SettingsAt {
  const standard = standardOf(vehicle);
  if (periods.length === 0) return standard.always;
  const made = periods.map(({ from, to, value }) => ({ from, to, settings: kernelSettingsOf(value, vehicle) }));
  return (t) => made.find(({ from, to }) => t >= from && t < to)?.settings ?? standard.settings;
}

/** 精细停车 joins two stays when the movement between them is shorter than this, ms … */
export const fineMergeMs = minuteMs;
/** … and shorter than this, m. */
export const fineMergeM = 200;
/** ms; a device clock may run ahead of the server by this much (K1). */
export const clockAheadMs = 10 * minuteMs;
/**
 * ms; the longest silence that mileage is bridged over (K3). Nobody knows on which day a vehicle that was silent for longer has driven, and the figures
 * of a day are calculated with the fixes of at most so long before and after it (`neighbourMs` of core/telemetry).
 */
export const bridgeMaxMs = 3 * dayMs;
/** ms of packets without a fix until a vehicle is 不定位. */
export const notLocatedAfterMs = 15 * minuteMs;
/** Displacements (m) and speeds (km/h) below these are the drift of a standing vehicle (K1). */
export const driftM = 30;
export const driftKmh = 2;

/** No terminal of the platform is older than this. Earlier times come from clocks that never got the time from a satellite and stand at 2000-01-01. */
export const earliestMs = Date.UTC(2020, 0, 1);

/** Whether a device's time cannot be right (K1): more than ten minutes ahead of the server's, or before any terminal existed. Both in epoch ms. */
export const isClockWrong = (deviceTime: number, receiveTime: number): boolean =>
  deviceTime > receiveTime + clockAheadMs || deviceTime < earliestMs;
