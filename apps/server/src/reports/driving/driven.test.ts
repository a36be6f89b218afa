import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { factsKit } from '../../../test/facts-kit';
import { makeVehicle, report } from '../../../test/stream-kit';
import { type TestDb, testDb } from '../../../test/test-db';
import { degreesNorth } from '../../kernel/fixture';
import { settingsOverTime } from '../../kernel/settings';
import { loadMileage, type ReadableVehicle } from '../../modules/watch/track/door';
import { DrivenWays } from './driven';

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

const zone = 'Asia/Shanghai';
/** 22:00 of the day before yesterday */
const evening = Math.floor((Date.now() + 8 * hourMs) / (24 * hourMs)) * 24 * hourMs - 8 * hourMs - 26 * hourMs;

it('drives as far as the trajectory says, and reads a day once', async () => {
  const vehicle = await makeVehicle(db, '里程公司');
  const kit = await factsKit(db);
  // a kilometre a minute from 22:00 to 2:00, without a word from 23:40 to 0:10, and standing at first
  const minutes = Array.from({ length: 241 }, (_, m) => m).filter((m) => m <= 100 || m >= 130);
  const lat = (m: number): number => 31.2304 + degreesNorth(Math.max(0, m - 20) * 1000);
  for (const m of minutes) {
    const t = evening + m * minuteMs;
    const way = {
      lat: lat(m),
      speedKmh: m > 20 ? 60 : 0,
      acc: true,
      odometerM: 5_000_000 + Math.max(0, m - 20) * 1000,
    };
    await kit.send(report(vehicle, t, { ...way, receiveTime: t, channels: {} }));
  }
  await kit.settle();

  let reads = 0;
  await db.systemDb.transaction().execute(async (trx) => {
    const readable: ReadableVehicle = {
      ...{
        id: vehicle.vehicleId,
        plateNo: '',
        vehicleColor: 2,
        vehicleType: '1',
        settingsSource: '',
        serviceEnd: null,
      },
      settingsAt: settingsOverTime([], { vehicleType: '1', mileageCoefficient: 1 }),
      get periods() {
        reads++;
        return [{ from: 0, until: Number.POSITIVE_INFINITY }];
      },
      tanks: [],
    };
    const ways = new DrivenWays(trx, readable, zone);
    const midnight = evening + 2 * hourMs;
    const shown = async (from: number, to: number): Promise<number> =>
      loadMileage(trx, vehicle.vehicleId, { from, to });
    const at = (m: number): number => evening + m * minuteMs;
    for (const [from, to] of [
      [at(-30), at(50)],
      [at(30.5), at(90.25)],
      [at(95), at(118)],
      [at(121), at(127)],
      [at(125), at(200)],
    ] as const)
      expect(await ways.driveM({ from, to }), `${from - evening} ${to - evening}`).toBe(await shown(from, to));
    // over midnight: both parts
    expect(await ways.driveM({ from: at(40), to: at(180) })).toBe(
      (await shown(at(40), midnight)) + (await shown(midnight, at(180))),
    );
    expect(await ways.driveM({ from: at(40), to: at(180) })).toBeCloseTo(140_000, -3);
    expect(await ways.odometerAt(at(60), hourMs)).toBe(5_040_000);
    expect(await ways.odometerAt(at(119), 10 * minuteMs)).toBeNull();
    // the hour before 0:30 lies on two days: read for itself
    expect(await ways.odometerAt(at(150), hourMs)).toBe(5_130_000);
    expect(reads).toBe(3);
  });
});
