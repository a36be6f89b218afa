import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DB } from '../../../../core/generated/db-types';
import { makeOutbound } from '../../../../core/notify/outbound';
import { createLog } from '../../../../core/run/log';
import { startForwarding } from './worker';

let refusal: Error | null = null;
const seen: Array<Record<string, unknown>> = [];
const away = Object.assign(new Error('terminating connection'), { code: '57P01' });

/** Has no rows, or refuses every connection. */
class Refusing extends DummyDriver {
  override acquireConnection(): Promise<DatabaseConnection> {
    return refusal ? Promise.reject(refusal) : super.acquireConnection();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  seen.length = 0;
  refusal = null;
});
afterEach(() => {
  vi.useRealTimers();
});

function start(): () => Promise<void> {
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Refusing(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const { log } = createLog('info', { write: (line: string) => void seen.push(JSON.parse(line)) });
  return startForwarding({ db, log, now: () => Date.now(), net: makeOutbound(), factorKey: Buffer.alloc(32) });
}
const someRounds = () => vi.advanceTimersByTimeAsync(20_000);

it('tells once that the database is away, without a stack, and once that it is back; the next time again', async () => {
  refusal = away;
  const stop = start();
  await someRounds();
  const once = { level: 40, err: { type: 'Error', message: 'terminating connection', code: '57P01' } };
  expect(seen).toEqual([expect.objectContaining(once)]);
  refusal = null;
  await someRounds();
  expect(seen.slice(1)).toEqual([expect.objectContaining({ msg: expect.stringContaining('the database is back') })]);
  refusal = away;
  await someRounds();
  expect(seen.slice(2)).toEqual([expect.objectContaining(once)]);
  refusal = null;
  await stop();
});

it('tells every other failure with its stack', async () => {
  refusal = new Error('disk on fire');
  const stop = start();
  await someRounds();
  expect(seen.length).toBeGreaterThan(5);
  for (const { err } of seen) expect(err).toHaveProperty('stack');
  refusal = null;
  await stop();
});
