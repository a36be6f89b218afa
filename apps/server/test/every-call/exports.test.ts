import { readFileSync } from 'node:fs';
import { codes, type Endpoint } from '@tongda/contract/core/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findExport } from '../../src/core/export/definition';
import { exportPath, runExport } from '../../src/core/export/run';
import { listEndpoints } from '../../src/core/http/endpoints';
import { Authenticator } from '../../src/modules/base/identity/session/authenticate';
import { scratchFolder } from '../scratch';
import { type TestApp, testApp } from '../test-app';
import { fillEveryTable } from './every-table';
import { sampleInput } from './sample-input';

/**
 * Every export of the contract, asked of a company with a row in every table: the file that the download list then has begins with its head.
 * What the browser adds is one button for all lists. A new export is tested without a line here.
 */
const id = '990003';
/** The provider's own lists: a company is refused. */
const ofStaff: ReadonlySet<string> = new Set(
  ['cms/survey', 'repairManage', 'orderAudit', 'instruct'].map((list) => `/api/base/${list}/export`),
);
const exports: Array<readonly [string, Endpoint]> = listEndpoints()
  .filter(({ path }) => findExport(path) !== undefined && !ofStaff.has(path))
  .map((e) => [e.path, e]);

/** What a call wants that its schema cannot tell. */
const more: Readonly<Record<string, Record<string, unknown>>> = {
  '/api/base/msg/export': { categoryId: 11 },
  '/api/report/preCooling/print': { id: 't1' },
};

/** What is about one record and refused before there is a file. */
const refusedAtOnce: Readonly<Record<string, string>> = {
  '/api/report/custom/temperature/print': '运单不存在或无权查看',
};

/** What no filled row is: a trip, an over-temperature, a pre-cooling of the asked time, and a vehicle with a fuel sensor. The file is refused in words. */
const refused: Readonly<Record<string, string>> = {
  '/api/report/oilDynamics/export': '未安装油量传感器',
  '/api/report/trip/print': '行程不存在或无权查看',
  '/api/report/overTemperature/print': '超温记录不存在或无权查看',
  '/api/report/preCooling/print': '预冷任务不存在或无权查看',
  '/api/report/custom/temperature/printMany': '没有可生成的报告',
};

let app: TestApp;
let token: string;
let filesDir: string;

beforeAll(async () => {
  app = await testApp();
  const company = await app.company('每个导出');
  ({ token } = company);
  await fillEveryTable(app.database.systemDb, company.clientId, id);
  // lists, which a filled row holds as an object
  await sql`update tank_table set points = '[]'`.execute(app.database.systemDb);
  await sql`update probe_version set probes = '[]'`.execute(app.database.systemDb);
  filesDir = scratchFolder('exports');
});
afterAll(() => app.close());

it('there are as many as lists', () => expect(exports.length).toBeGreaterThan(60));

it.each(exports)('%s makes a file that begins with its head', async (path, e) => {
  const format = path.endsWith('/print') ? 'pdf' : path.endsWith('/printMany') ? 'zip' : 'csv';
  const answer = await app.post(path, { ...(sampleInput(e, id) as object), ...more[path], format }, token);
  if (path in refusedAtOnce) return expect(answer.msg).toBe(refusedAtOnce[path]);
  expect(answer.code, answer.msg).toBe(codes.ok);
  const { systemDb: db } = app.database;
  const authenticator = new Authenticator(app.database, app.secrets, app.log);
  await runExport({ db, filesDir, log: app.log, ctxOfUser: (who) => authenticator.ofUser(who) }, answer.data.id);
  const task = await db
    .selectFrom('export_task')
    .selectAll()
    .where('id', '=', answer.data.id)
    .executeTakeFirstOrThrow();
  if (path in refused) return expect(task.fail_reason).toContain(refused[path]);
  expect(task.fail_reason).toBeNull();
  expect(task.progress).toBe(100);
  const file = readFileSync(exportPath(filesDir, task), 'utf8');
  if (task.format !== 'csv') return expect(file).toMatch(/^(?:%PDF|PK)/u);
  const columns = findExport(path)?.columns;
  const all = typeof columns === 'function' ? columns(task.params as never) : columns;
  expect(file).toContain(all?.find(({ hidden }) => !hidden)?.label);
});
