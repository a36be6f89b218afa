import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { append, figuresOf, pack, storedAt } from '../../../test/point-kit';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestDb, testDb } from '../../../test/test-db';
import { vehicleOwners } from '../../modules/watch/track/owners';
import { hourOf } from './hours/ages';
import { packDue } from './hours/packing';
import { refilePacked } from './hours/refile';
import { keepSince, maintainPartitions } from './keeping';
import { readPoints } from './read';

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

const dayMs = 86_400_000;
const now = Date.now();
const tables = async () =>
  (
    await sql<{
      name: string;
    }>`select relname as name from pg_class where relname ~ '^position_(hour_)?[0-9]+$' and relkind = 'r'`.execute(
      db.systemDb,
    )
  ).rows.map((r) => r.name);
const read = async (vehicleId: string) =>
  ((await readPoints(db.systemDb, { vehicleIds: [vehicleId], from: 0, to: now + dayMs })).get(vehicleId) ?? []).map(
    (p) => p.t,
  );

describe('retention', () => {
  it('never goes below half a year, whatever the months say', () => {
    expect(keepSince(13, Date.UTC(2026, 10, 21))).toBe(Date.UTC(2025, 9, 21));
    expect(keepSince(6, Date.UTC(2026, 6, 1))).toBe(Date.UTC(2026, 6, 1) - 183 * dayMs);
    expect(keepSince(1, now)).toBe(now - 183 * dayMs);
  });

  it('makes days ahead, drops what nobody keeps, and removes what one company keeps no longer than others', async () => {
    const [short, long] = [await makeVehicle(db), await makeVehicle(db)];
    await sql`update client set position_keep_months = 6 where id = ${short.clientId}`.execute(db.systemDb);
    const ages = [1, 190, 380, 460].map((days) => hourOf(now - days * dayMs));
    for (const v of [short, long]) {
      await append(
        db,
        ages.flatMap((t) => [storedAt(v, t), storedAt(v, t + 1000)]),
      );
      await pack(
        db,
        ages.slice(1, 3).map((hour) => ({ vehicleId: v.vehicleId, hour })),
      );
    }
    const before = await tables();
    const done = await maintainPartitions(db.systemDb, now, vehicleOwners);
    expect(done.deleted).toBeGreaterThan(0);
    const after = await tables();
    const ahead = new Date(now + 3 * dayMs).toISOString().slice(0, 10).replaceAll('-', '');
    expect(after).toContain(`position_${ahead}`);
    expect(before).not.toContain(`position_${ahead}`);
    expect(await read(short.vehicleId)).toEqual([ages[0], (ages[0] ?? 0) + 1000]);
    expect(await read(long.vehicleId)).toEqual(
      [380, 190, 1].flatMap((days) => [hourOf(now - days * dayMs), hourOf(now - days * dayMs) + 1000]),
    );
    await maintainPartitions(db.systemDb, now + 300 * dayMs, vehicleOwners);
    expect(
      (await tables()).filter(
        (name) =>
          name.startsWith('position_hour_') &&
          name < `position_hour_${new Date(now - 190 * dayMs).toISOString().slice(0, 7).replace('-', '')}`,
      ),
    ).toEqual([]);
  });

  it('drops a day that packing has emptied, keeps one that is not, and finds rows that stayed behind', async () => {
    const v = await makeVehicle(db);
    const hour = hourOf(now - 10 * dayMs);
    await append(db, [storedAt(v, hour), storedAt({ ...v, vehicleId: null }, hour - dayMs)]);
    await sql`truncate position_late`.execute(db.systemDb);
    expect((await maintainPartitions(db.systemDb, now, vehicleOwners)).swept).toBeGreaterThan(0);
    await packDue(db.systemDb, figuresOf, now + 1000, 30_000);
    const name = (t: number) => `position_${new Date(t).toISOString().slice(0, 10).replaceAll('-', '')}`;
    expect((await maintainPartitions(db.systemDb, now, vehicleOwners)).dropped).toContain(name(hour));
    expect(await tables()).toContain(name(hour - dayMs));
    expect(await read(v.vehicleId)).toEqual([hour]);
    await append(db, [storedAt(v, hour + 1000)]);
    expect(await read(v.vehicleId)).toEqual([hour, hour + 1000]);
  });
});

it('packed points and cards follow when a terminal turns out to have sat in another vehicle', async () => {
  const [a, b] = [await makeVehicle(db), await makeVehicle(db)];
  await sql`update vehicle set client_id = ${a.clientId} where id = ${b.vehicleId}`.execute(db.systemDb);
  const hour = hourOf(now - 3 * dayMs);
  await append(
    db,
    [0, 1, 2, 3].map((n) => storedAt(a, hour + n * 600_000)),
  );
  await pack(db, [{ vehicleId: a.vehicleId, hour }]);
  const change = new Date(hour + 2 * 600_000);
  await sql`update device_binding set during = tstzrange('2000-01-01', ${change}) where device_id = ${a.deviceId}`.execute(
    db.systemDb,
  );
  await sql`delete from device_binding where device_id = ${b.deviceId}`.execute(db.systemDb);
  await sql`insert into device_binding (client_id, device_id, vehicle_id, during) values (${a.clientId}, ${a.deviceId}, ${b.vehicleId}, tstzrange(${change}, null))`.execute(
    db.systemDb,
  );
  // drivers' cards in it as well
  for (const minute of [0, 25])
    await sql`insert into driver_card (client_id, device_id, vehicle_id, at, inserted, result)
      values (${a.clientId}, ${a.deviceId}, ${a.vehicleId}, ${new Date(hour + minute * 60_000)}, true, 0)`.execute(
      db.systemDb,
    );
  await db.withTenant({ clientId: a.clientId, provider: false }, (trx) =>
    sql`select refile_positions(${a.deviceId}, ${change})`.execute(trx),
  );
  const cards = await db.systemDb.selectFrom('driver_card').select('vehicle_id').orderBy('at').execute();
  expect(cards.map((card) => card.vehicle_id)).toEqual([a.vehicleId, b.vehicleId]);
  expect(await refilePacked(db.systemDb, figuresOf, vehicleOwners)).toBe(2);
  expect(await read(a.vehicleId)).toEqual([hour, hour + 600_000]);
  expect(await read(b.vehicleId)).toEqual([hour + 2 * 600_000, hour + 3 * 600_000]);
  expect(await refilePacked(db.systemDb, figuresOf, vehicleOwners)).toBe(0);
  const dirty = await db.systemDb
    .selectFrom('dirty_day')
    .select('vehicle_id')
    .where('vehicle_id', 'in', [a.vehicleId, b.vehicleId])
    .execute();
  expect(new Set(dirty.map((d) => d.vehicle_id)).size).toBe(2);
});
