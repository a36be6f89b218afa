import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRule } from '../../../test/facts-kit';
import { append, storedAt } from '../../../test/point-kit';
import { readingDay, readingTruck } from '../../../test/reading-kit';
import { makeTruck, makeVehicle } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import { degreesNorth } from '../../kernel/fixture';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Vehicle = Awaited<ReturnType<typeof makeVehicle>>;
const minute = 60_000;
const [start, end] = [readingDay + 600 * minute, readingDay + 630 * minute];

interface Told {
  subject?: string;
  peak?: number;
  limit?: number;
  driverId?: string;
  values?: object;
}
/** An alarm from 10:00 to 10:30. */
async function alarmOf(vehicle: Vehicle, kind: string, more: Told = {}) {
  const { rows } = await sql<{
    id: string;
  }>`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, level, peak, limit_value, driver_id, values)
    values (${vehicle.clientId}, ${vehicle.vehicleId}, ${kind}, true, ${more.subject ?? ''}, ${new Date(start)}, ${new Date(end)}, ${new Date(start)}, 1, 2, ${more.peak ?? null}, ${more.limit ?? null}, ${more.driverId ?? null}, ${JSON.stringify(more.values ?? {})}::jsonb)
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
      // two readings of carbon dioxide are none
      extra: {
        ...{ co2Ppm: [null, i === 9 ? 65_535 : i === 8 ? -1 : 4_000], extVoltageV: 24.5, battPct: 80, signal: 27 },
        ...{ engineRpm: 1_500, coolantC: 90, tyreKpa: [800, null, i > 150 ? 400 : 810], tyreTempC: [40] },
      },
    }),
  );
  await append(app.database, points, readingDay + 86_400_000);
  const curve = async (...what: [kind: string, more?: Told]) =>
    (await ask(token, await alarmOf(vehicle, ...what))).data;
  const speeding = await curve('speedAlarm', { peak: 90, limit: 70 });
  expect(named(speeding)).toEqual(['速度 km/h']);
  expect(speeding.lanes[0]?.series[0]?.upper).toBe(70);
  expect(named(await curve('oilAlarm', { subject: 'tank1' }))).toEqual(['油量 L', '速度 km/h']);
  const air = await curve('co2Alarm', { subject: 'co22', peak: 4_000, limit: 3_000 });
  expect(named(air)).toEqual(['CO2 ppm']);
  expect(air.lanes[0]?.series[0]).toMatchObject({ lower: null, upper: 3_000 });
  expect(new Set(air.lanes[0]?.series[0]?.points.map(([, value]) => value))).toEqual(new Set([4_000]));
  expect(named(await curve('deviceAlarm', { subject: 'power' }))).toEqual(['电压 V', '电量 %', '信号 /31']);
  const fault = await curve('faultAlarm', { subject: 'lowVoltage', peak: 23, limit: 24 });
  expect(named(fault)).toEqual(['转速 r/min', '水温 ℃', '电压 V', '速度 km/h']);
  expect(fault.lanes[2]?.series[0]).toMatchObject({ lower: 24, upper: null });
  const tyre = await curve('faultAlarm', { subject: 'tyre' });
  expect(named(tyre).slice(0, 2)).toEqual(['轮胎1、轮胎3 kPa', '轮胎1 ℃']);
  expect(tyre.vehicles).toMatchObject([{ id: vehicle.vehicleId }]);
  const zone = (trigger: string) =>
    curve('zoneAlarm', { subject: `place:${trigger}`, peak: 50, limit: 40, values: { trigger } });
  expect((await zone('speed')).lanes[0]?.series[0]).toMatchObject({ name: '速度', upper: 40 });
  // minutes are no speed
  expect((await zone('stay')).lanes[0]?.series[0]).toMatchObject({ name: '速度', upper: null });
  const driver = await curve('fatigueAlarm');
  expect(driver.from).toBe(start - 1_440 * minute);
  expect(driver.strips.map(({ name }) => name)).toEqual(['车辆行驶', '车辆怠速', '车辆停车']);
  // a truck without probes
  expect(named(await curve('doorAlarm', { subject: 'door1:open' }))).toEqual(['速度 km/h']);
});

test('speeding is drawn with the limits that applied on the way: those of the night and of places', async () => {
  const { token } = await app.company('限速曲线');
  const vehicle = await makeVehicle(app.database, '限速曲线');
  const db = app.database.systemDb;
  const points = Array.from({ length: 200 }, (_, i) =>
    storedAt(vehicle, readingDay + (480 + i) * minute, { speedKmh: 50 }),
  );
  await append(app.database, points, readingDay + 86_400_000);
  const limits = { limitKmh: 80, nightPercent: 50, nightFrom: '09:00', nightTo: '09:30', placeLimits: true };
  const rule = await makeRule(app.database, vehicle.clientId, 'speed', limits);
  const place = await db
    .insertInto('place')
    .values({
      client_id: vehicle.clientId,
      kind: 'region',
      place_type: 1,
      name: '限速区',
      source: 1,
      speed_limit_kmh: 30,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // the area has its limit since 10:15
  const [lng, lat] = [121.4737, 31.2304];
  await sql`insert into place_shape (client_id, place_id, during, kind, geometry, radius_m, west, south, east, north, lng, lat)
    values (${vehicle.clientId}, ${place.id}, tstzrange(${new Date(start + 15 * minute)}, null), 'circle', ${JSON.stringify({ type: 'Point', coordinates: [lng, lat] })}::jsonb,
      200, ${lng - 0.003}, ${lat - 0.003}, ${lng + 0.003}, ${lat + 0.003}, ${lng}, ${lat})`.execute(db);
  const id = await alarmOf(vehicle, 'speedAlarm', { peak: 50, limit: 30 });
  await sql`update episode set rule_id = ${rule}, rule_version = 1 where id = ${id}`.execute(db);
  const { data } = await ask(token, id);
  const at = (hour: number, min: number) => readingDay + (hour * 60 + min) * minute;
  expect(data.lanes[0]?.series[0]).toMatchObject({
    upper: null,
    steps: [
      [at(8, 0), 80],
      [at(9, 0), 40],
      [at(9, 30), 80],
      [at(10, 15), 30],
    ],
  });
});

test('an alarm of another company is not there', async () => {
  const vehicle = await makeVehicle(app.database, '别家曲线');
  const { token } = await app.company('看不到曲线的公司');
  const answer = await ask(token, await alarmOf(vehicle, 'speedAlarm'));
  expect(answer.code).toBe(4004);
  expect(answer.msg).toContain('报警');
});

test('超温 of one of two probes with the same name, and of their mean or all of them, has the bound of the rule where it belongs', async () => {
  const { vehicle, token } = await readingTruck(app, '同名探头', []);
  await sql`insert into probe (client_id, vehicle_id, kind, channel, name, lower_limit, upper_limit)
    values (${vehicle.clientId}, ${vehicle.vehicleId}, 'tem', 2, '后仓', 0, 10)`.execute(app.database.systemDb);
  const points = Array.from({ length: 100 }, (_, i) =>
    storedAt(vehicle, readingDay + (550 + i) * minute, { tempC: [12, 13] }),
  );
  await append(app.database, points, readingDay + 86_400_000);
  const bounds = async (subject: string) => {
    const id = await alarmOf(vehicle, 'temperatureAlarm', { subject, peak: 13, limit: 6 });
    return (await ask(token, id)).data.lanes[0]?.series.map(({ lower, upper }) => [lower, upper]);
  };
  expect(await bounds('tem2')).toEqual([
    [2, 8],
    [0, 6],
  ]);
  for (const subject of ['temAvg', 'temAll'])
    expect(await bounds(subject)).toEqual([
      [null, 6],
      [null, 6],
    ]);
});

test('nothing is shown of the time after the end of the service, by any kind', async () => {
  const { vehicle, token } = await readingTruck(
    app,
    '到期曲线',
    Array.from({ length: 200 }, (_, i) => [500 + i, 5] as const),
  );
  const setEnd = (days: number) =>
    sql`update vehicle set service_end = '2026-03-01'::date - ${sql.lit(days)} where id = ${vehicle.vehicleId}`.execute(
      app.database.systemDb,
    );
  for (const kind of ['temperatureAlarm', 'speedAlarm', 'oilAlarm', 'co2Alarm', 'faultAlarm', 'fatigueAlarm']) {
    const id = await alarmOf(vehicle, kind, { subject: 'tem1' });
    await setEnd(1);
    expect(await ask(token, id)).toMatchObject({ code: 4011, msg: expect.stringContaining('到期') });
    // its last day is paid for
    await setEnd(0);
    if (kind !== 'oilAlarm') expect((await ask(token, id)).code).toBe(200);
  }
});

test('疲劳驾驶 shows the 24 hours of the driver, in whichever trucks; without him those of the truck, which is said', async () => {
  const { token } = await app.company('司机曲线');
  const own = await makeVehicle(app.database, '司机曲线');
  const other = { ...own, ...(await makeTruck(app.database, own.clientId, '沪B70001')) };
  const { rows } = await sql<{ id: string }>`insert into driver (client_id, name) values (${own.clientId}, '老李')
    returning id::text`.execute(app.database.systemDb);
  const driverId = rows[0]?.id ?? '';
  /** a truck that drives from one minute of the day to another, and stands for some minutes */
  const drive = async (truck: Vehicle, from: number, until: number, by: string | null) => {
    const points = Array.from({ length: until - from + 1 }, (_, i) =>
      storedAt(truck, readingDay + (from + i) * minute, {
        ...{ speedKmh: 60, lat: 31 + degreesNorth(1_000 * i) },
      }),
    );
    await append(app.database, points, readingDay + 86_400_000);
    if (by !== null)
      await sql`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, level, driver_id, values)
        values (${truck.clientId}, ${truck.vehicleId}, 'trip', false, '', ${new Date(readingDay + from * minute)}, ${new Date(readingDay + until * minute)}, ${new Date(readingDay + from * minute)}, 1, 0, ${by}, '{}')`.execute(
        app.database.systemDb,
      );
  };
  await drive(own, 60, 120, null);
  await drive(other, 360, 420, driverId);
  await drive(own, 540, 600, driverId);
  const stripsOf = async (id: string) => {
    const { data } = await ask(token, id);
    const minutes = (t: number): number => Math.round((t - readingDay) / minute);
    return data.strips.map(({ name, spans }) => [
      name,
      spans.map(({ from, until }) => [minutes(from), minutes(until)]),
    ]);
  };
  const alarm = await alarmOf(own, 'fatigueAlarm', { subject: 'day', driverId });
  expect(await stripsOf(alarm)).toEqual([
    [
      '司机行驶',
      [
        [360, 420],
        [540, 600],
      ],
    ],
    ['司机怠速', []],
    [
      '司机休息',
      [
        [-840, 360],
        [420, 540],
        [600, 750],
      ],
    ],
  ]);
  const unknown = await stripsOf(await alarmOf(own, 'fatigueAlarm'));
  expect(unknown.map(([name]) => name)).toEqual(['车辆行驶', '车辆怠速', '车辆停车']);
  expect(unknown[0]?.[1]).toContainEqual([60, 120]);
});
