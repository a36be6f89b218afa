import { existsSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startEmbeddedPg } from '../../src/core/pg/embedded';
import { stopOrphan } from '../../src/core/pg/orphan';
import { takeLock } from '../../src/core/pg/server-lock';
import { StartupError } from '../../src/core/pg/startup-error';
import { stopAtExit } from '../processes/stop-at-exit';
import { scratchFolder } from '../scratch';
import { putReadyCluster } from './ready-cluster';

/**
 * One PostgreSQL for the whole run, with a migrated template that each test file clones. Whoever asks again meanwhile (a benchmark that runs
 * among the tests) gets the same one.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_PG_HOST) return async () => undefined;
  await sweep();
  const folder = scratchFolder('test');
  await putReadyCluster(folder);
  // nothing here must survive a power cut
  const server = await startEmbeddedPg(folder, pino({ level: 'error' }), {
    settings: ['shared_buffers=128MB', 'fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off'],
  });
  const stopped = stopAtExit(server, folder);
  process.env.TEST_PG_HOST = server.connection.host;
  process.env.TEST_PG_USER = server.connection.user;
  process.env.TEST_PG_TEMPLATE = server.connection.database;
  return async () => {
    delete process.env.TEST_PG_HOST;
    await server.stop();
    stopped();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** A run that was killed leaves its PostgreSQL behind: it is stopped and its folder removed. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (!name.startsWith('tongda-test-') || !existsSync(join(folder, 'server.lock'))) continue;
    try {
      const release = takeLock(folder);
      await stopOrphan(join(folder, 'pg'), join(folder, 'run'), pino({ level: 'silent' }));
      release();
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      // alive, or another user's
      if (!(error instanceof StartupError)) throw error;
    }
  }
}
