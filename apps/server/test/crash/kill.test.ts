import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleServer, freePort, type ServerProcess, startServer } from '../processes/server';
import { seedLoadFleet, withServerData } from '../processes/server-data';
import { scratchFolder } from '../scratch';
import { chaos, Fleet, postmasterOf, storedByPhone, waitFor } from './kit';

/** kill -9 of the real server or of its PostgreSQL, by turns at random moments, while terminals send and count what was acknowledged. */
/** more than 100 vehicles in a second: their states are stored beside the reports, not with them */
const terminals = 130;
/** the server, PostgreSQL, and the server again, which has started PostgreSQL anew by then; `npm run chaos` goes through all moments */
const rounds = chaos ? 200 : 3;
let folder: string;
let main: string;
let server: ServerProcess | null = null;

beforeAll(async () => {
  folder = scratchFolder('kill');
  main = await bundleServer();
  await withServerData(folder, (db) => seedLoadFleet(db, terminals));
}, 120_000);
afterAll(async () => {
  server?.child.kill('SIGKILL');
  await server?.ended;
  // stops what a killed server may have left behind
  await withServerData(folder, async () => undefined);
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

it(`after ${rounds} kills every acknowledged position is stored, none twice`, {
  // starts included, on a machine that others use too
  timeout: 120_000 + rounds * 30_000,
}, async () => {
  const gatewayPort = await freePort();
  const env = {
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    GATEWAY_PORT: String(gatewayPort),
    LOG_LEVEL: 'fatal',
    DEMO: '0',
  };
  server = await startServer(main, env);
  const fleet = new Fleet(terminals, gatewayPort, 500);
  // the moment the gateway answers, the start is over: from here on a dead database is waited for
  const first = postmasterOf(folder);
  if (first === null) throw new Error('no PostgreSQL runs in the folder');
  process.kill(first, 'SIGKILL');
  let databases = 0;
  for (let round = 0; round < rounds; round++) {
    await waitFor(() => fleet.online(), `round ${round}: every terminal came back`);
    const before = fleet.total();
    await waitFor(() => fleet.total() > before + terminals, `round ${round}: something was acknowledged`);
    // the end comes at another moment of the batch each time
    await pause((round * 37) % 200);
    const postmaster = round % 3 === 1 ? postmasterOf(folder) : null;
    if (postmaster !== null) {
      process.kill(postmaster, 'SIGKILL');
      databases++;
    } else {
      server.child.kill('SIGKILL');
      await server.ended;
      server = await startServer(main, env);
      await fleet.powerCycle();
    }
  }
  await fleet.finish();
  server.child.kill('SIGTERM');
  await server.ended;
  server = null;
  expect(databases).toBe(Math.floor((rounds + 1) / 3));
  expect(fleet.total()).toBeGreaterThan(rounds * terminals);
  fleet.expectStored(await withServerData(folder, storedByPhone));
  console.log(
    `${fleet.total()} positions acknowledged over ${rounds} kills (${databases} of PostgreSQL), all stored once`,
  );
});
