/** Figures of the calculation kernel (report.md section 1). Company settings may replace them; these are the defaults. */
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
  /** km/h; faster is a jump (160 for trucks, 200 otherwise). */
  speedMaxKmh: number;
  /** correction of the vehicle's mileage, 0.800-1.200. */
  mileageCoefficient: number;
}

const minute = 60_000;

export const kernelDefaults: KernelSettings = {
  movingSpeedKmh: 5,
  stayRadiusM: 100,
  parkingMs: 5 * minute,
  parkingFine: true,
  tripGapMs: 15 * minute,
  tripMinMileageM: 500,
  tripMinMs: 3 * minute,
  gapMaxMs: null,
  speedMaxKmh: 160,
  mileageCoefficient: 1,
};

/** ms; a fine parking may hold movement shorter than this … */
export const fineMergeMs = minute;
/** … and shorter than this, metres. */
export const fineMergeM = 200;
/** ms; never less than this is called a gap. */
export const gapFloorMs = 10 * minute;
/** ms; a device clock may run ahead of the server by this much (K1). */
export const clockAheadMs = 10 * minute;
/** ms without a packet until a vehicle is offline: ACC on, ACC off (K4). */
export const offlineAfterMs = { accOn: 10 * minute, accOff: 40 * minute } as const;
/** ms of packets without a fix until a vehicle is 不定位. */
export const notLocatedAfterMs = 15 * minute;
/** Positions and speeds under these are drift of a standing vehicle: metres, km/h (K1). */
export const driftM = 30;
export const driftKmh = 2;

/** gpsTime may run ahead of the server's clock by ten minutes, not more. */
export const clockWrong = (deviceTime: number, receiveTime: number): boolean => deviceTime > receiveTime + clockAheadMs;
