import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { encodeFrame, type LivePositions, liveFrame } from '@tongda/contract/live';
import { loadPhone } from '@tongda/simulator/load';
import { Terminal } from '@tongda/simulator/terminal/terminal';
import { sql } from 'kysely';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import { openDatabase } from '../apps/server/src/core/db';
import { parseFrame } from '../apps/server/src/core/live-frames';
import { migrate } from '../apps/server/src/core/migrate';
import { startEmbeddedPg } from '../apps/server/src/core/pg/embedded';
import { loadSecrets } from '../apps/server/src/core/secrets';
import { clientHash, hashPassword } from '../apps/server/src/modules/identity/password';
import { migrationsFolder } from '../apps/server/test/global-setup';
import { bundleServer, freePort, startServer } from '../apps/server/test/server-process';

/**
 * From the moment a terminal writes a report into its TCP socket to the moment a browser has it from the WebSocket, at 1,000 reports a second
 * (1,000 terminals, one a second), with server, PostgreSQL, terminals and browsers on the same machine. Beside it the terminal's own wait for
 * its acknowledgement, which is the commit. Promise: p99 at most 1 s.
 */
const terminals = 1000;
const browsers = 10;
const warmUpMs = 8_000;
const measureMs = 20_000;
const promisedMs = 1_000;
const account = 'bench';
const password = 'Bench@2026';

const folder = mkdtempSync(join(tmpdir(), 'tongda-bench-'));
const salt = await seed();
const port = await freePort();
const gatewayPort = await freePort();
const env = {
  DATA_DIR: folder,
  HOST: '127.0.0.1',
  PORT: String(port),
  GATEWAY_PORT: String(gatewayPort),
  LOG_LEVEL: 'error',
  DEMO: '0',
};
const server = await startServer(await bundleServer(), env);

/** A company with a user and a vehicle for every terminal; answers the salt of passwords. */
async function seed(): Promise<string> {
  const pg = await startEmbeddedPg(folder, pino({ level: 'silent' }));
  const db = openDatabase({ ...pg.connection, max: 2 });
  await migrate(db.pool, migrationsFolder);
  const secrets = await loadSecrets(db.systemDb);
  await sql`insert into client (id, name) values (1, '基准公司')`.execute(db.systemDb);
  await sql`insert into app_user (client_id, account_code, name, is_primary, pwd_hash) values (1, ${account}, '基准', true, ${await hashPassword(password, secrets.pwdSalt)})`.execute(
    db.systemDb,
  );
  const keys = Array.from({ length: terminals }, (_, n) => loadPhone(n).replace(/^0+/u, ''));
  await sql`insert into vehicle (id, client_id, plate_no) select i, 1, '沪' || i from generate_series(1, ${terminals}::int) i`.execute(
    db.systemDb,
  );
  await sql`insert into device (id, client_id, terminal_no, phone_key) select i, 1, k, k from unnest(${keys}::text[]) with ordinality x(k, i)`.execute(
    db.systemDb,
  );
  await sql`insert into device_binding (client_id, device_id, vehicle_id, during) select 1, i, i, tstzrange('2000-01-01', null) from generate_series(1, ${terminals}::int) i`.execute(
    db.systemDb,
  );
  await db.close();
  await pg.stop();
  return secrets.pwdSalt;
}

async function login(): Promise<string> {
  const fields = { grant_type: 'password', username: account, password: clientHash(password, salt) };
  const answer = await fetch(`http://127.0.0.1:${port}/api/sso/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return ((await answer.json()) as { data: { access_token: string } }).data.access_token;
}

/** `vehicle time` → when the report went into the socket */
const sentAt = new Map<string, number>();
const acks: number[] = [];
const arrivals: number[] = [];
let measuring = false;
let sent = 0;
let frames = 0;

function startTerminal(n: number) {
  const identity = { phone: loadPhone(n), protocol: '2013' as const, plateNo: '', plateColor: 0 };
  const terminal = new Terminal({
    host: '127.0.0.1',
    port: gatewayPort,
    identity,
    onAcknowledged: (_times, latencyMs) => {
      if (measuring) acks.push(latencyMs);
    },
  });
  terminal.start();
  return {
    terminal,
    report: () => {
      const timeMs = Math.floor(Date.now() / 1000) * 1000;
      if (measuring) {
        sentAt.set(`${n + 1} ${timeMs}`, performance.now());
        sent++;
      }
      const place = { lng: 104 + (n % 170) / 10, lat: 23 + n / 70 + (timeMs % 60_000) / 1e6 };
      const body = {
        altitudeM: 20,
        speedKmh: 60,
        directionDeg: 0,
        located: true,
        acc: true,
        doors: 0,
        odometerM: 1_000_000,
      };
      const sensors = {
        fuelL: 180,
        tempC: [-18.2, -17.9],
        humPct: [],
        reeferOn: null,
        extVoltageV: 27.4,
        signal: 26,
        satellites: 17,
        alarmBits: 0,
      };
      terminal.report({ timeMs, ...place, ...body, ...sensors });
    },
  };
}

function openBrowser(token: string, listens: boolean): WebSocket {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/api/gis/live`);
  ws.on('open', () => ws.send(encodeFrame(liveFrame.hello, JSON.stringify({ token, lastSeq: 0 }))));
  ws.on('message', (data) => {
    if (!listens) return;
    const now = performance.now();
    const frame = parseFrame(String(data));
    if (frame?.type !== liveFrame.positions) return;
    frames++;
    for (const vehicle of (JSON.parse(frame.payload) as LivePositions).vehicles) {
      const key = `${vehicle.vehicleId} ${vehicle.deviceTime}`;
      const from = sentAt.get(key);
      if (from === undefined) continue;
      arrivals.push(now - from);
      sentAt.delete(key);
    }
  });
  return ws;
}

const at = (times: number[], share: number): number => {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};
const line = (times: number[]): string =>
  `p50 ${at(times, 0.5).toFixed(0)} ms   p99 ${at(times, 0.99).toFixed(0)} ms   max ${at(times, 1).toFixed(0)} ms   (${times.length})`;

const all = Array.from({ length: terminals }, (_, n) => startTerminal(n));
await Promise.all(all.map(({ terminal }) => terminal.whenReady()));
const token = await login();
const screens = Array.from({ length: browsers }, (_, i) => openBrowser(token, i === 0));
const started = performance.now();
const cpuFrom = process.cpuUsage();
let done = 0;
while (performance.now() - started < warmUpMs + measureMs) {
  measuring = performance.now() - started > warmUpMs;
  // spread evenly over the second, each terminal once a second
  const due = Math.floor(((performance.now() - started) / 1000) * terminals);
  for (; done < due; done++) all[done % terminals]?.report();
  await pause(4);
}
const elapsed = measureMs / 1000;
measuring = false;
await pause(1_500);
const cpu = process.cpuUsage(cpuFrom);
for (const screen of screens) screen.close();
await Promise.all(all.map(({ terminal }) => terminal.stop()));
server.child.kill('SIGTERM');
await server.ended;
rmSync(folder, { recursive: true, force: true });

console.log(
  `rate        ${(sent / elapsed).toFixed(0)} reports a second of ${terminals} terminals, ${browsers} browsers, ${frames} frames each`,
);
console.log(`browser     ${line(arrivals)}`);
console.log(`acknowledge ${line(acks)}`);
console.log(
  `ratio       browser / acknowledge at p50 = ${(at(arrivals, 0.5) / at(acks, 0.5)).toFixed(2)} (changes leave every 300 ms)`,
);
console.log(
  `            terminals and browsers took ${(((cpu.user + cpu.system) / 1e6 / (warmUpMs + measureMs + 1_500)) * 1000 * 100).toFixed(0)} % of one core`,
);
const missing = sent - arrivals.length;
if (at(arrivals, 0.99) > promisedMs || missing > sent / 100) {
  console.error(
    `MISSED: p99 ${at(arrivals, 0.99).toFixed(0)} ms, ${missing} of ${sent} reports were overtaken by newer ones or never came`,
  );
  process.exitCode = 1;
}
