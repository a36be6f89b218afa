import { createRequire } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { findBinaries } from './binaries';
import { prepareCluster, prepareFolder, socketFolder, superuser } from './cluster';
import { Keeper } from './keeper';
import { stopOrphan } from './orphan';
import { findQuarters } from './run-as';
import { takeLock } from './server-lock';

export interface EmbeddedPg {
  /** for the pool: the folder with the unix socket; no port, no password */
  connection: { host: string; user: string; database: string };
  /** process number of the postmaster now; null while it is being restarted */
  pid(): number | null;
  /** orderly stop: no new work, open transactions rolled back */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** further settings `name=value`, which take precedence over ours */
  settings?: string[];
  /** how the name of an npm package becomes a file */
  resolvePackage?: (name: string) => string;
}

const databaseName = 'tongda';

/**
 * Runs the bundled PostgreSQL as a child process on `DATA_DIR/pg`: makes the cluster on the first start, stops an orphan of a killed server, and starts
 * PostgreSQL again after growing pauses when it dies. Throws StartupError with a Chinese sentence when a person must do something.
 */
export async function startEmbeddedPg(
  dataDir: string,
  log: Logger,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPg> {
  const { native, version } = findBinaries(options.resolvePackage ?? createRequire(import.meta.url).resolve);
  const folder = prepareFolder(dataDir);
  const releaseLock = takeLock(folder);
  let keeper: Keeper | null = null;
  try {
    const quarters = findQuarters(folder, native, version);
    for (const note of quarters.notes) log.warn(note);
    const socket = socketFolder(quarters);
    await stopOrphan(join(quarters.base, 'pg'), socket, log);
    const cluster = prepareCluster(quarters);
    keeper = new Keeper({ quarters, cluster, socket, settings: options.settings ?? [], log });
    await keeper.start();
    await ensureDatabase(socket);
    return facadeOf(keeper, socket, releaseLock);
  } catch (error) {
    await keeper?.stop();
    releaseLock();
    throw error;
  }
}

function facadeOf(keeper: Keeper, socket: string, releaseLock: () => void): EmbeddedPg {
  return {
    connection: { host: socket, user: superuser, database: databaseName },
    pid: () => keeper.pid,
    stop: async () => {
      await keeper.stop();
      releaseLock();
    },
  };
}

async function ensureDatabase(socket: string): Promise<void> {
  const client = new pg.Client({ host: socket, user: superuser, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
