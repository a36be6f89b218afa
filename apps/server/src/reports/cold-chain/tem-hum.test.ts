import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { append, storedAt } from '../../../test/point-kit';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import { packDoors } from '../../kernel/point';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Row = Record<string, unknown>;
const day = Date.UTC(2026, 1, 28, 16);
const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-01 23:59:59' };

/** A vehicle with a probe of 2-8 ℃, and readings at minutes of 1 March. */
async function truck(
  name: string,
  readings: ReadonlyArray<readonly [minute: number, tempC: number | null, open?: boolean]>,
) {
  const { token } = await app.company(name);
  const vehicle = await makeVehicle(app.database, name);
  await sql`insert into probe (client_id, vehicle_id, kind, channel, name, lower_limit, upper_limit) values (${vehicle.clientId}, ${vehicle.vehicleId}, 'tem', 1, '后仓', 2, 8),
    (${vehicle.clientId}, ${vehicle.vehicleId}, 'door', 1, '后门', null, null)`.execute(app.database.systemDb);
  const points = readings.map(([minute, tempC, open = false]) =>
    storedAt(vehicle, day + minute * 60_000, { tempC: [tempC], doors: packDoors([open]) }),
  );
  await append(app.database, points, day + 86_400_000);
  const ask = async (call: string, more: object = {}) =>
    (await app.post(`/api/report/temHum/${call}`, { ...range, vehicleIds: [vehicle.vehicleId], ...more }, token)) as {
      code: number;
      msg: string;
      data: Row & { list: Row[]; total: number };
    };
  return { ask, token, vehicle };
}

test('K17: 2, 4, 9, 5 ℃ every ten minutes are 5.0 ℃ in the mean, 5.41 MKT, 75 % within 2-8 ℃', async () => {
  const { ask } = await truck('均温公司', [
    [0, 2],
    [10, 4],
    [20, 9],
    [30, 5],
  ]);
  const { stat } = (await ask('totals')).data as { stat?: Row[] };
  expect(stat).toMatchObject([
    {
      probe: '后仓',
      limits: '2 ~ 8',
      max: 9,
      maxTime: '2026-03-01 00:20:00',
      min: 2,
      minTime: '2026-03-01 00:00:00',
      avg: 5,
      mkt: 5.41,
      passRate: 75,
      overMin: 10,
    },
  ]);
  expect((await ask('totals', { upper: 4 })).data.stat).toMatchObject([{ limits: ' ~ 4', passRate: 50, overMin: 20 }]);
});

test('a row every interval with the last reading in it; one without is missing, sentinels are none, over-limit readings are named', async () => {
  const { ask } = await truck('间隔公司', [
    [1, 5],
    [9, 6],
    [12, 85],
    [35, 9, true],
    [39, 8.5, true],
  ]);
  const first = (await ask('list')).data.list.slice(0, 4);
  expect(first.map(({ time, tem1, data, over, doors }) => [time, tem1, data, over, doors])).toEqual([
    ['2026-03-01 00:10:00', 6, 'real', [], '关'],
    ['2026-03-01 00:20:00', null, 'real', [], '关'],
    ['2026-03-01 00:30:00', null, 'none', [], ''],
    ['2026-03-01 00:40:00', 8.5, 'real', ['tem1'], '后门开'],
  ]);
  expect((await ask('list')).data.total).toBe(144);
  expect((await ask('list', { temTimeInterval: '0' })).data.total).toBe(5);
  expect((await ask('list', { onlyOver: true })).data.list).toHaveLength(1);
});

test('curves break at gaps, doors and silences stand beside them; up to four vehicles, one a lane', async () => {
  const every = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => [from + i, 5, from + i > 100 && from + i < 110] as const);
  const { ask, token, vehicle } = await truck('曲线公司', [...every(60, 120), ...every(160, 200)]);
  const curve = (await ask('curve')).data as unknown as {
    lanes: Array<{ series: Array<{ lower: number; points: Array<[number, number | null, number]> }> }>;
    strips: Row[];
    gaps: Array<{ from: number; until: number }>;
  };
  expect(curve.lanes[0]?.series[0]?.points.filter(([, value]) => value === null)).toHaveLength(1);
  expect(curve.gaps.map(({ from, until }) => [(from - day) / 60_000, (until - day) / 60_000]).slice(0, 2)).toEqual([
    [0, 60],
    [119, 160],
  ]);
  expect(curve.strips).toEqual([
    { name: '后门', tone: 'door', spans: [{ from: day + 101 * 60_000, until: day + 110 * 60_000 }] },
  ]);
  const bare = await makeVehicle(app.database, '曲线公司');
  expect(await ask('list', { vehicleIds: [bare.vehicleId] })).toMatchObject({
    code: 4011,
    msg: expect.stringContaining('所选车辆未安装温度探头'),
  });
  expect(await ask('list', { vehicleIds: [] })).toMatchObject({
    code: 4000,
    data: { errors: [{ field: 'vehicleIds', msg: '请选择车辆' }] },
  });
  expect(await ask('list', { vehicleIds: ['1', '2', '3', '4', '5'] })).toMatchObject({
    code: 4000,
    data: { errors: [{ field: 'vehicleIds' }] },
  });
  const other = await truck('别家曲线公司', []);
  expect(
    (await app.post('/api/report/temHum/curve', { ...range, vehicleIds: [vehicle.vehicleId] }, other.token)).code,
  ).toBe(4004);
  expect(token).not.toBe(other.token);
});
