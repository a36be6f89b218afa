import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDb, testDb } from '../../../test/test-db';
import { rowsInBlocks } from './cursor';
import { writesOf } from './tenant';

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

const five = sql<{ n: number }>`select n from generate_series(1, ${5}::int) n order by n`;
const inBlocks = (atOnce: number) =>
  rowsInBlocks((work) => db.withTenant({ clientId: '1', provider: false }, work), five, atOnce);

test('rows come in blocks in their order, each empty once the next one is asked for; reading them counts as no write', async () => {
  const before = writesOf('1');
  const seen: number[][] = [];
  const blocks: Array<Array<{ n: number }>> = [];
  for await (const block of inBlocks(2)) {
    expect(blocks.every((one) => one.length === 0)).toBe(true);
    seen.push(block.map(({ n }) => n));
    blocks.push(block);
  }
  expect(seen).toEqual([[1, 2], [3, 4], [5]]);
  expect(writesOf('1')).toBe(before);
});

test('a reader that has enough gives the connection back, and the next one reads from the start', async () => {
  for await (const block of inBlocks(2)) if (block.length > 0) break;
  const all: number[] = [];
  for await (const block of inBlocks(5)) all.push(...block.map(({ n }) => n));
  expect(all).toEqual([1, 2, 3, 4, 5]);
});
