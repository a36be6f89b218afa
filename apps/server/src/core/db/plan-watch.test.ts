import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDb, testDb } from '../../../test/test-db';
import { PlanWatch, type WorsePlan } from './plan-watch';
import { planOnce, runStatement } from './statements';

let db: TestDb;
beforeAll(async () => {
  db = await testDb({ empty: true });
  // nearly all rows are of the kind `often`; the few of `seldom` come last, so that walking the primary key up to the first of them reads everything
  await db.pool.query(`create table skewed (id bigint primary key, kind text not null, filler text not null)`);
  await db.pool.query(
    `insert into skewed select i, case when i > 599990 then 'seldom' else 'often' end, repeat('x', 40) from generate_series(1, 600000) i`,
  );
  await db.pool.query('create index on skewed (kind)');
  await db.pool.query('vacuum analyze skewed');
});
afterAll(() => db.close());

const textOf = (comment: string): string =>
  `select id from skewed where kind = $1 and length(filler) > 1 order by id limit 1 ${comment}`;

/** Runs a statement so often on one connection; answers what was found, and how PostgreSQL planned the runs of the prepared one. */
async function runOften(text: string, kind: string, runs: number) {
  const found: WorsePlan[] = [];
  const watch = new PlanWatch((worse) => found.push(worse));
  const client = await db.pool.connect();
  try {
    for (let i = 0; i < runs; i++) {
      const { rows } = await runStatement(client, { text, values: [kind], watch });
      expect(rows).toEqual([{ id: kind === 'seldom' ? '599991' : '1' }]);
    }
    const { rows } = await client.query<{ own: number; generic: number }>(
      'select custom_plans::int as own, generic_plans::int as generic from pg_prepared_statements where statement = $1',
      [text],
    );
    return { found, count: watch.found, plans: rows[0] };
  } finally {
    client.release(true);
  }
}

describe('a plan for all values', () => {
  it('that is worse is noticed, told once and not used any more', async () => {
    const text = textOf('/* worse */');
    const { found, count, plans } = await runOften(text, 'seldom', 60);
    expect(found.map((one) => one.text)).toEqual([text]);
    expect(found[0]?.genericMs).toBeGreaterThan(3 * (found[0]?.ownMs ?? Number.NaN));
    expect(count).toBe(1);
    // eight slow runs were enough; all others were planned for their value
    expect(plans?.generic).toBe(8);
  });

  it('that is as good goes on being used', async () => {
    const { found, plans } = await runOften(textOf('/* as good */'), 'often', 60);
    expect(found).toEqual([]);
    expect(plans?.generic).toBeGreaterThan(40);
  });
});

describe('a statement that says planOnce', () => {
  const plansOf = async (client: pg.PoolClient, part: string) =>
    (
      await client.query<{ own: number; generic: number }>(
        `select sum(custom_plans)::int as own, sum(generic_plans)::int as generic from pg_prepared_statements where statement like $1`,
        [`%${part}%`],
      )
    ).rows[0];
  const modeOf = async (client: pg.PoolClient) =>
    (await client.query<{ plan_cache_mode: string }>('show plan_cache_mode')).rows[0]?.plan_cache_mode;

  it('is planned once, and the statements beside it are planned as before', async () => {
    const client = await db.pool.connect();
    try {
      const [once, other] = [textOf(`${planOnce} /* kept */`), textOf('/* beside kept */')];
      for (let i = 0; i < 12; i++) {
        const { rows } = await runStatement(client, { text: once, values: ['often'] });
        await runStatement(client, { text: other, values: ['seldom'] });
        expect(rows).toEqual([{ id: '1' }]);
      }
      expect(await plansOf(client, `${planOnce} /* kept */`)).toEqual({ own: 0, generic: 11 });
      expect((await plansOf(client, '/* beside kept */'))?.own).toBeGreaterThanOrEqual(5);
      expect(await modeOf(client)).toBe('auto');
    } finally {
      client.release(true);
    }
  });

  it('that fails leaves the setting as it was, within a transaction and outside', async () => {
    const client = await db.pool.connect();
    try {
      const text = `select 1 / $1::int as one ${planOnce}`;
      for (let i = 0; i < 3; i++) await runStatement(client, { text, values: [1] });
      await expect(runStatement(client, { text, values: [0] })).rejects.toThrow('division by zero');
      expect(await modeOf(client)).toBe('auto');
      await client.query('begin');
      await expect(runStatement(client, { text, values: [0] })).rejects.toThrow('division by zero');
      // the transaction has failed already, and says so
      await expect(runStatement(client, { text, values: [1] })).rejects.toMatchObject({ code: '25P02' });
      await client.query('rollback');
      expect(await modeOf(client)).toBe('auto');
    } finally {
      client.release(true);
    }
  });
});

describe('the watch', () => {
  const never = () => Promise.reject(new Error('nobody asks'));
  const yes = () => Promise.resolve(true);
  const rounds = async (watch: PlanWatch, ms: (n: number) => number, generic = yes) => {
    for (let n = 1; n <= 20; n++) await watch.ran('one', n, ms(n), generic);
  };

  it('asks PostgreSQL only when later runs take clearly longer', async () => {
    const watch = new PlanWatch();
    await rounds(watch, (n) => (n <= 5 ? 2 : 5), never);
    await rounds(watch, (n) => (n <= 5 ? 20 : 40), never);
    expect(watch.plansAnew('one')).toBe(false);
  });

  it('leaves a statement alone whose plans are still made for the values', async () => {
    const watch = new PlanWatch();
    await rounds(
      watch,
      (n) => (n <= 5 ? 1 : 90),
      () => Promise.resolve(false),
    );
    expect(watch.plansAnew('one')).toBe(false);
  });

  it('goes back to the prepared statement when the machine was busy and not the plan bad', async () => {
    const found: WorsePlan[] = [];
    const watch = new PlanWatch((worse) => found.push(worse));
    await rounds(watch, (n) => (n <= 5 ? 1 : 90));
    expect(watch.plansAnew('one')).toBe(true);
    for (let i = 0; i < 8; i++) watch.ranAnew('one', 'select 1', 85);
    expect(watch.plansAnew('one')).toBe(false);
    expect(found).toEqual([]);
    expect(watch.found).toBe(0);
  });
});
