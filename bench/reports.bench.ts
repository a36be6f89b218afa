import type { Report } from '@tongda/contract/reports/kit/report';
import { sql } from 'kysely';
import { servedReports } from '../apps/server/src/reports/kit/bind';
import setup from '../apps/server/test/setup/global-setup';
import { testApp } from '../apps/server/test/test-app';
import { miss, sized } from './form';

/**
 * Time to answer every report of a whole company, with its total: 1,000 vehicles over 31 days (or as many as the report takes), with ten stays, six openings of
 * doors, four visits and two alarms a vehicle and day. Asked are the first page, the same sorted by the report's first figure, and a range that is a day too
 * long. Reports that are made of readings take chosen vehicles; track-query measures these. Promise: p95 of a first page at most 500 ms, sorted at most 1 s, a refusal
 * at most 50 ms.
 */
const promised = { page: 500, sorted: 1_000, refused: 50 };
type Asked = keyof typeof promised;
const vehicles = sized(1_000, 10);
const days = sized(31, 2);
const rounds = sized(10, 1);
const first = '2026-03-01';

const stop = await setup();
const app = await testApp();
const { systemDb } = app.database;
const { token, clientId } = await app.company('基准公司');
await sql`insert into vehicle (client_id, plate_no) select ${clientId}, '沪C' || (10000 + i) from generate_series(1, ${vehicles}::int) i`.execute(
  systemDb,
);
const { rows: places } = await sql<{ id: string }>`insert into place (client_id, kind, place_type, name)
  values (${clientId}, 'site', 1, '总仓') returning id::text`.execute(systemDb);
const place = places[0]?.id ?? null;
const midnight = sql`(${first}::date + d)::timestamp at time zone 'Asia/Shanghai'`;
// figures differ from vehicle to vehicle and day to day, and are the same in every run
await sql`insert into day_summary (vehicle_id, day, client_id, day_from, covered_until, mileage_m, driving_ms, idle_ms, parked_ms, no_data_ms, max_speed_kmh,
    avg_speed_kmh, points, first_time, last_time, door_opens, stays, trips)
  select v.id, ${first}::date + d, v.client_id, ${midnight}, ${midnight} + interval '24 hours', (v.id * 7919 + d * 104729) % 600000, 28800000, 3600000,
    54000000, 0, 60 + (v.id * 7919 + d) % 40, 48, 2880, ${midnight}, ${midnight} + interval '23 hours 59 minutes', 6, 10, 4
  from vehicle v cross join generate_series(0, ${days - 1}::int) d where v.client_id = ${clientId}`.execute(systemDb);

/** So many episodes of a kind a vehicle and day, spread over it. */
const happen = (kind: string, subject: string, alarm: boolean, times: number, minutes: number) =>
  sql`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at, status, level, lng, lat, place_id, values)
    select v.client_id, v.id, ${kind}, ${alarm}, ${subject}, x.at, x.at + make_interval(mins => ${minutes}), x.at, 1, 2, 121.4, 31.2,
      ${kind === 'visit' ? place : null}::bigint, '{"idleMs": 0, "accOffMs": 0}'
    from vehicle v cross join generate_series(0, ${days - 1}::int) d cross join generate_series(1, ${times}::int) n
      cross join lateral (select ${midnight} + make_interval(mins => (n * 1440 / ${times + 1}::int)::int + (v.id % 30)::int) as at) x
    where v.client_id = ${clientId}`.execute(systemDb);
await happen('stay', '', false, 10, 60);
await happen('door', 'door1', false, 6, 8);
await happen('visit', `place:${place}`, false, 4, 90);
await happen('speeding', '', true, 1, 3);
await happen('temperatureAlarm', 'tem1', true, 1, 25);
await sql`vacuum analyze episode`.execute(systemDb);
await sql`vacuum analyze day_summary`.execute(systemDb);

/** The last day of a range of so many days, `YYYY-MM-DD`. */
const dayAfter = (count: number): string =>
  new Date(Date.parse(`${first}T00:00:00Z`) + (count - 1) * 86_400_000).toISOString().slice(0, 10);
const inputOf = (report: Report, count: number): object => {
  const filters = Object.entries(report.filters).flatMap(([name, { initial }]) =>
    initial === undefined ? [] : [[name, initial] as const],
  );
  return {
    ...Object.fromEntries(filters),
    ...{ page: 1, size: 15, startTime: `${first} 00:00:00`, endTime: `${dayAfter(count)} 23:59:59` },
  };
};
const p95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

/** p95 of a question; throws when it is not answered as it should be. */
async function timeOf(path: string, input: object, code: number): Promise<number> {
  const times: number[] = [];
  for (let i = -1; i < rounds; i++) {
    const began = performance.now();
    const answer = await app.post(path, input, token);
    if (answer.code !== code) throw new Error(`${path}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
    if (i >= 0) times.push(performance.now() - began);
  }
  return p95(times);
}

const ofCompany = servedReports
  .map(({ report }) => report)
  .filter((report) => Object.values(report.filters).every(({ pick }) => pick?.required !== true))
  // the small form shows that it runs
  .slice(0, sized(Number.POSITIVE_INFINITY, 5));
const missed: string[] = [];
for (const report of ofCompany) {
  const { path } = report.page;
  const count = Math.min(days, report.range.maxDays);
  const figure = Object.entries(report.columns).find(
    ([, { kind, sortable, when }]) => kind === 'figure' && sortable && when === undefined,
  )?.[0];
  const asked = inputOf(report, count);
  const took: Partial<Record<Asked, number>> = {
    page: await timeOf(path, asked, 200),
    ...(figure ? { sorted: await timeOf(path, { ...asked, sort: `${figure} desc` }, 200) } : {}),
    refused: await timeOf(path, inputOf(report, report.range.maxDays + 1), 4000),
  };
  // the questions are those of the promise
  const words = (Object.entries(took) as Array<[Asked, number]>).map(([what, ms]) => {
    if (ms > promised[what]) missed.push(`${report.title} ${what}`);
    return `${what} ${ms.toFixed(0)} ms${ms > promised[what] ? ' MISSED' : ''}`;
  });
  console.log(`  ${report.title} (${count} days): ${words.join(', ')}`);
}
console.log(
  `${missed.length > 0 ? 'MISSED ' : '  '}${ofCompany.length} reports of ${vehicles} vehicles (promised: page ${promised.page} ms, sorted ${promised.sorted} ms, refused ${promised.refused} ms)`,
);
await app.close();
await stop();
if (missed.length > 0) miss();
