import type { PositionMessage } from '@tongda/contract/core/topics';
import { sql } from 'kysely';
import { memoryBus } from '../apps/server/src/core/bus/memory';
import { readTrack } from '../apps/server/src/modules/watch/track/repo';
import { startFacts } from '../apps/server/src/stream/facts/start';
import { startStream } from '../apps/server/src/stream/pipeline';
import setup from '../apps/server/test/setup/global-setup';
import { type TestDb, testDb } from '../apps/server/test/test-db';
import { truckAt, twentyRules } from './kit/facts-fixture';
import { miss, sized } from './kit/form';

/**
 * Points a second that the stream takes up to the commit, storing alone beside storing and detection with 20 rules a vehicle, in turn in one run.
 * 1,000 trucks report each 10 s. Promise: with detection at least half as many. Also measures the memory that detection keeps for a vehicle.
 */
const promisedRatio = 0.5;
const promisedBytes = 8 * 1024;
const vehicles = sized(1_000, 10);
const waves = sized(30, 3);
const rounds = sized(3, 1);
const start = Date.UTC(2026, 2, 1);

/** A company with vehicles and twenty rules that always held; answers its id. */
async function addFleet(db: TestDb): Promise<string> {
  const { id } = await db.systemDb
    .insertInto('client')
    .values({ name: '基准' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into vehicle (id, client_id, plate_no, tank_capacity_l) select i, ${id}, '沪B' || (10000 + i), 400 from generate_series(1, ${vehicles}::int) i`.execute(
    db.systemDb,
  );
  for (const [i, { kind, params }] of twentyRules.entries()) {
    await db.systemDb
      .insertInto('alarm_rule')
      .values({ client_id: id, kind, name: `规则${i}`, params: JSON.stringify(params) })
      .execute();
  }
  await sql`update alarm_rule_version set during = '(,)'`.execute(db.systemDb);
  return id;
}

/** The report of a vehicle `s` seconds after the start. */
function makeMessage(clientId: string, vehicle: number, s: number): PositionMessage {
  const { tempC, humPct, fuelL, doorOpen, ...truck } = truckAt(s + vehicle * 37, vehicle / 1000);
  const t = start + s * 1000;
  const id = String(vehicle);
  const channels = { tempC, humPct, fuelL, doorOpen, extVoltageV: 27.1, signal: 22, satellites: 11 };
  return {
    deviceId: id,
    vehicleId: id,
    clientId,
    deviceTime: t,
    receiveTime: t + 500,
    altitudeM: 10,
    directionDeg: 90,
    located: true,
    alarmBits: 0,
    statusBits: 3,
    late: false,
    rawItems: null,
    ...truck,
    channels,
  };
}

/**
 * Measures `waves` reports of every vehicle, from the first publish to the last commit and, with the kernel, to its last result. `bytes` is memory a
 * vehicle, `cpuUs` CPU time a point.
 */
async function measure(withKernel: boolean): Promise<{ perSecond: number; bytes: number; cpuUs: number }> {
  const db = await testDb();
  const clientId = await addFleet(db);
  const bus = memoryBus();
  const log = { warn: console.warn, error: console.error };
  const now = () => start + 3_600_000;
  const read = (extra: boolean) => (vehicleId: string, from: number, to: number) =>
    readTrack(db.systemDb, { vehicleId, from, to, neighbours: !extra, extra });
  const facts = withKernel
    ? startFacts({ bus, database: db, log, now, readTrack: read(true), settled: () => undefined })
    : null;
  const stream = await startStream({
    bus,
    database: db,
    log,
    now,
    readTrack: read(false),
    scanMs: 3_600_000,
    ...(facts ? { facts: facts.engine } : {}),
  });
  const send = async (from: number, to: number) => {
    for (let wave = from; wave < to; wave++) {
      const messages = Array.from({ length: vehicles }, (_, i) => makeMessage(clientId, i + 1, wave * 10));
      await Promise.all(messages.map((m) => bus.publish('position', m.deviceId, [m])));
    }
  };
  const settled = async () => {
    while (facts && !facts.engine.idle()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  // the first reports create rows and read states, which happens once after a start and is not measured
  await send(0, 2);
  await settled();
  await facts?.engine.flush(true);
  const cpu = process.cpuUsage();
  const from = performance.now();
  await send(2, 2 + waves);
  await settled();
  await facts?.engine.flush();
  const perSecond = (vehicles * waves) / ((performance.now() - from) / 1000);
  const { user, system } = process.cpuUsage(cpu);
  const cpuUs = (user + system) / (vehicles * waves);
  const bytes = facts ? bytesPerVehicle(facts.engine) : 0;
  await stream.stop();
  await facts?.stop(false);
  await bus.close();
  await db.close();
  return { perSecond, bytes, cpuUs };
}

/** Heap that the kernel keeps for a vehicle, bytes: the difference before and after it forgets all of them. 0 without a garbage collector to call. */
function bytesPerVehicle(engine: { forgetAll(): void }): number {
  // set below, where this file asks V8 for it
  const collect = (globalThis as { gc?: () => void }).gc;
  if (!collect) return 0;
  collect();
  const before = process.memoryUsage().heapUsed;
  engine.forgetAll();
  collect();
  return (before - process.memoryUsage().heapUsed) / vehicles;
}

const { setFlagsFromString } = await import('node:v8');
setFlagsFromString('--expose-gc');
const { runInNewContext } = await import('node:vm');
Object.assign(globalThis, { gc: runInNewContext('gc') });

const stop = await setup();
const alone: number[] = [];
const kernel: number[] = [];
let bytes = 0;
/** CPU time of this process for a point, µs, which a busy machine does not change */
const cpu: { alone: number[]; kernel: number[] } = { alone: [], kernel: [] };
for (let i = 0; i < rounds; i++) {
  const bare = await measure(false);
  alone.push(bare.perSecond);
  cpu.alone.push(bare.cpuUs);
  const result = await measure(true);
  kernel.push(result.perSecond);
  cpu.kernel.push(result.cpuUs);
  bytes = result.bytes;
}
await stop();
const best = (values: number[]) => Math.max(...values);
const ratio = best(kernel) / best(alone);
console.log(`storing alone        ${best(alone).toFixed(0)} points/s`);
console.log(`with ${twentyRules.length} rules        ${best(kernel).toFixed(0)} points/s`);
console.log(`ratio                ${ratio.toFixed(2)}   promised: at least ${promisedRatio}`);
const least = (values: number[]) => Math.min(...values);
console.log(
  `CPU a point          ${least(cpu.alone).toFixed(0)} µs alone, ${least(cpu.kernel).toFixed(0)} µs with the kernel (ratio ${(least(cpu.alone) / least(cpu.kernel)).toFixed(2)})`,
);
console.log(`memory a vehicle     ${(bytes / 1024).toFixed(1)} kB   promised: at most ${promisedBytes / 1024} kB`);
if (ratio < promisedRatio || bytes > promisedBytes || bytes <= 0) {
  console.error('MISSED');
  miss();
}
