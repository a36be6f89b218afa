import { type CalcSettings, calcDefaults } from '@tongda/contract/base/org/calc';
import { minuteMs } from '@tongda/contract/core/durations';

/** Figures of the calculation kernel (report.md section 1). A company may set most of them (contract/base/org/calc). */
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

/** What users set for themselves while they look at a report (parkingDuration, parkingFine), and what is measured, not set. */
const notOfCompany = { parkingMs: 5 * minuteMs, parkingFine: true, gapMaxMs: null } as const;

/** Vehicles that are no trucks: their jumps are judged by another limit (K1). */
const otherTypes: ReadonlySet<string> = new Set(['面包', '其他']);

/** Constants of a company as they hold for one of its vehicles. */
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
    speedMaxKmh: otherTypes.has(vehicle.vehicleType) ? calc.otherMaxKmh : calc.truckMaxKmh,
    mileageCoefficient: vehicle.mileageCoefficient,
  };
}

/** A truck of a company that has set nothing. */
export const kernelDefaults: KernelSettings = kernelSettingsOf(calcDefaults, {
  vehicleType: '冷藏',
  mileageCoefficient: 1,
});

/** Settings by time: constants are valid from-to, and a day is reckoned by those of the time. */
export type SettingsAt = (t: number) => KernelSettings;

/** A company's constants with their periods, epoch ms; where none holds the standard does. */
export type CalcPeriods = ReadonlyArray<{ from: number; to: number; value: CalcSettings }>;

/** Most companies set nothing and most vehicles are alike: they share one object. */
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

/** What holds for a vehicle at each moment; the same object as long as nothing changes. */
export function settingsOverTime(periods: CalcPeriods, vehicle: Parameters<typeof kernelSettingsOf>[1]): SettingsAt {
  const standard = standardOf(vehicle);
  if (periods.length === 0) return standard.always;
  const made = periods.map(({ from, to, value }) => ({ from, to, settings: kernelSettingsOf(value, vehicle) }));
  return (t) => made.find(({ from, to }) => t >= from && t < to)?.settings ?? standard.settings;
}

/** ms; a fine parking may hold movement shorter than this … */
export const fineMergeMs = minuteMs;
/** … and shorter than this, metres. */
export const fineMergeM = 200;
/** ms; a device clock may run ahead of the server by this much (K1). */
export const clockAheadMs = 10 * minuteMs;
/** ms of packets without a fix until a vehicle is 不定位. */
export const notLocatedAfterMs = 15 * minuteMs;
/** Positions and speeds under these are drift of a standing vehicle: metres, km/h (K1). */
export const driftM = 30;
export const driftKmh = 2;

/** No terminal of the platform was switched on before this: earlier times are those of clocks that never heard of a satellite (2000-01-01). */
export const earliestMs = Date.UTC(2020, 0, 1);

/** gpsTime may run ahead of the server's clock by ten minutes, not more, and cannot lie before the terminal's activation (K1). */
export const clockWrong = (deviceTime: number, receiveTime: number): boolean =>
  deviceTime > receiveTime + clockAheadMs || deviceTime < earliestMs;
