import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { LivePositions } from '@tongda/contract/core/live';
import { msgId } from '@tongda/protocol/jt808/codec';
import { loadPhone } from '@tongda/simulator/load';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSecrets, tableStore } from '../../src/core/run/secrets';
import { hashAsClient, hashPassword } from '../../src/modules/base/identity/password/hash';
import { waitFor } from '../crash/kit';
import { Terminal } from '../gateway-kit';
import { liveBrowser } from '../live-browser';
import { scratchFolder } from '../scratch';
import { type TestDb, testDb } from '../test-db';
import { bundleServer, freePort, type ServerProcess, startServer } from './server';
import { seedLoadFleet } from './server-data';

/** What the test reads of answers: a login's token, a list's states. */
interface Answered {
  access_token: string;
  list: Array<{ status: number }>;
}

/** Terminals in one process, pages and background work in another, as ROLES says: what the one hears comes to the other. */
const password = 'Split@2026';
let folder: string;
let db: TestDb;
let salt: string;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  folder = scratchFolder('split');
  db = await testDb();
  await seedLoadFleet(db, 1);
  salt = (await loadSecrets(tableStore(db.systemDb))).pwdSalt;
  await sql`insert into app_user (client_id, account_code, name, is_primary, pwd_hash)
    values (1, 'split', '分开', true, ${await hashPassword(password, salt)})`.execute(db.systemDb);
}, 60_000);
afterAll(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGTERM');
    await ended;
  }
  await db.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

it('a report comes to the open page, a task to the terminal and its answer to the list; a gateway that was killed is joined again', {
  timeout: 120_000,
}, async () => {
  const main = await bundleServer();
  const [port, gatewayPort] = [await freePort(), await freePort()];
  const env = {
    ...{ DATA_DIR: folder, HOST: '127.0.0.1', DATABASE_URL: db.url, LOG_LEVEL: 'fatal', DEMO: '0' },
    ...{ PORT: String(port), GATEWAY_PORT: String(gatewayPort), ATTACHMENT_PORT: '0' },
  };
  const startGateway = async (): Promise<ServerProcess> => {
    const gateway = await startServer(main, { ...env, ROLES: 'gateway,processor' });
    servers.push(gateway);
    return gateway;
  };
  const gateway = await startGateway();
  servers.push(await startServer(main, { ...env, ROLES: 'api,worker' }, port));

  const api = async (path: string, body: object | URLSearchParams, token = '') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      ...(body instanceof URLSearchParams
        ? { body }
        : {
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          }),
    }).catch((error: Error) => {
      const printed = servers.map(({ child, output }) => `exit ${child.exitCode}: ${output()}`).join('\n');
      throw new Error(`${path}: ${error.cause}\n${printed}`, { cause: error });
    });
    // the parts that this test reads of the answers of three calls
    return (await answer.json()) as { code: number; data: Answered };
  };
  const fields = { grant_type: 'password', username: 'split', password: hashAsClient(password, salt) };
  const { data } = await api('/api/sso/oauth/token', new URLSearchParams(fields));
  const token = data.access_token;
  const speeds: number[] = [];
  const close = liveBrowser(port, token, (frame: LivePositions) => {
    for (const { speedKmh } of frame.vehicles) speeds.push(speedKmh ?? -1);
  });

  const join = async (): Promise<Terminal> => {
    const terminal = await Terminal.connect(gatewayPort, loadPhone(0));
    terminal.say(msgId.auth, { code: 'any', imei: '', softwareVersion: '' });
    return terminal;
  };
  const report = (terminal: Terminal, speedKmh: number): void =>
    void terminal.say(msgId.location, {
      ...{ alarmBits: 0, statusBits: 3, lat: 31.2, lng: 121.4, altitudeM: 4, speedKmh, directionDeg: 90 },
      ...{ time: Math.floor(Date.now() / 1000) * 1000, items: [], remainder: null },
    });
  const first = await join();
  report(first, 41);
  await waitFor(() => speeds.includes(41), 'the report comes to the open page');

  const write = '/api/base/manage/writeDevice';
  expect((await api(`${write}/send`, { content: 'reset', vehicleIds: ['1'] }, token)).code).toBe(200);
  const orders = () => first.answers.filter(({ header }) => header.msgId === msgId.terminalControl);
  await waitFor(() => orders().length === 1, 'the task comes to the terminal');
  const [order] = orders();
  first.say(msgId.terminalReply, { replySerial: order?.header.serial ?? 0, replyId: msgId.terminalControl, result: 0 });
  const statusNow = async () => (await api(`${write}/taskPage`, { page: 1, size: 10 }, token)).data.list[0]?.status;
  await waitFor(async () => (await statusNow()) === 2, 'its answer comes to the list');

  gateway.child.kill('SIGKILL');
  await gateway.ended;
  await startGateway();
  const second = await join();
  await waitFor(async () => {
    report(second, 52);
    await pause(200);
    return speeds.includes(52);
  }, 'the reports come to the page again');
  close();
  for (const terminal of [first, second]) terminal.end();
});
