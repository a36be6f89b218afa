import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { append, pack, storedAt } from '../../../../test/point-kit';
import { makeVehicle } from '../../../../test/stream-kit';
import { type TestDb, testDb } from '../../../../test/test-db';
import { hourOf } from '../../../core/telemetry/hours/ages';
import type { StoredPoint } from '../../../core/telemetry/stored-point';
import { verifySeals } from '../../../ops/verify';
import { sealDueDays } from './jobs';
import { checkSeal, type Seal, sealDay } from './seals';

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

const day = '2026-06-02';
/** midnight in Shanghai */
const t0 = Date.UTC(2026, 5, 1, 16);
type Who = Awaited<ReturnType<typeof makeVehicle>>;

const reading = (who: Who, minute: number, more: Partial<StoredPoint> = {}): StoredPoint =>
  storedAt(who, t0 + minute * minuteMs, {
    tempC: [Math.fround(-18.2), null],
    humPct: [65],
    doors: 1,
    extra: { reeferOn: true },
    ...more,
  });
/** A reading every ten minutes of the day. */
const wholeDay = (who: Who): StoredPoint[] => Array.from({ length: 144 }, (_, i) => reading(who, i * 10));

const seal = async (who: Who): Promise<Seal> => {
  const made = await db.systemDb.transaction().execute((trx) => sealDay(trx, who.vehicleId, day));
  if (!made) throw new Error('nothing to seal');
  return made;
};
const check = (one: Seal) => checkSeal(db.systemDb, one);

it('holds while nothing changes: sealed again it is the same seal, and packing changes nothing', async () => {
  const who = await makeVehicle(db);
  await append(db, wholeDay(who));
  const first = await seal(who);
  expect(first).toMatchObject({ day, version: 1, samples: 144, from: t0, until: t0 + 24 * hourMs, previousRoot: null });
  expect(first.root).toMatch(/^[0-9a-f]{64}$/u);
  expect(await check(first)).toEqual({ state: 'intact' });
  await pack(
    db,
    Array.from({ length: 12 }, (_, i) => ({ vehicleId: who.vehicleId, hour: t0 + i * 2 * hourMs })),
  );
  expect(await check(first)).toEqual({ state: 'intact' });
  expect((await seal(who)).id).toBe(first.id);
});

it('finds one reading that was changed, and says in which hour', async () => {
  const who = await makeVehicle(db);
  await append(db, wholeDay(who));
  const made = await seal(who);
  const at = new Date(t0 + 610 * minuteMs);
  await sql`update position set temp_c[1] = -18.1 where vehicle_id = ${who.vehicleId} and device_time = ${at}`.execute(
    db.systemDb,
  );
  expect(await check(made)).toEqual({ state: 'changed', since: t0 + 10 * hourMs });
  await sql`update position set temp_c[1] = -18.2 where vehicle_id = ${who.vehicleId} and device_time = ${at}`.execute(
    db.systemDb,
  );
  expect(await check(made)).toEqual({ state: 'intact' });
  // a packed hour put in place of the true one
  const other = wholeDay(who).map((point) => (point.t === at.getTime() ? { ...point, tempC: [-17, null] } : point));
  await sql`delete from position where vehicle_id = ${who.vehicleId}`.execute(db.systemDb);
  await append(db, other);
  await pack(db, [{ vehicleId: who.vehicleId, hour: hourOf(at.getTime()) }]);
  expect(await check(made)).toMatchObject({ state: 'changed', since: t0 + 10 * hourMs });
});

it('finds a reading that was taken away or put in', async () => {
  const who = await makeVehicle(db);
  await append(db, wholeDay(who));
  const made = await seal(who);
  await append(db, [reading(who, 75, { tempC: [-20, null] })]);
  expect(await check(made)).toEqual({ state: 'changed', since: t0 + hourMs });
  await sql`delete from position where vehicle_id = ${who.vehicleId} and device_time in (${new Date(t0 + 75 * minuteMs)}, ${new Date(t0 + 190 * minuteMs)})`.execute(
    db.systemDb,
  );
  expect(await check(made)).toEqual({ state: 'changed', since: t0 + 3 * hourMs });
});

it('seals late data as a new version, and the old one still holds', async () => {
  const who = await makeVehicle(db);
  await append(db, wholeDay(who));
  const first = await seal(who);
  const late = { receiveTime: t0 + 30 * hourMs };
  await append(db, [
    reading(who, 35, late),
    // another report of a second that has one already
    reading(who, 100, { ...late, tempC: [-12, null], alarmBits: 2 }),
  ]);
  const second = await seal(who);
  expect(second).toMatchObject({ version: 2, samples: 146, previousRoot: first.root });
  expect([await check(first), await check(second)]).toEqual([{ state: 'intact' }, { state: 'intact' }]);
});

it('holds when a change of binding moves the readings to another vehicle', async () => {
  const [who, other] = [await makeVehicle(db), await makeVehicle(db)];
  await append(db, wholeDay(who));
  const made = await seal(who);
  await sql`update position set vehicle_id = ${other.vehicleId} where vehicle_id = ${who.vehicleId} and device_time >= ${new Date(t0 + 5 * hourMs)}`.execute(
    db.systemDb,
  );
  expect(await check(made)).toEqual({ state: 'intact' });
});

it('does not let a seal be changed or removed, and notices when one is gone all the same', async () => {
  const who = await makeVehicle(db);
  await append(db, wholeDay(who));
  const first = await seal(who);
  await append(db, [reading(who, 35, { receiveTime: t0 + 30 * hourMs })]);
  const second = await seal(who);
  const remove = sql`delete from temperature_seal where id = ${first.id}`;
  await expect(remove.execute(db.systemDb)).rejects.toThrow('rows are added only');
  await expect(
    db.withTenant({ clientId: who.clientId, provider: false }, (trx) => trx.deleteFrom('temperature_seal').execute()),
  ).rejects.toThrow(/permission denied/u);
  await sql`alter table temperature_seal disable trigger append_only`.execute(db.systemDb);
  await remove.execute(db.systemDb);
  await sql`alter table temperature_seal enable trigger append_only`.execute(db.systemDb);
  expect(await check(second)).toEqual({ state: 'changed', since: null });
});

it('seals the days that have ended by itself, once, and again after they were computed anew', async () => {
  const who = await makeVehicle(db);
  const { systemDb } = db;
  await append(db, wholeDay(who));
  await sql`insert into probe (client_id, vehicle_id, kind, channel, name) values (${who.clientId}, ${who.vehicleId}, 'tem', 1, '前部')`.execute(
    systemDb,
  );
  await sql`insert into day_summary (vehicle_id, day, client_id, day_from, covered_until, no_data_ms, points, calc_time)
    values (${who.vehicleId}, ${day}, ${who.clientId}, ${new Date(t0)}, ${new Date(t0 + 24 * hourMs)}, 86400000, 144, now() - interval '1 minute')`.execute(
    systemDb,
  );
  const sealsOf = async () =>
    (await systemDb.selectFrom('temperature_seal').select('version').where('vehicle_id', '=', who.vehicleId).execute())
      .length;
  expect(await sealDueDays(systemDb, t0 + 25 * hourMs)).toBe(0);
  expect(await sealDueDays(systemDb, t0 + 27 * hourMs)).toBe(1);
  expect(await sealDueDays(systemDb, t0 + 27 * hourMs)).toBe(0);
  await append(db, [reading(who, 35, { receiveTime: t0 + 26 * hourMs })]);
  await sql`update day_summary set calc_time = now() + interval '1 second', points = 145 where vehicle_id = ${who.vehicleId}`.execute(
    systemDb,
  );
  expect(await sealDueDays(systemDb, t0 + 27 * hourMs)).toBe(1);
  expect(await sealsOf()).toBe(2);
});

it('npm run verify names vehicle, day and hour of what does not agree', async () => {
  const who = await makeVehicle(db);
  await append(db, wholeDay(who));
  await seal(who);
  const { plate_no } = await db.systemDb
    .selectFrom('vehicle')
    .select('plate_no')
    .where('id', '=', who.vehicleId)
    .executeTakeFirstOrThrow();
  const found: string[] = [];
  const run = () => verifySeals(db.systemDb, plate_no, ({ text }) => found.push(text));
  expect(await run()).toEqual({ seals: 1, wrong: 0 });
  await sql`update position set hum_pct[1] = 64 where vehicle_id = ${who.vehicleId} and device_time = ${new Date(t0)}`.execute(
    db.systemDb,
  );
  expect(await run()).toEqual({ seals: 1, wrong: 1 });
  expect(found).toEqual([`${plate_no} 2026-06-02 第 1 版：读数与封存时不一致，从 2026-06-02 00:00 起的一小时内开始`]);
  await expect(verifySeals(db.systemDb, '浙Z00000', () => undefined)).rejects.toThrow('没有车牌号为 浙Z00000 的车辆');
});
