import { sql } from 'kysely';
import { packDoors, pointFlag } from '../src/kernel/point';
import { append, storedAt } from './point-kit';
import { makeVehicle } from './stream-kit';
import type { TestApp } from './test-app';

/** The company's 1 March 2026, 00:00. */
export const readingDay = Date.UTC(2026, 1, 28, 16);
const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-01 23:59:59' };

/** A report of a truck: minute of the day, ℃ of its probe, whether its door is open and it drives, and how many hours later it arrived. */
export type Reading = readonly [
  minute: number,
  tempC: number | null,
  open?: boolean,
  speedKmh?: number,
  lateHours?: number,
];
export type AnswerRow = Record<string, unknown>;

/** A company whose truck has a probe 后仓 of 2-8 ℃ and a door 后门, its readings of 1 March, and how reports of them are asked for. */
export async function readingTruck(app: TestApp, name: string, readings: readonly Reading[]) {
  const { token } = await app.company(name);
  const vehicle = await makeVehicle(app.database, name);
  await sql`insert into probe (client_id, vehicle_id, kind, channel, name, lower_limit, upper_limit) values (${vehicle.clientId}, ${vehicle.vehicleId}, 'tem', 1, '后仓', 2, 8),
    (${vehicle.clientId}, ${vehicle.vehicleId}, 'door', 1, '后门', null, null)`.execute(app.database.systemDb);
  const points = readings.map(([minute, tempC, open = false, speedKmh = 0, lateHours = 0]) => {
    const t = readingDay + minute * 60_000;
    const late = lateHours > 0 ? { flags: 3 | pointFlag.late, receiveTime: t + lateHours * 3_600_000 } : {};
    return storedAt(vehicle, t, { tempC: [tempC], doors: packDoors([open]), speedKmh, ...late });
  });
  await append(app.database, points, readingDay + 86_400_000);
  const ask = async (path: string, more: object = {}) =>
    (await app.post(`/api/report/${path}`, { ...range, vehicleIds: [vehicle.vehicleId], ...more }, token)) as {
      code: number;
      msg: string;
      data: AnswerRow & { list: AnswerRow[]; total: number };
    };
  return { ask, vehicle, token };
}
