import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codes } from '@tongda/contract/core/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase, readMigrations } from '../../src/core/db/migrate';
import { listEndpoints } from '../../src/core/http/endpoints';
import { scratchFolder } from '../scratch';
import { migrationsFolder } from '../setup/ready-cluster';
import { type TestApp, testApp } from '../test-app';
import { type TestDb, testDb } from '../test-db';
import { loadData } from './data';
import { readReleased, releasesFolder } from './migrations';

/** Releases whose data lies here: `0.1.0` of `0.1.0.sql`. */
const releases = readdirSync(releasesFolder)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.slice(0, -'.sql'.length));

const firstPage = { pageNo: 1, pageSize: 20 };

/** Makes of an empty database what that release left: its migrations and its rows, nothing later. Answers the names of its migrations. */
async function bringTo(version: string, db: TestDb, folder: string): Promise<string[]> {
  const lines = readReleased();
  const released = lines.slice(0, lines.findLastIndex((line) => line.version === version) + 1).map(({ name }) => name);
  mkdirSync(join(folder, 'then'));
  for (const name of released) cpSync(join(migrationsFolder, name), join(folder, 'then', name));
  expect(await migrateDatabase(db.pool, join(folder, 'then'))).toEqual(released);
  const client = await db.pool.connect();
  await loadData(client, readFileSync(join(releasesFolder, `${version}.sql`), 'utf8'));
  client.release();
  return released;
}

/** Plans as somebody may have written them while nothing read their quotas; one has the number, another the name that the base would get. */
async function writeOddPlans(db: TestDb): Promise<void> {
  await db.pool.query(`insert into member_plan (id, name, level, quotas, benefits, status) values
    (1, '甲', 11, '{"accounts": -1, "smsPerMonth": 1.5, "exportRows": 2000000000}', '{}', 0),
    (2, '乙', 12, '["accounts"]', '[]', 0),
    (4, '基础额度', 13, '{"accounts": 20, "smsPerMonth": null, "exportRows": "5万行", "storageDays": 90}', '[]', 0)`);
}

/** … keep what bounds something, and the base stands beside them. */
async function expectOddPlans(db: TestDb): Promise<void> {
  const { rows } = await db.pool.query('select id, name, level, quotas from member_plan where id < 1000 order by id');
  expect(rows).toEqual([
    { id: '1', name: '甲', level: 11, quotas: {} },
    { id: '2', name: '乙', level: 12, quotas: {} },
    { id: '3', name: '基础额度（无会员）', level: 0, quotas: {} },
    { id: '4', name: '基础额度', level: 13, quotas: { accounts: 20, smsPerMonth: null } },
  ]);
  await db.pool.query('delete from member_plan where id in (1, 2, 4)');
}

it('the newest release has left data to upgrade', () => {
  expect(releases).toContain(readReleased().at(-1)?.version);
});

describe.each(releases)('a data folder of %s', (version) => {
  let folder: string;
  let app: TestApp | undefined;
  let db: TestDb;
  let ran: string[];
  beforeAll(async () => {
    folder = scratchFolder('release');
    db = await testDb({ empty: true });
    ran = await bringTo(version, db, folder);
  });
  afterAll(async () => {
    // an app closes its database
    await (app ?? db).close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is brought up to date and used: somebody logs in and every register shows its rows', async () => {
    const later = readMigrations(migrationsFolder)
      .map(({ name }) => name)
      .filter((name) => !ran.includes(name));
    if (later.includes('0161_quotas_of_plans.sql')) await writeOddPlans(db);
    expect(await migrateDatabase(db.pool, migrationsFolder)).toEqual(later);
    // who was there before terminals had a policy is not locked out
    const { rows } = await db.pool.query('select distinct terminal_policy from client');
    if (later.includes('0020_terminal_access.sql')) expect(rows).toEqual([{ terminal_policy: 'tolerant' }]);
    // what plans promised in words is what they bound by now, and what the product does not bound is promised no more
    const plan = await db.pool.query("select quotas, benefits from member_plan where name = '专业版'");
    if (later.includes('0161_quotas_of_plans.sql'))
      expect(plan.rows).toEqual([
        {
          quotas: { smsPerMonth: 100, exportRows: 50_000 },
          benefits: [{ code: 'service', name: '服务支持', valueText: '7×12客服' }],
        },
      ]);
    if (later.includes('0161_quotas_of_plans.sql')) await expectOddPlans(db);
    app = await testApp({}, undefined, db);
    const token = String((await app.login('demo', 'Demo@2026')).data.access_token);
    const { http, post } = app;
    const pages = listEndpoints().filter(
      (e) =>
        e.path.endsWith('/page') && e.input.safeParse(firstPage).success && http.boundEndpoints.has(`POST ${e.path}`),
    );
    const totals = new Map<string, number>();
    for (const { path, okCode } of pages) {
      const { code, msg, data } = await post(path, firstPage, token);
      // pages of the provider's staff
      if (code === codes.forbidden) continue;
      expect({ path, code, msg }).toMatchObject({ path, code: okCode });
      totals.set(path, data.total);
    }
    expect(totals.size).toBeGreaterThan(30);
    expect(totals.get('/api/base/manage/vehicle/page')).toBeGreaterThanOrEqual(5);
    expect(totals.get('/api/tms/customerOrder/page')).toBeGreaterThanOrEqual(5);
  });

  it('a migration that its rows cannot follow is found here', async () => {
    const next = join(folder, 'next');
    cpSync(migrationsFolder, next, { recursive: true });
    writeFileSync(join(next, '9999_careless.sql'), 'alter table vehicle add column must_be_known int not null;\n');
    await expect(migrateDatabase(db.pool, next)).rejects.toThrow(
      /9999_careless\.sql 执行失败：column "must_be_known"/u,
    );
  });
});
