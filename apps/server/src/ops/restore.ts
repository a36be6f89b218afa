import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { chmod, cp, mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeLock } from '../core/pg/server-lock';
import { StartupError } from '../core/pg/startup-error';
import { unpackPoints } from '../core/telemetry/hours/pack';
import { readManifest, storedFolders } from './backup';
import { openCluster, quartersOf } from './cluster-access';
import { filesOf, foldersOf, wrongFiles } from './copy-tree';

/** What was read from a restored database to prove that it is whole. */
export interface Restored {
  tables: number;
  rows: number;
  /** number of packed hours that were opened: all of them */
  packedHours: number;
  migration: string;
}

/** Restores a backup into an empty data folder and reads it completely. `force` first moves existing data aside. Throws StartupError with a Chinese sentence. */
export async function restoreBackup(folder: string, dataDir: string, force: boolean): Promise<Restored> {
  const manifest = await readManifest(folder);
  const wrong = await wrongFiles(folder, manifest.files);
  if (wrong.length > 0)
    throw new StartupError(
      `备份不完整或已损坏：${wrong.slice(0, 5).join('、')}${wrong.length > 5 ? ` 等 ${wrong.length} 个文件` : ''}。请换一份备份。`,
    );
  await mkdir(dataDir, { recursive: true });
  // refuses while a server runs on the folder
  takeLock(dataDir)();
  const quarters = quartersOf(dataDir);
  for (const path of [join(quarters.base, 'pg'), ...storedFolders.map((name) => join(dataDir, name))])
    await makeRoom(path, force);
  const cluster = join(quarters.base, 'pg');
  await cp(join(folder, 'pg'), cluster, { recursive: true });
  for (const path of manifest.folders) await mkdir(join(cluster, path), { recursive: true, mode: 0o700 });
  await handToUser(cluster, quarters.user);
  for (const name of storedFolders)
    if (existsSync(join(folder, name))) await cp(join(folder, name), join(dataDir, name), { recursive: true });
  return readWholeCluster(dataDir, manifest.migration);
}

/** Proves that a backup can be used: restores it into a temporary folder, reads it completely, and removes it again. */
export async function verifyBackup(folder: string): Promise<Restored> {
  const scratch = mkdtempSync(join(tmpdir(), 'tongda-verify-'));
  await chmod(scratch, 0o755);
  try {
    return await restoreBackup(folder, scratch, false);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function makeRoom(path: string, force: boolean): Promise<void> {
  if (!existsSync(path) || readdirSync(path).length === 0) return;
  if (!force)
    throw new StartupError(
      `${path} 已有数据，未做任何改动。请换一个空的 DATA_DIR，或加 --force：原有数据会移到旁边保留。`,
    );
  await rename(path, `${path}.before-restore-${Date.now()}`);
}

/** Gives the cluster's files to the user that PostgreSQL runs as. */
async function handToUser(cluster: string, user: { uid: number; gid: number } | null): Promise<void> {
  await chmod(cluster, 0o700);
  if (!user) return;
  chownSync(cluster, user.uid, user.gid);
  for (const path of [...(await foldersOf(cluster)), ...(await filesOf(cluster))])
    chownSync(join(cluster, path), user.uid, user.gid);
}

/** Reads every row of every table and opens every packed hour. */
async function readWholeCluster(dataDir: string, migration: string): Promise<Restored> {
  const { client, close } = await openCluster(dataDir);
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker') order by 1",
    );
    let rows = 0;
    for (const { name } of tables) {
      const counted = await client.query<{ n: string }>(
        `select count(*) as n from (select t::text from ${name} t offset 0) x where x.t is not null`,
      );
      rows += Number(counted.rows[0]?.n ?? 0);
    }
    const found = await client.query<{ name: string }>('select max(name) as name from schema_migration');
    if (found.rows[0]?.name !== migration) throw new StartupError('恢复后的数据库与备份清单不一致，请换一份备份。');
    return { tables: tables.length, rows, packedHours: await openHours(client), migration };
  } finally {
    await close();
  }
}

async function openHours(client: Awaited<ReturnType<typeof openCluster>>['client']): Promise<number> {
  await client.query('begin');
  await client.query('declare hours cursor for select vehicle_id::text as id, n, body from position_hour');
  let opened = 0;
  for (;;) {
    const { rows } = await client.query<{ id: string; n: number; body: Buffer }>('fetch 500 from hours');
    if (rows.length === 0) break;
    for (const { id, n, body } of rows) {
      if (unpackPoints(body, id).length !== n)
        throw new StartupError(`车辆 ${id} 有一个小时的轨迹数据损坏，请换一份备份。`);
      opened++;
    }
  }
  await client.query('commit');
  return opened;
}
