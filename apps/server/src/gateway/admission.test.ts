import { msgId } from '@tongda/protocol/jt808/codec';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeBus, pause, registration, shanghai, Terminal, testGateway, until } from '../../test/gateway-kit';
import { makeVehicle } from '../../test/stream-kit';
import { type TestDb, testDb } from '../../test/test-db';
import { type RunningGateway, startGateway } from './listeners';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const t0 = Date.UTC(2026, 10, 21, 3, 0, 0);
let now = t0;
let db: TestDb;
let bus: FakeBus;
let gateway: RunningGateway;
const others: RunningGateway[] = [];
const terminals: Terminal[] = [];

const startOne = () =>
  startGateway({
    port: 0,
    host: '127.0.0.1',
    bus,
    db: db.pool,
    log: silent,
    options: { now: () => now, notebookMs: 20, secondAfterMs: 1_000, lingerMs: 60_000 },
  });

beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());
beforeEach(async () => {
  now = t0;
  bus = new FakeBus();
  gateway = await startOne();
});
afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.end();
  await Promise.all([gateway, ...others.splice(0)].map((one) => one.stop()));
});

/** A company's vehicle with a terminal. New companies are strict unless one says otherwise. */
async function truck(policy: { company?: 'strict' | 'tolerant'; device?: 'strict' | 'tolerant' } = {}, name?: string) {
  const made = await makeVehicle(db, name);
  await sql`update client set terminal_policy = ${policy.company ?? 'strict'} where id = ${made.clientId}`.execute(
    db.systemDb,
  );
  const { rows } = await sql<{ phone: string }>`update device set terminal_policy = ${policy.device ?? null}
    where id = ${made.deviceId} returning phone_key as phone`.execute(db.systemDb);
  return { ...made, phone: rows[0]?.phone ?? '' };
}
async function join(phone: string, from?: string, to = gateway): Promise<Terminal> {
  const terminal = await Terminal.connect(to.port, phone, '2013', from);
  terminals.push(terminal);
  return terminal;
}
const auth = (code: string) => ({ code, imei: '', softwareVersion: '' });
async function told<T>(act: () => void, terminal: Terminal, read: () => T): Promise<T> {
  const before = terminal.answers.length;
  act();
  await terminal.heard(before + 1);
  return read();
}
const lastResult = (terminal: Terminal) => () => terminal.results.at(-1)?.split(':').at(-1);
const say = {
  register: (t: Terminal) =>
    told(
      () => t.say(msgId.register, registration),
      t,
      () => t.registrations.at(-1),
    ),
  auth: (t: Terminal, code: string) => told(() => t.say(msgId.auth, auth(code)), t, lastResult(t)),
  point: (t: Terminal, at = now) => told(() => t.say(msgId.location, shanghai(at)), t, lastResult(t)),
};
/** Registers a truck's terminal and answers its code. */
async function registered(phone: string, from?: string): Promise<{ terminal: Terminal; code: string }> {
  const terminal = await join(phone, from);
  const code = (await say.register(terminal))?.authCode ?? '';
  expect(await say.auth(terminal, code)).toBe('0');
  return { terminal, code };
}
const release = (deviceId: string) =>
  sql`update device set register_until = now() + interval '1 hour' where id = ${deviceId}`.execute(db.systemDb);
const accessOf = (deviceId: string) =>
  db.systemDb.selectFrom('device_access').selectAll().where('device_id', '=', deviceId).executeTakeFirst();
const alertsOf = (deviceId: string) =>
  db.systemDb.selectFrom('device_alert').selectAll().where('device_id', '=', deviceId).orderBy('id').execute();
async function written<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (let i = 0; i < 200; i++) {
    const value = await read();
    if (holds(value)) return value;
    await pause(10);
  }
  throw new Error('not written');
}

describe('a strict terminal', () => {
  it('gets a code at its first registration, and comes in with it only', async () => {
    const { phone, deviceId } = await truck();
    const terminal = await join(phone);
    expect(await say.point(terminal)).toBe('1');
    expect(await told(() => terminal.say(msgId.heartbeat, emptyMessage), terminal, lastResult(terminal))).toBe('1');
    const given = await say.register(terminal);
    expect(given).toMatchObject({ result: 0, authCode: expect.stringMatching(/^[0-9a-f]{12}$/u) });
    expect(await say.point(terminal)).toBe('1');
    expect(await say.auth(terminal, 'of another platform')).toBe('1');
    expect(await say.auth(terminal, given?.authCode ?? '')).toBe('0');
    expect(await say.point(terminal)).toBe('0');
    expect(gateway.stats().refused).toMatchObject({ notAuthenticated: 3, wrongCode: 1 });
    // nobody says that the vehicle is there, or was heard of, before its terminal is known
    expect(bus.presences.map(({ kind }) => kind)).toEqual(['auth']);
    expect(bus.positions).toHaveLength(1);
    const access = await written(
      () => accessOf(deviceId),
      (row) => row?.outcome === 'accepted',
    );
    expect(access).toMatchObject({
      tried_from: expect.stringMatching(/^127\.0\.0\.1:\d+$/u),
      accepted_from: expect.stringMatching(/^127\.0\.0\.1:\d+$/u),
      code_refused_from: expect.stringMatching(/^127\.0\.0\.1:\d+$/u),
    });
  });

  it('that repeats its question on the same connection, as no answer came, gets the same code', async () => {
    const { phone } = await truck();
    const terminal = await join(phone);
    terminal.say(msgId.register, registration);
    terminal.say(msgId.register, registration);
    await terminal.heard(2);
    terminal.say(msgId.register, registration);
    await terminal.heard(3);
    expect(new Set(terminal.registrations.map(({ result, authCode }) => `${result} ${authCode}`)).size).toBe(1);
    expect(terminal.registrations[0]?.result).toBe(0);
  });

  it('is not registered a second time: the standard’s “terminal already registered” without a code, counted and kept for staff', async () => {
    const { phone, deviceId } = await truck();
    const { terminal } = await registered(phone);
    const stranger = await join(phone, '127.9.0.1');
    expect(await say.register(stranger)).toEqual({ replySerial: 0, result: 3, authCode: '' });
    expect(gateway.stats().refused.alreadyRegistered).toBe(1);
    const [alert] = await written(
      () => alertsOf(deviceId),
      (rows) => rows.length > 0,
    );
    expect(alert).toMatchObject({
      kind: 'register',
      before_address: expect.stringMatching(/^127\.0\.0\.1:/u),
      address: expect.stringMatching(/^127\.9\.0\.1:/u),
      told_at: null,
    });
    expect(await accessOf(deviceId)).toMatchObject({ outcome: 'alreadyRegistered' });
    // it disturbs the real one in nothing
    expect(await say.point(terminal)).toBe('0');
  });

  it('that a person has released registers once more, with a new code; the old one and its connection are out', async () => {
    const { phone, deviceId } = await truck();
    const { terminal, code } = await registered(phone);
    await release(deviceId);
    const fresh = await join(phone);
    const given = await say.register(fresh);
    expect(given?.result).toBe(0);
    expect(given?.authCode).not.toBe(code);
    gateway.invalidateDevices();
    terminal.say(msgId.location, shanghai(now));
    await until(() => terminal.closed);
    expect(terminal.results).toEqual(['0102:1:0']);
    expect(bus.positions).toEqual([]);
    expect(bus.presences.at(-1)?.kind).toBe('disconnect');
    expect(await say.auth(fresh, given?.authCode ?? '')).toBe('0');
    const third = await join(phone);
    expect((await say.register(third))?.result).toBe(3);
    expect(await say.auth(third, code)).toBe('1');
  });

  it('comes in with a code that staff set, in any process; a release that has run out does nothing', async () => {
    const { phone, deviceId } = await truck();
    const { terminal } = await registered(phone);
    terminal.end();
    const other = await startOne();
    others.push(other);
    const there = await join(phone, undefined, other);
    expect(await say.auth(there, 'factory-77')).toBe('1');
    await sql`update device set auth_code = 'factory-77', register_until = now() - interval '1 second' where id = ${deviceId}`.execute(
      db.systemDb,
    );
    expect(await say.auth(there, 'factory-77')).toBe('0');
    expect((await say.register(await join(phone)))?.result).toBe(3);
  });

  it('gets one code when two gateways are asked at once', async () => {
    const { phone } = await truck();
    const other = await startOne();
    others.push(other);
    const both = await Promise.all([join(phone), join(phone, undefined, other)]);
    const results = await Promise.all(both.map((terminal) => say.register(terminal)));
    expect(results.map((one) => one?.result).sort()).toEqual([0, 3]);
  });

  it('is closed after five wrong codes', async () => {
    const { phone } = await truck();
    const terminal = await join(phone);
    for (let i = 0; i < 5; i++) expect(await say.auth(terminal, `guess${i}`)).toBe('1');
    await until(() => terminal.closed);
    expect(gateway.stats().refused.wrongCode).toBe(5);
  });

  it('does not lose its connection, nor its commands, to somebody who only knows its number', async () => {
    const { phone, deviceId, vehicleId, clientId } = await truck();
    const { terminal } = await registered(phone);
    const stranger = await join(phone, '127.9.0.1');
    expect(await say.point(stranger)).toBe('1');
    await sql`insert into device_command (client_id, batch_no, vehicle_id, device_id, kind, params, summary, expires_at)
      values (${clientId}, 'ZL', ${vehicleId}, ${deviceId}, 'restart', '{"kind":"restart"}', '', now() + interval '1 hour')`.execute(
      db.systemDb,
    );
    await until(() => terminal.answers.some(({ message }) => message.id === msgId.terminalControl));
    expect(stranger.answers.some(({ message }) => message.id === msgId.terminalControl)).toBe(false);
    expect(await say.point(terminal)).toBe('0');
    expect([terminal.closed, gateway.stats().terminals]).toEqual([false, 1]);
  });

  it('authenticates anew after it logged out', async () => {
    const { phone } = await truck();
    const { terminal, code } = await registered(phone);
    expect(await told(() => terminal.say(msgId.logout, emptyMessage), terminal, lastResult(terminal))).toBe('0');
    expect(await say.point(terminal)).toBe('1');
    expect(await say.auth(terminal, code)).toBe('0');
    expect(await say.point(terminal)).toBe('0');
  });

  it('is neither let in nor refused by what is remembered while the database is away: nothing is answered', async () => {
    const away = await testGateway({ now: () => now });
    others.push(away);
    const phone = '13800138000';
    away.store.add(phone, { policy: 'strict', authCode: 'right' });
    const terminal = await join(phone, undefined, away);
    expect(await say.point(terminal)).toBe('1');
    away.store.fail = true;
    terminal.say(msgId.auth, auth('changed a moment ago'));
    await pause(50);
    expect([terminal.results.length, away.stats().refused.wrongCode]).toEqual([1, 0]);
    away.store.fail = false;
    expect(await say.auth(terminal, 'right')).toBe('0');
  });
});

describe('the policy', () => {
  it('of a device is its company’s unless it has its own', async () => {
    const results = [];
    for (const [company, device] of [
      ['strict', undefined],
      ['strict', 'tolerant'],
      ['tolerant', undefined],
      ['tolerant', 'strict'],
    ] as const) {
      const { phone } = await truck({ company, device });
      results.push(await say.point(await join(phone)));
    }
    expect(results).toEqual(['1', '0', '0', '1']);
  });

  it('that becomes strict ends what came in without the right code, and keeps what came in with it', async () => {
    const one = await truck({ company: 'tolerant' });
    const two = await truck({ company: 'tolerant' });
    const { terminal: known } = await registered(one.phone);
    const foreign = await join(two.phone);
    expect(await say.auth(foreign, 'of another platform')).toBe('0');
    expect(await say.point(foreign)).toBe('0');
    await sql`update client set terminal_policy = 'strict' where id in (${one.clientId}, ${two.clientId})`.execute(
      db.systemDb,
    );
    gateway.invalidateDevices();
    expect(await say.point(known)).toBe('0');
    foreign.say(msgId.location, shanghai(now));
    await until(() => foreign.closed);
    expect(foreign.results).toEqual(['0102:0:0', '0200:1:0']);
    // what it came in with is kept, so that staff can make it its code
    await written(
      () => accessOf(two.deviceId),
      (row) => row?.accepted_code === 'of another platform',
    );
  });
});

describe('where a terminal is', () => {
  it('a network that neither it nor others of its company have used is an alert with both addresses, once a day', async () => {
    const { phone, deviceId } = await truck();
    const { terminal, code } = await registered(phone);
    await written(
      () => accessOf(deviceId),
      (row) => row?.outcome === 'accepted',
    );
    terminal.end();
    const come = async (from: string) => {
      const moved = await join(phone, from);
      expect(await say.auth(moved, code)).toBe('0');
      await written(
        () => accessOf(deviceId),
        (row) => row?.accepted_from?.startsWith(`${from}:`) ?? false,
      );
      moved.end();
    };
    await come('127.0.3.7');
    expect(await alertsOf(deviceId)).toEqual([]);
    await come('127.5.0.9');
    const [alert] = await alertsOf(deviceId);
    expect(alert).toMatchObject({
      kind: 'network',
      before_address: expect.stringMatching(/^127\.0\.3\.7:/u),
      address: '127.5.0.9',
      times: 1,
    });
    now += 3_600_000;
    await come('127.6.0.9');
    expect(await alertsOf(deviceId)).toMatchObject([{ id: alert?.id, times: 2, address: '127.6.0.9' }]);
    now += 86_400_000;
    await come('127.7.0.9');
    expect(await alertsOf(deviceId)).toHaveLength(2);
    // one that it knows is none
    now += 86_400_000;
    await come('127.5.1.1');
    expect(await alertsOf(deviceId)).toHaveLength(2);
    const { rows } = await sql<{ network: string }>`select network from device_network where device_id = ${deviceId}
      order by network`.execute(db.systemDb);
    expect(rows.map(({ network }) => network)).toEqual([
      '127.0.0.0/16',
      '127.5.0.0/16',
      '127.6.0.0/16',
      '127.7.0.0/16',
    ]);
  });

  it('a network that two others of the company use is their carrier’s', async () => {
    const company = 'carrier pool company';
    const all = [await truck({}, company), await truck({}, company), await truck({}, company)];
    const known: Array<{ code: string; phone: string; deviceId: string }> = [];
    for (const one of all) {
      const { code, terminal } = await registered(one.phone);
      terminal.end();
      await written(
        () => accessOf(one.deviceId),
        (row) => row?.outcome === 'accepted',
      );
      known.push({ ...one, code });
    }
    for (const { phone, code, deviceId } of known) {
      expect(await say.auth(await join(phone, '127.80.0.1'), code)).toBe('0');
      await written(
        () => accessOf(deviceId),
        (row) => row?.accepted_from?.startsWith('127.80.') ?? false,
      );
    }
    const counts = await Promise.all(known.map(async ({ deviceId }) => (await alertsOf(deviceId)).length));
    expect(counts).toEqual([1, 1, 0]);
  });

  it('a second live connection is an alert with both addresses; a link that broke is none', async () => {
    const { phone, deviceId } = await truck();
    const { terminal: older, code } = await registered(phone);
    const newer = await join(phone, '127.0.0.2');
    expect(await say.auth(newer, code)).toBe('0');
    // what was still under way when the newer one came
    older.say(msgId.location, shanghai(now));
    await pause(50);
    expect(older.closed).toBe(false);
    now += 1_500;
    older.say(msgId.location, shanghai(now));
    await until(() => older.closed);
    expect(await say.point(newer)).toBe('0');
    const [alert] = await written(
      () => alertsOf(deviceId),
      (rows) => rows.length > 0,
    );
    expect(alert).toMatchObject({
      kind: 'second',
      before_address: expect.stringMatching(/^127\.0\.0\.1:\d+$/u),
      address: expect.stringMatching(/^127\.0\.0\.2:\d+$/u),
    });
    expect(bus.positions).toHaveLength(1);
  });

  it('a company may switch these off: they are kept and nobody is told; refusals are told all the same', async () => {
    const { phone, deviceId, clientId } = await truck();
    await sql`update client set terminal_alerts = false where id = ${clientId}`.execute(db.systemDb);
    const { terminal, code } = await registered(phone);
    await written(
      () => accessOf(deviceId),
      (row) => row?.outcome === 'accepted',
    );
    terminal.end();
    const moved = await join(phone, '127.5.0.9');
    expect(await say.auth(moved, code)).toBe('0');
    expect((await say.register(await join(phone)))?.result).toBe(3);
    const alerts = await written(
      () => alertsOf(deviceId),
      (rows) => rows.length === 2,
    );
    expect(Object.fromEntries(alerts.map(({ kind, told_at }) => [kind, told_at !== null]))).toEqual({
      network: true,
      register: false,
    });
  });
});

it('the firmware of the register follows what the terminal says: as it logs in (2019), and when it is asked', async () => {
  const { phone, deviceId } = await truck({ company: 'tolerant' });
  const terminal = await Terminal.connect(gateway.port, phone, '2019');
  terminals.push(terminal);
  const firmware = async () => {
    const { rows } = await db.pool.query('select fw_version, fw_told_by, fw_told_at from device where id = $1', [
      deviceId,
    ]);
    return rows[0];
  };
  terminal.say(msgId.auth, { code: 'any', imei: '', softwareVersion: 'V3.1\0\0' });
  await expect.poll(firmware).toEqual({ fw_version: 'V3.1', fw_told_by: 'auth', fw_told_at: new Date(t0) });
  const properties = {
    ...{ terminalType: 0, maker: 'TD', model: 'T8', terminalId: '1', iccid: '0'.repeat(20), hardwareVersion: '' },
    ...{ firmwareVersion: 'V3.2', gnssBits: 0, networkBits: 0, makerBytes: 5 },
  };
  terminal.say(msgId.properties, properties);
  await expect.poll(firmware).toMatchObject({ fw_version: 'V3.2', fw_told_by: 'properties' });
  // what it logs in with says less than what it has answered of its firmware; no version, or none with dots, says nothing
  for (const softwareVersion of ['', 'V4.0']) terminal.say(msgId.auth, { code: 'any', imei: '', softwareVersion });
  terminal.say(msgId.properties, { ...properties, firmwareVersion: 'T8-BD' });
  await terminal.heard(5);
  await pause(60);
  expect(await firmware()).toMatchObject({ fw_version: 'V3.2', fw_told_by: 'properties' });
  // what somebody types stands until the terminal says a version
  await db.pool.query(`update device set fw_version = 'V2.0', fw_told_by = null, fw_told_at = null where id = $1`, [
    deviceId,
  ]);
  terminal.say(msgId.auth, { code: 'any', imei: '', softwareVersion: 'www.jtt808.cn' });
  await terminal.heard(6);
  await pause(60);
  expect(await firmware()).toEqual({ fw_version: 'V2.0', fw_told_by: null, fw_told_at: null });
  terminal.say(msgId.auth, { code: 'any', imei: '', softwareVersion: 'V4.0' });
  await expect.poll(firmware).toMatchObject({ fw_version: 'V4.0', fw_told_by: 'auth' });
});
