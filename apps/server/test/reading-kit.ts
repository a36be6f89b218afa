import type { PositionMessage } from '@tongda/contract/core/topics';
import { sql } from 'kysely';
import { wireTime } from '../src/core/http/answer/wire-time';
import { dayStart } from '../src/kernel/day/edges';
import { degreesNorth } from '../src/kernel/fixture';
import { packDoors, pointFlag } from '../src/kernel/point';
import { factsKit } from './facts-kit';
import { append, storedAt } from './point-kit';
import { makeVehicle, report } from './stream-kit';
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

/** A report of a truck in a scene of facts: what differs from a truck that stands, closed, at 5 ℃, with its unit running. */
export type SceneReport = Partial<{
  tempC: Array<number | null>;
  open: boolean;
  /** null: the unit is not wired */
  on: boolean | null;
  kmh: number;
  lat: number;
}>;
/** Midnight of yesterday in Shanghai: facts are made of reports that are not old. */
export const sceneDay = (): number => dayStart(Date.now() - 24 * 3_600_000, 'Asia/Shanghai');

/**
 * A company whose truck has the probes (下限, 上限) and a door 后门, and reports every minute of yesterday from `from` to `until`; its facts are found and
 * written as the processor does. `ask` asks a report about yesterday.
 */
export async function sceneTruck(
  app: TestApp,
  name: string,
  probes: ReadonlyArray<readonly [name: string, lower: number | null, upper: number | null]>,
  [from, until]: readonly [number, number],
  make: (minute: number) => SceneReport,
  before: (vehicle: { clientId: string; vehicleId: string }) => Promise<unknown> = async () => undefined,
) {
  const { token } = await app.company(name);
  const vehicle = await makeVehicle(app.database, name);
  const { systemDb } = app.database;
  for (const [i, [probe, lower, upper]] of probes.entries())
    await sql`insert into probe (client_id, vehicle_id, kind, channel, name, lower_limit, upper_limit)
      values (${vehicle.clientId}, ${vehicle.vehicleId}, 'tem', ${i + 1}, ${probe}, ${lower}, ${upper})`.execute(
      systemDb,
    );
  await sql`insert into probe (client_id, vehicle_id, kind, channel, name) values (${vehicle.clientId}, ${vehicle.vehicleId}, 'door', 1, '后门')`.execute(
    systemDb,
  );
  await before(vehicle);
  const day = sceneDay();
  const kit = await factsKit(app.database);
  let lat = 31.2304;
  const sent: PositionMessage[] = [];
  for (let minute = from; minute < until; minute++) {
    const { tempC = [5], open = false, on = true, kmh = 0 } = make(minute);
    lat += degreesNorth((kmh / 3.6) * 60);
    const t = day + minute * 60_000;
    const channels = { tempC, doorOpen: [open], ...(on === null ? {} : { reeferOn: on }) };
    sent.push(report(vehicle, t, { receiveTime: t, speedKmh: kmh, lat, channels }));
  }
  await kit.bus.publish('position', vehicle.deviceId, sent);
  await kit.settle();
  await kit.recompute();
  await kit.stop();
  const date = wireTime(day, 'Asia/Shanghai').slice(0, 10);
  const ask = async (path: string, more: object = {}) =>
    (await app.post(
      `/api/report/${path}`,
      { startTime: `${date} 00:00:00`, endTime: `${date} 23:59:59`, vehicleIds: [vehicle.vehicleId], ...more },
      token,
    )) as { code: number; msg: string; data: AnswerRow & { list: AnswerRow[]; total: number } };
  /** `HH:mm` of a time of an answer */
  const clock = (wire: unknown): string => String(wire).slice(11, 16);
  return { ask, clock, vehicle, token, day, date };
}
