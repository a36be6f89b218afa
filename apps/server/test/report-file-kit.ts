import { readFileSync } from 'node:fs';
import type { Report } from '@tongda/contract/reports/kit/report';
import { pino } from 'pino';
import { expect } from 'vitest';
import { exportPath, runExport } from '../src/core/export/run';
import { Authenticator } from '../src/modules/base/identity/session/authenticate';
import type { TestApp } from './test-app';

interface Orderer {
  filesDir: string;
  token: string;
}

/** The cells of a report's sheet, its head too, in a CSV file that the caller's session orders. */
export const sheetOf = (app: TestApp, who: Orderer, report: Report, input: object): Promise<string[][]> =>
  csvOf(app, who, report.exportCall.path, input);

/** The cells of a CSV file that the caller's session orders by the call with this path. */
export async function csvOf(
  app: TestApp,
  { filesDir, token }: Orderer,
  path: string,
  input: object,
): Promise<string[][]> {
  const { code, msg, data } = await app.post(path, { ...input, format: 'csv' }, token);
  expect(code, msg).toBe(200);
  const { systemDb } = app.database;
  const authenticator = new Authenticator(app.database, app.secrets, app.log);
  await runExport(
    { db: systemDb, filesDir, log: pino({ level: 'silent' }), ctxOfUser: (who) => authenticator.ofUser(who) },
    data.id,
  );
  const task = await systemDb.selectFrom('export_task').selectAll().where('id', '=', data.id).executeTakeFirstOrThrow();
  expect(task.status, task.fail_reason ?? '').toBe(1);
  return readFileSync(exportPath(filesDir, task), 'utf8')
    .trim()
    .split('\r\n')
    .map((line) => line.split(',').map((cell) => cell.replace(/^"|"$/gu, '')));
}
