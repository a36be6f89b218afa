import { rmSync } from 'node:fs';
import type { Database } from '../../apps/server/src/core/db/database';
import { bundleServer, freePort, type ServerProcess, startServer } from '../../apps/server/test/processes/server';
import { withServerData } from '../../apps/server/test/processes/server-data';
import { scratchFolder } from '../../apps/server/test/scratch';
import { testDb } from '../../apps/server/test/test-db';
import { sized } from './form';

/** Where a benchmark of the whole server takes place. */
interface Stage {
  /** of the server's pages and calls, and of its terminals */
  port: number;
  gatewayPort: number;
  /** Works on the migrated database while no server runs on it. */
  withData<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Starts the server, with these settings besides. */
  start(more?: Record<string, string>): Promise<ServerProcess>;
  /** Ends the server, in order. */
  stop(server: ServerProcess): Promise<void>;
  /** Removes everything. */
  close(): Promise<void>;
}

/**
 * A server with a data folder and a PostgreSQL of its own, as it is installed. In the small form its database is one of the test run: PostgreSQL would otherwise be
 * started three times for a second of reports.
 */
export async function openStage(name: string): Promise<Stage> {
  const folder = scratchFolder(name);
  const [port, gatewayPort] = [await freePort(), await freePort()];
  const lent = sized(0, 1) > 0 ? await testDb() : null;
  const env = {
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
    GATEWAY_PORT: String(gatewayPort),
    LOG_LEVEL: 'error',
    DEMO: '0',
    ...(lent ? { DATABASE_URL: lent.url } : {}),
  };
  return {
    port,
    gatewayPort,
    withData: (work) => (lent ? work(lent) : withServerData(folder, work)),
    start: async (more = {}) => startServer(await bundleServer(), { ...env, ...more }),
    stop: async (server) => {
      server.child.kill('SIGTERM');
      await server.ended;
    },
    close: async () => {
      await lent?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
