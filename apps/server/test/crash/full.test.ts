import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { bundleServer, freePort, type ServerProcess, startServer } from '../processes/server';
import { seedLoadFleet, withServerData } from '../processes/server-data';
import { scratchFolder } from '../scratch';
import { chaos, Fleet, storedByPhone, waitFor } from './kit';

/** The disk of the data folder fills up under the real server and is emptied again; `npm run chaos` does it ten times. */
const terminals = 20;
const times = chaos ? 10 : 1;
let folder = '';
let mounted = false;
let server: ServerProcess | null = null;

afterAll(async () => {
  server?.child.kill('SIGKILL');
  await server?.ended;
  if (mounted) {
    rmSync(join(folder, 'ballast'), { force: true });
    await withServerData(folder, async () => undefined);
    spawnSync('umount', [folder]);
  }
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Takes the last byte. */
function fill(): void {
  const block = Buffer.alloc(1024 * 1024);
  for (let size = block.length; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) appendFileSync(join(folder, 'ballast'), block.subarray(0, size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}

it('nothing acknowledged is lost, and all goes on by itself once there is room', { timeout: 120_000 * times }, async ({
  skip,
}) => {
  folder = scratchFolder('full');
  mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', folder]).status === 0;
  if (!mounted) return skip('this machine does not let us mount a small file system');
  const main = await bundleServer();
  await withServerData(folder, (db) => seedLoadFleet(db, terminals));
  const gatewayPort = await freePort();
  server = await startServer(main, {
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    GATEWAY_PORT: String(gatewayPort),
    LOG_LEVEL: 'fatal',
    DEMO: '0',
  });
  const pid = server.child.pid;
  const fleet = new Fleet(terminals, gatewayPort, 50);
  await waitFor(() => fleet.total() > 500, 'first answers');
  for (let time = 0; time < times; time++) {
    fill();
    expect(statfsSync(folder).bavail).toBe(0);
    // room that PostgreSQL had already taken is used up, then answers cease
    let last = -1;
    await waitFor(
      async () => {
        const before = last;
        last = fleet.total();
        fill();
        await pause(1_500);
        return before === last;
      },
      'nothing is acknowledged any more',
      90,
    );
    rmSync(join(folder, 'ballast'));
    const atFull = fleet.total();
    await waitFor(() => fleet.total() > atFull + 1_000, 'answers come again');
  }
  await fleet.finish();
  expect(server.child.pid).toBe(pid);
  expect(server.child.exitCode).toBe(null);
  server.child.kill('SIGTERM');
  await server.ended;
  server = null;
  fleet.expectStored(await withServerData(folder, storedByPhone));
  console.log(`disk full ${times} times: ${fleet.total()} positions acknowledged, all stored once`);
});
