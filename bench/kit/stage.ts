import { rmSync } from 'node:fs';
import { readConfig } from '../../apps/server/src/config';
import type { Database } from '../../apps/server/src/core/db/database';
import { Lifetime } from '../../apps/server/src/core/run/lifetime';
import { createLog } from '../../apps/server/src/core/run/log';
import { bundleServer, freePort, startServer } from '../../apps/server/test/processes/server';
import { withServerData } from '../../apps/server/test/processes/server-data';
import { scratchFolder } from '../../apps/server/test/scratch';
import { testDb } from '../../apps/server/test/test-db';
import { sized } from './form';

/** The server of a benchmark while it runs. */
export interface StageServer {
  /** the process whose CPU time and memory are the server's */
  pid: number;
  /** Ends it, in order. */
  stop(): Promise<void>;
}

/** Where a benchmark of the whole server takes place. */
interface Stage {
  /** of the server's pages and calls, and of its terminals */
  port: number;
  gatewayPort: number;
  /** Works on the migrated database while no server runs on it. */
  withData<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Makes what the first start would otherwise take time for. */
  prepare(): Promise<void>;
  /** Starts the server, with these settings besides. */
  start(more?: Record<string, string>): Promise<StageServer>;
  /** Removes everything. */
  close(): Promise<void>;
}

/**
 * A server with a data folder and a PostgreSQL of its own, as it is installed. In the small form its database is one of the test run and it runs in this process, whose
 * modules are loaded already: six starts of a process would cost more than everything that is done with them.
 */
export async function openStage(name: string): Promise<Stage> {
  const folder = scratchFolder(name);
  const [port, gatewayPort] = [await freePort(), await freePort()];
  const settings = {
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
    GATEWAY_PORT: String(gatewayPort),
    LOG_LEVEL: 'error',
    DEMO: '0',
  };
  const lent = sized(false, true) ? await testDb() : null;
  return {
    port,
    gatewayPort,
    withData: (work) => (lent ? work(lent) : withServerData(folder, work)),
    prepare: async () => void (lent ? await loadProgram() : await bundleServer()),
    start: async (more = {}) =>
      lent ? startHere({ ...settings, DATABASE_URL: lent.url, ...more }) : startProcess({ ...settings, ...more }),
    close: async () => {
      await lent?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startProcess(settings: Record<string, string>): Promise<StageServer> {
  const { child, ended } = await startServer(await bundleServer(), settings);
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const loadProgram = () => import('../../apps/server/src/program');

async function startHere(settings: Record<string, string>): Promise<StageServer> {
  const { startProgram } = await loadProgram();
  const life = new Lifetime((error) => {
    throw error;
  });
  await startProgram(readConfig(settings), createLog('silent').log, life);
  return { pid: process.pid, stop: () => life.stop() };
}
