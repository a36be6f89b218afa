import { dayMs } from '@tongda/contract/core/durations';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import type { EpisodeKind } from '@tongda/contract/watch/alarm/episode';
import { alarmKinds } from '@tongda/contract/watch/alarm/words';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoAlarm, demoAlarms } from '../../../test/demo-day';
import { demoDb, demoNow } from '../../../test/demo-db';
import type { TestDb } from '../../../test/test-db';
import { vehicleId } from '../fleet/vehicle/rows';
import { answerAlarms, lookAtAlarms } from './handling';

/* A week of the demo company as its dispatchers see it: how many alarms come in a day, of which kinds, and what its people make of them. */

let db: TestDb;
const now = demoNow;
beforeAll(async () => {
  db = await demoDb();
}, 120_000);
afterAll(() => db.close());

const count = async (statement: string): Promise<number> => Number((await db.pool.query(statement)).rows[0].n);

const sunday = Date.parse('2026-11-15T00:00:00+08:00');
let known: DemoAlarm[] | null = null;
/** Alarms of a week from Sunday on, by the real detectors and the company's own rules, as stories come again every week. It takes a while, and once is enough. */
const loadWeek = async (): Promise<DemoAlarm[]> => {
  known ??= await demoAlarms(db, sunday, sunday + 7 * dayMs);
  return known;
};
/** Those of a span of 24 hours from `fromMs` (epoch ms) on. */
const dayFrom = (week: readonly DemoAlarm[], fromMs: number): DemoAlarm[] =>
  week.filter(({ confirmedAt }) => confirmedAt >= fromMs && confirmedAt < fromMs + dayMs);

it('raises 20 to 40 alarms in a day, most of which its people have dealt with and said how', async () => {
  const week = await loadWeek();
  const days = Array.from({ length: 7 }, (_, day) => dayFrom(week, sunday + day * dayMs));
  const counts = days.map(({ length }) => length);
  expect(Math.min(...counts), `${counts}`).toBeGreaterThanOrEqual(20);
  // seals that were cut and a unit that fails come on top, a handful a day
  expect(Math.max(...counts), `${counts}`).toBeLessThanOrEqual(35);
  const found = days[0] ?? [];
  // and the day before the seeds, on which some rules look at trips
  const yesterday = dayFrom(week, now.getTime() - dayMs);
  expect(yesterday.length).toBeGreaterThanOrEqual(20);
  expect(yesterday.length).toBeLessThanOrEqual(40);
  // The same day, three days before the clock of the database, and once more within its last day; each alarm eight times, because what becomes of one is drawn by its minute and
  // a few of them would be luck.
  const times = 8;
  const told = found.length * times;
  const rows = found.map(({ vehicleId, kind, subject, start, level }) => ({
    ...{ vehicleId, kind, subject, level },
    after: (start - sunday) / 1000,
  }));
  await db.pool.query(
    `insert into episode (id, client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, level)
     select 900000 + row_number() over (order by at, "vehicleId", kind, subject), 101, "vehicleId", kind, true, subject, at, at + interval '10 minutes', at, 1, level
     from jsonb_to_recordset($1) as x("vehicleId" bigint, kind text, subject text, level int, after float8),
       generate_series(1, $2::int) again,
       lateral (values (now() - interval '3 days' + make_interval(secs => after, mins => again * 5)),
         (now() - interval '23 hours' + make_interval(secs => after * 20 / 24, mins => again * 5))) t (at)`,
    [JSON.stringify(rows), times],
  );
  // and some of two hours ago, of which one in nine is being looked into and a third waits
  await db.pool.query(
    `insert into episode (id, client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, level)
     select 910000 + n, 101, $1, 'doorAlarm', true, 'open' || n, at, at + interval '10 minutes', at, 1, 1
     from generate_series(1, 150) n, lateral (values (now() - interval '2 hours' - make_interval(secs => n))) t (at)`,
    [vehicleId(1)],
  );
  // and a terminal that has been broken for five days
  await db.pool.query(
    `insert into episode (id, client_id, vehicle_id, kind, alarm, subject, start_time, confirmed_at, status, level)
     values (920000, 101, $1, 'deviceAlarm', true, 'broken', now() - interval '5 days', now() - interval '5 days', 0, 2)`,
    [vehicleId(2)],
  );
  // the past has not arrived as a whole: what has is dealt with, so that the first page shows a few alarms and no thousand
  expect(await lookAtAlarms(db.systemDb)).toBe(false);
  const waiting = `from episode where client_id = 101 and alarm and status = 1 and end_time < now() - interval '1 hour' and handle_status in (0, 5)
    and id between 900000 and 910000`;
  expect((await count(`select count(*) n ${waiting}`)) / told).toBeLessThan(0.2);
  expect(await count(`select count(*) n ${waiting} and end_time < now() - interval '2 days'`)).toBe(0);
  await answerAlarms(db.systemDb);
  const handled = `from episode where client_id = 101 and id between 900000 and 910000 and start_time > now() - interval '4 days' and handled_at is not null`;
  const ofLastDay = `start_time > now() - interval '1 day'`;
  expect((await count(`select count(*) n ${handled} and not ${ofLastDay}`)) / told).toBeGreaterThan(0.8);
  expect((await count(`select count(*) n ${handled} and ${ofLastDay}`)) / told).toBeGreaterThan(0.78);
  expect(await count(`select count(*) n ${handled} and coalesce(handle_remark, '') = ''`)).toBe(0);
  // what is over for two days is brought to an end, whatever the length of the demo's past
  expect(
    await count(`select count(*) n from episode where client_id = 101 and alarm and status = 1 and end_time < now() - interval '50 hours'
      and start_time > now() - interval '80 hours' and handle_status in (0, 1, 5)`),
  ).toBe(0);
  // what has been broken for days is being seen to, at any hour
  expect(
    await count(`select count(*) n from alarm_handle h join episode e on e.id = h.episode_id
      where e.id = 920000 and e.handle_status = 1 and h.status = 1`),
  ).toBe(1);
  // every state of handling is to be seen, what nobody took up in time too
  const states = await db.pool.query<{ state: number }>(
    `select distinct handle_status as state from episode where client_id = 101 and alarm order by 1`,
  );
  expect(states.rows.map(({ state }) => state)).toEqual(expect.arrayContaining([...alarmHandleStatus.codes]));
}, 240_000);

it('raises hardly fewer of the alarms that last a minute in the older days, which are sent thinly', async () => {
  const wednesday = sunday + 3 * dayMs;
  // those who cross the slow area or drive with an open door
  const trucks = demoVehicles.filter(({ no }) => [11, 12, 13, 16, 24, 30, 41].includes(no));
  const ids = trucks.map(({ no }) => vehicleId(no));
  const briefOf = (alarms: readonly DemoAlarm[]): number =>
    alarms.filter((one) => ids.includes(one.vehicleId) && (one.kind === 'speedAlarm' || one.kind === 'doorAlarm'))
      .length;
  const whole = briefOf(dayFrom(await loadWeek(), wednesday));
  expect(whole).toBeGreaterThanOrEqual(6);
  const thin = await demoAlarms(db, wednesday, wednesday + dayMs, trucks, Number.POSITIVE_INFINITY);
  expect(briefOf(thin)).toBeGreaterThanOrEqual(whole * 0.7);
}, 120_000);

it('trips every kind of alarm within a week, by trucks that work and the rules of the company', async () => {
  // trucks and a day (0 Sunday) for each: every story comes again each week
  const stories: ReadonlyArray<readonly [kind: EpisodeKind, subject: string, nos: readonly number[], weekday: number]> =
    [
      ['temperatureAlarm', 'tem2', [4], 1],
      ['temperatureAlarm', 'tem2', [2], 1],
      ['temperatureAlarm', 'tem2', [29], 2],
      ['humidityAlarm', 'hum1', [31], 1],
      ['co2Alarm', 'co21', [15], 1],
      ['doorAlarm', 'door1:moving', [30], 0],
      ['speedAlarm', '', [50], 0],
      ['parkingAlarm', '', [60], 3],
      ['parkingAlarm', '', [6], 2],
      ['doorAlarm', 'door1:outside', [6], 2],
      ['doorAlarm', 'door1:open', [18], 2],
      ['faultAlarm', 'lowVoltage', [53], 1],
      ['idleAlarm', '', [22], 3],
      ['fatigueAlarm', 'day', [52], 1],
      ['zoneAlarm', 'place:', [35], 1],
      ['lineAlarm', 'place:', [6], 5],
      ['oilAlarm', 'tank1', [43], 3],
      ['deviceAlarm', 'offline', [55], 0],
      ['deviceAlarm', 'powerCut', [20], 4],
      ['deviceAlarm', 'notLocated', [38], 0],
      ['deviceAlarm', 'lowBattery', [60], 2],
      ['faultAlarm', 'underVoltage', [60], 2],
      ['faultAlarm', 'tyre', [32], 6],
      ['terminalAlarm', 'bit0', [13], 2],
      ['terminalAlarm', 'bit33', [44], 4],
      ['safetyAlarm', '', [2, 17, 44, 50], 1],
    ];
  const week = await loadWeek();
  for (const [kind, subject, nos, weekday] of stories) {
    const ids = nos.map((no) => vehicleId(no));
    const trips = dayFrom(week, sunday + weekday * dayMs).some(
      (one) => one.kind === kind && one.subject.includes(subject) && ids.includes(one.vehicleId),
    );
    expect([kind, subject, nos, trips]).toEqual([kind, subject, nos, true]);
  }
  // doors that were open at night, on whatever days of the week these trucks load then
  expect(week.map(({ subject }) => subject)).toContain('door1:closed');
  // who is late now is told by the calls that are planned for today
  const halfADay = 12 * 3_600_000;
  const { rows } = await db.pool.query<{ id: string }>(
    'select distinct vehicle_id::text as id from planned_call where client_id = 101 and arrive_at between $1 and $2',
    [new Date(now.getTime() - halfADay), new Date(now.getTime() + halfADay)],
  );
  const called = rows.map(({ id }) => id);
  const trucks = demoVehicles.filter(({ no }) => called.includes(vehicleId(no)));
  const late = await demoAlarms(db, now.getTime() - halfADay, now.getTime() + halfADay, trucks);
  expect(late.map(({ kind }) => kind)).toContain('punctualityAlarm');
  expect(new Set([...stories.map(([kind]) => kind), 'punctualityAlarm'])).toEqual(new Set(alarmKinds));
}, 120_000);
