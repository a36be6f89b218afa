import { describe, expect, it } from 'vitest';
import { planAnew, preparedAtMost, readsOnly, runStatement } from './statements';

describe('a statement only reads', () => {
  it.each([
    'select "id" from "vehicle" where "updated_at" > $1',
    '  with a as (select 1) select * from a',
    'select "for_update" from x',
    'SELECT count(*) FROM "deleted_rows"',
    'select r.lock from (select state as lock from bluetooth_lock) r order by "lock"',
  ])('%s', (text) => expect(readsOnly(text)).toBe(true));

  it.each([
    'insert into x values (1)',
    'select * from x for update',
    'select * from x for no key update skip locked',
    'select * from x FOR KEY SHARE',
    'with gone as (delete from x returning *) select * from gone',
    'select pg_advisory_xact_lock(1)',
    "select set_config('app.client_id', $1, true)",
    "select nextval('s')",
    'select refile_positions($1, $2)',
    'savepoint one',
    'lock table x',
    'set local lock_timeout = 1',
  ])('not: %s', (text) => expect(readsOnly(text)).toBe(false));
});

describe('names of prepared statements', () => {
  /** A connection that remembers what it was asked. */
  function connection() {
    const asked: Array<{ name?: string; text: string }> = [];
    const query = (config: string | { name: string; text: string }) => {
      asked.push(typeof config === 'string' ? { text: config } : config);
      return Promise.resolve({ rows: [], rowCount: 0, command: 'SELECT' });
    };
    // only this way of asking is used
    return { asked, client: { query } as unknown as Parameters<typeof runStatement>[0] };
  }
  const run = (client: Parameters<typeof runStatement>[0], text: string, role?: string) =>
    runStatement(client, { text, values: [1], role });

  it('are given from the second time on, one a role, never to what is planned anew or has no plan', async () => {
    const { asked, client } = connection();
    const text = 'select 1 as "given names"';
    for (let i = 0; i < 3; i++) await run(client, text, 'a');
    await run(client, text, 'b');
    const names = asked.map(({ name }) => name);
    expect(names[0]).toBeUndefined();
    expect(names[1]).toMatch(/^a[\w-]{20}$/u);
    expect(names[2]).toBe(names[1]);
    expect(names[3]).toMatch(/^b[\w-]{20}$/u);
    for (let i = 0; i < 3; i++) {
      await run(client, `select ${planAnew} 1`);
      await run(client, 'begin');
    }
    expect(asked.slice(4).every(({ name }) => name === undefined)).toBe(true);
  });

  it('are bounded a connection', async () => {
    const { asked, client } = connection();
    for (let round = 0; round < 40; round++)
      for (let i = 0; i < preparedAtMost + 20; i++) await run(client, `select ${i} as "bounded names"`);
    expect(new Set(asked.flatMap(({ name }) => name ?? [])).size).toBe(preparedAtMost);
  });
});
