import { familyOf, type GrantKind, grantFamilies } from '@tongda/contract/company/resource-auth/rights';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDb, testDb } from '../../../../../test/test-db';
import type { Ctx } from '../../../../core/http/ctx';
import { seedDemo } from '../../../../demo/seed';
import { listUsersWhoSee } from '../../../resources/vehicle/record/viewers';
import { tableOfKind, visibleOfKind } from '../kinds';
import { loadPerson, loadResourceFacts } from './facts';
import { reasonsOf, rightsOpenedBy } from './rules';

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
  await seedDemo(db.systemDb, { now: new Date(), hashPassword: async (plain) => `hash of ${plain}` });
});
afterAll(() => db.close());

/** Differences between what the reasons say and what the queries let through, for every user and resource of a kind of the company. */
async function disagreements(
  clientId: string,
  kind: GrantKind,
): Promise<{ pairs: number; visible: number; wrong: string[] }> {
  return db.withTenant({ clientId, provider: false }, async (trx) => {
    const users = await sql<{
      id: string;
      name: string;
      isPrimary: boolean;
      isOrgManager: boolean;
      enabled: boolean;
    }>`select id::text as id, name, status = 1 as enabled,
        is_primary as "isPrimary", org_type = 1 as "isOrgManager" from app_user where client_id = ${clientId} order by id`.execute(
      trx,
    );
    const place = { site: 'site', region: 'region', route: 'line' }[kind as string];
    const resources = await sql<{ id: string }>`select r.id::text as id from ${tableOfKind(kind)} r
      where r.deleted_at is null ${place ? sql`and r.kind = ${place}` : sql``} order by r.id`.execute(trx);
    const facts = await loadResourceFacts(
      trx,
      clientId,
      kind,
      resources.rows.map((v) => v.id),
    );
    const wrong: string[] = [];
    let visible = 0;
    const listed = new Set<string>();
    if (kind === 'vehicle') {
      // what the details of a vehicle list is the same again
      const all = { userId: '0', clientId, isPrimary: true, isOrgManager: true } as Ctx;
      for (const { id } of resources.rows)
        for (const seer of await listUsersWhoSee(trx, all, id)) listed.add(`${seer.id} ${id}`);
    }
    for (const user of users.rows) {
      const who = { ...user, userId: user.id, clientId };
      const person = await loadPerson(trx, clientId, user.id);
      if (!person) throw new Error(`no user ${user.id}`);
      for (const right of grantFamilies[familyOf(kind)].rights) {
        const seen = await sql<{ id: string }>`select r.id::text as id from ${tableOfKind(kind)} r
          where r.deleted_at is null and ${visibleOfKind(who, kind, 'r', right)}`.execute(trx);
        const enforced = new Set(seen.rows.map((r) => r.id));
        if (right === 'view') visible += enforced.size;
        if (kind === 'vehicle' && right === 'view' && user.enabled)
          for (const { id } of resources.rows)
            if (listed.has(`${user.id} ${id}`) !== enforced.has(id)) wrong.push(`${user.name} ${id}: not as listed`);
        for (const fact of facts) {
          const explained = rightsOpenedBy(
            reasonsOf({ user: person, ...fact }, new Date(), 'Asia/Shanghai'),
            person.hides,
          ).includes(right);
          if (explained !== enforced.has(fact.resource.id))
            wrong.push(`${user.name} ${right} ${fact.resource.name}: explained ${explained}`);
        }
      }
    }
    return { pairs: users.rows.length * facts.length, visible, wrong };
  });
}
const others: GrantKind[] = ['site', 'region', 'route', 'store', 'lock'];

describe('explanation and enforcement', () => {
  it('agree for every user and vehicle of the demo company and of the one it shares with', async () => {
    const cold = await disagreements('101', 'vehicle');
    expect(cold.wrong).toEqual([]);
    const { rows } = await sql<{
      pairs: number;
    }>`select ((select count(*) from app_user where client_id = 101) * (select count(*) from vehicle where client_id = 101))::int as pairs`.execute(
      db.systemDb,
    );
    expect(cold.pairs).toBe(rows[0]?.pairs);
    expect(cold.pairs).toBeGreaterThan(1_500);
    // neither everything nor nothing: the comparison says something
    expect(cold.visible).toBeGreaterThan(300);
    expect(cold.visible).toBeLessThan(cold.pairs);
    const shipper = await disagreements('102', 'vehicle');
    expect(shipper).toEqual({ pairs: 3, visible: 3, wrong: [] });
  });

  it.each(others)('agree for every user and %s of the demo company', async (kind) => {
    const { wrong, pairs, visible } = await disagreements('101', kind);
    expect(wrong).toEqual([]);
    expect(pairs).toBeGreaterThan(50);
    expect(visible).toBeGreaterThan(0);
    expect(visible).toBeLessThan(pairs);
  });

  it('still agree after scopes, grants, roles and departments changed', async () => {
    await sql`update app_user set data_scope = 1 + id % 4 where client_id = 101 and not is_primary`.execute(
      db.systemDb,
    );
    await sql`insert into user_org_scope (client_id, user_id, org_id) select 101, id, 116 from app_user where client_id = 101 and data_scope = 4
      on conflict do nothing`.execute(db.systemDb);
    await sql`update resource_auth set inherit = not inherit, valid_until = case when id % 5 = 0 then now() - interval '1 hour' + interval '0' else valid_until end
      where org_id is not null and valid_from < now() - interval '1 day'`.execute(db.systemDb);
    await sql`update role set status = 0 where id in (221, 228)`.execute(db.systemDb);
    await sql`update org set parent_id = 113 where id = 114`.execute(db.systemDb);
    await sql`update vehicle_access set valid_until = now() - interval '1 minute' where source = 'share' and vehicle_id = (select min(vehicle_id) from vehicle_access where source = 'share')`.execute(
      db.systemDb,
    );
    const cold = await disagreements('101', 'vehicle');
    expect(cold.wrong).toEqual([]);
    expect(await disagreements('102', 'vehicle')).toEqual({ pairs: 2, visible: 2, wrong: [] });
    await sql`update place set visible = 1 + id % 3, created_by = case when id % 5 = 0 then 153 else created_by end where client_id = 101`.execute(
      db.systemDb,
    );
    await sql`update store set org_id = null where client_id = 101 and id % 7 = 0`.execute(db.systemDb);
    for (const kind of others) expect((await disagreements('101', kind)).wrong).toEqual([]);
  });
});
