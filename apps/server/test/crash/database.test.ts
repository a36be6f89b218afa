import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/core/db/database';
import { type EmbeddedPg, startEmbeddedPg } from '../../src/core/pg/embedded';
import { scratchFolder } from '../scratch';
import { putReadyCluster } from '../setup/ready-cluster';
import { makeVehicle, report, storedTimes, testStream } from '../stream-kit';
import type { TestDb } from '../test-db';

/** PostgreSQL goes away under the stream (in operation for 30 s, here for a few): nothing is acknowledged, nothing is lost. */
let folder: string;
let server: EmbeddedPg;
let db: TestDb;

beforeAll(async () => {
  folder = scratchFolder('crash');
  await putReadyCluster(folder);
  server = await startEmbeddedPg(folder, pino({ level: 'silent' }));
  db = { ...openDatabase({ ...server.connection, max: 4 }), url: '' };
});
afterAll(async () => {
  await db.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const t0 = Date.UTC(2026, 2, 1, 2, 0, 0);

it('PostgreSQL stopped: nothing is acknowledged meanwhile, afterwards everything flows, once', async () => {
  const v = await makeVehicle(db);
  const { send, stream, bus } = await testStream(db, { maxRetryMs: 200 });
  await send(report(v, t0));
  await server.stop();
  const acknowledged: number[] = [];
  const waiting = Array.from({ length: 200 }, (_, i) => {
    const t = t0 + (i + 1) * 10_000;
    return send(report(v, t)).then(() => acknowledged.push(t));
  });
  // heartbeats go on, and do not pile up
  for (let i = 0; i < 500; i++) await bus.publish('presence', v.deviceId, { ...v, at: t0 + i, kind: 'heartbeat' });
  await pause(2_000);
  expect(acknowledged).toEqual([]);
  server = await startEmbeddedPg(folder, pino({ level: 'silent' }));
  await Promise.all(waiting);
  expect(acknowledged).toHaveLength(200);
  expect(await storedTimes(db, v.deviceId)).toEqual(Array.from({ length: 201 }, (_, i) => t0 + i * 10_000));
  await stream.stop();
});

it('PostgreSQL killed in the middle of commits: every acknowledged report is there exactly once', async () => {
  const v = await makeVehicle(db);
  const { send, stream } = await testStream(db, { maxRetryMs: 100, maxWaitMs: 1 });
  const acknowledged: number[] = [];
  let next = t0;
  let sending = true;
  const terminal = async () => {
    while (sending) {
      next += 1000;
      const t = next;
      await send(report(v, t));
      acknowledged.push(t);
    }
  };
  const terminals = Array.from({ length: 20 }, terminal);
  for (let round = 0; round < 3; round++) {
    // a fixed while was too short for a loaded machine: 60 reports came where 100 were asked for
    await expect
      .poll(() => acknowledged.length, { timeout: 30_000, interval: 20 })
      .toBeGreaterThanOrEqual((round + 1) * 50);
    const pid = server.pid();
    if (pid !== null) process.kill(pid, 'SIGKILL');
    await pause(1_000);
  }
  sending = false;
  await Promise.all(terminals);
  const stored = await storedTimes(db, v.deviceId);
  expect(new Set(stored).size).toBe(stored.length);
  expect([...acknowledged].sort((a, b) => a - b)).toEqual(stored);
  await stream.stop();
});

it('stopping while the database is away rejects what is not stored, so that nobody acknowledges it', async () => {
  const v = await makeVehicle(db);
  const { send, stream } = await testStream(db, { maxRetryMs: 100, stopGraceMs: 300 });
  await server.stop();
  const outcome = send(report(v, t0)).then(
    () => 'acknowledged',
    () => 'not acknowledged',
  );
  await pause(50);
  const stopping = stream.stop();
  expect(await outcome).toBe('not acknowledged');
  await stopping;
  server = await startEmbeddedPg(folder, pino({ level: 'silent' }));
  expect(await storedTimes(db, v.deviceId)).toEqual([]);
});
