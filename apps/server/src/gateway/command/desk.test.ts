import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { instructionSending } from '@tongda/contract/resources/device/enums';
import type { CommandOrder, MakerWay } from '@tongda/contract/watch/command/kind';
import { type Frame, msgId } from '@tongda/protocol/jt808/codec';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { FakeBus, pause, shanghai, Terminal, until } from '../../../test/gateway-kit';
import { type TestDb, testDb } from '../../../test/test-db';
import { localFolder } from '../../core/blob/local-folder';
import { sealText } from '../../core/run/sealed-text';
import { type RunningGateway, startGateway } from '../listeners';
import type { GatewayOptions } from '../server';
import { pgCommandStore } from './store';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
let db: TestDb;
let clientId: string;
let phone: string;
let deviceId: string;
let vehicleId: string;
let serial = 0;
const gateways: RunningGateway[] = [];
const buses: FakeBus[] = [];
const terminals: Terminal[] = [];

beforeAll(async () => {
  db = await testDb();
  const client = await db.systemDb
    .insertInto('client')
    .values({ name: '指令公司', terminal_policy: 'tolerant' })
    .returning('id')
    .executeTakeFirstOrThrow();
  clientId = client.id;
});
afterAll(() => db.close());
/** a terminal of its own for every test */
beforeEach(async () => {
  phone = String(13_700_000_000 + ++serial);
  const own = { client_id: clientId };
  const device = await db.systemDb
    .insertInto('device')
    .values({ ...own, terminal_no: phone, phone_key: phone, model: 'TD-1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const vehicle = await db.systemDb
    .insertInto('vehicle')
    .values({ ...own, plate_no: `沪A${serial}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  deviceId = device.id;
  vehicleId = vehicle.id;
  await db.systemDb
    .insertInto('device_binding')
    .values({ ...own, device_id: deviceId, vehicle_id: vehicleId, during: '[2026-01-01,)' })
    .execute();
});
afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.end();
  for (const gateway of gateways.splice(0)) await gateway.stop();
  buses.length = 0;
});

async function gateway(options: Partial<GatewayOptions> = {}) {
  const bus = new FakeBus();
  buses.push(bus);
  const running = await startGateway({ port: 0, host: '127.0.0.1', bus, db: db.pool, log: silent, options });
  gateways.push(running);
  return running;
}
async function join({ port }: RunningGateway, version: '2013' | '2019' = '2013'): Promise<Terminal> {
  const terminal = await Terminal.connect(port, phone, version);
  terminals.push(terminal);
  // as terminals begin; a heartbeat would not take it over from another connection
  terminal.say(msgId.auth, { code: 'any', imei: '', softwareVersion: '' });
  await terminal.heard(1);
  return terminal;
}
async function give(order: CommandOrder, expiresIn = '1 hour', notBefore: string | null = null): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into device_command (client_id, batch_no, vehicle_id, device_id, kind, params, summary, expires_at, not_before)
     values ($1, 'ZL', $2, $3, $4, $5, '', now() + $6::interval, now() + $7::interval) returning id`,
    [clientId, vehicleId, deviceId, order.kind, JSON.stringify(order), expiresIn, notBefore],
  );
  return rows[0]?.id ?? '';
}
const text = (words: string): CommandOrder => ({ kind: 'text', text: words, urgent: false, show: true, speak: true });
const rowOf = async (id: string) => {
  const { rows } = await db.pool.query(
    'select state, cause, attempts, went_out, answer, answered_at, ended_at from device_command where id = $1',
    [id],
  );
  const [{ went_out: went, ...row }] = rows;
  return { ...row, serial: went.at(-1)?.first, state: instructionSending.label(row.state) };
};
async function becomes(id: string, state: string) {
  for (let left = 1_500; left > 0; left--) {
    const row = await rowOf(id);
    if (row.state === state) return row;
    await pause(10);
  }
  expect((await rowOf(id)).state).toBe(state);
  throw new Error('unreachable');
}
/** What the platform asked so far. */
const asked = (terminal: Terminal): Frame[] => terminal.answers.filter((f) => f.header.msgId !== msgId.platformReply);
async function hears(terminal: Terminal, count = 1): Promise<Frame> {
  for (let left = 1_500; left > 0 && asked(terminal).length < count; left--) await pause(10);
  const frame = asked(terminal)[count - 1];
  if (!frame) throw new Error(`heard ${asked(terminal).length} of ${count}`);
  return frame;
}
const reply = (terminal: Terminal, { header }: Frame, result = 0): void =>
  terminal.say(msgId.terminalReply, { replySerial: header.serial, replyId: header.msgId, result });

it('sends what is given to a connected terminal at once, and writes down its answer', async () => {
  const terminal = await join(await gateway());
  const id = await give(text('前方拥堵'));
  const frame = await hears(terminal);
  expect(frame.message).toEqual({ id: msgId.text, body: { flags: 12, kind: 0, text: '前方拥堵' } });
  expect(await becomes(id, '已下发')).toMatchObject({ attempts: 1, answered_at: null });
  reply(terminal, frame);
  expect(await becomes(id, '执行成功')).toMatchObject({ serial: frame.header.serial, ended_at: expect.any(Date) });
});

it.each([
  [1, 'refused'],
  [2, 'damaged'],
  [3, 'unsupported'],
])('result %i of the terminal ends it as %s', async (result, cause) => {
  const terminal = await join(await gateway());
  const id = await give(text('x'));
  reply(terminal, await hears(terminal), result);
  expect(await becomes(id, '执行失败')).toMatchObject({ cause });
});

it('waits for a terminal that is away and goes out once when it comes, one after another', async () => {
  const running = await gateway();
  const [first, second] = [await give(text('一')), await give(text('二'))];
  const terminal = await join(running);
  const frame = await hears(terminal);
  expect(frame.message).toMatchObject({ body: { text: '一' } });
  await pause(80);
  expect(asked(terminal)).toHaveLength(1);
  expect((await rowOf(second)).state).toBe('待下发');
  reply(terminal, frame);
  reply(terminal, await hears(terminal, 2));
  await becomes(first, '执行成功');
  await becomes(second, '执行成功');
  const again = await join(running);
  await pause(80);
  expect(asked(again)).toHaveLength(0);
});

it('answers that come twice, with a foreign serial or to another message change nothing', async () => {
  const terminal = await join(await gateway());
  const id = await give(text('x'));
  const frame = await hears(terminal);
  const { serial: sent } = frame.header;
  terminal.say(msgId.terminalReply, { replySerial: sent + 7, replyId: msgId.text, result: 0 });
  terminal.say(msgId.terminalReply, { replySerial: sent, replyId: msgId.setParameters, result: 1 });
  await pause(60);
  expect((await rowOf(id)).state).toBe('已下发');
  reply(terminal, frame);
  reply(terminal, frame, 1);
  await becomes(id, '执行成功');
  await pause(60);
  expect(await rowOf(id)).toMatchObject({ state: '执行成功', cause: '' });
});

it('a late answer turns a timeout into a success with a mark', async () => {
  // its heartbeat has to come within this time on a busy machine, too
  const terminal = await join(await gateway({ commandMs: 1_000 }));
  const id = await give(text('x'));
  const frame = await hears(terminal);
  terminal.say(msgId.heartbeat, emptyMessage);
  expect(await becomes(id, '超时')).toMatchObject({ cause: 'silent' });
  reply(terminal, frame);
  expect(await becomes(id, '执行成功')).toMatchObject({ cause: 'late' });
});

it('an answer that comes after a reconnect belongs to its command when that is the only one it can belong to', async () => {
  const running = await gateway();
  const first = await join(running);
  const [restart, ask] = [await give({ kind: 'restart' }), await give(custom())];
  const frame = await hears(first);
  first.end();
  expect(await becomes(restart, '超时')).toMatchObject({ cause: 'lost', serial: frame.header.serial });
  const second = await join(running);
  // the one that waited goes out now, and this link breaks as well
  const question = await hears(second);
  second.end();
  expect(await becomes(ask, '超时')).toMatchObject({ cause: 'lost' });
  const third = await join(running);
  const { serial: no } = frame.header;
  // foreign serials, foreign messages
  third.say(msgId.terminalReply, { replySerial: no + 100, replyId: msgId.terminalControl, result: 0 });
  third.say(msgId.terminalReply, { replySerial: no, replyId: msgId.text, result: 0 });
  third.say(msgId.questionReply, { replySerial: question.header.serial + 7, answerId: 1 });
  await third.heard(2);
  await pause(50);
  expect([await rowOf(restart), await rowOf(ask)]).toMatchObject([{ state: '超时' }, { state: '超时' }]);
  reply(third, frame);
  expect(await becomes(restart, '执行成功')).toMatchObject({ cause: 'late' });
  third.say(msgId.questionReply, { replySerial: question.header.serial, answerId: 2 });
  expect(await becomes(ask, '执行成功')).toMatchObject({ cause: 'late', answer: { answerId: 2 } });
  // once more: nothing changes
  reply(third, frame, 1);
  await pause(50);
  expect((await rowOf(restart)).state).toBe('执行成功');
});

it('an answer finds its command also when the process that had sent it is no more', async () => {
  const terminal = await join(await gateway());
  const id = await give({ kind: 'restart' });
  const frame = await hears(terminal);
  await expect.poll(async () => (await rowOf(id)).serial).toBe(frame.header.serial);
  // as another process finds it when this one was killed
  await db.pool.query(`update device_command set sent_by = 'gone' where id = $1`, [id]);
  const next = await join(await gateway());
  expect(await becomes(id, '超时')).toMatchObject({ cause: 'lost' });
  reply(next, frame);
  expect(await becomes(id, '执行成功')).toMatchObject({ cause: 'late' });
});

it('an answer after a reconnect that may belong to several commands, or to one of its own connection, belongs to no earlier one', async () => {
  const running = await gateway();
  const lost: string[] = [];
  for (let i = 0; i < 2; i++) {
    const terminal = await join(running);
    lost.push(await give({ kind: 'restart' }));
    await hears(terminal);
    terminal.end();
    await becomes(lost[i] ?? '', '超时');
  }
  const terminal = await join(running);
  const { serial: no = 0 } = await rowOf(lost[0] ?? '');
  expect((await rowOf(lost[1] ?? '')).serial).toBe(no);
  terminal.say(msgId.terminalReply, { replySerial: no, replyId: msgId.terminalControl, result: 0 });
  await pause(50);
  expect((await rowOf(lost[0] ?? '')).state).toBe('超时');
  await db.pool.query('delete from device_command where id = $1', [lost[1]]);
  // its own has the same serial, and is answered twice
  const own = await give({ kind: 'restart' });
  const frame = await hears(terminal);
  expect(frame.header.serial).toBe(no);
  reply(terminal, frame);
  reply(terminal, frame, 1);
  await becomes(own, '执行成功');
  await pause(50);
  expect((await rowOf(lost[0] ?? '')).state).toBe('超时');
});

/** Sends a question over a connection of its own, which breaks before it is answered. */
async function loses(running: RunningGateway, order: CommandOrder): Promise<{ id: string; frame: Frame }> {
  const terminal = await join(running);
  const id = await give(order);
  const frame = await hears(terminal);
  terminal.end();
  await becomes(id, '超时');
  return { id, frame };
}

it('an answer that was given to another command with the same serial belongs to no earlier one when it is repeated', async () => {
  const running = await gateway();
  const { id, frame } = await loses(running, custom());
  const second = await join(running);
  const other = await give(custom());
  const question = await hears(second);
  expect(question.header.serial).toBe(frame.header.serial);
  const answer = { replySerial: question.header.serial, answerId: 2 };
  second.say(msgId.questionReply, answer);
  await becomes(other, '执行成功');
  // it has not heard that this was taken
  second.end();
  const third = await join(running);
  third.say(msgId.questionReply, answer);
  await third.heard(2);
  await pause(50);
  expect(await rowOf(id)).toMatchObject({ state: '超时', answer: null });
});

it('an answer to what waits to go out once more belongs to no earlier command with the same serial', async () => {
  const running = await gateway();
  const { id } = await loses(running, { kind: 'restart' });
  const other = await loses(running, { kind: 'restart' });
  await db.pool.query(
    `update device_command set state = 0, not_before = now() + interval '1 hour', ended_at = null where id = $1`,
    [other.id],
  );
  const terminal = await join(running);
  reply(terminal, other.frame);
  await terminal.heard(1);
  await pause(50);
  expect([await rowOf(id), await rowOf(other.id)]).toMatchObject([{ state: '超时' }, { state: '待下发' }]);
});

it('a terminal that was taken off the vehicle answers nothing that was asked of the vehicle', async () => {
  const running = await gateway();
  const { id, frame } = await loses(running, custom());
  await db.pool.query('delete from device_binding where device_id = $1', [deviceId]);
  const terminal = await join(running);
  terminal.say(msgId.questionReply, { replySerial: frame.header.serial, answerId: 2 });
  await terminal.heard(2);
  await pause(50);
  expect(await rowOf(id)).toMatchObject({ state: '超时', answer: null });
});

it('an answer that a terminal begins its new connection with counts before the old one is known to be dead', async () => {
  const [a, b] = [await gateway(), await gateway()];
  const dead = await join(a);
  const id = await give(custom());
  const frame = await hears(dead);
  await expect.poll(async () => (await rowOf(id)).serial).toBe(frame.header.serial);
  // that process has not heard of it yet
  const alive = await Terminal.connect(b.port, phone, '2013');
  terminals.push(alive);
  alive.say(msgId.questionReply, { replySerial: frame.header.serial, answerId: 2 });
  expect(await becomes(id, '执行成功')).toMatchObject({ answer: { answerId: 2 } });
});

/** A terminal that begins its connection with the yes to what it heard over an earlier one. */
async function beginsWithYes({ port }: RunningGateway, frame: Frame): Promise<Terminal> {
  const terminal = await Terminal.connect(port, phone, '2013');
  terminals.push(terminal);
  reply(terminal, frame);
  await terminal.heard(1).catch(() => undefined);
  return terminal;
}

it('a yes over the next connection stops what waits to go out once more', async () => {
  const running = await gateway();
  const first = await join(running);
  const id = await give(text('x'));
  const frame = await hears(first);
  first.end();
  await becomes(id, '待下发');
  const next = await beginsWithYes(running, frame);
  expect(await becomes(id, '执行成功')).toMatchObject({ cause: 'late', attempts: 1 });
  await pause(100);
  expect(asked(next)).toEqual([]);
});

it('a yes over the next connection stops what would go out once more as the old one is dead', async () => {
  const [a, b] = [await gateway(), await gateway()];
  const dead = await join(a);
  const id = await give(text('x'));
  const frame = await hears(dead);
  await expect.poll(async () => (await rowOf(id)).serial).toBe(frame.header.serial);
  const alive = await beginsWithYes(b, frame);
  expect(await becomes(id, '执行成功')).toMatchObject({ attempts: 1 });
  await pause(100);
  expect(asked(alive)).toEqual([]);
});

it('a late yes of a terminal that was silent stops what waits to go out once more, a late no ends it', async () => {
  const running = await gateway({ commandMs: 80 });
  const terminal = await join(running);
  for (const [i, result, state, cause] of [
    [1, 0, '执行成功', 'late'],
    [2, 1, '执行失败', 'refused'],
  ] as const) {
    const id = await give(text('x'));
    const frame = await hears(terminal, i);
    await becomes(id, '待下发');
    reply(terminal, frame, result);
    expect(await becomes(id, state)).toMatchObject({ cause, attempts: 1 });
    await pause(100);
    expect(asked(terminal)).toHaveLength(i);
  }
});

/** Gives a task of 写入设备 that deletes the circles and the lines in a terminal. */
async function giveTask(): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into write_task (client_id, task_no, content, summary, command) values ($1, $2, 'clear', '', $3) returning id`,
    [clientId, `XR${phone}`, JSON.stringify({ kind: 'clear', shapes: ['circles', 'lines'] })],
  );
  return give({ kind: 'write', taskId: rows[0]?.id ?? '', content: 'clear' });
}
/** Gives such a task to a terminal that leaves its second message unanswered, and ends its connection. */
async function losesTask(running: RunningGateway): Promise<{ id: string; frames: Frame[]; terminal: Terminal }> {
  const terminal = await join(running);
  const id = await giveTask();
  reply(terminal, await hears(terminal));
  await hears(terminal, 2);
  terminal.say(msgId.heartbeat, emptyMessage);
  expect(await becomes(id, '超时')).toMatchObject({ cause: 'silent' });
  return { id, frames: asked(terminal), terminal };
}

it.each([
  ['did', 0, '执行成功'],
  ['refused', 1, '执行失败'],
])(
  'a terminal that says late that it %s the last message of a task has so ended the task',
  async (_, result, state) => {
    const { id, frames, terminal } = await losesTask(await gateway({ commandMs: 80 }));
    const [first, last] = frames;
    if (first) reply(terminal, first);
    await pause(50);
    expect((await rowOf(id)).state).toBe('超时');
    if (last) reply(terminal, last, result);
    await becomes(id, state);
  },
);

it('every message of a task is known by its serial over the next connection too', async () => {
  const running = await gateway({ commandMs: 80 });
  const { id, frames, terminal } = await losesTask(running);
  terminal.end();
  const [first, last] = frames;
  const next = await join(running);
  // the yes to the first one says nothing of the whole; the last one's serial belongs to no such message as the first
  if (first) reply(next, first);
  next.say(msgId.terminalReply, { replySerial: last?.header.serial ?? 0, replyId: msgId.deleteCircles, result: 1 });
  await pause(50);
  expect((await rowOf(id)).state).toBe('超时');
  if (last) reply(next, last);
  expect(await becomes(id, '执行成功')).toMatchObject({ cause: 'late' });
});

it('a task refused at its first message over the next connection has failed, whatever it said before', async () => {
  const running = await gateway({ commandMs: 80 });
  const { id, frames, terminal } = await losesTask(running);
  terminal.end();
  const next = await join(running);
  if (frames[0]) reply(next, frames[0], 3);
  expect(await becomes(id, '执行失败')).toMatchObject({ cause: 'unsupported' });
});

it('every package of a long command is known by its serial over the next connection too', async () => {
  const running = await gateway();
  const terminal = await join(running);
  const id = await give(custom({ answerId: null, hex: 'ab'.repeat(1500) }));
  await hears(terminal, 2);
  const [first, last] = asked(terminal);
  expect([first?.header.subpackage?.no, last?.header.subpackage?.no]).toEqual([1, 2]);
  terminal.end();
  await becomes(id, '超时');
  const next = await join(running);
  if (first) reply(next, first);
  await pause(50);
  expect((await rowOf(id)).state).toBe('超时');
  if (last) reply(next, last);
  expect(await becomes(id, '执行成功')).toMatchObject({ cause: 'late' });
});

it('a refused package of a long command is its refusal over the next connection too, and of no other one', async () => {
  const running = await gateway();
  const long = custom({ answerId: null, hex: 'ab'.repeat(1500) });
  const { id, frame } = await loses(running, long);
  // another one with the serial of the second package, which went out over a connection of its own
  const other = await loses(running, custom({ answerId: null }));
  await db.pool.query(`update device_command set went_out = jsonb_set(went_out, '{0,first}', $2) where id = $1`, [
    other.id,
    String(frame.header.serial + 1),
  ]);
  const terminal = await join(running);
  const say = (replySerial: number): void =>
    terminal.say(msgId.terminalReply, { replySerial, replyId: msgId.question, result: 2 });
  say(frame.header.serial + 1);
  await pause(50);
  expect([await rowOf(id), await rowOf(other.id)]).toMatchObject([{ state: '超时' }, { state: '超时' }]);
  say(frame.header.serial);
  expect(await becomes(id, '执行失败')).toMatchObject({ cause: 'damaged' });
  expect((await rowOf(other.id)).state).toBe('超时');
});

it('what went out twice is known by each of its serials, and by none of what another command had', async () => {
  const running = await gateway();
  const { id, frame } = await loses(running, { kind: 'restart' });
  // another one went out twice, under serials of its own
  const other = await loses(running, { kind: 'restart' });
  await db.pool.query(
    `update device_command set attempts = 2, went_out = jsonb_build_array(went_out -> 0 || '{"first": 700}', went_out -> 0 || '{"first": 800, "attempt": 2}') where id = $1`,
    [other.id],
  );
  const terminal = await join(running);
  reply(terminal, frame);
  expect(await becomes(id, '执行成功')).toMatchObject({ cause: 'late' });
  terminal.say(msgId.terminalReply, { replySerial: 700, replyId: msgId.terminalControl, result: 0 });
  expect(await becomes(other.id, '执行成功')).toMatchObject({ cause: 'late' });
});

it('a late yes to the interval that a recorder was told over its last connection confirms no command', async () => {
  phone = String(13_800_000_000 + serial);
  const recorder = await db.systemDb
    .insertInto('portable_device')
    .values({ client_id: clientId, device_no: phone, phone_key: phone, wanted_interval_s: 600 })
    .returning(['id', 'terminal_id'])
    .executeTakeFirstOrThrow();
  const running = await gateway();
  const first = await join(running);
  first.say(msgId.heartbeat, emptyMessage);
  const frame = await hears(first);
  const order = { kind: 'setParams', values: [{ id: 0x29, hex: '00000e10' }] };
  const went = [{ attempt: 1, no: 1, of: 1, msgId: '8103', first: frame.header.serial, packages: 1 }];
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into device_command (client_id, batch_no, device_id, portable_id, kind, params, summary, expires_at, state, cause, attempts, sent_at, ended_at, went_out)
     values ($1, 'ZL', $2, $3, 'setParams', $4, '', now() + interval '1 hour', 4, 'lost', 1, now(), now(), $5) returning id`,
    [clientId, recorder.terminal_id, recorder.id, JSON.stringify(order), JSON.stringify(went)],
  );
  first.end();
  await db.pool.query('update portable_device set wanted_interval_s = null where id = $1', [recorder.id]);
  const next = await join(await gateway());
  reply(next, frame);
  await pause(80);
  expect((await rowOf(rows[0]?.id ?? '')).state).toBe('超时');
});

it('a recorder that confirms its own interval twice confirms no earlier command with the same serial', async () => {
  phone = String(13_800_000_000 + serial);
  const recorder = await db.systemDb
    .insertInto('portable_device')
    .values({ client_id: clientId, device_no: phone, phone_key: phone, wanted_interval_s: 600 })
    .returning(['id', 'terminal_id'])
    .executeTakeFirstOrThrow();
  const running = await gateway();
  const terminal = await join(running);
  // its interval follows what it says first
  terminal.say(msgId.heartbeat, emptyMessage);
  const frame = await hears(terminal);
  expect(frame.header.msgId).toBe(msgId.setParameters);
  const order = { kind: 'setParams', values: [{ id: 0x29, hex: '00000e10' }] };
  const went = [{ attempt: 1, no: 1, of: 1, msgId: '8103', first: frame.header.serial, packages: 1 }];
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into device_command (client_id, batch_no, device_id, portable_id, kind, params, summary, expires_at, state, cause, attempts, sent_at, ended_at, went_out)
     values ($1, 'ZL', $2, $3, 'setParams', $4, '', now() + interval '1 hour', 4, 'lost', 1, now(), now(), $5) returning id`,
    [clientId, recorder.terminal_id, recorder.id, JSON.stringify(order), JSON.stringify(went)],
  );
  reply(terminal, frame);
  reply(terminal, frame);
  await expect
    .poll(
      async () =>
        (await db.pool.query('select upload_interval_s from portable_device where id = $1', [recorder.id])).rows[0],
    )
    .toEqual({ upload_interval_s: 600 });
  await pause(50);
  expect((await rowOf(rows[0]?.id ?? '')).state).toBe('超时');
});

it('goes out again over the new connection of a terminal whose link had died silently', async () => {
  const running = await gateway({ commandMs: 80 });
  const dead = await join(running);
  const id = await give(text('x'));
  await hears(dead);
  // nothing comes any more on the old connection, which nobody closes
  await becomes(id, '待下发');
  await pause(60);
  expect(asked(dead)).toHaveLength(1);
  const alive = await join(running);
  reply(alive, await hears(alive));
  expect(await becomes(id, '执行成功')).toMatchObject({ attempts: 2 });
});

it('does not wait for the timeout when the terminal has connected anew', async () => {
  const running = await gateway();
  await join(running);
  const id = await give(text('x'));
  await becomes(id, '已下发');
  const anew = await join(running);
  reply(anew, await hears(anew));
  expect(await becomes(id, '执行成功')).toMatchObject({ attempts: 2 });
});

it('two gateways on one database: each serves its own terminal, and one of them takes a command', async () => {
  const [a, b] = [await gateway(), await gateway()];
  const here = await join(a);
  const id = await give(text('x'));
  reply(here, await hears(here));
  await becomes(id, '执行成功');
  // the terminal moves while the other gateway still believes in its dead connection
  const second = await give(text('y'));
  await hears(here, 2);
  const there = await join(b);
  const frame = await hears(there);
  // what the dead connection says now is of no account
  reply(there, frame);
  expect(await becomes(second, '执行成功')).toMatchObject({ attempts: 2 });
});

it('a task of 写入设备: messages one after another, one gateway sends it, its line follows', async () => {
  const [a] = [await gateway(), await gateway()];
  const written = { kind: 'clear', shapes: ['circles', 'lines'] };
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into write_task (client_id, task_no, content, summary, command) values ($1, $2, 'clear', '', $3) returning id`,
    [clientId, `XR${phone}`, JSON.stringify(written)],
  );
  const taskId = rows[0]?.id ?? '';
  const id = await give({ kind: 'write', taskId, content: 'clear' });
  await db.pool.query(
    `insert into write_item (client_id, task_id, vehicle_id, device_id, command_id, expires_at) values ($1, $2, $3, $4, $5, now() + interval '1 hour')`,
    [clientId, taskId, vehicleId, deviceId, id],
  );
  const line = async () =>
    (await db.pool.query('select status, tries from write_item where command_id = $1', [id])).rows[0];
  expect(await line()).toEqual({ status: 0, tries: 0 });
  const terminal = await join(a);
  const first = await hears(terminal);
  expect(first.header.msgId).toBe(msgId.deleteCircles);
  await becomes(id, '已下发');
  expect(await line()).toEqual({ status: 1, tries: 1 });
  reply(terminal, first);
  const second = await hears(terminal, 2);
  expect(second.header.msgId).toBe(msgId.deleteRoutes);
  expect((await rowOf(id)).state).toBe('已下发');
  reply(terminal, second);
  await becomes(id, '执行成功');
  expect(await line()).toEqual({ status: 2, tries: 1 });
  await pause(60);
  expect(asked(terminal)).toHaveLength(2);
});

it('a gateway that was killed leaves nothing behind: the next one sends what was under way again', async () => {
  const id = await give(text('x'));
  await db.pool.query(
    `update device_command set state = 1, attempts = 1, sent_by = 'a process that is gone', sent_at = now(), deadline_at = now() + interval '20 s' where id = $1`,
    [id],
  );
  const terminal = await join(await gateway());
  reply(terminal, await hears(terminal));
  expect(await becomes(id, '执行成功')).toMatchObject({ attempts: 2 });
  await pause(60);
  expect(asked(terminal)).toHaveLength(1);
});

it('ends what waited too long, and what nobody waits for', async () => {
  const old = await give(text('x'), '-1 second');
  const left = await give(text('y'));
  await db.pool.query(
    `update device_command set state = 1, attempts = 3, sent_by = 'gone', deadline_at = now() - interval '1 minute' where id = $1`,
    [left],
  );
  const running = await gateway({ tidyMs: 30 });
  expect(await becomes(old, '已过期')).toMatchObject({ cause: 'expired' });
  expect(await becomes(left, '超时')).toMatchObject({ cause: 'lost' });
  const terminal = await join(running);
  await pause(60);
  expect(asked(terminal)).toHaveLength(0);
});

it('does not go to the vehicle that the terminal was moved to', async () => {
  const id = await give(text('x'));
  await db.pool.query(`delete from device_binding where device_id = $1`, [deviceId]);
  const terminal = await join(await gateway());
  expect(await becomes(id, '执行失败')).toMatchObject({ cause: 'unbound' });
  expect(asked(terminal)).toHaveLength(0);
});

it('what was given to a terminal in stock does not go out when it was mounted or deleted meanwhile', async () => {
  await db.pool.query('delete from device_binding where device_id = $1', [deviceId]);
  const id = await give({ kind: 'restart' });
  await db.pool.query('update device_command set vehicle_id = null where id = $1', [id]);
  const store = pgCommandStore(db.pool);
  const strayed = async () => {
    const taken = await store.take(deviceId, 'here');
    await db.pool.query('update device_command set state = 0 where id = $1', [id]);
    return taken?.strayed;
  };
  expect(await strayed()).toBe(null);
  await db.pool.query('update device set deleted_at = now() where id = $1', [deviceId]);
  expect(await strayed()).toBe('deleted');
  await db.pool.query('update device set deleted_at = null where id = $1', [deviceId]);
  await db.pool.query(
    `insert into device_binding (client_id, device_id, vehicle_id, during) values ($1, $2, $3, '[2026-01-02,)')`,
    [clientId, deviceId, vehicleId],
  );
  const terminal = await join(await gateway());
  expect(await becomes(id, '执行失败')).toMatchObject({ cause: 'mounted' });
  expect(asked(terminal)).toHaveLength(0);
});

it('a position query is done when the place comes, with serial 0 too', async () => {
  const terminal = await join(await gateway());
  const answer = async (replySerial: number) =>
    terminal.say(msgId.locationReply, { replySerial, location: shanghai(Date.now()) });
  const first = await give({ kind: 'locate' });
  const frame = await hears(terminal);
  expect(frame.header.msgId).toBe(msgId.queryLocation);
  reply(terminal, frame);
  await becomes(first, '已应答');
  await answer(frame.header.serial + 3);
  await pause(60);
  expect((await rowOf(first)).state).toBe('已应答');
  await answer(frame.header.serial);
  expect(await becomes(first, '执行成功')).toMatchObject({ answer: { lat: 31.2304, speedKmh: 60.5, located: true } });
  const second = await give({ kind: 'locate' });
  await hears(terminal, 2);
  await answer(0);
  await becomes(second, '执行成功');
});

it('a question that waits for its driver keeps further questions waiting, and nothing else', async () => {
  const terminal = await join(await gateway());
  const ask = (words: string): CommandOrder => ({
    ...{ kind: 'question', text: words, urgent: false, speak: true },
    answers: ['好', '不行'],
  });
  const first = await give(ask('能到吗？'));
  const question = await hears(terminal);
  const [second, meanwhile] = [await give(ask('油够吗？')), await give(text('前方拥堵'))];
  await pause(80);
  // not accepted yet: one at a time
  expect(asked(terminal)).toHaveLength(1);
  reply(terminal, question);
  const words = await hears(terminal, 2);
  expect(words.message).toMatchObject({ id: msgId.text, body: { text: '前方拥堵' } });
  reply(terminal, words);
  await becomes(meanwhile, '执行成功');
  expect([(await rowOf(first)).state, (await rowOf(second)).state]).toEqual(['已应答', '待下发']);
  expect(asked(terminal)).toHaveLength(2);
  terminal.say(msgId.questionReply, { replySerial: question.header.serial, answerId: 2 });
  expect(await becomes(first, '执行成功')).toMatchObject({ answer: { answerId: 2 } });
  expect((await hears(terminal, 3)).message).toMatchObject({ id: msgId.question, body: { text: '油够吗？' } });
});

it('flags of a text differ between the editions', async () => {
  const terminal = await join(await gateway(), '2019');
  await give({ kind: 'text', text: 'x', urgent: true, show: true, speak: false });
  const urgent = await hears(terminal);
  expect(urgent.message).toMatchObject({ body: { flags: 2 + 4, kind: 1 } });
  reply(terminal, urgent);
  for (const [i, [textType, flags]] of [[1, 3 + 8] as const, [2, 1 + 8] as const].entries()) {
    await give({ kind: 'text', text: 'x', urgent: false, show: false, speak: true, textType });
    const calm = await hears(terminal, i + 2);
    expect(calm.message).toMatchObject({ body: { flags, kind: textType } });
    reply(terminal, calm);
  }
});

it.each(['2013', '2019'] as const)(
  'doors of %s are done when the status says so, whichever message tells it',
  async (version) => {
    const terminal = await join(await gateway(), version);
    const locked = 2 | (1 << 12);
    const shut = await give({ kind: 'doors', lock: true });
    const frame = await hears(terminal);
    // 2013: bit 0 set locks; 2019: one order of kind 1 with value 0
    expect(Buffer.from(frame.data).toString('hex')).toBe(version === '2013' ? '01' : '0001000100');
    expect(frame.message).toMatchObject({ id: msgId.vehicleControl, body: { lockDoors: true } });
    terminal.say(msgId.vehicleControlReply, {
      replySerial: frame.header.serial,
      location: shanghai(Date.now(), { statusBits: locked }),
    });
    await becomes(shut, '执行成功');

    const opened = await give({ kind: 'doors', lock: false });
    reply(terminal, await hears(terminal, 2));
    await becomes(opened, '已应答');
    terminal.say(msgId.location, shanghai(Date.now(), { statusBits: locked }));
    await pause(60);
    expect((await rowOf(opened)).state).toBe('已应答');
    terminal.say(msgId.location, shanghai(Date.now(), { statusBits: 2 }));
    await becomes(opened, '执行成功');

    const stuck = await give({ kind: 'doors', lock: true });
    const third = await hears(terminal, 3);
    terminal.say(msgId.vehicleControlReply, { replySerial: third.header.serial, location: shanghai(Date.now()) });
    expect(await becomes(stuck, '执行失败')).toMatchObject({ cause: 'unchanged' });
  },
);

it('who drives is asked, and told by the card in the terminal, which is kept as a card as well', async () => {
  const terminal = await join(await gateway());
  const id = await give({ kind: 'driverCard' });
  expect((await hears(terminal)).message?.id).toBe(msgId.queryDriverCard);
  const time = Date.UTC(2026, 10, 28, 1);
  const card = { inserted: true, time, result: 0, name: '王建军', authority: '上海', validUntil: '2028-01-01' };
  terminal.say(msgId.driverCard, { ...card, certificateNo: '310101198003071234', idCard: '' });
  const { answer } = await becomes(id, '执行成功');
  expect(answer).toEqual(card);
  await until(() => buses.some(({ cards }) => cards.length === 1));
});

it('what must not be done twice is not sent again when the link broke', async () => {
  const running = await gateway();
  const terminal = await join(running);
  const id = await give({ kind: 'restart' });
  expect((await hears(terminal)).message).toEqual({ id: msgId.terminalControl, body: { command: 4, args: '' } });
  terminal.end();
  expect(await becomes(id, '超时')).toMatchObject({ cause: 'lost' });
  const anew = await join(running);
  await pause(60);
  expect(asked(anew)).toHaveLength(0);
});

it('settings and properties are kept as the terminal tells them', async () => {
  const terminal = await join(await gateway());
  const read = await give({ kind: 'readParams', ids: [0x29, 0x83] });
  const frame = await hears(terminal);
  expect(frame.message).toEqual({ id: msgId.queryParameters, body: { ids: [0x29, 0x83] } });
  terminal.say(msgId.parameters, {
    replySerial: frame.header.serial,
    parameters: [{ id: 0x29, value: Uint8Array.of(0, 0, 0, 30) }],
  });
  expect(await becomes(read, '执行成功')).toMatchObject({ answer: { params: [{ id: 0x29, hex: '0000001e' }] } });
  const what = await give({ kind: 'properties' });
  await hears(terminal, 2);
  terminal.say(msgId.properties, {
    terminalType: 4,
    maker: 'TD',
    model: 'TD-1',
    terminalId: '0000001',
    iccid: '89860012345678901234',
    hardwareVersion: '1',
    firmwareVersion: '2.0',
    gnssBits: 3,
    networkBits: 32,
    makerBytes: 5,
  });
  expect(await becomes(what, '执行成功')).toMatchObject({ answer: { model: 'TD-1', firmwareVersion: '2.0' } });
  const set = await give({ kind: 'setParams', values: [{ id: 0x5b, hex: '0032' }] });
  const third = await hears(terminal, 3);
  expect(Buffer.from(third.data).toString('hex')).toBe('010000005b020032');
  reply(terminal, third);
  await becomes(set, '执行成功');
});

/** The vehicle's last report: its speed, so long ago. */
const reported = (speedKmh: number, secondsAgo: number) =>
  db.pool.query(
    `insert into device_state (vehicle_id, client_id, device_id, device_time, live, stream) values ($1, $2, $3, now() - make_interval(secs => $4), $5, '{}')
     on conflict (vehicle_id) do update set device_time = excluded.device_time, live = excluded.live`,
    [vehicleId, clientId, deviceId, secondsAgo, JSON.stringify({ speedKmh })],
  );
const cut: CommandOrder = { kind: 'cut', way: { by: 'control', command: 0xf0 } };

it.each([
  ['too fast', 20, 0],
  ['without a fresh report', 0, 400],
])('fuel is not cut of a vehicle %s, whatever it was when the command was given', async (_, speedKmh, secondsAgo) => {
  await reported(speedKmh, secondsAgo);
  const terminal = await join(await gateway());
  const id = await give(cut);
  expect(await becomes(id, '执行失败')).toMatchObject({ cause: 'moving' });
  expect(asked(terminal)).toHaveLength(0);
});

it('fuel is cut when the status word says so, in the way of the maker', async () => {
  await reported(19.5, 30);
  const terminal = await join(await gateway());
  const id = await give(cut);
  const frame = await hears(terminal);
  expect(frame.message).toEqual({ id: msgId.terminalControl, body: { command: 0xf0, args: '' } });
  reply(terminal, frame);
  await becomes(id, '已应答');
  terminal.say(msgId.location, shanghai(Date.now(), { statusBits: 2 }));
  // one that it had stored says how things were
  terminal.say(msgId.location, shanghai(Date.now() - 600_000, { statusBits: 2 | (1 << 10) }));
  await pause(60);
  expect((await rowOf(id)).state).toBe('已应答');
  terminal.say(msgId.location, shanghai(Date.now(), { statusBits: 2 | (1 << 10) }));
  await becomes(id, '执行成功');
  const back = await give({ kind: 'restore', way: { by: 'text', text: 'RELAY,0#' } });
  const second = await hears(terminal, 2);
  expect(second.message).toMatchObject({ id: msgId.text, body: { flags: 0, text: 'RELAY,0#' } });
  reply(terminal, second);
  const points = [
    shanghai(Date.now(), { statusBits: 2 }),
    shanghai(Date.now() - 10_000, { statusBits: 2 | (1 << 10) }),
  ];
  terminal.say(msgId.locationBatch, { late: false, locations: points, damaged: 0 });
  await becomes(back, '执行成功');
});

it('every command word of terminal control goes out with its arguments, and is done by the general reply', async () => {
  const terminal = await join(await gateway());
  for (const [i, command] of [1, 2, 3, 5, 6, 7].entries()) {
    const args = command < 3 ? '0;;;;;10.1.2.3;6808;;' : '';
    const id = await give({ kind: 'control', command, args });
    const frame = await hears(terminal, i + 1);
    expect(frame.message).toEqual({ id: msgId.terminalControl, body: { command, args } });
    reply(terminal, frame);
    await becomes(id, '执行成功');
  }
});

it('a password that is kept encrypted goes out as it is, and stands in nothing that is kept of the command', async () => {
  const factorKey = randomBytes(32);
  const running = await startGateway({
    port: 0,
    host: '127.0.0.1',
    bus: new FakeBus(),
    db: db.pool,
    factorKey,
    log: silent,
  });
  gateways.push(running);
  const terminal = await join(running);
  const args = '0;;cmnet;;geheim;10.1.2.3;6808;;';
  const sealed = sealText(factorKey, args).toString('base64');
  const shown = '0;;cmnet;;******;10.1.2.3;6808;;';
  const id = await give({ kind: 'control', command: 2, args: shown, sealed });
  const frame = await hears(terminal);
  expect(frame.message).toEqual({ id: msgId.terminalControl, body: { command: 2, args } });
  reply(terminal, frame);
  await becomes(id, '执行成功');
  const { rows } = await db.pool.query('select sent_message as sent from device_command where id = $1', [id]);
  expect(Buffer.from(rows[0].sent.hex, 'hex').toString('latin1')).toBe(`\x02${shown}`);
  // sealed with a key that is gone: it cannot go out
  const foreign = sealText(randomBytes(32), args).toString('base64');
  const lost = await give({ kind: 'control', command: 2, args: shown, sealed: foreign });
  expect(await becomes(lost, '执行失败')).toMatchObject({ cause: 'unfit' });
  expect(asked(terminal)).toHaveLength(1);
});

const ways: Array<['2013' | '2019', MakerWay, number, string]> = [
  ['2013', { by: 'bits', bits: 3 }, msgId.vehicleControl, '03'],
  ['2019', { by: 'vehicle', type: 0xf001, hex: '0a0b' }, msgId.vehicleControl, '0001f0010a0b'],
  ['2013', { by: 'setting', id: 0xf030, hex: '4154' }, msgId.setParameters, '010000f030024154'],
  ['2013', { by: 'raw', type: 0xf0, hex: '0102' }, msgId.transparentDown, 'f00102'],
];
it.each(ways)('fuel is cut by a model of %s that says %j', async (version, way, message, hex) => {
  await reported(0, 10);
  const terminal = await join(await gateway(), version);
  await give({ kind: 'cut', way });
  const frame = await hears(terminal);
  expect([frame.header.msgId, Buffer.from(frame.data).toString('hex')]).toEqual([message, hex]);
});

it('fuel is cut by 0xA006, and a way of the other edition fails instead of locking doors', async () => {
  await reported(0, 10);
  const terminal = await join(await gateway());
  const id = await give({ kind: 'cut', way: { by: 'fuel', cut: true } });
  const frame = await hears(terminal);
  expect(frame.message).toMatchObject({ id: msgId.fuelControl, body: { cut: true } });
  reply(terminal, frame);
  terminal.say(msgId.location, shanghai(Date.now(), { statusBits: 2 | (1 << 10) }));
  await becomes(id, '执行成功');
  await becomes(await give({ kind: 'restore', way: { by: 'vehicle', type: 0xf001, hex: '00' } }), '执行失败');
  expect(asked(terminal)).toHaveLength(1);
});

const custom = (more: object = {}): CommandOrder => ({
  kind: 'custom',
  name: '提问',
  msgId: msgId.question,
  hex: '080141',
  answerId: msgId.questionReply,
  waitS: 5,
  retry: 0,
  ...more,
});

it('a command of the catalogue goes out as its bytes, and is done by the message that answers it', async () => {
  const terminal = await join(await gateway());
  const id = await give(custom());
  const frame = await hears(terminal);
  expect(frame.message).toMatchObject({ id: msgId.question, body: { text: 'A' } });
  reply(terminal, frame);
  await becomes(id, '已应答');
  terminal.say(msgId.questionReply, { replySerial: frame.header.serial, answerId: 2 });
  expect(await becomes(id, '执行成功')).toMatchObject({
    answer: { hex: `${frame.header.serial.toString(16).padStart(4, '0')}02`, bytes: 3 },
  });
  const { rows } = await db.pool.query('select sent_message as sent from device_command where id = $1', [id]);
  expect(rows).toEqual([{ sent: { msgId: '8302', hex: '080141', bytes: 3 } }]);
  // nobody asks any more: what the driver chose is kept with the terminal's data, and changes nothing here
  terminal.say(msgId.questionReply, { replySerial: frame.header.serial, answerId: 3 });
  await terminal.heard(4);
  expect(terminal.answers.at(-1)?.message).toMatchObject({ body: { replyId: msgId.questionReply, result: 0 } });
  expect(await rowOf(id)).toMatchObject({ state: '执行成功', answer: { answerId: 2 } });
});

it('a timed command waits for its moment', async () => {
  const terminal = await join(await gateway({ tidyMs: 50 }));
  const id = await give(custom({ answerId: null }), '1 hour', '400 ms');
  await pause(150);
  expect(asked(terminal)).toHaveLength(0);
  reply(terminal, await hears(terminal));
  await becomes(id, '执行成功');
});

/** A gateway with a package of firmware of 5,000 bytes. */
async function withFirmware(): Promise<{
  running: RunningGateway;
  order: CommandOrder;
  data: Uint8Array;
  fwVersion: string;
}> {
  const fwVersion = `2.0.${phone}`;
  const blobs = localFolder(await mkdtemp(path.join(tmpdir(), 'tongda-firmware-')));
  const data = Uint8Array.from({ length: 5000 }, (_, i) => i & 0xff);
  await blobs.put('1/firmware', data);
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into upgrade_package (client_id, name, model, fw_version, maker, file_name, blob_key, size_bytes, sha256)
     values ($1, '固件' || $2, 'TD-1', $3, 'TD', 'a.bin', '1/firmware', 5000, '') returning id`,
    [clientId, phone, fwVersion],
  );
  const bus = new FakeBus();
  const running = await startGateway({ port: 0, host: '127.0.0.1', bus, db: db.pool, blobs, log: silent });
  gateways.push(running);
  return { running, order: { kind: 'upgrade', packageId: rows[0]?.id ?? '', fwVersion }, data, fwVersion };
}

it('firmware goes out in packages, and what became of it may come over the next connection', async () => {
  const { running, order, data, fwVersion } = await withFirmware();
  const terminal = await join(running);
  const id = await give(order);
  await hears(terminal, 6);
  const packages = asked(terminal);
  expect(packages.map(({ header }) => header.subpackage?.no)).toEqual([1, 2, 3, 4, 5, 6]);
  // a package that was lost is sent again as it was
  terminal.say(msgId.terminalResend, { firstSerial: packages[0]?.header.serial ?? 0, packages: [3] });
  const again = await hears(terminal, 7);
  expect(again.header).toMatchObject({ serial: packages[2]?.header.serial, subpackage: { no: 3 } });
  const body = Buffer.concat(packages.map((frame) => frame.data));
  expect(body.subarray(body.length - data.length)).toEqual(Buffer.from(data));
  const last = packages[5];
  if (last) reply(terminal, last);
  await becomes(id, '已应答');
  terminal.end();
  const next = await join(running);
  expect((await rowOf(id)).state).toBe('已应答');
  next.say(msgId.upgradeResult, { kind: 0, result: 0 });
  expect(await becomes(id, '执行成功')).toMatchObject({ answer: { result: 0 } });
  await expect
    .poll(async () => (await db.pool.query('select fw_version from device where id = $1', [deviceId])).rows)
    .toEqual([{ fw_version: fwVersion }]);
});

/** A busy machine needs a while. */
const patience = { timeout: 10_000 };
/** A progress of an upgrade as terminals of Guangdong tell it. */
const progress = (upgradeSerial: number, step: number, percent: number) => ({
  ...{ upgradeSerial, kind: 0, step, percent, errorCode: 0 },
});

it.each([
  ['installed', 5, '执行成功', ''],
  ['there already', 9, '执行成功', ''],
  ['not installed', 6, '执行失败', 'upgradeFailed'],
  ['of another hardware', 8, '执行失败', 'upgradeFailed'],
])('a progress moves an upgrade: loading, and at last %s', async (_, step, state, cause) => {
  const { running, order } = await withFirmware();
  const terminal = await join(running);
  const id = await give(order);
  const no = (await hears(terminal, 6)).header.serial;
  terminal.say(msgId.upgradeProgress, progress((no + 50) & 0xffff, 5, 100));
  // terminals tell it again and again; what comes before it is written that the last package went out is not known to be of this upgrade
  const told = async () => {
    terminal.say(msgId.upgradeProgress, progress(no, 1, 40));
    return (await rowOf(id)).answer;
  };
  await expect.poll(told, patience).toEqual({ step: 1, percent: 40 });
  await becomes(id, '已应答');
  terminal.say(msgId.upgradeProgress, progress(no, step, 100));
  expect(await becomes(id, state)).toMatchObject({ cause, answer: { step, percent: 100 } });
});

it('a result that comes after the newest upgrade has ended is not one of an older upgrade', async () => {
  const { running, order } = await withFirmware();
  const terminal = await join(running);
  const older = await give(order);
  await hears(terminal, 6);
  await db.pool.query('update device_command set state = 4 where id = $1', [older]);
  terminal.end();
  const next = await join(running);
  const newer = await give(order);
  const { serial: no } = (await hears(next, 6)).header;
  next.say(msgId.upgradeProgress, progress(no, 5, 100));
  await becomes(newer, '执行成功');
  const before = await rowOf(older);
  next.say(msgId.upgradeResult, { kind: 0, result: 0 });
  // what is answered after it shows that the result was read
  const told = await give(text('到站'));
  reply(next, await hears(next, 7));
  await becomes(told, '执行成功');
  expect(await rowOf(older)).toEqual(before);
});

it('a progress over the next connection moves the upgrade that went out over the one before', async () => {
  const { running, order, fwVersion } = await withFirmware();
  const terminal = await join(running);
  const id = await give(order);
  const last = await hears(terminal, 6);
  reply(terminal, last);
  await becomes(id, '已应答');
  terminal.end();
  const next = await join(running);
  const { serial: no } = last.header;
  next.say(msgId.upgradeProgress, progress((no + 50) & 0xffff, 6, 0));
  next.say(msgId.upgradeProgress, progress(no, 4, 60));
  await expect.poll(async () => (await rowOf(id)).answer, patience).toEqual({ step: 4, percent: 60 });
  next.say(msgId.upgradeProgress, progress(no, 5, 100));
  expect(await becomes(id, '执行成功')).toMatchObject({ answer: { step: 5, percent: 100 } });
  await expect
    .poll(async () => (await db.pool.query('select fw_version from device where id = $1', [deviceId])).rows)
    .toEqual([{ fw_version: fwVersion }]);
});
