import { msgId } from '@tongda/protocol/jt808/codec';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shanghai, Terminal } from '../../../test/gateway-kit';
import { makeVehicle, testStream } from '../../../test/stream-kit';
import { type TestDb, testDb } from '../../../test/test-db';
import { startGateway } from '../listeners';
import { type DeviceStore, findVehicleAt, pgDeviceStore } from './devices';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
let db: TestDb;
let store: DeviceStore;

beforeAll(async () => {
  db = await testDb();
  store = pgDeviceStore(db.pool);
});
afterAll(() => db.close());

async function phoneOf(deviceId: string): Promise<string> {
  const row = await db.systemDb
    .selectFrom('device')
    .select('phone_key')
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow();
  return row.phone_key;
}

it('finds devices by number and alias, with or without leading zeros; a number wins over an alias', async () => {
  const a = await makeVehicle(db);
  const b = await makeVehicle(db);
  const alias = (name: string) => ({ alias: name, client_id: b.clientId, device_id: b.deviceId });
  await db.systemDb
    .insertInto('device_alias')
    .values([alias('013812345678'), alias(await phoneOf(a.deviceId))])
    .execute();
  await db.systemDb
    .updateTable('device')
    .set({ settings: { checksum: 'lenient' } })
    .where('id', '=', b.deviceId)
    .execute();
  const keys = [await phoneOf(a.deviceId), await phoneOf(b.deviceId), '13812345678', '404'];
  const found = await store.find(keys);
  expect(keys.map((key) => found.get(key)?.id)).toEqual([a.deviceId, b.deviceId, b.deviceId, undefined]);
  expect(found.get(keys[1] ?? '')).toMatchObject({
    clientId: b.clientId,
    itemProfile: 'gps51',
    lenient: true,
    authCode: null,
    policy: 'tolerant',
  });
});

it('knows which vehicle a device sat in, and forgets deleted devices', async () => {
  const v = await makeVehicle(db);
  const later = await makeVehicle(db);
  await db.systemDb.deleteFrom('device_binding').where('device_id', 'in', [v.deviceId, later.deviceId]).execute();
  const bind = (vehicleId: string, during: string) => ({
    client_id: v.clientId,
    device_id: v.deviceId,
    vehicle_id: vehicleId,
    during: sql<string>`${during}::tstzrange`,
  });
  await db.systemDb
    .insertInto('device_binding')
    .values([
      bind(v.vehicleId, '[-infinity,2026-01-01 00:00:00+00)'),
      bind(later.vehicleId, '[2026-02-01 00:00:00+00,)'),
      bind(v.vehicleId, 'empty'),
    ])
    .execute();
  const key = await phoneOf(v.deviceId);
  const device = (await store.find([key])).get(key);
  if (!device) throw new Error('not found');
  const when = [Date.UTC(2000, 0, 1), Date.UTC(2026, 0, 1) - 1, Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1)];
  expect(when.map((t) => findVehicleAt(device, t))).toEqual([v.vehicleId, v.vehicleId, null, later.vehicleId]);
  await db.systemDb.updateTable('device').set({ deleted_at: new Date() }).where('id', '=', v.deviceId).execute();
  expect((await store.find([key])).size).toBe(0);
});

it('keeps the first authentication code of a tolerant terminal', async () => {
  const { deviceId } = await makeVehicle(db);
  expect(await store.register(deviceId, 'first')).toBe('first');
  expect(await store.register(deviceId, 'second')).toBe('first');
});

it('counts the frames of unknown terminals and moves last seen forward only', async () => {
  const knock = (frames: number, lastHex: string) =>
    store.recordUnknown([{ phoneKey: '404', frames, lastHex, remote: '::1' }]);
  await knock(2, '7e01');
  await knock(3, '7e02');
  const unknown = await db.systemDb
    .selectFrom('unknown_terminal')
    .selectAll()
    .where('phone_key', '=', '404')
    .executeTakeFirstOrThrow();
  expect(unknown).toMatchObject({ frames: '5', last_hex: '7e02', remote: '::1' });
  const { deviceId } = await makeVehicle(db);
  const t = Date.UTC(2026, 10, 21);
  await store.markHeard(new Map([[deviceId, { at: t, bytes: 100 }]]));
  await store.markHeard(new Map([[deviceId, { at: t - 1_000, bytes: 50 }]]));
  // 16:30 in Greenwich is the next day of a Chinese company; an id that no terminal has is left out
  await store.markHeard(new Map([deviceId, '999999999'].map((id) => [id, { at: t + 59_400_000, bytes: 7 }])));
  const device = await db.systemDb
    .selectFrom('device')
    .select('last_seen_at')
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow();
  expect(device.last_seen_at).toEqual(new Date(t + 59_400_000));
  const flow = await db.systemDb
    .selectFrom('device_traffic')
    .select([sql<string>`day::text`.as('day'), 'bytes'])
    .where('device_id', '=', deviceId)
    .orderBy('day')
    .execute();
  expect(flow).toEqual([
    { day: '2026-11-21', bytes: '150' },
    { day: '2026-11-22', bytes: '7' },
  ]);
});

it('carries a frame from the socket to the table, and acknowledges it then; a repeat is acknowledged and not stored again', async () => {
  const v = await makeVehicle(db);
  const { bus, stream } = await testStream(db);
  const gateway = await startGateway({ port: 0, host: '127.0.0.1', bus, db: db.pool, log: silent });
  const terminal = await Terminal.connect(gateway.port, await phoneOf(v.deviceId));
  const time = Math.floor(Date.now() / 1000) * 1000 - 5_000;
  for (let i = 0; i < 2; i++) terminal.say(msgId.location, shanghai(time));
  await terminal.heard(2);
  expect(terminal.results).toEqual(['0200:0:0', '0200:1:0']);
  const rows = await db.systemDb.selectFrom('position').selectAll().where('device_id', '=', v.deviceId).execute();
  expect(rows.map((r) => [r.device_time, r.vehicle_id, r.lng, r.speed_kmh])).toEqual([
    [new Date(time), v.vehicleId, 121.4737, 60.5],
  ]);
  terminal.end();
  await gateway.stop();
  await stream.stop();
});
