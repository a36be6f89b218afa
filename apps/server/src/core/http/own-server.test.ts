import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrationsFolder } from '../../../test/setup/ready-cluster';
import { type TestDb, testDb } from '../../../test/test-db';
import { readConfig } from '../../config';
import { connectDatabase } from '../db/connect';
import { type Database, openDatabase } from '../db/database';
import { migrateDatabase } from '../db/migrate';
import { StartupError } from '../pg/startup-error';

/** One's own server: an owner who may create roles but is no superuser, as a hosting company gives it. */
const owner = `owner_${randomBytes(4).toString('hex')}`;
let admin: TestDb;
let database: Database;

beforeAll(async () => {
  admin = await testDb();
  const run = (statement: string) => sql.raw(statement).execute(admin.systemDb);
  await run(`create role ${owner} login createrole`);
  // what a role gets that creates another one (PostgreSQL 16 and newer)
  await run(`grant app_tenant, app_provider to ${owner} with admin true, inherit false, set false`);
  await run(`create database ${owner} owner ${owner}`);
  const { host } = admin.pool.options;
  database = openDatabase({ host, user: owner, database: owner, max: 2 });
});
afterAll(async () => {
  await database.close();
  for (const statement of [`drop database ${owner} with (force)`, `drop owned by ${owner}`, `drop role ${owner}`])
    await sql.raw(statement).execute(admin.systemDb);
  await admin.close();
});

describe('one’s own PostgreSQL, not as superuser', () => {
  it('migrates, and requests run as the tenant with row-level security', async () => {
    expect((await migrateDatabase(database.pool, migrationsFolder)).length).toBeGreaterThan(0);
    const { id } = await database.systemDb
      .insertInto('client')
      .values({ name: '自建公司' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const seen = (clientId: string) =>
      database.withTenant({ clientId, provider: false }, (trx) => trx.selectFrom('client').select('name').execute());
    expect(await seen(id)).toEqual([{ name: '自建公司' }]);
    expect(await seen('1')).toEqual([]);
  });

  it('a user who may not create roles is told so', async () => {
    await sql.raw(`alter role ${owner} nocreaterole`).execute(admin.systemDb);
    const url = `postgres://${owner}@localhost/${owner}?host=${encodeURIComponent(admin.pool.options.host ?? '')}`;
    const log = { info() {}, warn() {}, error() {} } as never;
    await expect(connectDatabase(readConfig({ DATABASE_URL: url }), log)).rejects.toThrow(
      'DATABASE_URL 的用户没有建立角色的权限（CREATEROLE），无法设置行级安全。请授予该权限后重试。',
    );
  });

  it('a server that does not answer is named', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/none';
    await expect(connectDatabase(readConfig({ DATABASE_URL: url }), {} as never)).rejects.toThrow(
      /^无法连接 DATABASE_URL 指定的数据库：/u,
    );
  });
});

describe('migrations', () => {
  it('nothing is applied twice, a changed file and a newer database are refused', async () => {
    expect(await migrateDatabase(admin.pool, migrationsFolder)).toEqual([]);
    await admin.pool.query("update schema_migration set checksum = 'x' where name like '0002%'");
    await expect(migrateDatabase(admin.pool, migrationsFolder)).rejects.toThrow(
      '数据库升级脚本 0002_base.sql 在执行之后被改动，已停止启动',
    );
    await admin.pool.query("insert into schema_migration (name, checksum) values ('9999_future.sql', 'x')");
    await expect(migrateDatabase(admin.pool, migrationsFolder)).rejects.toThrow(
      '数据库由更新的版本建立（含 9999_future.sql），请使用新版程序启动',
    );
  });

  it('a database of a development version is refused with what to do', async () => {
    // as such a database tells of itself, whatever else it holds
    await admin.pool.query("insert into schema_migration (name, checksum) values ('0001_init.sql', 'x')");
    const refused = migrateDatabase(admin.pool, migrationsFolder);
    await expect(refused).rejects.toBeInstanceOf(StartupError);
    await expect(refused).rejects.toThrow(/首次发布之前的开发版本建立，不能升级。.*导出.*删除数据目录/u);
  });
});
