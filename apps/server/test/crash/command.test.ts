import { rmSync } from 'node:fs';
import { instructionSending } from '@tongda/contract/resources/device/enums';
import type { CommandOrder } from '@tongda/contract/watch/command/kind';
import { type Frame, msgId } from '@tongda/protocol/jt808/codec';
import { loadPhone } from '@tongda/simulator/load';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/core/db/database';
import { Terminal } from '../gateway-kit';
import { bundleServer, freePort, type ServerProcess, startServer } from '../processes/server';
import { seedLoadFleet, withServerData } from '../processes/server-data';
import { scratchFolder } from '../scratch';
import { waitFor } from './kit';

/** kill -9 of the real server with commands under way: what the terminals hear of them once it is back. */
let folder: string;
let main: string;
let server: ServerProcess | null = null;
const terminals: Terminal[] = [];

const text = (words: string): CommandOrder => ({ kind: 'text', text: words, urgent: false, show: true, speak: true });

/** Puts commands into the queue, each for the vehicle of a load terminal. */
async function give(
  { systemDb }: Database,
  ...commands: Array<[terminal: number, order: CommandOrder]>
): Promise<void> {
  for (const [n, order] of commands)
    await sql`insert into device_command (client_id, batch_no, vehicle_id, device_id, kind, params, summary, expires_at)
      values (1, 'ZL', ${n + 1}, ${n + 1}, ${order.kind}, ${JSON.stringify(order)}::jsonb, '', now() + interval '1 hour')`.execute(
      systemDb,
    );
}

beforeAll(async () => {
  folder = scratchFolder('command');
  main = await bundleServer();
  await withServerData(folder, async (db) => {
    await seedLoadFleet(db, 3);
    await give(db, [0, text('已办')], [0, text('途中')], [1, { kind: 'restart' }], [2, text('等待')]);
  });
}, 120_000);
afterAll(async () => {
  for (const terminal of terminals) terminal.end();
  if (server) {
    server.child.kill('SIGKILL');
    await server.ended;
    // stops what a killed server may have left behind
    await withServerData(folder, async () => undefined);
  }
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Connects a load terminal. */
async function join(port: number, n: number): Promise<Terminal> {
  const terminal = await Terminal.connect(port, loadPhone(n));
  terminals.push(terminal);
  // as terminals begin
  terminal.say(msgId.auth, { code: 'any', imei: '', softwareVersion: '' });
  return terminal;
}

/** Commands that a terminal has heard so far. */
const askedOf = ({ answers }: Terminal): Frame[] =>
  answers.filter(({ header }) => header.msgId !== msgId.platformReply);
const wordsOf = (terminal: Terminal): string[] =>
  askedOf(terminal).map(({ message }) => (message.id === msgId.text ? message.body.text : String(message.id)));

/** The newest command once the terminal has heard `count` of them. */
async function hears(terminal: Terminal, count: number): Promise<Frame> {
  await waitFor(() => askedOf(terminal).length >= count, `command ${count} comes to ${terminal.phone}`);
  const frame = askedOf(terminal)[count - 1];
  if (!frame) throw new Error('it was there a moment ago');
  return frame;
}
const obey = (terminal: Terminal, { header }: Frame): void =>
  terminal.say(msgId.terminalReply, { replySerial: header.serial, replyId: header.msgId, result: 0 });

it('what was not answered goes out once more, what was done or must not be repeated does not, what waited goes out once', {
  timeout: 120_000,
}, async () => {
  const gatewayPort = await freePort();
  const env = {
    ...{ DATA_DIR: folder, HOST: '127.0.0.1', PORT: String(await freePort()), GATEWAY_PORT: String(gatewayPort) },
    ...{ LOG_LEVEL: 'fatal', DEMO: '0' },
  };
  server = await startServer(main, env);
  const [a, b] = [await join(gatewayPort, 0), await join(gatewayPort, 1)];
  obey(a, await hears(a, 1));
  // the second one goes out when it is written down that the first one is done
  await hears(a, 2);
  expect((await hears(b, 1)).header.msgId).toBe(msgId.terminalControl);
  expect(wordsOf(a)).toEqual(['已办', '途中']);
  server.child.kill('SIGKILL');
  await server.ended;

  // whatever goes out a second time would come before these, which are last in the queue
  await withServerData(folder, (db) => give(db, [0, text('末尾')], [1, text('末尾')], [2, text('末尾')]));
  server = await startServer(main, env);
  const back = await Promise.all([0, 1, 2].map((n) => join(gatewayPort, n)));
  const [first, second, third] = back;
  if (!first || !second || !third) throw new Error('three have joined');
  obey(first, await hears(first, 1));
  obey(third, await hears(third, 1));
  for (const [terminal, count] of [
    [first, 2],
    [second, 1],
    [third, 2],
  ] as const)
    await hears(terminal, count);
  expect(back.map(wordsOf)).toEqual([['途中', '末尾'], ['末尾'], ['等待', '末尾']]);
  server.child.kill('SIGTERM');
  await server.ended;
  server = null;

  const { rows } = await withServerData(folder, ({ systemDb }) =>
    sql<{ state: number; cause: string; attempts: number }>`
      select state, cause, attempts from device_command where params->>'text' is distinct from '末尾' order by id`.execute(
      systemDb,
    ),
  );
  const { done, noAnswer } = instructionSending;
  expect(rows).toEqual([
    { state: done, cause: '', attempts: 1 },
    { state: done, cause: '', attempts: 2 },
    { state: noAnswer, cause: 'lost', attempts: 1 },
    { state: done, cause: '', attempts: 1 },
  ]);
});
