import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDb, testDb } from '../test-db';
import { dbTypes } from './db-types';

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

it('core/db-types.ts is what `npm run gen:db` makes of the migrations', () => {
  expect(dbTypes(db.url, true)).toBe('');
});

it('the check notices a column that the file does not know', async () => {
  await sql`alter table carrier add column forgotten int`.execute(db.systemDb);
  expect(dbTypes(db.url, true)).toMatch(/forgotten: number \| null/u);
});
