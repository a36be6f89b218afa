import { type LiveVehicle, type MotionState, motionState } from '@tongda/contract/core/live';
import { localDay } from '../day/edges';
import { type MileageState, mileageStart } from '../motion/mileage';
import type { Fix } from '../point';
import { kernelDefaults, notLocatedAfterMs, type Offline } from '../settings';

/** Latest readings of a vehicle; kept when a report does not carry them. */
export type LiveSensors = Pick<
  LiveVehicle,
  | 'tempC'
  | 'humPct'
  | 'co2Ppm'
  | 'fuelL'
  | 'doorOpen'
  | 'extVoltageV'
  | 'battPct'
  | 'signal'
  | 'satellites'
  | 'reeferOn'
>;

/** The readings that corrections, inverted contacts or tank tables may convert, as the terminal sent them. */
export type RawSensors = Pick<LiveSensors, 'tempC' | 'humPct' | 'fuelL' | 'doorOpen' | 'reeferOn'>;

/**
 * What the stream remembers of a vehicle between two messages: small, plain JSON, kept in `device_state.stream` with the batch that made it,
 * so that a restart goes on as if nothing had happened. Times are epoch ms; `…At` and `receive…` by the server's clock, the rest by the device's.
 */
export interface VehicleState {
  vehicleId: string;
  clientId: string;
  deviceId: string;
  firstPacketAt: number;
  /** last packet of any kind */
  lastPacketAt: number;
  /** newest report, located or not: only moves forward */
  reportTime: number | null;
  receiveTime: number | null;
  located: boolean;
  acc: boolean;
  speedKmh: number | null;
  directionDeg: number | null;
  altitudeM: number | null;
  alarmBits: number;
  statusBits: number;
  /** as they are shown: corrected, inverted and in litres (see live/sensors.ts) */
  sensors: LiveSensors;
  /** newest report with a temperature, as `tempC` keeps its last value; absent: none came, or the state is older than this field */
  tempTime?: number;
  /** the readings as they came in; only present where they are shown as something else */
  raw?: RawSensors;
  /** newest valid fix */
  fix: Fix | null;
  fixReceivedAt: number | null;
  /** a fix too far from the last one: if the next fix agrees with it, it is real, else it was a jump (K1) */
  suspect: Fix | null;
  /** motion state by the fixes alone (K4): whether the vehicle has gone offline depends on the clock, see {@link shownStateOf}; null before the first fix */
  motion: 'moving' | 'idle' | 'parked' | null;
  motionSince: number;
  /** where the stay began */
  anchor: { lng: number; lat: number } | null;
  mileage: MileageState;
  /** company day that `todayM` and `lateCount` belong to, `YYYY-MM-DD` */
  day: string;
  todayM: number;
  /** device time of the last fix before today's first one: what comes late after it changes today's first stretch */
  edgeT?: number | null;
  /** metres of earlier days that are not in `past` yet, by day; absent when there are none */
  openDays?: Readonly<Record<string, number>>;
  /** the sum of the days that are over, as the database has it; absent until a day is over */
  past?: PastDays;
  /** the earliest fix heard of: a vehicle without a value of its own begins with this odometer */
  firstFix?: { t: number; odometerM: number | null };
  /** where the total mileage begins, m */
  startM?: number;
  lateCount: number;
  /** silence until it counts as offline, only where the company has set another one than the default */
  offlineMs?: Offline;
  /** late points came in, so today's mileage has to be computed again from the stored points */
  dirty: boolean;
}

/** No reading of anything. */
export const noSensors: LiveSensors = {
  tempC: [],
  humPct: [],
  fuelL: [],
  doorOpen: [],
  extVoltageV: null,
  battPct: null,
  signal: null,
  satellites: null,
  reeferOn: null,
};

/** What the summaries of a vehicle's days (`day_summary`) come to: metres up to and with the day `until`, and the odometer at its very first fix. */
export interface PastDays {
  m: number;
  until: string;
  odometerM: number | null;
}

/**
 * The total mileage, m: where it began, the days that are over, and today. It is never kept as a figure of its own, so it is always the sum of the
 * days that reports and trajectories show, in whatever order their points came.
 */
export function totalMileageOf({ startM, past, openDays, day, todayM }: VehicleState): number {
  const until = past?.until ?? '';
  let sum = (startM ?? 0) + (past?.m ?? 0) + (day > until ? todayM : 0);
  for (const [open, metres] of Object.entries(openDays ?? {})) if (open > until) sum += metres;
  return sum;
}

/** Sets where the total begins: with the value entered for the vehicle, else with the odometer at its first fix. Changes `state`, the caller's own copy. */
export function setStart(state: VehicleState, initMileageM: number): void {
  const odometerM = state.past ? state.past.odometerM : state.firstFix?.odometerM;
  state.startM = initMileageM > 0 ? initMileageM : (odometerM ?? 0);
}

/** State of a vehicle that has just been heard for the first time. */
export function createState(who: { vehicleId: string; clientId: string; deviceId: string }, at: number): VehicleState {
  return {
    vehicleId: who.vehicleId,
    clientId: who.clientId,
    deviceId: who.deviceId,
    firstPacketAt: at,
    lastPacketAt: at,
    reportTime: null,
    receiveTime: null,
    located: false,
    acc: false,
    speedKmh: 0,
    directionDeg: 0,
    altitudeM: 0,
    alarmBits: 0,
    statusBits: 0,
    sensors: noSensors,
    fix: null,
    fixReceivedAt: null,
    suspect: null,
    motion: null,
    motionSince: at,
    anchor: null,
    mileage: mileageStart,
    day: '',
    todayM: 0,
    lateCount: 0,
    dirty: false,
  };
}

/** Every field of a state, also those that it may do without. */
type AllFields = { [Field in keyof Required<VehicleState>]: VehicleState[Field] };

/** A copy that its owner may change. It is written out, as an object with so many fields is copied field by field otherwise, which took longer than all that is done with a report. */
export function copyState(state: VehicleState): VehicleState {
  const copy: AllFields = {
    vehicleId: state.vehicleId,
    clientId: state.clientId,
    deviceId: state.deviceId,
    firstPacketAt: state.firstPacketAt,
    lastPacketAt: state.lastPacketAt,
    reportTime: state.reportTime,
    receiveTime: state.receiveTime,
    located: state.located,
    acc: state.acc,
    speedKmh: state.speedKmh,
    directionDeg: state.directionDeg,
    altitudeM: state.altitudeM,
    alarmBits: state.alarmBits,
    statusBits: state.statusBits,
    sensors: state.sensors,
    tempTime: state.tempTime,
    raw: state.raw,
    fix: state.fix,
    fixReceivedAt: state.fixReceivedAt,
    suspect: state.suspect,
    motion: state.motion,
    motionSince: state.motionSince,
    anchor: state.anchor,
    mileage: state.mileage,
    day: state.day,
    todayM: state.todayM,
    edgeT: state.edgeT,
    openDays: state.openDays,
    past: state.past,
    firstFix: state.firstFix,
    startM: state.startM,
    lateCount: state.lateCount,
    offlineMs: state.offlineMs,
    dirty: state.dirty,
  };
  return copy;
}

/**
 * The state that users see at `now` (epoch ms), and since when. It depends on the clock, so that it is right even when no packet comes any more.
 * 离线 takes precedence over 不定位, and that over 行驶, 怠速 and 停车.
 */
export function shownStateOf(state: VehicleState, now: number): { state: MotionState; since: number } {
  const offline = state.offlineMs ?? kernelDefaults.offlineMs;
  const patience = state.acc ? offline.accOn : offline.accOff;
  if (now - state.lastPacketAt > patience) return { state: motionState.offline, since: state.lastPacketAt };
  const lastFixAt = state.fixReceivedAt ?? state.firstPacketAt;
  if (state.motion === null || (!state.located && now - lastFixAt >= notLocatedAfterMs))
    return { state: motionState.notLocated, since: lastFixAt };
  return { state: motionState[state.motion], since: state.motionSince };
}

/** The vehicle as live sockets and snapshots send it at `now`; `zone` is the company's and decides which day is today. */
export function liveVehicleOf(state: VehicleState, now: number, zone: string): LiveVehicle {
  const shown = shownStateOf(state, now);
  const today = state.day === localDay(now, zone);
  // a stored state may be without readings
  const sensors: LiveSensors = state.sensors ?? noSensors;
  return {
    vehicleId: state.vehicleId,
    state: shown.state,
    stateSince: shown.since,
    deviceTime: state.reportTime,
    receiveTime: state.receiveTime,
    lng: state.fix?.lng ?? null,
    lat: state.fix?.lat ?? null,
    // nobody knows how fast a silent vehicle drives
    speedKmh: shown.state === motionState.offline ? null : state.speedKmh,
    directionDeg: state.directionDeg,
    altitudeM: state.altitudeM,
    acc: state.acc,
    located: state.located,
    todayMileageM: today ? Math.round(state.todayM) : 0,
    totalMileageM: Math.round(totalMileageOf(state)),
    alarmBits: state.alarmBits,
    statusBits: state.statusBits,
    tempC: sensors.tempC,
    humPct: sensors.humPct,
    co2Ppm: sensors.co2Ppm,
    fuelL: sensors.fuelL,
    doorOpen: sensors.doorOpen,
    extVoltageV: sensors.extVoltageV,
    battPct: sensors.battPct,
    signal: sensors.signal,
    satellites: sensors.satellites,
    reeferOn: sensors.reeferOn,
    lateCount: today ? state.lateCount : 0,
  };
}
