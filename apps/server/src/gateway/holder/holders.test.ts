import { hostname } from 'node:os';
import { msgId } from '@tongda/protocol/jt808/codec';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeBus, pause, shanghai, Terminal } from '../../../test/gateway-kit';
import { type TestDb, testDb } from '../../../test/test-db';
import { type RunningGateway, startGateway } from '../listeners';
import type { GatewayOptions } from '../server';
import { thisMachine } from './machine';
import { pgHolderStore } from './store';

const t0 = Date.UTC(2026, 10, 21, 3, 0, 0);
let db: TestDb;
let clientId: string;
let phone: string;
let deviceId: string;
let serial = 0;
const gateways: RunningGateway[] = [];
const terminals: Terminal[] = [];

beforeAll(async () => {
  db = await testDb();
  const client = await db.systemDb
    .insertInto('client')
    .values({ name: '两个网关', terminal_policy: 'tolerant' })
    .returning('id')
    .executeTakeFirstOrThrow();
  clientId = client.id;
});
afterAll(() => db.close());
/** a terminal of its own for every test */
beforeEach(async () => {
  phone = String(13_600_000_000 + ++serial);
  const device = await db.systemDb
    .insertInto('device')
    .values({ client_id: clientId, terminal_no: phone, phone_key: phone, model: 'TD-1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  deviceId = device.id;
});
afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.end();
  for (const gateway of gateways.splice(0)) await gateway.stop();
  await db.pool.query('delete from gateway_process');
});

async function gateway(options: Partial<GatewayOptions> = {}, pool: Pool = db.pool) {
  const bus = new FakeBus();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const running = await startGateway({ port: 0, host: '127.0.0.1', bus, db: pool, log, options });
  gateways.push(running);
  return { ...running, bus };
}
/** The database, which cannot be told who holds a terminal while `isAway`. */
function unsteady(): { pool: Pool; isAway: boolean; tries: number } {
  const state = { isAway: false, tries: 0 };
  const query = (sql: string, values?: unknown[]): Promise<unknown> => {
    if (!state.isAway || !/terminal_holder|gateway_process/u.test(sql)) return db.pool.query(sql, values);
    state.tries++;
    return Promise.reject(new Error('away'));
  };
  const pool = new Proxy(db.pool, {
    get: (target, name) => {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return Object.assign(state, { pool });
}
/** A terminal that has connected and logged in. */
async function join({ port }: RunningGateway): Promise<Terminal> {
  const terminal = await dial(port);
  terminal.say(msgId.auth, { code: 'any', imei: '', softwareVersion: '' });
  await terminal.heard(1);
  return terminal;
}
async function dial(port: number): Promise<Terminal> {
  const terminal = await Terminal.connect(port, phone);
  terminals.push(terminal);
  return terminal;
}
interface Holder {
  gateway: string;
  remote: string;
  since: Date;
  /** of the row's last change */
  xmin: string;
}
async function holder(): Promise<Holder | null> {
  const { rows } = await db.pool.query<Holder>(
    'select gateway, remote, since, xmin::text from terminal_holder where device_id = $1',
    [deviceId],
  );
  return rows[0] ?? null;
}
async function eventually<T>(look: () => Promise<T>, fits: (found: T) => boolean): Promise<T> {
  for (let left = 500; left > 0; left--) {
    const found = await look();
    if (fits(found)) return found;
    await pause(10);
  }
  throw new Error('waited in vain');
}
const held = (): Promise<Holder | null> => eventually(holder, (row) => row !== null);
const heldByOther = (than: Holder | null): Promise<Holder | null> =>
  eventually(holder, (row) => row !== null && row.gateway !== than?.gateway);
/**
 * As if its holder had begun earlier, or later. Each process tells the database's clock by itself, on a busy machine some tenths of a second wrong: which of
 * two connections within that is the newer one nobody knows.
 */
async function heldSince(shift: '-1 minute' | '5 seconds', than: Holder | null = null): Promise<Holder | null> {
  await heldByOther(than);
  await db.pool.query('update terminal_holder set since = since + $2::interval where device_id = $1', [
    deviceId,
    shift,
  ]);
  return holder();
}
const becomesTrue = (fits: () => boolean): Promise<boolean> => eventually(async () => fits(), Boolean);

describe('the row of a terminal', () => {
  it('is there while it is connected, tells since when and from where, and is not written for what it sends', async () => {
    const a = await gateway();
    const terminal = await join(a);
    const row = await held();
    expect(row?.remote).toMatch(/^127\.0\.0\.1:\d+$/u);
    expect(row?.since).toBeInstanceOf(Date);
    for (let i = 0; i < 50; i++) terminal.say(msgId.location, shanghai(t0 + i * 1_000));
    await terminal.heard(51);
    await pause(60);
    expect(await holder()).toEqual(row);
    terminal.end();
    await eventually(holder, (found) => found === null);
  });

  it('goes with a process that stops, and with one that was killed on this machine', async () => {
    const a = await gateway();
    await join(a);
    await held();
    await a.stop();
    expect(await holder()).toBeNull();
    // no process has this number
    await db.pool.query(
      `insert into gateway_process (name, host, pid, started_at) values ('killed', $1, 4194305, now() - interval '1 day')`,
      [thisMachine()],
    );
    await db.pool.query(`insert into terminal_holder (device_id, gateway, remote) values ($1, 'killed', 'x')`, [
      deviceId,
    ]);
    await gateway();
    await eventually(holder, (found) => found === null);
  });
});

describe('a process that begins', () => {
  it('gives up neither a twin with its host name and number, nor itself', async () => {
    await db.pool.query(
      `insert into gateway_process (name, host, pid, started_at) values ('twin', $1, $2, now() - interval '1 day')`,
      [thisMachine(), process.pid],
    );
    await db.pool.query(`insert into terminal_holder (device_id, gateway, remote) values ($1, 'twin', 'x')`, [
      deviceId,
    ]);
    await gateway();
    await eventually(
      async () => (await db.pool.query('select from gateway_process where host = $1', [thisMachine()])).rowCount,
      (count) => count === 2,
    );
    expect(await holder()).toMatchObject({ gateway: 'twin' });
    const names = (await pgHolderStore(db.pool).earlier('twin', thisMachine())).map(({ name }) => name);
    expect(names).not.toContain('twin');
  });

  it('leaves one alone whose number it cannot see: a container of the same host name', async () => {
    // no process of this container has this number
    await db.pool.query(
      `insert into gateway_process (name, host, pid, started_at) values ('container', $1, 4194305, now() - interval '1 day')`,
      [`${hostname()} another start pid:[1]`],
    );
    await db.pool.query(`insert into terminal_holder (device_id, gateway, remote) values ($1, 'container', 'x')`, [
      deviceId,
    ]);
    await gateway();
    await eventually(
      async () => (await db.pool.query('select from gateway_process')).rowCount,
      (count) => count === 2,
    );
    expect(await holder()).toMatchObject({ gateway: 'container' });
  });
});

describe('what has no row in the register of terminals', () => {
  it('a portable recorder is held as well, and gets what waits for it when it comes', async () => {
    phone = String(13_700_000_000 + ++serial);
    const { id, terminal_id } = await db.systemDb
      .insertInto('portable_device')
      .values({ client_id: clientId, device_no: phone, phone_key: phone })
      .returning(['id', 'terminal_id'])
      .executeTakeFirstOrThrow();
    deviceId = terminal_id;
    const order = { kind: 'text', text: '便携', urgent: false, show: true, speak: true };
    // one is under way from a process that is no more, and would stand in the other one's way
    await db.pool.query(
      `insert into device_command (client_id, batch_no, device_id, portable_id, kind, params, summary, expires_at, state, attempts, sent_by, sent_at, deadline_at)
       values ($1, 'ZL', $2, $3, 'text', $4, '', now() + interval '1 hour', 1, 1, 'gone', now(), now() + interval '2 hours'),
         ($1, 'ZL', $2, $3, 'text', $4, '', now() + interval '1 hour', 0, 0, null, null, null)`,
      [clientId, deviceId, id, JSON.stringify(order)],
    );
    const recorder = await join(await gateway({ tidyMs: 60_000 }));
    await held();
    await becomesTrue(() => recorder.answers.some(({ header }) => header.msgId === msgId.text));
  });

  it('a terminal that is deleted is not held any more, though its connection is open', async () => {
    const a = await gateway();
    const terminal = await join(a);
    await held();
    await db.pool.query('update device set deleted_at = now() where id = $1', [deviceId]);
    a.invalidateDevices();
    terminal.say(msgId.heartbeat, emptyMessage);
    await eventually(holder, (found) => found === null);
    expect(a.stats().terminals).toBe(0);
    expect(a.bus.presences.map(({ kind }) => kind)).toContain('disconnect');
  });
});

describe('a terminal that connects to another process', () => {
  it('is held by that one; the old connection is not heeded and closed a little later, and nobody says that it left', async () => {
    const [a, b] = [await gateway({ lingerMs: 200 }), await gateway()];
    const old = await join(a);
    const before = await heldSince('-1 minute');
    const anew = await join(b);
    await heldByOther(before);
    await becomesTrue(() => a.stats().superseded === 1);
    expect(a.stats().terminals).toBe(0);
    old.say(msgId.location, shanghai(t0));
    anew.say(msgId.location, shanghai(t0 + 1_000));
    await anew.heard(2);
    await becomesTrue(() => old.closed);
    expect(old.results).toHaveLength(1);
    expect(a.bus.positions).toEqual([]);
    expect(a.bus.presences.map(({ kind }) => kind)).toEqual(['auth']);
    anew.end();
    await eventually(holder, (found) => found === null);
    expect(b.bus.presences.map(({ kind }) => kind)).toContain('disconnect');
  });

  it('may come back', async () => {
    const [a, b] = [await gateway(), await gateway()];
    await join(a);
    const first = await heldSince('-1 minute');
    await join(b);
    await heldSince('-1 minute', first);
    await becomesTrue(() => a.stats().terminals === 0);
    await join(a);
    expect((await eventually(holder, (row) => row?.gateway === first?.gateway))?.remote).not.toBe(first?.remote);
    await becomesTrue(() => b.stats().terminals === 0);
    expect(a.stats().terminals).toBe(1);
  });

  it('is held by its newest connection also when an older one is written down later', async () => {
    const link = unsteady();
    const [a, b] = [await gateway({}, link.pool), await gateway()];
    await becomesTrue(() => b.stats().terminals === 0);
    link.isAway = true;
    await join(a);
    await becomesTrue(() => link.tries > 0);
    await join(b);
    const newer = await heldSince('5 seconds');
    link.isAway = false;
    await becomesTrue(() => a.stats().superseded === 1);
    expect(await holder()).toEqual(newer);
    expect(a.stats().terminals).toBe(0);
  });

  it('is held by its newest connection also when that one is written down later', async () => {
    const link = unsteady();
    const [a, b] = [await gateway({}, link.pool), await gateway()];
    link.isAway = true;
    await join(b);
    const older = await heldSince('-1 minute');
    await join(a);
    await becomesTrue(() => link.tries > 0);
    link.isAway = false;
    await heldByOther(older);
    await becomesTrue(() => b.stats().superseded === 1);
  });

  it('on an old connection, which comes back to life after a newer one there, takes nothing from a newer one elsewhere', async () => {
    const link = unsteady();
    const [a, b] = [await gateway({ lingerMs: 60_000 }, link.pool), await gateway()];
    const first = await join(a);
    const second = await join(a);
    await becomesTrue(() => a.stats().superseded === 1);
    const row = await heldSince('-1 minute');
    link.isAway = true;
    await join(b);
    await heldSince('5 seconds', row);
    second.end();
    await becomesTrue(() => a.stats().terminals === 0);
    first.say(msgId.location, shanghai(t0));
    await becomesTrue(() => a.stats().terminals === 1 && link.tries > 0);
    link.isAway = false;
    await becomesTrue(() => a.stats().terminals === 0);
    expect((await holder())?.gateway).not.toBe(row?.gateway);
  });

  it('with heartbeats only takes nothing over, until the other connection is gone', async () => {
    const [a, b] = [await gateway(), await gateway({ tidyMs: 50 })];
    const old = await join(a);
    const before = await held();
    const quiet = await dial(b.port);
    quiet.say(msgId.heartbeat, emptyMessage);
    await quiet.heard(1);
    await becomesTrue(() => b.stats().terminals === 0);
    expect(await holder()).toEqual(before);
    old.end();
    await eventually(holder, (found) => found === null);
    await eventually(
      async () => {
        quiet.say(msgId.heartbeat, emptyMessage);
        return holder();
      },
      (row) => row !== null,
    );
    expect(b.stats().terminals).toBe(1);
  });

  it('is held by the connection that began to speak last, though it was opened first', async () => {
    const [a, b] = [await gateway(), await gateway()];
    const quiet = await dial(a.port);
    quiet.say(msgId.heartbeat, emptyMessage);
    const first = await heldSince('-1 minute');
    await join(b);
    const second = await heldSince('-1 minute', first);
    await becomesTrue(() => a.stats().terminals === 0);
    quiet.say(msgId.location, shanghai(t0));
    expect((await heldByOther(second))?.gateway).toBe(first?.gateway);
  });

  it('is held by the connection that began to speak last also when one that began before that is written down later', async () => {
    const link = unsteady();
    const [a, b] = [await gateway(), await gateway({}, link.pool)];
    const quiet = await dial(a.port);
    quiet.say(msgId.heartbeat, emptyMessage);
    const first = await held();
    link.isAway = true;
    await join(b);
    await becomesTrue(() => link.tries > 0);
    quiet.say(msgId.location, shanghai(t0));
    const spoke = await eventually(holder, (row) => row !== null && row.xmin !== first?.xmin);
    expect(spoke?.since.getTime()).toBeGreaterThan(first?.since.getTime() ?? 0);
    const later = await heldSince('5 seconds');
    link.isAway = false;
    await becomesTrue(() => b.stats().superseded === 1);
    expect(await holder()).toEqual(later);
    expect(a.stats().terminals).toBe(1);
  });

  it('while its old connection goes on sending is two terminals: staff is told, from where to where', async () => {
    let now = t0;
    const [a, b] = [await gateway({ now: () => now, notebookMs: 30 }), await gateway()];
    const old = await join(a);
    const before = await heldSince('-1 minute');
    await join(b);
    const after = await heldByOther(before);
    await becomesTrue(() => a.stats().superseded === 1);
    old.say(msgId.location, shanghai(t0));
    await pause(30);
    now += 10_000;
    old.say(msgId.location, shanghai(t0));
    await becomesTrue(() => old.closed);
    const second = await eventually(
      async () =>
        (
          await db.pool.query(
            "select before_address as before, address from device_alert where device_id = $1 and kind = 'second'",
            [deviceId],
          )
        ).rows[0],
      (row) => row !== undefined,
    );
    expect(second).toEqual({ before: before?.remote, address: after?.remote });
  });
});

describe('a command that another process has put into the queue', () => {
  const give = async (words: string): Promise<string> => {
    const order = { kind: 'text', text: words, urgent: false, show: true, speak: true };
    const { rows } = await db.pool.query<{ id: string }>(
      `insert into device_command (client_id, batch_no, device_id, kind, params, summary, expires_at)
       values ($1, 'ZL', $2, 'text', $3, '', now() + interval '1 hour') returning id`,
      [clientId, deviceId, JSON.stringify(order)],
    );
    return rows[0]?.id ?? '';
  };
  const texts = ({ answers }: Terminal): number => answers.filter(({ header }) => header.msgId === msgId.text).length;

  it('goes out where the terminal is, never over a connection that it has left', async () => {
    const [a, b] = [await gateway(), await gateway()];
    const old = await join(a);
    const before = await heldSince('-1 minute');
    // the process of the old connection has not heard of it yet
    await db.pool.query('alter table terminal_holder disable trigger terminal_moved');
    try {
      const anew = await join(b);
      await heldByOther(before);
      expect(a.stats().terminals).toBe(1);
      for (let i = 1; i <= 5; i++) {
        const id = await give(`第${i}条`);
        await becomesTrue(() => texts(anew) === i);
        const text = anew.answers.filter(({ header }) => header.msgId === msgId.text)[i - 1];
        anew.say(msgId.terminalReply, { replySerial: text?.header.serial ?? 0, replyId: msgId.text, result: 0 });
        await eventually(
          async () => (await db.pool.query('select state from device_command where id = $1', [id])).rows[0]?.state,
          (state) => state === 2,
        );
      }
      expect(texts(old)).toBe(0);
    } finally {
      await db.pool.query('alter table terminal_holder enable trigger terminal_moved');
    }
  });
});

describe('a process that was silent for a minute', () => {
  it('is given up: its terminals may be taken by heartbeats, and it takes back what nobody else has', async () => {
    const a = await gateway({ tidyMs: 60_000 });
    await join(a);
    const before = await held();
    await db.pool.query(`update gateway_process set seen_at = now() - interval '2 minutes' where name = $1`, [
      before?.gateway,
    ]);
    await gateway({ tidyMs: 60_000 });
    await eventually(holder, (found) => found === null);
    // it lives after all
    const c = await gateway({ tidyMs: 30 });
    await join(c);
    const there = await held();
    await db.pool.query('delete from gateway_process where name = $1', [there?.gateway]);
    expect((await held())?.gateway).toBe(there?.gateway);
  });

  it('does not take back what has moved meanwhile', async () => {
    const a = await gateway({ tidyMs: 60 });
    await join(a);
    const before = await held();
    const [other] = ['another machine'];
    await db.pool.query(`insert into gateway_process (name, host, pid) values ($1, 'elsewhere', 1)`, [other]);
    const client = await db.pool.connect();
    try {
      await client.query('begin');
      await client.query('delete from gateway_process where name = $1', [before?.gateway]);
      await client.query(`insert into terminal_holder (device_id, gateway, remote) values ($1, $2, '10.0.0.9:7')`, [
        deviceId,
        other,
      ]);
      await client.query('commit');
    } finally {
      client.release();
    }
    await becomesTrue(() => a.stats().superseded === 1);
    expect(await holder()).toMatchObject({ gateway: other });
  });
});
