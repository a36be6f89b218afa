import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../../config';
import { takeLock } from '../pg/server-lock';

/**
 * Checks the ports before anything is started. Throws what listening would throw later (EADDRINUSE, EACCES with `port`), or a StartupError when the port
 * is taken by another server on the same data folder.
 */
export async function refuseTakenPorts({
  PORT,
  MONITOR_PORT = 0,
  GATEWAY_PORT,
  GATEWAY_TLS_PORT = 0,
  ATTACHMENT_PORT = 0,
  ATTACHMENT_TLS_PORT = 0,
  HOST,
  ROLES,
  DATA_DIR,
}: Config): Promise<void> {
  const ports = [
    ...(ROLES.includes('api') ? [PORT] : [MONITOR_PORT]),
    ...(ROLES.includes('gateway') ? [GATEWAY_PORT, GATEWAY_TLS_PORT, ATTACHMENT_PORT, ATTACHMENT_TLS_PORT] : []),
  ];
  try {
    for (const port of ports) if (port !== 0) await listenOnce(port, HOST);
  } catch (error) {
    if (existsSync(join(DATA_DIR, 'server.lock'))) takeLock(DATA_DIR)();
    throw error;
  }
}

function listenOnce(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => server.close(() => resolve()));
  });
}
