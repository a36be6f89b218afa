import type { DemoVehicle } from '../fleet/demo';
import { cameraEventsOf } from './camera';
import type { Fix, TerminalPoint } from './event';
import { movePosition } from './path';
import { hash01, smoothNoise } from './random';
import { hasAntennaFault, isOnBattery, weakVolts } from './state-rules';
import { type Traits, traitsOf } from './traits';

/** What a vehicle really does at a moment. Its terminal reports what its sensors make of it. */
export interface Scene {
  lng: number;
  lat: number;
  bearingDeg: number;
  speedMps: number;
  acc: boolean;
  /** Whether the cargo door is open. */
  door: boolean;
  odometerM: number;
  /** Whether satellites can be seen here. */
  fix: boolean;
  /** Whether there is a radio link here. */
  link: boolean;
  moving: boolean;
  /** Alarm bits that driver and vehicle raise. */
  raised: number;
  /** video alarms (item 0x14) */
  videoRaised: number;
}

/** Readings that do not depend on the place alone. */
export interface Readings {
  timeMs: number;
  fuelL: number | null;
  tempC: readonly number[];
  humPct: readonly number[];
  co2Ppm: readonly number[];
  reeferOn: boolean | null;
}

/** Alarm bits of 0x0200 (JT/T 808-2013 8.18). */
const alarm = { antennaOpen: 1 << 5, mainPowerOff: 1 << 8 } as const;
/** Bit of the cargo door, which is wired as door 1 of the status word. */
const cargoDoorBit = 1 << 0;

/** The report that the terminal makes of a scene, with jitter of the fix, faults of its stories and noise of its readings. */
export function makePoint(vehicle: DemoVehicle, scene: Scene, readings: Readings): TerminalPoint {
  const { timeMs } = readings;
  const traits = traitsOf(vehicle);
  const { stories, backupPct, sensorSeed: seed } = traits;
  const fault = hasAntennaFault(stories, timeMs);
  const battery = isOnBattery(stories, timeMs);
  const fix = makeFix(vehicle, scene, timeMs);
  const sights = cameraEventsOf(vehicle, seed, timeMs, scene.speedMps * 3.6);
  return {
    ...fix,
    altitudeM: altitudeAt(scene.lng, scene.lat, smoothNoise(seed + 3, timeMs / 120_000)),
    directionDeg:
      Math.round(scene.bearingDeg + (scene.moving ? 2 * smoothNoise(seed + 4, timeMs / 45_000) : 0) + 360) % 360,
    ...(fault ? { station: true } : {}),
    acc: scene.acc,
    doors: scene.door ? cargoDoorBit : 0,
    odometerM: Math.floor(scene.odometerM / 100) * 100,
    fuelL: readings.fuelL,
    tempC: readings.tempC.map((value, i) => (traits.brokenChannels.has(i + 1) ? null : value)),
    humPct: readings.humPct,
    ...(readings.co2Ppm.length > 0 ? { co2Ppm: readings.co2Ppm } : {}),
    ...(sights.length > 0 ? { sights } : {}),
    reeferOn: readings.reeferOn,
    extVoltageV: battery
      ? 0
      : voltageOf(weakVolts(stories, timeMs), vehicle.volts, scene.acc, smoothNoise(seed + 5, timeMs / 300_000)),
    signal: Math.round(24 + 6 * smoothNoise(seed + 6, timeMs / 400_000)),
    satellites: fix.located
      ? Math.round(15 + 5 * smoothNoise(seed + 7, timeMs / 500_000))
      : Math.round(1 + hash01(seed + 8, timeMs / 1000)),
    ...(backupPct === null ? {} : { backupPct }),
    alarmBits: (fault ? alarm.antennaOpen : 0) | (battery ? alarm.mainPowerOff : 0) | scene.raised,
    ...(scene.videoRaised > 0 ? { videoAlarms: scene.videoRaised } : {}),
  };
}

/** Where the terminal says that the vehicle is, and how fast. */
export function makeFix(vehicle: DemoVehicle, scene: Scene, timeMs: number): Fix {
  const traits = traitsOf(vehicle);
  const [lng, lat] = measurePlace(traits, scene, timeMs);
  return {
    timeMs,
    lng: Math.round(lng * 1e6) / 1e6,
    lat: Math.round(lat * 1e6) / 1e6,
    speedKmh: Math.round(scene.speedMps * 3.6 * 10) / 10,
    located: scene.fix && !hasAntennaFault(traits.stories, timeMs),
  };
}

/** Place that the terminal measures: a few metres off, less at a stand. The drift story throws single fixes a few kilometres away now and then. */
function measurePlace({ drifts, sensorSeed: seed }: Traits, scene: Scene, timeMs: number): readonly [number, number] {
  const size = scene.moving ? 4 : 2.2;
  const pace = scene.moving ? 50_000 : 700_000;
  const fine = 1.4;
  const east = size * smoothNoise(seed, timeMs / pace) + fine * (hash01(seed + 1, timeMs / 1000) - 0.5);
  const north = size * smoothNoise(seed + 2, timeMs / pace) + fine * (hash01(seed + 9, timeMs / 1000) - 0.5);
  const drift = drifts && hash01(seed + 10, timeMs / 1000) < 1 / 350;
  const far = drift ? 3200 + 4000 * hash01(seed + 11, timeMs / 1000) : 0;
  return movePosition(scene.lng, scene.lat, 0, east + far, north + far * 0.4);
}

/** Altitude in metres, made up by region. */
function altitudeAt(lng: number, lat: number, noise: number): number {
  const hills = 4 * Math.sin(lng * 40) + 4 * Math.cos(lat * 33);
  const base = lng < 107 ? 490 + 140 * Math.sin((lat - 30.5) * 1.4) : lat > 34 ? 48 : lat < 24 ? 24 : 9;
  return Math.round(base + (lng < 107 ? 6 * hills : hills) + 3 * noise);
}

/** On-board voltage, V with two decimals; higher while the engine charges the battery, unless that is weak. */
function voltageOf(weak: number | null, volts: 12 | 24, acc: boolean, noise: number): number {
  const base = weak !== null ? weak : volts === 24 ? (acc ? 27.6 : 25.3) : acc ? 13.9 : 12.6;
  return Math.round((base + 0.25 * noise) * 100) / 100;
}
