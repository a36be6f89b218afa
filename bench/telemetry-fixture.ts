import type { StoredPoint } from '../apps/server/src/core/telemetry/stored-point';

/** Sum of six: near enough to a bell curve of width 1. */
function noise(random: () => number): number {
  let sum = 0;
  for (let i = 0; i < 6; i++) sum += random();
  return (sum - 3) * 1.41;
}

/** Always the same numbers for a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface DriveOptions {
  vehicleId: string;
  clientId: string;
  from: number;
  points: number;
  stepMs: number;
  /** metres by which a fix is off; with it go restless speeds, courses, readings and a radio link of uneven delay */
  jitterM: number;
}

/** A reefer that drives two hours and stands half an hour by turns: two probes, fuel, doors, mileage, the usual extras. */
export function drive(options: DriveOptions): StoredPoint[] {
  const { vehicleId, clientId, from, stepMs, jitterM } = options;
  const random = seeded(Number(vehicleId));
  const rough = jitterM > 0 ? 1 : 0;
  const n = () => noise(random) * rough;
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
