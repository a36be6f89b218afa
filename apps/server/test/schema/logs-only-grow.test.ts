import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDb, testDb } from '../test-db';

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

describe.each(['app_tenant', 'app_provider'])('%s', (role) => {
  it.each(['change_history', 'login_log', 'tms_operation_log'])('adds to %s and changes nothing in it', async (log) => {
    const { rows } = await db.pool.query(
      `select p.privilege, has_table_privilege($1, $2, p.privilege) as held
       from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) p(privilege)`,
      [role, log],
    );
    expect(rows.filter(({ held }) => held).map(({ privilege }) => privilege)).toEqual(['select', 'insert']);
  });
});
