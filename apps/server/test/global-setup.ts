import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { openDatabase } from '../src/core/db';
import { migrate } from '../src/core/migrate';
import { startEmbeddedPg } from '../src/core/pg/embedded';
import { scratchFolder } from './scratch';

export const migrationsFolder = join(import.meta.dirname, '..', 'migrations');

/** One PostgreSQL for the whole run, with a migrated template that each test file clones. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = scratchFolder('test');
  // nothing here must survive a power cut
  const server = await startEmbeddedPg(folder, pino({ level: 'error' }), {
    settings: ['shared_buffers=128MB', 'fsync=off', 'full_page_writes=off', 'synchronous_commit=off'],
  });
  const template = openDatabase({ ...server.connection, max: 1 });
  await migrate(template.pool, migrationsFolder);
  await template.close();
  process.env.TEST_PG_HOST = server.connection.host;
  process.env.TEST_PG_USER = server.connection.user;
  process.env.TEST_PG_TEMPLATE = server.connection.database;
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
