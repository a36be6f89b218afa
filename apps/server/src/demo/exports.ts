import { messageExport } from '@tongda/contract/base/message/calls';
import type { Endpoint, Parsed } from '@tongda/contract/core/endpoint';
import { vehicleExport } from '@tongda/contract/resources/vehicle/calls';
import { sql } from 'kysely';
import { enqueueExport, findExport } from '../core/export/definition';
import { runExport } from '../core/export/run';
import type { App } from '../core/run/app';
import { Authenticator } from '../modules/base/identity/door';

interface Wish {
  user: string;
  daysAgo: number;
  of: Endpoint;
  input: unknown;
}

const some = ['plateNo', 'remarkNo', 'vehicleType', 'inspectDate'];
/** Exports that people made lately. The oldest files have been removed since, and the customer lacks the right. */
export const demoExports: readonly Wish[] = [
  { user: '151', daysAgo: 12, of: vehicleExport, input: {} },
  { user: '151', daysAgo: 9, of: messageExport, input: { categoryId: 11 } },
  { user: '151', daysAgo: 6, of: vehicleExport, input: { plateNo: '沪A' } },
  { user: '151', daysAgo: 5, of: vehicleExport, input: { plateNo: '粤', format: 'csv' } },
  { user: '151', daysAgo: 4, of: messageExport, input: { categoryId: 12 } },
  { user: '151', daysAgo: 2, of: vehicleExport, input: { fields: some } },
  { user: '151', daysAgo: 1, of: messageExport, input: {} },
  { user: '151', daysAgo: 0, of: vehicleExport, input: { plateNo: '川' } },
  { user: '153', daysAgo: 3, of: vehicleExport, input: {} },
  { user: '156', daysAgo: 1, of: vehicleExport, input: {} },
];

/** Makes one of these files in the way of the worker, and dates it back. What an interrupted start left unfinished of the user is removed before. */
export async function makeDemoExport(app: App, { user, daysAgo, of, input }: Wish): Promise<void> {
  const { config, database, log, secrets } = app;
  const authenticator = new Authenticator(database, secrets, log);
  const db = database.systemDb;
  const deps = { db, secrets, jobs: { add: async () => undefined } };
  const run = { db, log, filesDir: config.filesDir, ctxOfUser: (id: string) => authenticator.ofUser(id) };
  const definition = findExport(of.path);
  const ctx = await authenticator.ofUser(user);
  if (!definition || !ctx) return;
  await db.deleteFrom('export_task').where('user_id', '=', user).where('finished_at', 'is', null).execute();
  // parsed by the schema of the very endpoint that the definition belongs to
  const wanted = of.input.parse(input) as Parsed<Endpoint>;
  const { id } = await enqueueExport(deps, ctx, definition, wanted);
  await runExport(run, id);
  const ago = sql`make_interval(days => ${daysAgo}, mins => ${17 * daysAgo})`;
  await db
    .updateTable('export_task')
    .set({
      file_name: sql<string>`regexp_replace(file_name, '_\\d{8}_\\d{6}',
          to_char((created_at - ${ago}) at time zone 'Asia/Shanghai', '_YYYYMMDD_HH24MISS'))`,
      created_at: sql<Date>`created_at - ${ago}`,
      requested_at: sql<Date>`requested_at - ${ago}`,
      finished_at: sql<Date>`finished_at - ${ago}`,
      expire_at: sql<Date>`expire_at - ${ago}`,
    })
    .where('id', '=', id)
    .execute();
}
