import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeVehicle, report, storedTimes, testStream } from '../stream-kit';
import { type TestDb, testDb } from '../test-db';

/** Clocks that lie: the terminal's by a day, the server's by an hour. Everything is stored, the last position only moves forward in device time. */
let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const t0 = Date.now() - 2 * day;

async function fleet(now: () => number = Date.now) {
  const v = await makeVehicle(db);
  const { send, stream } = await testStream(db, { now });
  const last = () => stream.state(v.vehicleId);
  const stored = async () => {
    const row = await db.systemDb
      .selectFrom('device_state')
      .select(['device_time', 'lng'])
      .where('vehicle_id', '=', v.vehicleId)
      .executeTakeFirst();
    return { t: row?.device_time?.getTime(), lng: row?.lng };
  };
  return { v, send, stream, last, stored };
}

describe('a terminal whose clock', () => {
  it('runs a day ahead does not stick in the future: its reports are kept, the next right one counts', async () => {
    const { v, send, stream, last, stored } = await fleet(() => t0);
    await send(report(v, t0, { receiveTime: t0, lng: 120 }));
    await send(report(v, t0 + day, { receiveTime: t0 + 10_000, lng: 125 }));
    expect(last()?.reportTime).toBe(t0);
    await send(report(v, t0 + 20_000, { receiveTime: t0 + 20_000, lng: 120.001 }));
    expect(last()?.reportTime).toBe(t0 + 20_000);
    await stream.stop();
    expect(await stored()).toEqual({ t: t0 + 20_000, lng: 120.001 });
    expect(await storedTimes(db, v.deviceId)).toEqual([t0, t0 + 20_000, t0 + day]);
  });

  it('runs a day behind is stored like late data and moves nothing back', async () => {
    const { v, send, stream, last, stored } = await fleet(() => t0);
    await send(report(v, t0, { receiveTime: t0, lng: 120 }));
    for (let i = 0; i < 5; i++)
      await send(report(v, t0 - day + i * 10_000, { receiveTime: t0 + i * 10_000, lng: 100, late: true }));
    expect(last()?.reportTime).toBe(t0);
    await send(report(v, t0 + minute, { receiveTime: t0 + minute, lng: 120.01 }));
    await stream.stop();
    expect(await stored()).toEqual({ t: t0 + minute, lng: 120.01 });
    expect(await storedTimes(db, v.deviceId)).toHaveLength(7);
  });
});

describe('the server’s clock', () => {
  it.each([
    ['forward', hour],
    ['back', -hour],
  ])('steps an hour %s and returns: all is stored and the vehicle goes on moving', async (_way, step) => {
    let off = 0;
    let t = t0;
    const { v, send, stream, last, stored } = await fleet(() => t + off);
    const drive = async (reports: number) => {
      for (let i = 0; i < reports; i++) {
        t += 10_000;
        await send(report(v, t, { receiveTime: t + off, lng: 120 + (t - t0) / 1e9, late: off > 5 * minute }));
      }
    };
    await drive(5);
    off = step;
    await drive(5);
    expect(last()?.reportTime).toBeLessThanOrEqual(t);
    off = 0;
    await drive(5);
    expect(last()?.reportTime).toBe(t);
    await stream.stop();
    expect(await stored()).toEqual({ t, lng: 120 + (t - t0) / 1e9 });
    expect(await storedTimes(db, v.deviceId)).toHaveLength(15);
  });
});
