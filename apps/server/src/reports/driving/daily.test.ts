import { alarmType } from '@tongda/contract/watch/alarm/enums';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const minuteMs = 60_000;
/** A moment of 2026-03-02 by the company's clock. */
const at = (clock: string): Date => new Date(`2026-03-02T${clock}:00+08:00`);

/** Two days of a truck as the stream sums them up: one of 420 km with three alarms, and one on which it stood. */
async function addDays(company: string) {
  const { token } = await app.company(company);
  const { clientId, vehicleId } = await makeVehicle(app.database, company);
  const own = { client_id: clientId, vehicle_id: vehicleId };
  const { systemDb } = app.database;
  const driver = await systemDb
    .insertInto('driver')
    .values({ client_id: clientId, name: '王师傅', phone: '13800000001' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const dayOf = (day: string) => ({
    ...{ ...own, day, day_from: new Date(`${day}T00:00:00+08:00`) },
    covered_until: new Date(Date.parse(`${day}T00:00:00+08:00`) + 1440 * minuteMs),
  });
  await systemDb
    .insertInto('day_summary')
    .values([
      {
        ...dayOf('2026-03-02'),
        // 6 of the 420 km lie in a gap of the data, so the mean speed is of 414 km in 360 minutes
        ...{ mileage_m: 420_000, gap_mileage_m: 6_000, start_odometer_m: 100_000_000, end_odometer_m: 100_420_000 },
        ...{
          driving_ms: 360 * minuteMs,
          idle_ms: 40 * minuteMs,
          parked_ms: 1000 * minuteMs,
          no_data_ms: 40 * minuteMs,
        },
        ...{ night_driving_ms: 25 * minuteMs, avg_speed_kmh: 69, max_speed_kmh: 92, stays: 4, door_opens: 3 },
        ...{ fuel_used_l: 126, refuel_l: 200, counts: JSON.stringify({ speedAlarm: 2, fatigueAlarm: 1, trip: 2 }) },
        temps: JSON.stringify([
          {
            channel: 1,
            count: 9,
            min: -20.5,
            max: -16,
            avg: -18,
            monitoredMs: 600 * minuteMs,
            inRangeMs: 540 * minuteMs,
          },
          {
            channel: 2,
            count: 9,
            min: -19,
            max: -12.5,
            avg: -17,
            monitoredMs: 400 * minuteMs,
            inRangeMs: 210 * minuteMs,
          },
        ]),
      },
      { ...dayOf('2026-03-03'), parked_ms: 1440 * minuteMs },
    ])
    .execute();
  const trip = (from: string, until: string) => ({
    ...{ ...own, kind: 'trip', alarm: false, driver_id: driver.id, status: 1, lng: 121.4, lat: 31.2 },
    ...{ start_time: at(from), end_time: at(until), confirmed_at: at(until) },
  });
  const call = {
    ...{ ...own, kind: 'safetyEvent', alarm: false, status: 1, start_time: at('09:00'), end_time: at('09:01') },
    ...{ confirmed_at: at('09:01'), values: JSON.stringify({ alarmType: alarmType.phoneCall }) },
  };
  await systemDb
    .insertInto('episode')
    .values([trip('06:10', '10:00'), trip('13:30', '18:45')])
    .execute();
  await systemDb.insertInto('episode').values(call).execute();
  const range = { startTime: '2026-03-02 00:00:00', endTime: '2026-03-03 23:59:59' };
  return async (path: string, more: object = {}) =>
    (await app.post(`/api/report/dailyDriving/${path}`, { ...range, ...more }, token)).data;
}

test('行驶日报: figures of a day that were reckoned by hand, and the foot of two days', async () => {
  const ask = await addDays('日报公司');
  const { list } = await ask('page');
  expect(list.map(({ day }: { day: string }) => day)).toEqual(['2026-03-03', '2026-03-02']);
  expect(list[1]).toMatchObject({
    ...{ drivers: '王师傅', firstStart: '2026-03-02 06:10:00', lastStop: '2026-03-02 18:45:00' },
    ...{ km: 420, odometerStart: 100_000, odometerEnd: 100_420, driving: 360, idle: 40, parked: 1000 },
    // a day has 1440 minutes: 1440 - 360 - 40 - 1000
    noData: 40,
    ...{ night: 25, avgSpeed: 69, maxSpeed: 92, speeding: 2, fatigue: 1, stops: 4, doors: 3, fuelL: 126, refuelL: 200 },
    // of both probes: the highest is the second's, the lowest the first's; (540 + 210) of (600 + 400) minutes were in range
    ...{ temMax: -12.5, temMin: -20.5, passRate: 75 },
    // 2 + 1; trips are no alarms
    alarms: 3,
    // 100 - 2 × 5 (speeding) - 10 (fatigue) - 3 (a call while driving)
    score: 77,
  });
  // nothing was driven: no score, no speed
  expect(list[0]).toMatchObject({ km: 0, driving: 0, parked: 1440, noData: 0, alarms: 0, score: null, passRate: null });
  const { values } = await ask('totals');
  expect(values).toMatchObject({
    ...{ km: 420, driving: 360, parked: 2440, noData: 40, alarms: 3, maxSpeed: 92, fuelL: 126 },
    // 414 km in 360 minutes
    avgSpeed: 69,
    passRate: 75,
  });
});

test('仅异常 leaves days of nothing, of the night, and beyond 800 km', async () => {
  const ask = await addDays('异常日公司');
  const daysOf = async (size: number): Promise<string[]> =>
    // the same question would be answered by what is kept of it
    (await ask('page', { onlyOdd: true, size })).list.map(({ day }: { day: string }) => day);
  // one day stood still, the other drove 25 minutes at night
  expect(await daysOf(10)).toEqual(['2026-03-03', '2026-03-02']);
  await app.database.systemDb
    .updateTable('day_summary')
    .set({ night_driving_ms: 0 })
    .where('day', '=', '2026-03-02')
    .execute();
  expect(await daysOf(15)).toEqual(['2026-03-03']);
});
