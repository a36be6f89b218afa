import { createRequire } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { findBinaries } from '../core/pg/binaries';
import { prepareFolder, socketFolder, superuser } from '../core/pg/cluster';
import { type EmbeddedPg, startEmbeddedPg } from '../core/pg/embedded';
import { findQuarters, type Quarters } from '../core/pg/run-as';

const resolvePackage = createRequire(import.meta.url).resolve;
const quiet = pino({ level: 'fatal' });

/** Where the bundled PostgreSQL of a data folder lies and which user runs it. */
export function quartersOf(dataDir: string): Quarters {
  const { native, version } = findBinaries(resolvePackage);
  return findQuarters(prepareFolder(dataDir), native, version);
}

export interface ClusterAccess {
  client: pg.Client;
  /** folder of the cluster's files */
  cluster: string;
  /** whether a server was using it; else PostgreSQL was started just for this */
  running: boolean;
  close(): Promise<void>;
}

/** Connects to the database of a data folder: to the PostgreSQL of the running server, or to one that is started until `close` is called. */
export async function openCluster(dataDir: string): Promise<ClusterAccess> {
  const quarters = quartersOf(dataDir);
  const cluster = join(quarters.base, 'pg');
  const connection = { host: socketFolder(quarters), user: superuser, database: 'tongda' };
  const there = await tryConnect(connection);
  if (there) return { client: there, cluster, running: true, close: () => there.end() };
  const own: EmbeddedPg = await startEmbeddedPg(dataDir, quiet);
  const client = await tryConnect(own.connection);
  if (!client) {
    await own.stop();
    throw new Error('内置 PostgreSQL 启动后无法连接');
  }
  return {
    client,
    cluster,
    running: false,
    close: async () => {
      await client.end();
      await own.stop();
    },
  };
}

async function tryConnect(connection: EmbeddedPg['connection']): Promise<pg.Client | null> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch {
    return null;
  }
}
