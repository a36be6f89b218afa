import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { StartupError } from '../pg/startup-error';
import { asError } from '../run/error-code';

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

const lockKey = 7_310_808;

/** The first migration of the development versions, whose 71 files were replaced before the first release (docs/decisions/074). A database that has run it was made by one of them. */
export const developmentStart = '0001_init.sql';

/** The message for a database of a development version, which cannot be upgraded to the tables of today. */
export const beforeFirstRelease =
  '数据库由首次发布之前的开发版本建立，不能升级。需要其中的数据时，请先用原来的版本启动并导出；然后删除数据目录或换一个 DATA_DIR（使用 DATABASE_URL 时换一个空的数据库），再重新启动';

/** The SQL files of a folder, in order: `NNNN_what.sql`, append-only. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/u.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return { name, sql: text, checksum: createHash('sha256').update(text).digest('hex') };
    });
}

/**
 * Brings the database up to date: runs each new file in a transaction of its own, under an advisory lock, so that several processes may start at once. Answers
 * the names of the files it ran. Throws with a Chinese sentence when the database was made by a development version, when a file was changed
 * after it had run, or when the database is newer than the program.
 */
export async function migrateDatabase(pool: pg.Pool, folder: string): Promise<string[]> {
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migration',
    );
    const known = new Map(rows.map((row) => [row.name, row.checksum]));
    if (known.has(developmentStart)) throw new StartupError(beforeFirstRelease);
    const files = readMigrations(folder);
    const names = new Set(files.map((f) => f.name));
    for (const name of known.keys())
      if (!names.has(name)) throw new StartupError(`数据库由更新的版本建立（含 ${name}），请使用新版程序启动`);
    for (const file of files) {
      const before = known.get(file.name);
      if (before === file.checksum) continue;
      if (before !== undefined) throw new StartupError(`数据库升级脚本 ${file.name} 在执行之后被改动，已停止启动`);
      await applyMigration(client, file);
      applied.push(file.name);
    }
    return applied;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => undefined);
    client.release();
  }
}

async function applyMigration(client: pg.PoolClient, file: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(file.sql);
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [file.name, file.checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`数据库升级脚本 ${file.name} 执行失败：${asError(error).message}`, { cause: error });
  }
}
