import { readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { decodeFrame, encodeMessage, msgId } from '@tongda/protocol/jt808/codec';
import { FrameSplitter } from '@tongda/protocol/jt808/frame';
import { loadPhone } from '@tongda/simulator/load';
import { Terminal } from '@tongda/simulator/terminal/connection';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/core/db/database';
import { type EmbeddedPg, startEmbeddedPg } from '../../src/core/pg/embedded';
import { shanghai } from '../gateway-kit';
import { bundleServer, freePort, type ServerProcess, startServer } from '../processes/server';
import { phoneKeyOf, seedLoadFleet } from '../processes/server-data';
import { scratchFolder } from '../scratch';
import { putReadyCluster } from '../setup/ready-cluster';

/** PostgreSQL is away for a while under the real server, while polite terminals report and rude ones send as fast as the socket takes. */
const polite = 30;
const rude = 20;
const outageS = process.env.CHAOS === '1' ? 60 : 12;
/** how long the first and the last part of it are whose memory is compared */
const partS = Math.min(10, outageS / 3);
const authCode = 'outage';
const log = pino({ level: 'silent' });
const megabyte = 1024 * 1024;
let folder: string;
let pg: EmbeddedPg;
let server: ServerProcess | null = null;

beforeAll(async () => {
  folder = scratchFolder('outage');
  await putReadyCluster(join(folder, 'database'));
  pg = await startEmbeddedPg(join(folder, 'database'), log);
  await withDatabase(async (db) => {
    await seedLoadFleet(db, polite + rude);
    await sql`update device set auth_code = ${authCode}`.execute(db.systemDb);
  });
}, 120_000);
afterAll(async () => {
  server?.child.kill('SIGKILL');
  await server?.ended;
  await pg.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ ...pg.connection, max: 2 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Resident memory of a process, bytes. */
function residentOf(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return pages * 4096;
}

/** Reports twice a second and waits for answers like a real terminal; its clock counts whole seconds. */
function politeTerminal(n: number, port: number) {
  const acknowledged: number[] = [];
  const terminal = new Terminal({
    host: '127.0.0.1',
    port,
    identity: { phone: loadPhone(n), protocol: '2013', plateNo: '', plateColor: 0 },
    authCode,
    ackTimeoutMs: 5_000,
    heartbeatMs: 2_000,
    onAcknowledged: (times) => acknowledged.push(...times),
  });
  let timeMs = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  const timer = setInterval(() => {
    timeMs += 1000;
    const { lng, lat, altitudeM, speedKmh, directionDeg } = shanghai(timeMs);
    terminal.report({
      ...{ timeMs, lng, lat, altitudeM, speedKmh, directionDeg, located: true, acc: true, doors: 0 },
      ...{ odometerM: 1_000_000, fuelL: 100, tempC: [-18], humPct: [], reeferOn: true, extVoltageV: 27 },
      ...{ signal: 25, satellites: 12, alarmBits: 0 },
    });
  }, 500);
  terminal.start();
  return { terminal, acknowledged, silence: () => clearInterval(timer) };
}

/** Sends without waiting for answers, a second of its clock a message, as fast as the socket takes them. */
class RudeTerminal {
  sent = 0;
  answered = 0;
  closed = false;
  private readonly splitter = new FrameSplitter();
  private stopped = false;

  private constructor(
    private readonly socket: Socket,
    private readonly phone: string,
  ) {
    socket.on('data', (chunk) => {
      for (const { payload } of this.splitter.push(chunk)) {
        const frame = decodeFrame(payload);
        if (typeof frame === 'string' || frame.message.id !== msgId.platformReply) continue;
        const { replyId, result } = frame.message.body;
        if (replyId === msgId.location && result === 0) this.answered++;
      }
    });
    socket.on('close', () => {
      this.closed = true;
    });
    socket.on('error', () => undefined);
  }

  static async start(n: number, port: number): Promise<RudeTerminal> {
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    const terminal = new RudeTerminal(socket, loadPhone(n));
    void terminal.flood();
    return terminal;
  }

  stop(): void {
    this.stopped = true;
  }

  end(): void {
    this.socket.destroy();
  }

  private async flood(): Promise<void> {
    const header = (serial: number) => ({ phone: this.phone, serial: serial & 0xffff, version: '2013' as const });
    this.socket.write(encodeMessage(msgId.auth, header(0), { code: authCode, imei: '', softwareVersion: '' }));
    const from = Math.floor(Date.now() / 1000) * 1000 - 86_400_000;
    while (!this.stopped && !this.closed) {
      const roomy = this.socket.write(
        encodeMessage(msgId.location, header(this.sent + 1), shanghai(from + this.sent * 1000)),
      );
      this.sent++;
      if (!roomy) await new Promise<void>((resolve) => this.socket.once('drain', resolve).once('close', resolve));
      else if (this.sent % 10 === 0) await pause(20);
    }
  }
}

async function waitFor(what: string, test: () => boolean, seconds = 60): Promise<void> {
  for (let waited = 0; !test(); waited += 50) {
    if (waited > seconds * 1000) throw new Error(`waited ${seconds} s in vain: ${what}`);
    await pause(50);
  }
}

const storedSql = sql<{ phone: string; times: number[] }>`select d.phone_key as phone,
  json_agg((extract(epoch from p.device_time) * 1000)::bigint order by p.device_time) as times
  from position p join device d on d.id = p.device_id group by 1`;

it(`PostgreSQL away for ${outageS} s: connections stay, nothing is acknowledged, memory is bounded, then all flows`, {
  timeout: 300_000,
}, async () => {
  const port = await freePort();
  const { host, user, database } = pg.connection;
  server = await startServer(await bundleServer(), {
    DATABASE_URL: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    DATA_DIR: join(folder, 'data'),
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    GATEWAY_PORT: String(port),
    LOG_LEVEL: 'fatal',
    DEMO: '0',
  });
  const pid = server.child.pid ?? 0;
  const calm = Array.from({ length: polite }, (_, n) => politeTerminal(n, port));
  const floods = await Promise.all(Array.from({ length: rude }, (_, n) => RudeTerminal.start(polite + n, port)));
  const acknowledged = () =>
    calm.reduce((sum, one) => sum + one.acknowledged.length, 0) + floods.reduce((sum, one) => sum + one.answered, 0);
  await waitFor('first answers', () => calm.every((one) => one.acknowledged.length > 2) && acknowledged() > 5_000);
  const before = residentOf(pid);

  await pg.stop();
  // answers that were under way when it stopped
  await pause(1_000);
  const atStop = acknowledged();
  const memory: number[] = [];
  for (let s = 1; s < outageS; s++) {
    await pause(1_000);
    memory.push(residentOf(pid));
  }
  expect(acknowledged()).toBe(atStop);
  expect(calm.map((one) => one.terminal.counters.connects)).toEqual(calm.map(() => 1));
  expect(floods.filter((one) => one.closed)).toEqual([]);
  // once the sockets are held back nothing grows any more, and what waits until then is small
  const early = Math.max(...memory.slice(0, partS));
  const late = Math.max(...memory.slice(-partS));
  expect(late - early).toBeLessThan(40 * megabyte);
  expect(late - before).toBeLessThan(200 * megabyte);

  pg = await startEmbeddedPg(join(folder, 'database'), log);
  for (const one of calm) one.silence();
  for (const one of floods) one.stop();
  await waitFor('everything acknowledged', () => calm.every((one) => one.terminal.pending === 0), 90);
  await waitFor('the flood answered', () => floods.every((one) => one.answered === one.sent), 90);
  expect(calm.map((one) => one.terminal.counters.connects)).toEqual(calm.map(() => 1));
  await Promise.all(calm.map((one) => one.terminal.stop()));
  for (const one of floods) one.end();
  server.child.kill('SIGTERM');
  await server.ended;
  server = null;
  const { rows } = await withDatabase((db) => storedSql.execute(db.systemDb));
  const times = new Map(rows.map((row) => [row.phone, row.times]));
  calm.forEach((one, n) => {
    expect(times.get(phoneKeyOf(n))).toEqual([...new Set(one.acknowledged)].sort((a, b) => a - b));
  });
  floods.forEach((one, n) => {
    const there = times.get(phoneKeyOf(polite + n)) ?? [];
    expect(new Set(there).size).toBe(one.sent);
    expect(there.length).toBe(one.sent);
  });
  console.log(
    `outage of ${outageS} s: server at ${Math.round(before / megabyte)} MB before, at most ${Math.round(early / megabyte)} MB in its first ${partS} s and ${Math.round(late / megabyte)} MB in its last`,
  );
});
