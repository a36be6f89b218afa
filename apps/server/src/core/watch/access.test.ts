import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDb, testDb } from '../../../test/test-db';
import { memoryBus } from '../bus/memory';
import { watchAccess } from './access';

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

describe('access watch', () => {
  it('tells once per company and burst that terminals or vehicles changed, and goes on after the connection was cut', async () => {
    const bus = memoryBus();
    const told: string[] = [];
    bus.subscribe('accessChanged', ({ clientId }) => {
      told.push(clientId);
    });
    const stop = watchAccess(db.pool, bus, pino({ level: 'silent' }));
    await sleep(300);
    const { id } = await db.systemDb
      .insertInto('client')
      .values({ name: '变更公司' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.systemDb
      .insertInto('vehicle')
      .values([1, 2, 3].map((n) => ({ client_id: id, plate_no: `沪A0000${n}` })))
      .execute();
    await expect.poll(() => told, { timeout: 5_000 }).toEqual([id]);

    await db.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tongda access watch' and datname = current_database()",
    );
    await expect.poll(() => told.length, { timeout: 8_000 }).toBe(2);
    await db.systemDb
      .insertInto('device')
      .values({ client_id: id, terminal_no: 'T1', phone_key: '13900000001' })
      .execute();
    await expect.poll(() => told.length, { timeout: 5_000 }).toBe(3);
    await stop();
    await db.systemDb
      .insertInto('device')
      .values({ client_id: id, terminal_no: 'T2', phone_key: '13900000002' })
      .execute();
    await sleep(500);
    expect(told).toHaveLength(3);
  });
});
