import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDb, testDb } from '../../../test/test-db';
import { whyGivenUp } from '../http/errors';
import { type Database, openDatabase } from './database';
import { readsOnly, writingFunctions } from './statements';
import type { Trx } from './trx';

/** The id of the transaction in which something was written; null outside of one. */
const transactionId = async (trx: Trx): Promise<string | null> => {
  const { rows } = await sql<{ id: string | null }>`select pg_current_xact_id_if_assigned()::text as id`.execute(trx);
  return rows[0]?.id ?? null;
};

/** Whether several statements share a transaction: then time stands still. */
const inTransaction = async (trx: Trx): Promise<boolean> => {
  const { rows } = await sql<{ same: boolean }>`select now() <> statement_timestamp() as same`.execute(trx);
  return rows[0]?.same ?? false;
};

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

/** Tables that hold no tenant's rows, each with its reason. */
const withoutTenant: Record<string, string> = {
  schema_migration: 'which migrations ran',
  deployment: 'secrets of the installation; no role of a request may read it',
  login_attempt: 'failures of accounts that may not exist',
  unknown_terminal: 'terminals that belong to nobody yet',
  verify_code: 'codes to phones that may belong to nobody; out of reach for a request',
  sms_outbox: 'text messages that were not sent; out of reach for a request',
  mail_outbox: 'mails that were not sent; out of reach for a request',
  wechat_outbox: 'notices that were not sent; out of reach for a request',
  member_plan: 'the provider’s price list, the same for every company',
  member_price: 'the provider’s price list, the same for every company',
  login_grant: 'browsers and screens that wait for somebody; out of reach for a request',
  position_packing: 'how far packing has come; out of reach for a request',
  position_late: 'hours to pack again; out of reach for a request',
  packed_device: 'where packed points of a terminal lie; out of reach for a request',
  temperature_seal_check: 'when days were last looked at for sealing; out of reach for a request',
  temperature_record_day:
    'numbers of sealed records, the same row of numbers for every company; out of reach for a request',
  split_message: 'packages of messages that are not whole yet, by terminal; out of reach for a request',
  split_part: 'the packages themselves; out of reach for a request',
  gateway_process: 'processes that terminals connect to; out of reach for a request',
  terminal_asked: 'what the gateway itself has asked of terminals; out of reach for a request',
  terminal_holder: 'which of them a terminal is connected to; out of reach for a request',
  member_pay_notice: 'what payment providers told, of orders that may not exist; out of reach for a request',
  item_profile: 'what items of reports mean, the same for every company; companies read the names',
  item_profile_edition: 'the same, edition by edition; out of reach for a company',
  open_interface: 'what the provider offers to programs, the same for every company',
  usual_password: 'hashes that no password may have, the same for every company; out of reach for a request',
  position_refile: 'terminals whose packed points change vehicles; out of reach for a request',
};

/** The provider's tables that every company reads and none writes. */
const sameForAll = new Set(['member_plan', 'member_price', 'item_profile', 'open_interface']);

interface TableState {
  name: string;
  rls: boolean;
  policies: number;
  tenant: boolean;
}

async function tables(): Promise<TableState[]> {
  const { rows } = await sql<TableState>`
    select c.relname as name, c.relrowsecurity as rls,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped) as tenant
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`.execute(
    db.systemDb,
  );
  return rows;
}
const unprotected = (all: TableState[]): string[] =>
  all.filter((t) => !(t.name in withoutTenant) && !(t.rls && t.policies > 0)).map((t) => t.name);

describe('row-level security', () => {
  it('stands on every table but the named ones, and those hold no tenant column', async () => {
    const all = await tables();
    expect(all.length).toBeGreaterThan(20);
    expect(unprotected(all)).toEqual([]);
    expect(all.filter((t) => t.name in withoutTenant && t.tenant).map((t) => t.name)).toEqual([]);
    const { rows: reached } = await sql<{ name: string; may: string }>`
      select distinct table_name as name, privilege_type as may from information_schema.role_table_grants where grantee = 'app_tenant'`.execute(
      db.systemDb,
    );
    const own = reached.filter(({ name }) => name in withoutTenant);
    expect(own.filter(({ name, may }) => !(sameForAll.has(name) && may === 'SELECT'))).toEqual([]);
  });

  it('the check notices a table without a policy', async () => {
    await sql`create table forgotten (id int, client_id bigint)`.execute(db.systemDb);
    expect(unprotected(await tables())).toEqual(['forgotten']);
    await sql`drop table forgotten`.execute(db.systemDb);
  });

  it('hides other tenants, refuses rows for them, and gives the owner everything back afterwards', async () => {
    const [a, b] = await db.systemDb
      .insertInto('client')
      .values([{ name: '甲公司' }, { name: '乙公司' }])
      .returning('id')
      .execute();
    if (!a || !b) throw new Error('clients missing');
    const asA = { clientId: a.id, provider: false };
    await db.withTenant(asA, (trx) =>
      trx.insertInto('vehicle').values({ client_id: a.id, plate_no: '沪A00001' }).execute(),
    );
    await expect(
      db.withTenant(asA, (trx) =>
        trx.insertInto('vehicle').values({ client_id: b.id, plate_no: '沪B00001' }).execute(),
      ),
    ).rejects.toThrow(/row-level security/u);
    const seenBy = (clientId: string) =>
      db.withTenant({ clientId, provider: false }, (trx) => trx.selectFrom('vehicle').select('plate_no').execute());
    expect(await seenBy(a.id)).toEqual([{ plate_no: '沪A00001' }]);
    expect(await seenBy(b.id)).toEqual([]);
    expect(await db.systemDb.selectFrom('vehicle').select('plate_no').execute()).toEqual([{ plate_no: '沪A00001' }]);
  });

  it('a share opens one vehicle for reading while it runs, never for writing', async () => {
    const [owner, guest] = await db.systemDb
      .insertInto('client')
      .values([{ name: '承运方' }, { name: '货主方' }])
      .returning('id')
      .execute();
    if (!owner || !guest) throw new Error('clients missing');
    const { id } = await db.systemDb
      .insertInto('vehicle')
      .values({ client_id: owner.id, plate_no: '苏E12345' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const asGuest = { clientId: guest.id, provider: false };
    const plates = () => db.withTenant(asGuest, (trx) => trx.selectFrom('vehicle').select('plate_no').execute());
    expect(await plates()).toEqual([]);
    await sql`insert into vehicle_access (client_id, vehicle_id, valid_from, valid_until, source)
      values (${guest.id}, ${id}, now() - interval '1 hour', now() + interval '1 hour', 'share')`.execute(db.systemDb);
    expect(await plates()).toEqual([{ plate_no: '苏E12345' }]);
    const changed = await db.withTenant(asGuest, (trx) =>
      trx.updateTable('vehicle').set({ remark_no: 'x' }).where('id', '=', id).executeTakeFirst(),
    );
    expect(changed.numUpdatedRows).toBe(0n);
    await sql`update vehicle_access set valid_until = now() where client_id = ${guest.id}`.execute(db.systemDb);
    expect(await plates()).toEqual([]);
  });

  it('leaves the provider’s own people everything that a company’s may ask the database for', async () => {
    const { rows } = await sql<{ name: string }>`
      select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and has_function_privilege('app_tenant', p.oid, 'execute')
        and not has_function_privilege('app_provider', p.oid, 'execute')
      union all select c.relname || ' ' || r.name from pg_class c cross join (values ('select'), ('insert'), ('update'), ('delete')) r (name)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
        and has_table_privilege('app_tenant', c.oid, r.name) and not has_table_privilege('app_provider', c.oid, r.name)`.execute(
      db.systemDb,
    );
    expect(rows).toEqual([]);
  });

  it('every function of ours that writes makes its statement one that writes', async () => {
    const { rows } = await sql<{ name: string }>`select proname as name from pg_proc
      where pronamespace = 'public'::regnamespace and provolatile = 'v' and prorettype <> 'trigger'::regtype
        and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e') order by 1`.execute(
      db.systemDb,
    );
    expect(rows.map(({ name }) => name)).toEqual([...writingFunctions]);
    for (const { name } of rows) expect(readsOnly(`select ${name}(1)`)).toBe(false);
  });

  it('the deployment secrets are out of reach for a request', async () => {
    await expect(
      db.withTenant({ clientId: '1', provider: false }, (trx) => trx.selectFrom('deployment').selectAll().execute()),
    ).rejects.toThrow(/permission denied/u);
  });
});

describe('positions', () => {
  it('a new vehicle is accessible to its owner from the first moment', async () => {
    const { id: client } = await db.systemDb
      .insertInto('client')
      .values({ name: '丙公司' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await db.systemDb
      .insertInto('vehicle')
      .values({ client_id: client, plate_no: '浙A12345' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const access = await db.systemDb
      .selectFrom('vehicle_access')
      .select(['client_id', 'source'])
      .where('vehicle_id', '=', id)
      .execute();
    expect(access).toEqual([{ client_id: client, source: 'own' }]);
  });

  it('day partitions are made once and take their points', async () => {
    await sql`select ensure_position_partition('2026-11-20 23:59:59+00'), ensure_position_partition('2026-11-20 00:00:00+00')`.execute(
      db.systemDb,
    );
    await sql`insert into position (device_id, device_time, receive_time, client_id, lng, lat, altitude_m, speed_kmh, direction_deg, flags, alarm_bits, status_bits)
      values (1, '2026-11-20 12:00:00+00', now(), 1, 121, 31, 0, 0, 0, 2, 0, 0)`.execute(db.systemDb);
    const { rows } = await sql<{ part: string }>`select tableoid::regclass::text as part from position`.execute(
      db.systemDb,
    );
    expect(rows).toEqual([{ part: 'position_20261120' }]);
  });

  it.each([
    ['position', 'ensure_position_partition', 'position_20250105'],
    ['position_hour', 'ensure_hour_partition', 'position_hour_202501'],
  ])(
    'a new partition of %s gives way to whoever reads, and is made when it is asked for again',
    async (table, ensure, part) => {
      const [reader, other] = [await db.pool.connect(), await db.pool.connect()];
      const made = async (): Promise<boolean> =>
        (await other.query<{ made: boolean }>('select to_regclass($1) is not null as made', [part])).rows[0]?.made ??
        false;
      try {
        await reader.query('begin');
        await reader.query(`select count(*) from ${table}`);
        const asked = other.query(`select ${ensure}('2025-01-05 12:00:00+00')`);
        // the transaction goes on only when somebody else has read too, as a day that is computed again does
        await db.pool.query(`select count(*) from ${table}`);
        await asked;
        expect(await made()).toBe(false);
        await reader.query('commit');
        await other.query(`select ${ensure}('2025-01-05 12:00:00+00')`);
        expect(await made()).toBe(true);
      } finally {
        await reader.query('rollback');
        reader.release();
        other.release();
      }
    },
  );
});

describe.each([false, true])('work as a tenant, pooler: %s', (pooled) => {
  let tenants: Database;
  beforeAll(() => {
    tenants = pooled ? openDatabase({ connectionString: db.url, max: 8, pooled }) : db;
  });
  afterAll(() => (pooled ? tenants.close() : undefined));

  const company = async (name: string): Promise<{ clientId: string; provider: boolean }> => {
    const { id } = await db.systemDb
      .insertInto('client')
      .values({ name: `${name}${pooled ? '池' : ''}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { clientId: id, provider: false };
  };
  const plates = (trx: Trx) => trx.selectFrom('vehicle').select('plate_no').orderBy('plate_no').execute();
  const add = (trx: Trx, clientId: string, plate: string) =>
    trx.insertInto('vehicle').values({ client_id: clientId, plate_no: plate }).execute();

  it('takes back everything when it throws, also what came after a read', async () => {
    const who = await company('癸公司');
    await expect(
      tenants.withTenant(who, async (trx) => {
        expect(await transactionId(trx)).toBeNull();
        expect(await inTransaction(trx)).toBe(pooled);
        await plates(trx);
        await add(trx, who.clientId, '沪C00001');
        expect(await transactionId(trx)).not.toBeNull();
        expect(await plates(trx)).toEqual([{ plate_no: '沪C00001' }]);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await tenants.withTenant(who, plates)).toEqual([]);
  });

  it('gives a statement up that takes too long, and says what to do', async () => {
    const hasty = openDatabase({ connectionString: db.url, max: 1, pooled, longest: 400 });
    const who = await company('寅公司');
    const given = await hasty
      .withTenant(who, (trx) => sql`select pg_sleep(5)`.execute(trx))
      .catch((error: unknown) => error);
    expect(whyGivenUp(given)).toBe('查询数据量较大，请缩小范围或使用导出');
    // the one connection goes on working
    expect(await hasty.withTenant(who, plates)).toEqual([]);
    await hasty.close();
  });

  it('holds a row lock until its end', async () => {
    const who = await company('丁公司');
    await tenants.withTenant(who, (trx) => add(trx, who.clientId, '沪D00001'));
    const order: string[] = [];
    let hasLock = (): void => undefined;
    const first = new Promise<void>((done) => {
      hasLock = done;
    });
    const locked = (name: string, ms: number) =>
      tenants.withTenant(who, async (trx) => {
        await trx.selectFrom('vehicle').select('id').forUpdate().execute();
        order.push(`${name} in`);
        hasLock();
        await new Promise((done) => setTimeout(done, ms));
        order.push(`${name} out`);
      });
    await Promise.all([locked('a', 60), first.then(() => locked('b', 0))]);
    expect(order).toEqual(['a in', 'a out', 'b in', 'b out']);
  });

  it('shares connections between companies without showing one the rows of the other, whatever failed before', async () => {
    const all = await Promise.all(['戊', '己', '庚'].map((name) => company(`${name}公司`)));
    await Promise.all(all.map((who, i) => tenants.withTenant(who, (trx) => add(trx, who.clientId, `沪E0000${i}`))));
    const seen = await Promise.all(
      Array.from({ length: 300 }, async (_, n) => {
        const i = n % all.length;
        const who = all[i] ?? { clientId: '', provider: false };
        if (n % 7 === 0) await tenants.withTenant(who, (trx) => sql`select 1 / 0`.execute(trx)).catch(() => undefined);
        if (n % 11 === 0)
          await tenants
            .withTenant(who, (trx) => sql`update vehicle set no_such = 1`.execute(trx))
            .catch(() => undefined);
        return (await tenants.withTenant(who, plates)).map(({ plate_no }) => plate_no).join() === `沪E0000${i}`;
      }),
    );
    expect(seen.filter(Boolean)).toHaveLength(300);
    expect(tenants.tenantPool.totalCount).toBeLessThanOrEqual(8);
  });

  it('refuses every write of a read-only session, and the next one on the connection may write', async () => {
    const who = await company('辛公司');
    await expect(
      tenants.withTenant({ ...who, readOnly: true }, (trx) => add(trx, who.clientId, '沪F00001')),
    ).rejects.toMatchObject({ code: '25006' });
    await tenants.withTenant(who, (trx) => add(trx, who.clientId, '沪F00002'));
    expect(await tenants.withTenant({ ...who, readOnly: true }, plates)).toEqual([{ plate_no: '沪F00002' }]);
  });

  it('is refused for what is no id of a company', async () => {
    const who = { clientId: "1'; set role postgres; --", provider: false };
    await expect(tenants.withTenant(who, plates)).rejects.toThrow('not the id of a company');
  });

  it('loses no connection to those that died', async () => {
    const who = await company('壬公司');
    for (let round = 0; round < 10; round++) {
      const pid = tenants.withTenant(who, async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(db.systemDb);
        return plates(trx);
      });
      await expect(pid).rejects.toThrow();
    }
    expect(await tenants.withTenant(who, plates)).toEqual([]);
  });
});
