import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { type TestDb, testDb } from '../../../test/test-db';
import { pgLeader } from './advisory-lock';
import { leaderConformance } from './conformance';

let db: TestDb;
const pools: pg.Pool[] = [];
beforeAll(async () => {
  db = await testDb();
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await db.close();
});

function poolNamed(name: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: db.url, max: 4, application_name: name });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  pools.push(pool);
  return pool;
}

let made = 0;
leaderConformance('PostgreSQL', () => {
  const name = `leader ${++made}`;
  return {
    one: pgLeader(poolNamed(name)),
    other: pgLeader(poolNamed(`rival ${made}`)),
    crash: async () => {
      await db.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [name]);
    },
  };
});
