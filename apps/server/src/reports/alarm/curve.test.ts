import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { append, storedAt } from '../../../test/point-kit';
import { readingDay, readingTruck } from '../../../test/reading-kit';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Vehicle = Awaited<ReturnType<typeof makeVehicle>>;
const minute = 60_000;
const [start, end] = [readingDay + 600 * minute, readingDay + 630 * minute];

/** An alarm from 10:00 to 10:30. */
async function alarmOf(vehicle: Vehicle, kind: string, more: { subject?: string; peak?: number; limit?: number } = {}) {
  const { rows } = await sql<{
    id: string;
  }>`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, level, peak, limit_value, values)
    values (${vehicle.clientId}, ${vehicle.vehicleId}, ${kind}, true, ${more.subject ?? ''}, ${new Date(start)}, ${new Date(end)}, ${new Date(start)}, 1, 2, ${more.peak ?? null}, ${more.limit ?? null}, '{}')
    returning id::text`.execute(app.database.systemDb);
  return rows[0]?.id ?? '';
}
const ask = async (token: string, id: string) =>
  (await app.post('/api/report/alarm/curve', { id }, token)) as { code: number; msg: string; data: CurveAnswer };
const named = ({ lanes }: CurveAnswer): string[] =>
  lanes.map(({ unit, series }) => `${series.map(({ name }) => name).join('、')} ${unit}`);

test('超温: its probe with the bound that was broken, two hours before and after, doors as strips, the alarm shaded', async () => {
  const { vehicle, token } = await readingTruck(
    app,
    '超温曲线',
    Array.from({ length: 400 }, (_, i) => [400 + i, i > 200 && i < 230 ? 12 : 5, i === 205] as const),
  );
  const id = await alarmOf(vehicle, 'temperatureAlarm', { subject: 'tem1', peak: 12, limit: 6 });
  const { data } = await ask(token, id);
  expect({ from: data.from, until: data.until }).toEqual({ from: start - 120 * minute, until: end + 120 * minute });
  expect(named(data)).toEqual(['后仓 ℃']);
  // the probe's own bounds are 2 and 8, the rule had 6
  expect(data.lanes[0]?.series[0]).toMatchObject({ lower: 2, upper: 6 });
  expect(data.strips.map(({ name }) => name)).toContain('后门');
  expect(data.phases).toEqual([{ from: start, until: end, word: '报警', tone: 'unload' }]);
});

test('speeding, fuel, carbon dioxide, terminals, engines and drivers show what they are about', async () => {
  const { token } = await app.company('各类曲线');
  const vehicle = await makeVehicle(app.database, '各类曲线');
  const points = Array.from({ length: 300 }, (_, i) =>
    storedAt(vehicle, readingDay + (450 + i) * minute, {
      speedKmh: 80,
      fuelL: [200 - i / 10],
      extra: { co2Ppm: [null, 4_000], extVoltageV: 24.5, battPct: 80, engineRpm: 1_500, coolantC: 90 },
    }),
  );
  await append(app.database, points, readingDay + 86_400_000);
  const curve = async (...what: [kind: string, more?: { subject?: string; peak?: number; limit?: number }]) =>
    (await ask(token, await alarmOf(vehicle, ...what))).data;
  const speeding = await curve('speedAlarm', { peak: 90, limit: 70 });
  expect(named(speeding)).toEqual(['速度 km/h']);
  expect(speeding.lanes[0]?.series[0]?.upper).toBe(70);
  expect(named(await curve('oilAlarm', { subject: 'tank1' }))).toEqual(['油量 L', '速度 km/h']);
  const air = await curve('co2Alarm', { subject: 'co22', peak: 4_000, limit: 3_000 });
  expect(named(air)).toEqual(['CO2 ppm']);
  expect(air.lanes[0]?.series[0]).toMatchObject({ lower: null, upper: 3_000 });
  expect(named(await curve('deviceAlarm', { subject: 'power' }))).toEqual(['电压 V', '电量 %']);
  expect(named(await curve('faultAlarm', { subject: 'voltage' }))).toEqual([
    '转速 r/min',
    '水温 ℃',
    '电压 V',
    '速度 km/h',
  ]);
  const driver = await curve('fatigueAlarm');
  expect(driver.from).toBe(start - 1_440 * minute);
  expect(driver.strips.map(({ name }) => name)).toEqual(['行驶', '怠速', '停车']);
  // a truck without probes
  expect(named(await curve('doorAlarm', { subject: 'door1:open' }))).toEqual(['速度 km/h']);
});

test('an alarm of another company is not there', async () => {
  const vehicle = await makeVehicle(app.database, '别家曲线');
  const { token } = await app.company('看不到曲线的公司');
  const answer = await ask(token, await alarmOf(vehicle, 'speedAlarm'));
  expect(answer.code).toBe(4004);
  expect(answer.msg).toContain('报警');
});
