import type { Report } from '@tongda/contract/reports/kit/report';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDb, testDb } from '../../../test/test-db';
import type { Ctx } from '../../core/http/ctx';
import { servedReports } from './bind';
import { fromReadings, type Source } from './source';
import { fromSql } from './sql-source';

/** A figure that no row knows is not known in the foot either: `--`, never 0. Every declaration is asked with one row that knows nothing, of either kind of source. */
let database: TestDb;
let ctx: Ctx;
beforeAll(async () => {
  database = await testDb();
  const db: Ctx['db'] = (work) => database.systemDb.transaction().execute(work);
  // a foot asks for nothing else of who wants it
  ctx = { db, timeZone: 'Asia/Shanghai' } as unknown as Ctx;
});
afterAll(() => database.close());

const reports = servedReports.map(({ report }) => report);
/** Columns whose foot is made of their own rows' figures; a number of different vehicles is known, and 0. */
const figuresOf = ({ columns }: Report): string[] =>
  Object.entries(columns).flatMap(([name, { total }]) =>
    total === undefined || total === 'own' || (typeof total === 'object' && 'distinct' in total) ? [] : [name],
  );
const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-01 23:59:59', from: 0, until: 1 };

/** The names of figures that the foot says although no row knows them. */
async function toldOf(report: Report, source: Source<Report>): Promise<string[]> {
  const { rows, values } = await source.totals(ctx, range);
  expect(rows).toBe(1);
  return figuresOf(report).filter((name) => values[name] !== null);
}

it('is unknown in the foot of every report when no row knows it', async () => {
  for (const report of reports) {
    const blank = Object.fromEntries(Object.keys(report.columns).map((name) => [name, null]));
    const made = fromReadings(report, { load: async () => [{ id: '1', ...blank }], rows: (rows) => rows });
    const inner = Object.values(report.columns).flatMap(({ total }) =>
      typeof total !== 'object' ? [] : 'distinct' in total ? [total.distinct] : [total.of, total.per],
    );
    const names = [...new Set([...Object.keys(report.columns), ...inner])];
    const nulls = names.map((name) => sql`null::float8 as ${sql.ref(name)}`);
    const selected = fromSql(report, () => sql`select '1' as id, ${sql.join(nulls)}`);
    // both make the rows of a report that is known by its declaration alone
    for (const source of [made, selected] as unknown as Array<Source<Report>>)
      expect(await toldOf(report, source), report.title).toEqual([]);
  }
});
