import { vehiclePage } from '@tongda/contract/resources/vehicle/calls';
import { orderPage } from '@tongda/contract/transport/order/calls';
import { monitorSnapshot } from '@tongda/contract/watch/location/calls';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/test-app';
import { type TestDb, testDb } from '../../../test/test-db';
import { type TransactionPooler, transactionPooler } from '../../../test/transaction-pooler';
import { readConfig } from '../../config';
import { errorCode } from '../run/error-code';
import { connectDatabase } from './connect';
import { openDatabase } from './database';

let db: TestDb;
let pooler: TransactionPooler;
let url: string;
beforeAll(async () => {
  db = await testDb();
  const direct = new URL(db.url);
  pooler = await transactionPooler(direct.searchParams.get('host') ?? '', 3);
  url = `postgres://${direct.username}@127.0.0.1:${pooler.port}${direct.pathname}`;
});
afterAll(async () => {
  await pooler.close();
  await db.close();
});

/** A log that keeps its sentences. */
function listening() {
  const said: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
  return { said, log };
}

describe('behind a pooler that gives each transaction another connection', () => {
  it('statements prepared by name are gone', async () => {
    const unaware = openDatabase({ connectionString: url, max: 1 });
    const ask = () => sql`select 1 as "gone behind a pooler"`.execute(unaware.systemDb);
    const failures: unknown[] = [];
    for (let i = 0; i < 9; i++) await ask().catch((error: unknown) => failures.push(error));
    await unaware.close();
    // prepared statement does not exist, or exists already
    expect(failures.map(errorCode)).toContain('26000');
  });

  it('the start notices it, says so, and calls of several companies work', async () => {
    const { said, log } = listening();
    const { database, close } = await connectDatabase(readConfig({ DATABASE_URL: url }), log);
    expect(said.join()).toContain('经过连接池');
    const app = await testApp({}, log, { ...database, url, close });
    const companies = [await app.company('池一'), await app.company('池二'), await app.company('池三')];
    for (const [i, { clientId }] of companies.entries())
      await db.systemDb
        .insertInto('vehicle')
        .values(Array.from({ length: i + 1 }, (_, n) => ({ client_id: clientId, plate_no: `沪P${i}000${n}` })))
        .execute();
    const ask = async (n: number) => {
      const { token } = companies[n % 3] ?? { token: '' };
      const page = await app.post(vehiclePage.path, { page: 1, size: 15 }, token);
      const others = [
        await app.post(orderPage.path, { page: 1, size: 15 }, token),
        await app.post(monitorSnapshot.path, {}, token),
      ];
      expect([page, ...others].map(({ code, msg }) => `${code} ${msg}`)).toEqual(Array(3).fill(`200 ${page.msg}`));
      expect(page.data.list).toHaveLength((n % 3) + 1);
    };
    await Promise.all(Array.from({ length: 30 }, (_, n) => ask(n)));
    await app.close();
  });
});

it('PostgreSQL itself is not taken for a pooler', async () => {
  const { said, log } = listening();
  const { close } = await connectDatabase(readConfig({ DATABASE_URL: db.url }), log);
  await close();
  expect(said).toEqual([]);
});
