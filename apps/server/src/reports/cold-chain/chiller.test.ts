import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sceneTruck } from '../../../test/reading-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import { wireTime } from '../../core/http/answer/wire-time';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const airs = [
  ['回风', -25, -12],
  ['送风', null, null],
] as const;
/** minutes of the day in which the unit defrosts */
const defrosts = (m: number): boolean => m > 500 && m <= 514;

test('a session with a defrost and a stop of 50 minutes: hours by mode, standing and driving, and the same sessions one by one', async () => {
  // 08:00–11:00 but for 09:00–09:50; it drives from 08:30 on
  const { ask, clock, vehicle, date } = await sceneTruck(app, '冷机公司', airs, [480, 660], (m) => ({
    tempC: [-18, defrosts(m) ? -10 : -24],
    on: m < 540 || m >= 590,
    kmh: m >= 510 ? 60 : 0,
  }));
  await sql`update vehicle set cooler_model = '冷王 T-880', cooler_drive = '独立' where id = ${vehicle.vehicleId}`.execute(
    app.database.systemDb,
  );
  const { list } = (await ask('chiller/detail', { sort: 'startTime asc' })).data;
  expect(
    list.map(({ startTime, endTime, minutes, coolMin, frostMin, frosts, mode }) => [
      clock(startTime),
      endTime === null ? null : clock(endTime),
      minutes,
      coolMin,
      frostMin,
      frosts,
      mode,
    ]),
  ).toEqual([
    ['08:00', '08:59', 59, 45, 14, 1, 'cooling'],
    ['09:50', null, 69, 69, 0, 0, 'cooling'],
  ]);
  expect(list[0]).toMatchObject({ backC: -18, startC: -18, source: 'told', state: 'closed' });
  const [row, ...more] = (await ask('chiller/page')).data.list;
  expect(more).toEqual([]);
  // 128 minutes, 114 of them cooling; it stood from 08:00 to 08:30
  expect(row).toMatchObject({
    starts: 2,
    runHours: 2.1,
    coolHours: 1.9,
    frostHours: 0.2,
    duty: 89.1,
    backC: -18,
    litres: 4.3,
    model: '冷王 T-880',
    source: 'told',
  });
  expect(Number(row?.parkHours) + Number(row?.driveHours)).toBeCloseTo(Number(row?.runHours), 0);
  expect(row?.parkHours).toBe(0.5);
  expect((await ask('chiller/page', { groupBy: 'day' })).data.list).toMatchObject([{ day: date, runHours: 2.1 }]);
  const curve = (await ask('chiller/curve')).data as unknown as {
    strips: Array<{ name: string; spans: Array<{ word?: string }> }>;
  };
  expect(curve.strips.find(({ name }) => name === '冷机')?.spans.map(({ word }) => word)).toEqual([
    '制冷',
    '霜',
    '制冷',
    '制冷',
  ]);
});

test('a unit that is not wired is concluded from its air; one of which nothing is known has no row', async () => {
  const inferred = await sceneTruck(app, '推算公司', airs, [480, 540], (m) => ({
    on: null,
    tempC: [-18, m < 530 ? -24 : -18],
  }));
  expect((await inferred.ask('chiller/page')).data.list).toMatchObject([{ source: 'inferred', litres: null }]);
  expect((await inferred.ask('chiller/detail')).data.list).toMatchObject([
    { source: 'inferred', state: 'closed', minutes: 49 },
  ]);
});

test('a unit that still runs in a truck that still stands ran while it stood', async () => {
  // 08:00–11:00; it drives until 09:00 and stands in the yard from then on, and neither the session nor the stay has ended
  const { ask } = await sceneTruck(app, '还在制冷公司', airs, [480, 660], (m) => ({
    tempC: [-18, -24],
    on: true,
    kmh: m < 540 ? 60 : 0,
  }));
  const [row] = (await ask('chiller/page')).data.list;
  expect(row?.runHours).toBe(3);
  expect(row?.parkHours).toBe(2);
  expect(row?.driveHours).toBe(1);
});

test('sessions of twenty vehicles and a month are listed and written to a file', async () => {
  const { ask, vehicle, date, day } = await sceneTruck(app, '车多公司', airs, [480, 500], () => ({
    tempC: [-18, -24],
  }));
  const { rows } = await sql<{ id: string }>`insert into vehicle
    select x.* from vehicle v, generate_series(1, 19) n,
      jsonb_populate_record(v, jsonb_build_object('id', 990000 + n, 'plate_no', '沪A9' || to_char(n, 'FM0000'), 'vin', null)) x
    where v.id = ${vehicle.vehicleId} returning id::text as id`.execute(app.database.systemDb);
  const month = { startTime: wireTime(day - 30 * 86_400_000, 'Asia/Shanghai'), endTime: `${date} 23:59:59` };
  const wish = { ...month, vehicleIds: [vehicle.vehicleId, ...rows.map(({ id }) => id)] };
  expect((await ask('chiller/detail', wish)).data.list).toMatchObject([
    { vehicleId: vehicle.vehicleId, state: 'open' },
  ]);
  expect(await ask('chiller/exportDetail', wish)).toMatchObject({ code: 200 });
});
