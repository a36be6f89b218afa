import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeVehicle, report, testStream } from '../../../../test/stream-kit';
import { type TestDb, testDb } from '../../../../test/test-db';
import { readTrack } from './repo';

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

it('reads back what was stored: odd arrays, missing values, all 32 bits, negative degrees, before 2000', async () => {
  const v = await makeVehicle(db);
  const { send, stream } = await testStream(db);
  const t = Date.UTC(2026, 2, 1);
  await Promise.all([
    send(
      report(v, t, {
        lng: -70.123456,
        lat: -33.654321,
        speedKmh: 63.7,
        alarmBits: 2 ** 32 - 1,
        odometerM: 123_456_789_000,
        deviceId: v.deviceId,
        channels: { tempC: [-18.5, null, 36.6], fuelL: [0.1], doorOpen: [true, null, false] },
      }),
    ),
    send(report(v, t + 1000, { acc: false, located: false, late: true })),
    send(report(v, t + 2000, { channels: { tempC: [null], humPct: [] } })),
    send(report(v, Date.UTC(1999, 5, 1), { receiveTime: t })),
  ]);
  await stream.stop();
  const [first, second, third] = await readTrack(db.systemDb, { vehicleId: v.vehicleId, from: t, to: t + 5000 });
  expect(first).toEqual({
    t,
    receiveTime: t + 200,
    lng: -70.123456,
    lat: -33.654321,
    speedKmh: 63.7,
    directionDeg: 90,
    acc: true,
    located: true,
    late: false,
    odometerM: 123_456_789_000,
    deviceId: v.deviceId,
    alarmBits: 2 ** 32 - 1,
    doors: 0b010010,
    tempC: [-18.5, null, 36.6],
    humPct: [],
    fuelL: [0.1],
  });
  expect(second).toMatchObject({ acc: false, located: false, late: true, odometerM: null, tempC: [] });
  expect(third?.tempC).toEqual([null]);
  const old = await readTrack(db.systemDb, { vehicleId: v.vehicleId, from: 0, to: Date.UTC(2000, 0, 1) });
  expect(old.map((point) => point.t)).toEqual([Date.UTC(1999, 5, 1)]);
  expect(await readTrack(db.systemDb, { vehicleId: v.vehicleId, from: 1, to: 2 })).toEqual([]);
});

it('brings the last fix before and the first after, in order', async () => {
  const v = await makeVehicle(db);
  const { send, stream } = await testStream(db);
  const t = Date.UTC(2026, 2, 2);
  await Promise.all([-30, -20, -10, 0, 10, 20, 30].map((s) => send(report(v, t + s * 1000, { located: s !== -10 }))));
  await stream.stop();
  const times = async (neighbours: boolean) =>
    (await readTrack(db.systemDb, { vehicleId: v.vehicleId, from: t, to: t + 10_000, neighbours })).map(
      (point) => (point.t - t) / 1000,
    );
  expect(await times(false)).toEqual([0, 10]);
  expect(await times(true)).toEqual([-20, 0, 10, 20]);
});
