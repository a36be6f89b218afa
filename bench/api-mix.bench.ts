import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { dayMs, hourMs } from '@tongda/contract/core/durations';
import type { Endpoint, Input } from '@tongda/contract/core/endpoint';
import { dailyDrivingSummaryReport } from '@tongda/contract/reports/driving/daily-summary';
import { fleetTree } from '@tongda/contract/resources/fleet/calls';
import { vehiclePage } from '@tongda/contract/resources/vehicle/calls';
import { orderPage } from '@tongda/contract/transport/order/calls';
import { monitorSnapshot } from '@tongda/contract/watch/location/calls';
import { trackQuery } from '@tongda/contract/watch/track/calls';
import { sql } from 'kysely';
import type { Database } from '../apps/server/src/core/db/database';
import { loadSecrets, tableStore } from '../apps/server/src/core/run/secrets';
import { packAfterMs } from '../apps/server/src/core/telemetry/hours/ages';
import { packDue } from '../apps/server/src/core/telemetry/hours/packing';
import { signAccess } from '../apps/server/src/modules/base/identity/session/tokens';
import { figuresOf } from '../apps/server/src/modules/watch/track/figures';
import { seedLoadFleet } from '../apps/server/test/processes/server-data';
import { cpuOf, cpuOfChildren, waitUntilQuiet } from './kit/cpu';
import { miss, sized } from './kit/form';
import { startReporting } from './kit/reporting';
import { openStage } from './kit/stage';
import { populateTransport } from './kit/transport-fixture';

/**
 * Calls a second of what a dispatcher's pages ask for, in equal parts (a page of vehicles, the snapshot of the map, the tree of fleets, a vehicle's day, a page of
 * orders, the daily driving summary), by 1, 10 and 50 users who ask again as soon as they are answered, while terminals of another company send 1,000
 * reports a second. The same with a company of 10,000 vehicles and 100,000 orders. Promises, for 50 users and a company of 60 vehicles: at least 450 calls a
 * second, p95 at most 150 ms, reports acknowledged within 50 ms (p99); the large company takes at most 1.5 times as long. CPU time a call is printed too,
 * because other programs on the machine do not change it.
 */
const promised = { callsPerSecond: 450, p95Ms: 150, acknowledgeMs: 50, ofLarge: 1.5 };
const crowds = process.env.USERS?.split(',').map(Number) ?? sized([1, 10, 50], [2]);
const seconds = Number(process.env.SECONDS) || sized(10, 0.2);
const terminals = Number(process.env.TERMINALS ?? sized(1_000, 10));
/** the tracks of so many vehicles are asked for */
const tracked = sized(60, 3);
const companyId = '2';
const sizes: ReadonlyArray<{ name: string; vehicles: number; orders: number; waybills: number }> = [
  { name: 'small company', vehicles: sized(60, 20), orders: sized(6_000, 400), waybills: sized(1_300, 100) },
  { name: 'large company', vehicles: sized(10_000, 20), orders: sized(100_000, 400), waybills: sized(20_000, 100) },
].slice(0, Number(process.env.COMPANIES) || sized(2, 1));

const dateOf = (ms: number): string => new Date(ms + 8 * hourMs).toISOString().slice(0, 10);
/** The day whose tracks are asked for: the newest whose hours are all packed. In the small hours that is not yesterday yet. */
const yesterday = dateOf(Date.now() - dayMs - packAfterMs - hourMs);

/** The company that is asked: transport, live states, a day of points for some vehicles, eight days of summaries, a user. Answers tokens of sessions. */
async function populate(db: Database, { vehicles, orders, waybills }: (typeof sizes)[number]): Promise<string[]> {
  const { systemDb } = db;
  await seedLoadFleet(db, terminals);
  await sql`insert into client (id, name, second_factor) values (${companyId}, '被测公司', 'optional')`.execute(
    systemDb,
  );
  await populateTransport(systemDb, companyId, { orders, waybills, vehicles });
  await sql`insert into fleet (id, client_id, name) select 5000 + i, ${companyId}, '车队' || i from generate_series(1, 20) i`.execute(
    systemDb,
  );
  await sql`update vehicle set fleet_id = 5001 + id % 20 where client_id = ${companyId}`.execute(systemDb);
  await sql`insert into device (id, client_id, terminal_no, phone_key) select id + 500000, ${companyId}, 'T' || id, '9' || id from vehicle where client_id = ${companyId}`.execute(
    systemDb,
  );
  await sql`insert into device_binding (client_id, device_id, vehicle_id, during) select ${companyId}, id + 500000, id, '[2020-01-01,)' from vehicle where client_id = ${companyId}`.execute(
    systemDb,
  );
  const live = {
    ...{ state: 1, speedKmh: 62.5, directionDeg: 90, altitudeM: 12, acc: true, located: true, todayMileageM: 182_300 },
    ...{
      totalMileageM: 88_123_400,
      alarmBits: 0,
      statusBits: 3,
      tempC: [-18.2, -17.4],
      humPct: [65.1],
      fuelL: [212.4],
    },
    ...{
      doorOpen: [false, false],
      extVoltageV: 27.4,
      battPct: 90,
      signal: 24,
      satellites: 13,
      reeferOn: true,
      lateCount: 0,
    },
    ...{ stateSince: Date.now() - 600_000, deviceTime: Date.now(), receiveTime: Date.now(), lng: 120.5, lat: 31.2 },
  };
  await sql`insert into device_state (vehicle_id, client_id, device_id, device_time, receive_time, last_packet_at, fix_time, lng, lat, total_mileage_m, live, stream)
    select id, ${companyId}, id + 500000, now(), now(), now(), now(), 118 + id % 400 * 0.01, 28 + id % 300 * 0.01, 88123400,
      ${JSON.stringify(live)}::jsonb || jsonb_build_object('vehicleId', id::text, 'lng', 118 + id % 400 * 0.01, 'lat', 28 + id % 300 * 0.01), '{}' from vehicle where client_id = ${companyId}`.execute(
    systemDb,
  );
  await sql`insert into day_summary (vehicle_id, day, client_id, day_from, covered_until, mileage_m, driving_ms, parked_ms, no_data_ms, max_speed_kmh, points, stays, trips)
    select v.id, d::date, ${companyId}, d, d + interval '1 day', 300000 + v.id % 100 * 1000, 18000000, 60000000, 8400000, 82, 2880, 9, 8
    from vehicle v, generate_series(current_date - 7, current_date, interval '1 day') d where client_id = ${companyId}`.execute(
    systemDb,
  );
  // a report each 30 s, two hours of driving and half an hour of standing in turn
  await sql`select ensure_position_partition(${`${yesterday} 00:00+08`}::timestamptz + d * interval '1 day') from generate_series(-1, 2) d`.execute(
    systemDb,
  );
  await sql`insert into position (device_id, device_time, receive_time, client_id, vehicle_id, lng, lat, altitude_m, speed_kmh, direction_deg, flags,
      odometer_m, alarm_bits, status_bits, temp_c, hum_pct, fuel_l, doors, extra)
    select 505000 + v, t, t + interval '1 s', ${companyId}, 5000 + v, 118 + v / 100.0 + x.run * 0.00019, 30 + sin(x.run / 2000.0) / 2, 12,
      case when x.moves then 66 + 10 * sin(g / 60.0) else 0 end, 90, case when x.moves then 3 else 2 end, x.run * 18, 0, 3,
      array[-18 + sin(g / 900.0), -17.5]::real[], array[65.1]::real[], array[300 - x.run / 400.0]::real[], case when g % 9000 between 7500 and 8100 then 6 else 5 end,
      '{"signal":22,"satellites":11,"extVoltageV":27.1}'
    from generate_series(0, 86370, 30) g, generate_series(1, ${tracked}::int) v,
      lateral (select g % 9000 < 7200 as moves, (g / 9000) * 7200 + least(g % 9000, 7200) as run) x,
      lateral (select ${`${yesterday} 00:00+08`}::timestamptz + g * interval '1 s' as t) y
    order by t, v`.execute(systemDb);
  // as in every company that has run for a day: the server would do it after its start, an hour of all vehicles after the other, while calls are measured
  await packDue(systemDb, figuresOf, Date.now(), 600_000);
  await sql`vacuum analyze`.execute(systemDb);
  const user = await systemDb
    .insertInto('app_user')
    .values({ client_id: companyId, account_code: 'bench', name: '调度员', pwd_hash: '', is_primary: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  const secrets = await loadSecrets(tableStore(systemDb));
  return Promise.all(
    Array.from({ length: Math.max(...crowds) }, async () => {
      const sessionId = randomUUID();
      await systemDb
        .insertInto('auth_session')
        .values({
          ...{ id: sessionId, client_id: companyId, user_id: user.id, terminal_kind: 'web' },
          absolute_expire_at: new Date(Date.now() + dayMs),
        })
        .execute();
      const who = { userId: user.id, clientId: companyId, sessionId, loginType: 0, warehouse: '' };
      return signAccess(secrets, { ...who, permVersion: 0, actor: null });
    }),
  );
}

interface Call {
  name: string;
  path: string;
  body: string;
}
const callOf = <E extends Endpoint>(name: string, { path }: E, input: Input<E>): Call => ({
  name,
  path,
  body: JSON.stringify(input ?? {}),
});
const page = { page: 1, size: 15 };
/** What is asked the n-th time. */
const pages: ReadonlyArray<(n: number) => Call> = [
  () => callOf('vehicles', vehiclePage, page),
  () => callOf('snapshot', monitorSnapshot, {}),
  () => callOf('tree', fleetTree, undefined),
  (n) =>
    callOf('day', trackQuery, {
      vehicleId: String(5001 + (n % tracked)),
      startTime: `${yesterday} 00:00:00`,
      endTime: `${yesterday} 23:59:59`,
    }),
  () => callOf('orders', orderPage, page),
  () =>
    callOf('summary', dailyDrivingSummaryReport.page, {
      ...page,
      startTime: `${dateOf(Date.now() - 7 * dayMs)} 00:00:00`,
      endTime: `${yesterday} 23:59:59`,
    }),
];
/** KINDS=orders,day asks for some only, to see what each costs. */
const mix = pages.filter((make) => process.env.KINDS?.split(',').includes(make(0).name) ?? true);

const at = (times: number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** A call as a browser makes it, compressed; the answer is read and dropped. Resolves with its bytes. Rejects when the server refuses. */
function ask(agent: Agent, port: number, token: string, { path, body }: Call): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'accept-encoding': 'gzip',
      authorization: `Bearer ${token}`,
      'content-length': Buffer.byteLength(body),
    };
    const asked = request({ agent, port, host: '127.0.0.1', path, method: 'POST', headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(Buffer.concat(chunks)) : reject(new Error(`${path}: ${answer.statusCode}`)),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Every call of the mix once, read as JSON. Throws with the sentence of a refusal. */
async function checkMix(port: number, token: string): Promise<void> {
  for (const make of mix) {
    const { name, path, body } = make(0);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
    const { code, msg } = (await answer.json()) as { code: number; msg: string };
    if (code !== 200) throw new Error(`${name}: ${code} ${msg}`);
  }
}

interface Crowd {
  perSecond: number;
  p95: number;
  /** times in ms, by kind of call */
  kinds: Map<string, number[]>;
  healthMax: number;
  /** ms of a CPU that a call costs the server's process and PostgreSQL, without what the reports cost */
  serverMs: number;
  databaseMs: number;
}

/** CPU seconds of the server's process and of PostgreSQL. */
interface Cpu {
  server: number;
  database: number;
}
const noCpu: Cpu = { server: 0, database: 0 };
const readCpu = (pid: number): Cpu => ({ server: cpuOf(pid), database: cpuOfChildren(pid) });
const cpuSince = (pid: number, { server, database }: Cpu): Cpu => ({
  server: cpuOf(pid) - server,
  database: cpuOfChildren(pid) - database,
});

/** CPU seconds a second that the server needs while nobody asks. */
async function measureRest(pid: number, forS: number): Promise<Cpu> {
  const [cpu, began] = [readCpu(pid), performance.now()];
  await pause(forS * 1000);
  const [{ server, database }, took] = [cpuSince(pid, cpu), (performance.now() - began) / 1000];
  return { server: server / took, database: database / took };
}

/** Lets users ask one thing after the other for a while. */
async function runCrowd(
  port: number,
  pid: number,
  tokens: readonly string[],
  forS: number,
  beside: Cpu,
): Promise<Crowd> {
  const agent = new Agent({ keepAlive: true, maxSockets: tokens.length + 1 });
  const kinds = new Map<string, number[]>();
  const began = performance.now();
  const until = began + forS * 1000;
  const cpu = readCpu(pid);
  const user = async (token: string, first: number) => {
    for (let n = first; performance.now() < until; n++) {
      const call = mix[n % mix.length]?.(n) ?? mix[0]?.(n);
      if (!call) return;
      const from = performance.now();
      await ask(agent, port, token, call);
      const times = kinds.get(call.name);
      if (times) times.push(performance.now() - from);
      else kinds.set(call.name, [performance.now() - from]);
    }
  };
  let healthMax = 0;
  const watch = async () => {
    for (; performance.now() < until; await pause(100)) {
      const from = performance.now();
      await fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.text());
      healthMax = Math.max(healthMax, performance.now() - from);
    }
  };
  await Promise.all([watch(), ...tokens.map((token, i) => user(token, i * 7))]);
  const took = (performance.now() - began) / 1000;
  const spent = cpuSince(pid, cpu);
  agent.destroy();
  const all = [...kinds.values()].flat();
  return {
    perSecond: all.length / took,
    p95: at(all, 0.95),
    kinds,
    healthMax,
    serverMs: ((spent.server - beside.server * took) * 1000) / all.length,
    databaseMs: ((spent.database - beside.database * took) * 1000) / all.length,
  };
}

/** All crowds on one company, one after the other. */
async function measure(size: (typeof sizes)[number]): Promise<Map<number, Crowd & { acknowledged: number }>> {
  const stage = await openStage('api-mix');
  const { port, gatewayPort } = stage;
  const tokens = await stage.withData((db) => populate(db, size));
  const server = await stage.start();
  const results = new Map<number, Crowd & { acknowledged: number }>();
  try {
    const pid = server.pid;
    await checkMix(port, tokens[0] ?? '');
    // what a first start does to orders and states that it finds
    await waitUntilQuiet(pid);
    await runCrowd(port, pid, tokens, sized(4, 0.1), noCpu);
    for (const users of crowds) {
      const from = Math.floor(Date.now() / 1000) * 1000;
      const reporting = await startReporting({ port: gatewayPort, terminals, everyMs: 1_000, from });
      await pause(sized(1_500, 100));
      const beside = await measureRest(pid, sized(4, 0.1));
      // what is promised of acknowledgements is promised while people work, not while a thousand terminals connect at once
      await reporting.forget();
      const crowd = await runCrowd(port, pid, tokens.slice(0, users), seconds, beside);
      const acknowledged = at((await reporting.stop()).latencies, 0.99);
      results.set(users, { ...crowd, acknowledged });
      const kinds = [...crowd.kinds]
        .map(([name, times]) => `${name} ${at(times, 0.5).toFixed(0)}/${at(times, 0.95).toFixed(0)}`)
        .join(', ');
      console.log(
        `${size.name}, ${users} users: ${crowd.perSecond.toFixed(0)} calls a second, p95 ${crowd.p95.toFixed(0)} ms (p50/p95: ${kinds}); CPU a call: server ${crowd.serverMs.toFixed(2)} ms, PostgreSQL ${crowd.databaseMs.toFixed(2)} ms; reports cost ${(beside.server + beside.database).toFixed(2)} cores (server ${beside.server.toFixed(2)}), acknowledged within ${acknowledged.toFixed(0)} ms (p99); /healthz at most ${crowd.healthMax.toFixed(0)} ms`,
      );
    }
  } finally {
    await server.stop();
    await stage.close();
  }
  return results;
}

const most = Math.max(...crowds);
const found: Array<Crowd & { acknowledged: number }> = [];
for (const size of sizes) {
  const crowd = (await measure(size)).get(most);
  if (crowd) found.push(crowd);
}
const [small, large] = found;
let failed = false;
const check = (ok: boolean, text: string) => {
  console.log(`${ok ? '  ' : 'MISSED '}${text}`);
  if (!ok) failed = true;
};
if (small) {
  const { perSecond, p95, acknowledged } = small;
  check(
    perSecond >= promised.callsPerSecond,
    `${perSecond.toFixed(0)} calls a second of ${promised.callsPerSecond} promised`,
  );
  check(p95 <= promised.p95Ms, `p95 ${p95.toFixed(0)} ms of at most ${promised.p95Ms} ms promised`);
  check(
    acknowledged <= promised.acknowledgeMs,
    `acknowledged within ${acknowledged.toFixed(0)} ms (p99) of ${promised.acknowledgeMs} ms promised`,
  );
}
if (small && large) {
  const ratio = small.perSecond / large.perSecond;
  check(
    ratio <= promised.ofLarge,
    `small / large company = ${ratio.toFixed(2)} (promised: at most ${promised.ofLarge})`,
  );
}
if (failed) miss();
