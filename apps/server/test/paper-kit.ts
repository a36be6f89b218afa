import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { extractText, getDocumentProxy } from 'unpdf';
import { runExport } from '../src/core/export/run';
import { Authenticator } from '../src/modules/base/identity/session/authenticate';
import type { TestApp } from './test-app';

/** Runs an export as the worker does, into `dir`; answers the path of its file, or why there is none. */
export async function writeExport(
  app: TestApp,
  id: string,
  dir: string,
  /** what happens when the worker has taken the task up */
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<{ file: string; failed: string | null }> {
  const authenticator = new Authenticator(app.database, app.secrets, app.log);
  const { systemDb: db } = app.database;
  const publicUrl = 'https://cc.example.com/';
  await runExport(
    {
      ...{ db, filesDir: dir, log: pino({ level: 'silent' }), publicUrl },
      ctxOfUser: async (user) => {
        await meanwhile();
        return authenticator.ofUser(user);
      },
    },
    id,
  );
  const task = await db
    .selectFrom('export_task')
    .select(['file_path', 'fail_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { file: task.file_path ?? '', failed: task.fail_reason };
}

/** What a PDF says, page by page and as one text with single spaces. */
export async function readPdf(file: string): Promise<{ pages: string[]; text: string }> {
  const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(readFileSync(file))));
  return { pages, text: pages.join('\n').replace(/\s+/gu, ' ') };
}
