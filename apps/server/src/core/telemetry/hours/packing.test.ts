import { hourMs } from '@tongda/contract/core/durations';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { append, figuresOf, storedAt } from '../../../../test/point-kit';
import { makeVehicle } from '../../../../test/stream-kit';
import { type TestDb, testDb } from '../../../../test/test-db';
import { readPoints } from '../read';
import { hourOf, packAfterMs } from './ages';
import { packDue } from './packing';

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());
beforeEach(async () => {
  await sql`truncate position, position_hour, position_late, position_packing, packed_device`.execute(db.systemDb);
});

const now = Date.UTC(2026, 5, 2, 12, 30);
const closed = hourOf(now - packAfterMs) - hourMs;
const hot = async () => Number((await db.pool.query('select count(*) from position')).rows[0].count);
const rows = () => db.systemDb.selectFrom('position_hour').selectAll().orderBy('hour').execute();
const due = (at = now) => packDue(db.systemDb, figuresOf, at, 10_000);
/** A drive of one hour, a point each 10 s, 60 km/h eastwards, the last quarter standing with an open door. */
const drive = (v: Awaited<ReturnType<typeof makeVehicle>>, from: number) =>
  Array.from({ length: 360 }, (_, i) =>
    storedAt(v, from + i * 10_000, {
      lng: 121 + Math.round(Math.min(i, 270) * 1754.4) / 1e6,
      speedKmh: i <= 270 ? 60 : 0,
      flags: i <= 270 ? 3 : 2,
      tempC: [-18 + (i % 2), null],
      humPct: [60],
      doors: i > 270 ? 2 : 1,
      alarmBits: i === 5 ? 2 : 0,
    }),
  );

describe('packing', () => {
  it('turns a closed hour into one row with its figures, and leaves open hours alone', async () => {
    const v = await makeVehicle(db);
    await append(db, [...drive(v, closed), storedAt(v, now - hourMs)], now);
    expect(await due()).toMatchObject({ points: 360, more: false });
    expect(await hot()).toBe(1);
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      vehicle_id: v.vehicleId,
      client_id: v.clientId,
      n: 360,
      fixes: 360,
      first_time: new Date(closed),
      last_time: new Date(closed + 3_590_000),
      alarm_bits: '2',
      max_speed_kmh: 60,
      device_ids: [v.deviceId],
      hums: [[60, 60, 60]],
    });
    expect(row?.mileage_m).toBeCloseTo(270 * 166.67, -2);
    expect(row?.driving_s).toBeGreaterThanOrEqual(2_700);
    expect(row?.driving_s).toBeLessThanOrEqual(2_710);
    expect(row?.door_open_s).toBe(880);
    expect(row?.stood_s).toBeGreaterThanOrEqual(880);
    const [first, second] = (row?.temps ?? []) as unknown as number[][];
    expect(first).toEqual([-18, -17, expect.closeTo(-17.5, 1)]);
    expect(second).toEqual([null, null, null]);
    expect((row?.body.length ?? 0) / 360).toBeLessThan(4);
  });

  it('reckons by the constants that the company had at the time', async () => {
    const v = await makeVehicle(db);
    const half = new Date(closed + hourMs / 2);
    // from half past on 60 km/h is no movement, and a tenth of a degree no displacement
    await sql`insert into calc_setting (client_id, version, during, params)
      values (${v.clientId}, 1, tstzrange(${half}, null), '{"movingSpeedKmh": 70, "stayRadiusM": 20000}')`.execute(
      db.systemDb,
    );
    await append(db, drive(v, closed), now);
    await due();
    const [row] = await rows();
    expect([row?.driving_s, row?.stood_s]).toEqual([1_790, 1_800]);
    await sql`delete from calc_setting`.execute(db.systemDb);
  });

  it('packs again what came late, the same as if it had come in order', async () => {
    const [v, w] = [await makeVehicle(db), await makeVehicle(db)];
    await append(db, drive(w, closed), now);
    await append(
      db,
      drive(v, closed).filter((_, i) => i % 3 > 0),
      now,
    );
    await due();
    await append(
      db,
      drive(v, closed).filter((_, i) => i % 3 === 0 || i % 5 === 0),
      now,
    );
    expect(await due()).toMatchObject({ points: 0 });
    expect(await due(now + 11 * 60_000)).toMatchObject({ hours: 2, points: 168 });
    expect(await hot()).toBe(0);
    const [first, second] = (await rows()).map(
      ({ vehicle_id, client_id, device_ids, packed_at, body, ...figures }) => figures,
    );
    expect(first).toEqual(second);
    const found = await readPoints(db.systemDb, { vehicleIds: [v.vehicleId], from: closed, to: closed + hourMs });
    expect(found.get(v.vehicleId)).toHaveLength(360);
  });

  it('goes on where it stopped, also when points come while an hour is packed', async () => {
    const v = await makeVehicle(db);
    for (let n = 0; n < 10; n++) await append(db, drive(v, closed - n * hourMs), now);
    let stops = 0;
    const pour = (async () => {
      for (let i = 0; i < 360; i += 20)
        await append(
          db,
          drive(v, closed - 5 * hourMs).map((p) => ({ ...p, t: p.t + 1000 + i })),
          now,
        );
    })();
    while ((await packDue(db.systemDb, figuresOf, now, 1)).more) stops++;
    await pour;
    await due(now + 3 * hourMs);
    expect(stops).toBeGreaterThan(0);
    expect(await hot()).toBe(0);
    const found = await readPoints(db.systemDb, { vehicleIds: [v.vehicleId], from: 0, to: now });
    expect(found.get(v.vehicleId)).toHaveLength(10 * 360 + 18 * 360);
  });
});
