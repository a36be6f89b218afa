import { alarmUrgency, countAlarmRows, countKey, noAlarms } from '@tongda/contract/watch/alarm/urgency';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';

const api = '/api/alarm/record';
const hour = 60;
let app: TestApp;
let us: FleetFixture;
let serial = 0;

beforeAll(async () => {
  app = await testApp();
  us = await fleetFixture(app, '急缓公司');
});
afterAll(() => app.close());

interface Case {
  /** minutes ago */
  began: number;
  told?: number | null;
  ended?: number;
  level?: number;
  handled?: number;
  vehicleId?: string;
  status?: number;
}
/** An alarm of a vehicle of its own unless one is named. */
async function alarm({ began, told = began, ended, level = 2, handled = 0, vehicleId, status }: Case): Promise<string> {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const { id } = await app.database.systemDb
    .insertInto('episode')
    .values({
      client_id: us.clientId,
      vehicle_id: vehicleId ?? (await us.addVehicle(`沪U${10_000 + ++serial}`)),
      kind: 'temperatureAlarm',
      subject: `tem${++serial}`,
      alarm: true,
      values: '{}',
      level,
      handle_status: handled,
      status: status ?? (ended === undefined ? 0 : 1),
      start_time: at(began),
      end_time: ended === undefined ? null : at(ended),
      confirmed_at: at(began),
      announced_at: told === null ? null : at(told),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const post = async (path: string, body: object = {}) => (await us.post(`${api}${path}`, body)).data;

it('one urgency for each alarm: worked examples of every border', async () => {
  const cases: Array<[Case, number | null]> = [
    [{ began: 1 }, alarmUrgency.fresh],
    [{ began: 29 }, alarmUrgency.fresh],
    // it began hours ago and was told only now: late data of live vehicles
    [{ began: 3 * hour, told: 5 }, alarmUrgency.fresh],
    [{ began: 31 }, alarmUrgency.unacknowledged],
    [{ began: 31, handled: 5 }, alarmUrgency.unacknowledged],
    // never told to anybody: old data
    [{ began: 1, told: null }, alarmUrgency.unacknowledged],
    [{ began: 5, ended: 2 }, alarmUrgency.fresh],
    [{ began: 24 * hour, ended: 23 * hour }, alarmUrgency.unacknowledged],
    [{ began: 5, handled: 1 }, alarmUrgency.working],
    [{ began: 7 * hour, handled: 1 }, alarmUrgency.working],
    [{ began: 9 * hour }, alarmUrgency.lasting],
    [{ began: 9 * hour, handled: 1 }, alarmUrgency.lasting],
    // a severe one is not folded away before somebody took it up
    [{ began: 9 * hour, level: 3 }, alarmUrgency.unacknowledged],
    [{ began: 9 * hour, level: 3, handled: 1 }, alarmUrgency.lasting],
    [{ began: 30 * hour, ended: 25 * hour }, alarmUrgency.past],
    [{ began: 5, handled: 2 }, null],
    [{ began: 5, handled: 3 }, null],
    [{ began: 5, status: 2, ended: 1 }, null],
  ];
  for (const [one, urgency] of cases) {
    const id = await alarm(one);
    const { list } = await post('/page', { keyword: id });
    expect([one, list[0]?.urgency]).toEqual([one, urgency]);
  }
});

it('header, live list and register count the same alarms, and every count leads to as many rows', async () => {
  const busy = await us.addVehicle('沪U99999');
  for (const began of [2, 4, 40, 50]) await alarm({ began, vehicleId: busy });
  await alarm({ began: 10 * hour, vehicleId: busy });
  const gone = await us.addVehicle('沪U99998');
  await alarm({ began: 3, vehicleId: gone });
  await sql`update vehicle set deleted_at = now() where id = ${gone}`.execute(app.database.systemDb);

  const header = await post('/count');
  const live = await post('/live');
  expect(live.counts).toEqual(header);
  expect(header).not.toEqual(noAlarms);
  // what a page with all rows counts by itself is what the server says
  expect({ ...countAlarmRows(live.list), past: header.past }).toEqual(header);
  const rows = async (filter: object): Promise<number> => (await post('/page', { ...filter, size: 1 })).total;
  for (const { code } of alarmUrgency.options)
    expect([code, await rows({ urgency: code })]).toEqual([code, header[countKey(code)]]);
  const { vehicles: _chip, ...byUrgency } = header;
  const unfinished = Object.values<number>(byUrgency).reduce((sum, n) => sum + n, 0);
  expect(await rows({ waiting: 1 })).toBe(unfinished);
  expect((await post('/stat', {})).waiting).toBe(unfinished);
  // the other tabs say what they list
  const { rows: tabs } = await post('/stat', {});
  expect(tabs).toEqual({
    all: await rows({}),
    appeals: await rows({ handleStatus: 4 }),
    closed: await rows({ handleStatus: 2 }),
    dismissed: await rows({ handleStatus: 3 }),
  });
  // a vehicle is counted once, however many alarms it has, and not for what has gone on for days or is a mere notice
  const before = header.vehicles;
  await alarm({ began: 1, vehicleId: busy });
  await alarm({ began: 20 * hour });
  await alarm({ began: 1, level: 1 });
  expect((await post('/count')).vehicles).toBe(before);
  await alarm({ began: 1 });
  expect((await post('/count')).vehicles).toBe(before + 1);
});

it('the live list holds the most urgent first', async () => {
  const { list } = await post('/live');
  const order = list.map(({ urgency }: { urgency: number }) => urgency);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(new Set(order)).toEqual(new Set([1, 2, 3, 4]));
});
