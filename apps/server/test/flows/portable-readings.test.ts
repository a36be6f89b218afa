import { encodeGps51Items } from '@tongda/protocol/items/encode';
import { msgId } from '@tongda/protocol/jt808/codec';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { memoryBus } from '../../src/core/bus/memory';
import { type RunningGateway, startGateway } from '../../src/gateway/listeners';
import { deleteOldReadings } from '../../src/modules/resources/equipment/old-readings';
import { startRecorders } from '../../src/stream/recorders';
import { pause, registration, shanghai, Terminal, until } from '../gateway-kit';
import { makeVehicle } from '../stream-kit';
import { type TestDb, testDb } from '../test-db';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const now = Date.UTC(2026, 10, 21, 3);
const minute = 60_000;
let db: TestDb;
let gateway: RunningGateway;
let stop: () => void;
const terminals: Terminal[] = [];

beforeAll(async () => {
  db = await testDb();
  const bus = memoryBus();
  stop = startRecorders({ bus, database: db });
  gateway = await startGateway({
    port: 0,
    host: '127.0.0.1',
    bus,
    db: db.pool,
    log: silent,
    options: { now: () => now },
  });
});
afterEach(() => {
  for (const terminal of terminals.splice(0)) terminal.end();
});
afterAll(async () => {
  await gateway.stop();
  stop();
  await db.close();
});

let numbers = 14_410_000_000;
/** A recorder of a company, bound to nothing. */
async function makeRecorder(more: Record<string, unknown> = {}) {
  const { clientId } = await makeVehicle(db);
  const phone = String(numbers++);
  const { id } = await db.systemDb
    .insertInto('portable_device')
    .values({ client_id: clientId, device_no: `WK${phone}`, phone_key: phone, ...more })
    .returning('id')
    .executeTakeFirstOrThrow();
  const terminal = await Terminal.connect(gateway.port, phone);
  terminals.push(terminal);
  const stored = async () => {
    const { rows } = await sql<
      Record<string, unknown>
    >`select (extract(epoch from device_time) * 1000)::float8 as t, loc_type, lng, temp_c, hum_pct,
      batt_pct, charging, late from portable_reading where portable_id = ${id} order by device_time`.execute(
      db.systemDb,
    );
    return rows;
  };
  const state = () =>
    db.systemDb.selectFrom('portable_device').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { id, clientId, phone, terminal, stored, state };
}

const report = (
  t: number,
  tempC: number | null,
  more: { satellites?: number; networks?: boolean; battPct?: number } = {},
) =>
  shanghai(t, {
    statusBits: 2,
    items: [
      ...encodeGps51Items({
        tempC: [tempC],
        humPct: [61],
        battPct: more.battPct ?? 80,
        battVoltageV: 3.9,
        charging: true,
        satellites: more.satellites ?? 8,
      }),
      ...(more.networks ? [{ id: 0x54, data: new Uint8Array(8).fill(1) }] : []),
    ],
  });

it('stores the readings of a recorder that is bound to nothing, once, and what is newest of it', async () => {
  const { terminal, stored, state } = await makeRecorder();
  terminal.say(msgId.location, report(now - minute, 4.5));
  terminal.say(msgId.location, report(now - minute, 4.5));
  await terminal.heard(2);
  expect(terminal.results).toEqual(['0200:0:0', '0200:1:0']);
  expect(await stored()).toEqual([
    {
      t: now - minute,
      loc_type: 1,
      lng: 121.4737,
      temp_c: [4.5],
      hum_pct: [61],
      batt_pct: 80,
      charging: true,
      late: false,
    },
  ]);
  // out of its memory: kept, and nothing newer becomes older
  const locations = [report(now - 90 * minute, 9, { battPct: 99 }), report(now - 60 * minute, null, { satellites: 0 })];
  terminal.say(msgId.locationBatch, { late: true, locations, damaged: 0 });
  await terminal.heard(3);
  expect((await stored()).map(({ t, temp_c, loc_type, late }) => [t, temp_c, loc_type, late])).toEqual([
    [now - 90 * minute, [9], 1, true],
    [now - 60 * minute, [null], 2, true],
    [now - minute, [4.5], 1, false],
  ]);
  expect(await state()).toMatchObject({ temp_c: [4.5], battery_pct: 80, voltage_v: '3.90', loc_type: 1, version: 1 });
});

it('tells wireless networks from base stations, takes the charge alone, and refuses an impossible clock and cards', async () => {
  const { terminal, stored, state } = await makeRecorder();
  terminal.say(msgId.location, report(now - 3 * minute, 5, { satellites: 0, networks: true }));
  terminal.say(msgId.smallBatch, { batteryPct: 41, time: now - minute, locations: [], damaged: 0 });
  terminal.say(msgId.location, report(now + 60 * minute, 5));
  terminal.say(msgId.driverCard, {
    ...{
      inserted: false,
      time: now,
      result: null,
      name: '',
      certificateNo: '',
      authority: '',
      validUntil: null,
      idCard: '',
    },
  });
  await terminal.heard(4);
  expect(terminal.results.sort()).toEqual(['0200:0:0', '0200:2:2', '0210:1:0', '0702:3:3']);
  expect((await stored()).map(({ loc_type, batt_pct }) => [loc_type, batt_pct])).toEqual([
    [3, 80],
    [null, 41],
  ]);
  // the charge is newer, temperature and place are the last ones that were told
  expect(await state()).toMatchObject({ battery_pct: 41, temp_c: [5], loc_type: 3 });
});

it('is let in by its company’s policy, and gets a wanted interval when it comes', async () => {
  const { id, clientId, terminal, state } = await makeRecorder({ wanted_interval_s: 240 });
  await sql`update client set terminal_policy = 'strict' where id = ${clientId}`.execute(db.systemDb);
  gateway.invalidateDevices();
  terminal.say(msgId.location, report(now, 5));
  await terminal.heard(1);
  expect(terminal.results).toEqual(['0200:0:1']);
  terminal.say(msgId.register, registration);
  await until(() => terminal.registrations.length === 1);
  const code = terminal.registrations[0]?.authCode ?? '';
  expect(code).not.toBe('');
  terminal.say(msgId.auth, { code, imei: '', softwareVersion: '' });
  const set = () => terminal.answers.find(({ message }) => message.id === msgId.setParameters);
  await until(() => terminal.results.length === 2);
  terminal.say(msgId.location, report(now, 5));
  await until(() => set() !== undefined);
  terminal.say(msgId.terminalReply, {
    replySerial: set()?.header.serial ?? 0,
    replyId: msgId.setParameters,
    result: 0,
  });
  let told = await state();
  for (let i = 0; told.interval_state === null && i < 100; i++) {
    await pause(10);
    told = await state();
  }
  expect(told).toMatchObject({ upload_interval_s: 240, wanted_interval_s: null, interval_state: 'done' });
  // another recorder on another connection cannot register as the same one again
  const other = await Terminal.connect(gateway.port, terminal.phone);
  terminals.push(other);
  other.say(msgId.register, registration);
  await until(() => other.registrations.length === 1);
  expect(other.registrations[0]?.authCode).toBe('');
  expect(id).toBe(told.id);
});

it('shows readings to their own company only, and gives a number to one device', async () => {
  const mine = await makeRecorder();
  const others = await makeRecorder();
  for (const { terminal } of [mine, others]) {
    terminal.say(msgId.location, report(now, 5));
    await terminal.heard(1);
  }
  const seen = await db.withTenant({ clientId: mine.clientId, provider: false }, (trx) =>
    trx.selectFrom('portable_reading').select('portable_id').execute(),
  );
  expect(seen).toEqual([{ portable_id: mine.id }]);
  const { deviceId } = await makeVehicle(db);
  const take = (phone: string) =>
    sql`update device set phone_key = ${phone} where id = ${deviceId}`.execute(db.systemDb);
  await expect(take(mine.phone)).rejects.toMatchObject({ constraint: 'device_phone_key_key' });
  await take('14419999999');
  await expect(makeRecorder({ phone_key: '14419999999' })).rejects.toMatchObject({
    constraint: 'portable_device_phone',
  });
});

it('keeps readings as long as the company keeps positions', async () => {
  const { id, clientId, stored } = await makeRecorder();
  const day = 24 * 60 * minute;
  await db.systemDb.updateTable('client').set({ position_keep_months: 13 }).where('id', '=', clientId).execute();
  for (const ageDays of [400, 390, 10])
    await db.systemDb
      .insertInto('portable_reading')
      .values({
        portable_id: id,
        client_id: clientId,
        device_time: new Date(now - ageDays * day),
        receive_time: new Date(now),
        late: true,
      })
      .execute();
  await deleteOldReadings(db.systemDb, now);
  expect((await stored()).map(({ t }) => (now - Number(t)) / day)).toEqual([390, 10]);
  await db.systemDb.updateTable('client').set({ position_keep_months: 6 }).where('id', '=', clientId).execute();
  await deleteOldReadings(db.systemDb, now);
  expect((await stored()).map(({ t }) => (now - Number(t)) / day)).toEqual([10]);
});
