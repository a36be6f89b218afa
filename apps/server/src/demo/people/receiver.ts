import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../core/generated/db-types';
import type { Stop } from '../../core/run/app';
import { demoClients } from './users';

/*
 * The platforms that the demo company forwards to, in this process: a demo calls nobody else. One takes what it is told, the other has got another password in
 * the meantime, as platforms of others do.
 */

const clientId = demoClients.cold.id;
/** Names of the demo's targets over HTTP, their paths here, and the password that the platform knows. */
export const demoReceivers = [
  { name: '华联冷链数据', path: '/hualian', account: 'tongda', secret: 'demo-secret', known: 'demo-secret' },
  { name: '省冷链追溯平台', path: '/trace', account: 'tongda', secret: 'demo-2025', known: 'demo-2026' },
] as const;

const basic = (account: string, secret: string): string =>
  `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`;

export interface DemoReceiver {
  /** `127.0.0.1:port`, to be allowed as a host in a private network */
  host: string;
  stop: Stop;
}

/** Opens the platforms at a free port of this machine. Whatever is not known is answered with 401, and nothing is kept. */
export async function openDemoReceiver(): Promise<DemoReceiver> {
  const server = createServer((req, res) => {
    const of = demoReceivers.find(({ path }) => path === req.url);
    const known = of !== undefined && req.headers.authorization === basic(of.account, of.known);
    req.resume().on('end', () => res.writeHead(known ? 200 : 401).end());
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', done);
  });
  // it listens at a port
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/**
 * Lets the demo's targets tell the platforms of this start, which has another port than the one before; what somebody made of them otherwise stays. The new
 * version makes a worker that is at work already leave the old address, and what waits because nobody answered there is told at once.
 */
export async function pointAtReceiver(db: Kysely<DB>, { host }: DemoReceiver): Promise<void> {
  for (const { name, path } of demoReceivers) {
    const address = `http://${host}${path}`;
    await sql`with moved as (
        update forward_target set address = ${address}, version = version + 1
        where client_id = ${clientId} and name = ${name} and address like 'http://127.0.0.1:%' and address <> ${address} returning id)
      update forward_state s set failures = 0, tries = 0, next_at = null, paused_at = null, last_error = '', last_error_at = null
      from moved where s.target_id = moved.id`.execute(db);
  }
}
