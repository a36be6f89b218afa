import { dayMs, hourMs } from '@tongda/contract/core/durations';
import { sql } from 'kysely';
import { packHours } from '../apps/server/src/core/telemetry/hours/packing';
import { computeWayFacts } from '../apps/server/src/kernel/day/facts';
import { staysOf } from '../apps/server/src/kernel/motion/stays';
import { kernelDefaults } from '../apps/server/src/kernel/settings';
import { qualityStatsOfPoints, validTempC } from '../apps/server/src/kernel/temperature/figures';
import { readTrack } from '../apps/server/src/modules/watch/track/repo';
import { listDays, totalsOf } from '../apps/server/src/reports/driving/daily-summary';
import { Inputs } from '../apps/server/src/stream/facts/inputs/types';
import { recomputeDay } from '../apps/server/src/stream/facts/recompute-days';
import { append, figuresOf } from '../apps/server/test/point-kit';
import setup from '../apps/server/test/setup/global-setup';
import { testDb } from '../apps/server/test/test-db';
import { miss, sized } from './kit/form';
import { makeDrive } from './kit/telemetry-fixture';

/**
 * Time to answer mileage, parking and temperature of 500 vehicles over 31 days from their day summaries, as the report 每日行驶汇总 asks for them (rows
 * and totals). Also compares the figures of two vehicles with those computed from all of their 535,680 stored points.
 */
const promisedMs = 2_000;
const vehicles = sized(500, 10);
const days = sized(31, 1);
const real = sized(2, 1);
const rounds = sized(20, 1);
/** from one point to the next */
const stepMs = sized(10_000, 30_000);

/** midnight of 1 March 2026 in Shanghai */
const from = Date.UTC(2026, 1, 28, 16);
const to = from + days * dayMs;
const limits = { lower: -25, upper: -17 };

const stop = await setup();
const db = await testDb();
const { systemDb } = db;
await sql`insert into client (id, name) values (1, '基准')`.execute(systemDb);
await sql`insert into vehicle (id, client_id, plate_no) select i, 1, '沪C' || (10000 + i) from generate_series(1, ${vehicles}::int) i`.execute(
  systemDb,
);
await sql`insert into probe (client_id, vehicle_id, kind, channel, name, lower_limit, upper_limit)
  select 1, i, 'tem', 1, '前', ${limits.lower}, ${limits.upper} from generate_series(1, ${vehicles}::int) i`.execute(
  systemDb,
);
await sql`update probe_version set during = '(,)'`.execute(systemDb).catch(() => undefined);

const ids = Array.from({ length: real }, (_, i) => String(i + 1));
for (const vehicleId of ids) {
  const points = makeDrive({ vehicleId, clientId: '1', from, points: (days * dayMs) / stepMs, stepMs, jitterM: 5 });
  for (let i = 0; i < points.length; i += 5_000) await append(db, points.slice(i, i + 5_000), to);
}
for (let hour = from; hour < to; hour += hourMs)
  await systemDb.transaction().execute((trx) =>
    packHours(
      trx,
      ids.map((vehicleId) => ({ vehicleId, hour })),
      figuresOf,
    ),
  );
const read = (vehicleId: string, start: number, end: number) =>
  readTrack(systemDb, { vehicleId, from: start, to: end, neighbours: true, extra: true });
const deps = { database: db, inputs: new Inputs(systemDb), readTrack: read, now: () => to + 10 * dayMs };
const dates = Array.from({ length: days }, (_, i) =>
  new Date(from + i * dayMs + 12 * hourMs).toISOString().slice(0, 10),
);
for (const vehicleId of ids) for (const day of dates) await recomputeDay(deps, { vehicleId, clientId: '1', day });
// the other vehicles get copies of the summaries of the first ones
await sql`insert into day_summary select (jsonb_populate_record(null::day_summary, to_jsonb(s) || jsonb_build_object('vehicle_id', v.id))).*
  from vehicle v join day_summary s on s.vehicle_id = 1 + v.id % ${real} where v.id > ${real}`.execute(systemDb);
await sql`vacuum analyze day_summary`.execute(systemDb);

const who = { userId: '1', clientId: '1', isPrimary: true, isOrgManager: true, timeZone: 'Asia/Shanghai' };
const range = { startTime: `${dates[0]} 00:00:00`, endTime: `${dates[days - 1]} 23:59:59` };
const ask = (metric: 'mileage' | 'parking' | 'temperature') => {
  const q = { ...range, metric, keyword: undefined, fleetId: undefined, orgId: undefined };
  return Promise.all([
    listDays(systemDb, who, { ...q, sort: 'total desc', limit: vehicles, offset: 0 }),
    totalsOf(systemDb, who, q),
  ]);
};
const times: number[] = [];
for (let i = -2; i < rounds; i++) {
  const began = performance.now();
  for (const metric of ['mileage', 'parking', 'temperature'] as const) {
    const [rows] = await ask(metric);
    if (rows.length !== vehicles) throw new Error(`${rows.length} vehicles`);
  }
  if (i >= 0) times.push(performance.now() - began);
}
times.sort((a, b) => a - b);
const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
const failed = p95 > promisedMs;
console.log(
  `${failed ? 'MISSED ' : '  '}mileage, parking and temperature of ${vehicles} vehicles over ${days} days: p50 ${(times[times.length >> 1] ?? 0).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (promised: at most ${promisedMs})`,
);

for (const vehicleId of ids) {
  const began = performance.now();
  const points = await read(vehicleId, from, to);
  const facts = computeWayFacts(points, { from, to }, kernelDefaults);
  const stats = qualityStatsOfPoints(facts.inRange, (p) => validTempC(p.tempC[0] ?? null), {
    gapMaxMs: facts.gapMaxMs,
    lastMs: facts.intervalMs,
    ...limits,
  });
  // stays are counted by day, as each day's trajectory shows them
  const stays = dates.map((_, i) => {
    const day = { from: from + i * dayMs, to: from + (i + 1) * dayMs };
    const near = points.filter(({ t }) => t >= day.from - hourMs && t < day.to + hourMs);
    return staysOf(computeWayFacts(near, day, kernelDefaults).segments, kernelDefaults).length;
  });
  const scan = {
    mileage: Math.round(facts.mileageM / 100) / 10,
    parking: stays.reduce((sum, count) => sum + count, 0),
    temperature: Math.round((1000 * (stats.inRangeMs ?? 0)) / stats.monitoredMs) / 10,
  };
  const took = performance.now() - began;
  const sums = { mileage: 0, parking: 0, temperature: 0 };
  for (const metric of ['mileage', 'parking', 'temperature'] as const) {
    const [rows] = await ask(metric);
    sums[metric] = rows.find(({ id }) => id === vehicleId)?.total ?? Number.NaN;
  }
  // the keys of this very object
  const same = (Object.keys(scan) as Array<keyof typeof scan>).every((key) => Math.abs(scan[key] - sums[key]) < 0.11);
  if (!same) throw new Error(`${JSON.stringify(sums)} instead of ${JSON.stringify(scan)}`);
  console.log(
    `  vehicle ${vehicleId}: ${JSON.stringify(sums)}; a scan of ${points.length} points says ${JSON.stringify(scan)} (${took.toFixed(0)} ms)`,
  );
}
await db.close();
await stop();
if (failed) miss();
