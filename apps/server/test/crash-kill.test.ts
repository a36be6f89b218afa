import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { loadPhone } from '@tongda/simulator/load';
import { Terminal } from '@tongda/simulator/terminal/terminal';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/core/db';
import { scratchFolder } from './scratch';
import { phoneKeyOf, seedLoadFleet, withServerData } from './server-data';
import { bundleServer, freePort, type ServerProcess, startServer } from './server-process';

/** kill -9 of the real server, with its own PostgreSQL, again and again while terminals send; the terminals count what was acknowledged. */
const terminals = 50;
const rounds = 20;
let folder: string;
let main: string;
let server: ServerProcess | null = null;

beforeAll(async () => {
  folder = scratchFolder('kill');
  main = await bundleServer();
  await withServerData(folder, (db) => seedLoadFleet(db, terminals));
}, 120_000);
afterAll(async () => {
  server?.child.kill('SIGKILL');
  await server?.ended;
  // stops what a killed server may have left behind
  await withServerData(folder, async () => undefined);
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Stored device times of every terminal. */
async function stored(db: Database): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ phone: string; times: number[] }>`select d.phone_key as phone,
    json_agg((extract(epoch from p.device_time) * 1000)::bigint order by p.device_time) as times
    from position p join device d on d.id = p.device_id group by 1`.execute(db.systemDb);
  return new Map(rows.map((row) => [row.phone, row.times]));
}

/** A terminal that reports twice a second, its clock a second further each time, and tells what was acknowledged. */
function startTerminal(n: number, port: number, onAcknowledged: (times: readonly number[]) => void) {
  const identity = { phone: loadPhone(n), protocol: '2013' as const, plateNo: '', plateColor: 0 };
  const terminal = new Terminal({ host: '127.0.0.1', port, identity, reconnectMs: 20, onAcknowledged });
  let timeMs = Math.floor(Date.now() / 1000) * 1000;
  const timer = setInterval(() => {
    timeMs = Math.max(timeMs + 1000, Math.floor(Date.now() / 1000) * 1000);
    terminal.report({
      timeMs,
      lng: 121.4 + n / 100,
      lat: 31.2,
      altitudeM: 5,
      speedKmh: 60,
      directionDeg: 90,
      located: true,
      acc: true,
      doors: 0,
      odometerM: 1_000_000,
      fuelL: 100,
      tempC: [-18],
      humPct: [],
      reeferOn: true,
      extVoltageV: 27,
      signal: 25,
      satellites: 12,
      alarmBits: 0,
    });
  }, 500);
  terminal.start();
  return { terminal, silence: () => clearInterval(timer) };
}

async function powerCycle(terminal: Terminal): Promise<void> {
  await terminal.stop();
  terminal.start();
}

it('after 20 kills every acknowledged position is stored, none twice', { timeout: 600_000 }, async () => {
  const gatewayPort = await freePort();
  const env = {
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    GATEWAY_PORT: String(gatewayPort),
    LOG_LEVEL: 'error',
    DEMO: '0',
  };
  const acknowledged = Array.from({ length: terminals }, (): number[] => []);
  const total = () => acknowledged.reduce((sum, times) => sum + times.length, 0);
  server = await startServer(main, env);
  const all = acknowledged.map((times, n) => startTerminal(n, gatewayPort, (more) => times.push(...more)));
  const waitFor = async (test: () => boolean, what: string) => {
    for (let waited = 0; !test(); waited += 10) {
      if (waited > 60_000) throw new Error(what);
      await pause(10);
    }
  };
  for (let round = 0; round < rounds; round++) {
    await waitFor(() => all.every(({ terminal }) => terminal.online), `round ${round}: not every terminal came back`);
    const before = total();
    await waitFor(() => total() > before + terminals, `round ${round}: nothing was acknowledged`);
    // the end comes at another moment of the batch each time
    await pause((round * 37) % 200);
    server.child.kill('SIGKILL');
    await server.ended;
    server = await startServer(main, env);
    // terminals wait longer and longer between attempts; a power cycle makes those that still wait try at once
    await Promise.all(all.filter(({ terminal }) => !terminal.online).map(({ terminal }) => powerCycle(terminal)));
  }
  for (const { silence } of all) silence();
  await waitFor(() => all.every(({ terminal }) => terminal.pending === 0), 'not everything was taken in the end');
  await Promise.all(all.map(({ terminal }) => terminal.stop()));
  server.child.kill('SIGTERM');
  await server.ended;
  server = null;
  const inDatabase = await withServerData(folder, stored);
  expect(total()).toBeGreaterThan(rounds * terminals);
  acknowledged.forEach((times, n) => {
    const there = inDatabase.get(phoneKeyOf(n)) ?? [];
    const once = new Set(there);
    expect(once.size, `terminal ${n}: stored twice`).toBe(there.length);
    expect(
      times.filter((t) => !once.has(t)),
      `terminal ${n}: acknowledged and lost`,
    ).toEqual([]);
    expect(times.length).toBeGreaterThan(0);
  });
  console.log(`${total()} positions acknowledged over ${rounds} kills, all stored once`);
});
