import { setTimeout as pause } from 'node:timers/promises';
import type { LivePositions } from '@tongda/contract/core/live';
import { loadPhone } from '@tongda/simulator/load';
import { Terminal } from '@tongda/simulator/terminal/connection';
import { sql } from 'kysely';
import { loadSecrets, tableStore } from '../apps/server/src/core/run/secrets';
import { hashAsClient, hashPassword } from '../apps/server/src/modules/base/identity/password/hash';
import { liveBrowser } from '../apps/server/test/live-browser';
import { seedLoadFleet } from '../apps/server/test/processes/server-data';
import { miss, sized } from './kit/form';
import { openStage } from './kit/stage';

/**
 * Time from the moment a terminal writes a report into its TCP socket until a browser has received it over the WebSocket, at 1,000 reports a second (1,000
 * terminals, one a second), with server, PostgreSQL, terminals and browsers on the same machine. Beside it the time until the terminal is
 * acknowledged, which happens after the commit. Promise: p99 at most 1 s.
 */
const terminals = sized(1_000, 20);
const browsers = sized(10, 2);
const warmUpMs = sized(8_000, 200);
const measureMs = sized(20_000, 500);
const promisedMs = 1_000;
const account = 'bench';
const password = 'Bench@2026';

const stage = await openStage('bench');
const { port, gatewayPort } = stage;
const salt = await seedCompany();
const metricsToken = 'metrics-of-the-benchmark';
const server = await stage.start({ METRICS_TOKEN: metricsToken });

/** Adds a company with a user and a vehicle for every terminal. Answers the salt that passwords are hashed with in the browser. */
function seedCompany(): Promise<string> {
  return stage.withData(async (db) => {
    await seedLoadFleet(db, terminals);
    const { pwdSalt } = await loadSecrets(tableStore(db.systemDb));
    await sql`insert into app_user (client_id, account_code, name, is_primary, pwd_hash) values (1, ${account}, '基准', true, ${await hashPassword(password, pwdSalt)})`.execute(
      db.systemDb,
    );
    return pwdSalt;
  });
}

/** Logs the user in; answers his access token. */
async function login(): Promise<string> {
  const fields = { grant_type: 'password', username: account, password: hashAsClient(password, salt) };
  const answer = await fetch(`http://127.0.0.1:${port}/api/sso/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  // the contract's answer to a login
  return ((await answer.json()) as { data: { access_token: string } }).data.access_token;
}

/** CPU seconds of the server so far, without PostgreSQL. */
async function serverCpu(): Promise<number> {
  const text = await (
    await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  ).text();
  return Number(/^process_cpu_seconds_total (\S+)/mu.exec(text)?.[1] ?? Number.NaN);
}

/** Vehicle and device time → when the report was written into the socket. */
const sentAt = new Map<string, number>();
const acks: number[] = [];
const arrivals: number[] = [];
let measuring = false;
let sent = 0;
let frames = 0;

/** Starts the n-th terminal; `report` lets it send a report of this second. */
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

/** Notes when reports arrive at the browser. A report that a newer one has overtaken never does. */
function noteArrivals({ vehicles }: LivePositions): void {
  const now = performance.now();
  frames++;
  for (const vehicle of vehicles) {
    const key = `${vehicle.vehicleId} ${vehicle.deviceTime}`;
    const from = sentAt.get(key);
    if (from === undefined) continue;
    arrivals.push(now - from);
    sentAt.delete(key);
  }
}

const at = (times: number[], share: number): number => {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};
const formatTimes = (times: number[]): string =>
  `p50 ${at(times, 0.5).toFixed(0)} ms   p99 ${at(times, 0.99).toFixed(0)} ms   max ${at(times, 1).toFixed(0)} ms   (${times.length})`;

const all = Array.from({ length: terminals }, (_, n) => startTerminal(n));
await Promise.all(all.map(({ terminal }) => terminal.whenReady()));
const token = await login();
const screens = Array.from({ length: browsers }, (_, i) =>
  liveBrowser(port, token, i === 0 ? noteArrivals : () => undefined),
);
const started = performance.now();
const cpuFrom = process.cpuUsage();
const serverFrom = await serverCpu();
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
await pause(sized(1_500, 350));
const cpu = process.cpuUsage(cpuFrom);
const totalSec = (performance.now() - started) / 1000;
const serverPct = (100 * ((await serverCpu()) - serverFrom)) / totalSec;
const ownPct = (cpu.user + cpu.system) / 1e4 / totalSec;
for (const close of screens) close();
await Promise.all(all.map(({ terminal }) => terminal.stop()));
await server.stop();
await stage.close();

console.log(
  `rate        ${(sent / elapsed).toFixed(0)} reports a second of ${terminals} terminals, ${browsers} browsers, ${frames} frames each`,
);
console.log(`browser     ${formatTimes(arrivals)}`);
console.log(`acknowledge ${formatTimes(acks)}`);
console.log(
  `ratio       browser / acknowledge at p50 = ${(at(arrivals, 0.5) / at(acks, 0.5)).toFixed(2)} (changes leave every 300 ms)`,
);
console.log(`            server ${serverPct.toFixed(0)} %, terminals and browsers ${ownPct.toFixed(0)} % of one core`);
const missing = sent - arrivals.length;
if (at(arrivals, 0.99) > promisedMs || missing > sent / 100) {
  console.error(
    `MISSED: p99 ${at(arrivals, 0.99).toFixed(0)} ms, ${missing} of ${sent} reports were overtaken by newer ones or never came`,
  );
  miss();
}
