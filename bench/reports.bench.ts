import type { Report } from '@tongda/contract/reports/kit/report';
import { servedReports } from '../apps/server/src/reports/kit/bind';
import setup from '../apps/server/test/setup/global-setup';
import { testApp } from '../apps/server/test/test-app';
import { miss, sized } from './kit/form';
import { fillReportFacts } from './kit/reports-fixture';

/**
 * Time to answer every report of a whole company, with its total: 1,000 vehicles over 31 days (or as many as the report takes), with the facts of
 * `reports-fixture`. Asked are the first page, the same sorted by the report's first figure, and a range that is a day too
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
const { token, clientId } = await app.company('基准公司');
await fillReportFacts(app.database, clientId, { vehicles, days, first });

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
