import { pino } from 'pino';
import { startEmbeddedPg } from '../../src/core/pg/embedded';
import { stopAtExit } from '../processes/stop-at-exit';
import { putReadyCluster } from './ready-cluster';
import { runFolder, sweepRuns } from './run-folder';

/** Nothing of a run must survive a power cut. */
const carelessSettings = [
  'shared_buffers=128MB',
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'autovacuum=off',
];
/** In memory the log takes an eighth of what `fastScratchFolder` asks for, not all of it. */
const smallLog = ['max_wal_size=256MB'];

/**
 * One PostgreSQL for the whole run, with a migrated template that each test file clones. Whoever asks again meanwhile (a benchmark that runs
 * among the tests) gets the same one. Vitest passes its `run`, whose databases are small and lie in memory; a benchmark that runs alone passes none, and
 * writes gigabytes to the disk.
 */
export default async function setup(run?: object): Promise<() => Promise<void>> {
  if (process.env.TEST_PG_HOST) return async () => undefined;
  await sweepRuns();
  const folder = runFolder('test', { fast: run !== undefined });
  await putReadyCluster(folder.path);
  const server = await startEmbeddedPg(folder.path, pino({ level: 'error' }), {
    settings: [...carelessSettings, ...(run ? smallLog : [])],
  });
  const stopped = stopAtExit(server, folder.remove);
  process.env.TEST_PG_HOST = server.connection.host;
  process.env.TEST_PG_USER = server.connection.user;
  process.env.TEST_PG_TEMPLATE = server.connection.database;
  return async () => {
    delete process.env.TEST_PG_HOST;
    await server.stop();
    stopped();
    folder.remove();
  };
}
