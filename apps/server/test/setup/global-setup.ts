import { existsSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pino } from 'pino';
import { startEmbeddedPg } from '../../src/core/pg/embedded';
import { stopOrphan } from '../../src/core/pg/orphan';
import { takeLock } from '../../src/core/pg/server-lock';
import { StartupError } from '../../src/core/pg/startup-error';
import { stopAtExit } from '../processes/stop-at-exit';
import { fastScratchFolder, memoryRoot, scratchFolder } from '../scratch';
import { putReadyCluster } from './ready-cluster';

/**
 * One PostgreSQL for the whole run, with a migrated template that each test file clones. Whoever asks again meanwhile (a benchmark that runs
 * among the tests) gets the same one. Vitest passes its `run`, whose databases are small and lie in memory; a benchmark that runs alone passes none, and
 * writes gigabytes to the disk.
 */
export default async function setup(run?: object): Promise<() => Promise<void>> {
  if (process.env.TEST_PG_HOST) return async () => undefined;
  await sweep();
  const folder = run ? fastScratchFolder('test') : scratchFolder('test');
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
  const roots = [tmpdir(), memoryRoot].filter((root) => existsSync(root));
  for (const folder of roots.flatMap((root) => readdirSync(root).map((name) => join(root, name)))) {
    if (!basename(folder).startsWith('tongda-test-') || !existsSync(join(folder, 'server.lock'))) continue;
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
