import { getPriority } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDb, testDb } from '../../../test/test-db';
import { makeSessionNice, niceness } from './backends';
import { type Database, openDatabase } from './database';

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

/** How nice the processes are that work for companies, and for the product itself. */
async function nicenessOf({ systemDb, withTenant }: Database): Promise<{ calls: number; own: number }> {
  const ask = sql<{ pid: number }>`select pg_backend_pid() as pid`;
  const calls = await withTenant({ clientId: '1', provider: false }, (trx) => ask.execute(trx));
  const own = await ask.execute(systemDb);
  return { calls: getPriority(calls.rows[0]?.pid ?? 0), own: getPriority(own.rows[0]?.pid ?? 0) };
}

it('calls give way to what the product itself has to do, on a PostgreSQL of its own', async () => {
  const beside = openDatabase({ connectionString: db.url, max: 2, callsGiveWay: true });
  const { calls, own } = await nicenessOf(beside);
  await beside.close();
  expect(calls - own).toBe(niceness);
});

it('nobody gives way on an operator’s PostgreSQL', async () => {
  const { calls, own } = await nicenessOf(db);
  expect(calls).toBe(own);
});

it('tries again while Linux takes no niceness of a session, and gives up where there are none', async () => {
  const refusals = ['EAGAIN', 'EAGAIN'];
  const written: string[] = [];
  const write = (path: string, text: string): void => {
    const code = refusals.shift();
    if (code) throw Object.assign(new Error(code), { code });
    written.push(`${path} ${text}`);
  };
  expect(await makeSessionNice(7, write)).toBe(true);
  expect(written).toEqual([`/proc/7/autogroup ${niceness}`]);
  refusals.push('ENOENT');
  expect(await makeSessionNice(7, write)).toBe(false);
  expect(written).toHaveLength(1);
});
