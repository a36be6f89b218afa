import type { StoredPoint } from '../../apps/server/src/core/telemetry/stored-point';

/** A random number of about a normal distribution with mean 0 and standard deviation 1 (the sum of six uniform ones). */
function gaussian(random: () => number): number {
  let sum = 0;
  for (let i = 0; i < 6; i++) sum += random();
  return (sum - 3) * 1.41;
}

/** Random numbers in [0, 1), always the same ones for a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Whose drive is made up, from when on, with how many points. */
export interface DriveOptions {
  vehicleId: string;
  clientId: string;
  /** epoch ms */
  from: number;
  points: number;
  stepMs: number;
  /** Metres by which a fix is off. Above 0, speed, course, readings and the delay of the radio link vary too; with 0 all of them are smooth. */
  jitterM: number;
}

/**
 * Stored points of a refrigerated truck that drives two hours and stands half an hour in turn, with two probes, fuel, doors, mileage and the usual
 * extras.
 */
export function makeDrive(options: DriveOptions): StoredPoint[] {
  const { vehicleId, clientId, from, stepMs, jitterM } = options;
  const random = seededRandom(Number(vehicleId));
  const rough = jitterM > 0 ? 1 : 0;
  const n = () => gaussian(random) * rough;
  const one = (value: number) => Math.fround(Math.round(value * 10) / 10);
  let [lng, lat, speed, course, odometer, fuel] = [118 + random(), 30 + random(), 60, 90, 1e8, 300];
  const temps = [-18, -17.4];
  return Array.from({ length: options.points }, (_, i) => {
    const t = from + i * stepMs;
    const second = (i * stepMs) / 1000;
    const moving = second % 9000 < 7200;
    speed = moving ? Math.min(92, Math.max(12, 66 + 14 * Math.sin(second / 300) + n() * 2)) : 0;
    course = moving ? (course + Math.sin(second / 700) * 2 + n() + 360) % 360 : course;
    const metres = (speed / 3.6) * (stepMs / 1000);
    lng += (metres * Math.sin((course * Math.PI) / 180)) / 95_000;
    lat += (metres * Math.cos((course * Math.PI) / 180)) / 111_000;
    odometer += metres;
    fuel -= metres / 3500;
    const off = () => n() * (moving ? jitterM : jitterM / 4);
    return {
      ...{ vehicleId, clientId, deviceId: vehicleId, t, receiveTime: t + 400 + Math.round(Math.abs(n()) * 300) },
      lng: Math.round((lng + off() / 95_000) * 1e6) / 1e6,
      lat: Math.round((lat + off() / 111_000) * 1e6) / 1e6,
      altitudeM: Math.round(12 + 4 * Math.sin(second / 900) + n()),
      speedKmh: one(speed),
      directionDeg: Math.round(course + (moving ? n() : 0) + 360) % 360,
      ...{
        flags: moving ? 3 : 2,
        odometerM: Math.round(odometer / 100) * 100,
        alarmBits: 0,
        statusBits: moving ? 3 : 2,
      },
      tempC: temps.map((temp, k) => one(temp + Math.sin(second / 900 + k) + n() * 0.1)),
      humPct: null,
      fuelL: [one(fuel + n() * 0.3)],
      doors: !moving && second % 9000 > 7800 ? 6 : 5,
      extra: {
        signal: Math.round(24 + n() / 2),
        satellites: Math.round(13 + n() / 2),
        extVoltageV: Math.round((27.4 + n() * 0.05) * 10) / 10,
      },
      rawItems: null,
    };
  });
}
