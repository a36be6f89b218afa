import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { StartupError } from '../core/pg/startup-error';
import { openCluster } from './cluster-access';
import { type CopiedFile, copyFile, filesOf, foldersOf } from './copy-tree';

export const manifestName = 'manifest.json';
const manifestVersion = 1;
/** Folders of DATA_DIR that rows of the database refer to: exported files, uploaded pictures and documents. */
export const storedFolders = ['files', 'blobs'] as const;

/** The list of what a backup holds. It is written last, so a folder without it is not a complete backup. */
export interface Manifest {
  version: number;
  createdAt: string;
  /** newest migration of the database */
  migration: string;
  folders: string[];
  files: CopiedFile[];
}

/** Files of a cluster that only matter to the PostgreSQL that is running, and must not be copied. */
const notOurs = (path: string): boolean =>
  path.includes('pgsql_tmp') ||
  /^(?:postmaster\.(?:pid|opts)$|(?:pg_wal|pg_replslot|pg_stat_tmp|pg_subtrans|pg_notify|pg_snapshots)\/)/u.test(path);

/**
 * Copies the bundled database and the stored files into a new folder below `target`, also while the server runs: it is PostgreSQL's own online backup
 * (pg_backup_start), with the write-ahead log that makes the copy consistent. The folder gets its name when it is complete. Answers its path.
 */
export async function backUp(
  dataDir: string,
  target: string,
  now = new Date(),
): Promise<{ folder: string; manifest: Manifest }> {
  const name = `tongda-${now.toISOString().slice(0, 19).replaceAll(/[-:]/gu, '').replace('T', '-')}`;
  const folder = join(target, name);
  const draft = `${folder}.part`;
  if (existsSync(folder)) throw new StartupError(`备份 ${folder} 已存在，请稍后再试。`);
  await mkdir(join(draft, 'pg'), { recursive: true, mode: 0o700 });
  const access = await openCluster(dataDir);
  try {
    const files = await copyCluster(access.client, access.cluster, join(draft, 'pg'));
    // after the database, so that every file that it refers to is there
    for (const name of storedFolders) files.push(...(await copyStored(dataDir, draft, name)));
    const { rows } = await access.client.query<{ name: string }>('select max(name) as name from schema_migration');
    const manifest: Manifest = {
      version: manifestVersion,
      createdAt: now.toISOString(),
      migration: rows[0]?.name ?? '',
      folders: (await foldersOf(access.cluster)).filter((path) => !/^(base\/pgsql_tmp|pg_replslot\/)/u.test(path)),
      files,
    };
    await writeFile(join(draft, manifestName), JSON.stringify(manifest), { mode: 0o600 });
    await rename(draft, folder);
    return { folder, manifest };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await access.close();
  }
}

async function copyCluster(client: pg.Client, cluster: string, to: string): Promise<CopiedFile[]> {
  // keeps the log from being removed until it is copied; it ends with this connection
  await client.query("select pg_create_physical_replication_slot('tongda_backup_' || pg_backend_pid(), true, true)");
  await client.query("select pg_backup_start('tongda', true)");
  const copied: CopiedFile[] = [];
  const take = async (path: string) => {
    const file = await copyFile(join(cluster, path), join(to, path), `pg/${path}`);
    if (file) copied.push(file);
  };
  for (const path of await filesOf(cluster, notOurs)) if (path !== 'global/pg_control') await take(path);
  // copied last: it says from where the log must be replayed, and every page copied before needs that
  await take('global/pg_control');
  const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
    'select labelfile, spcmapfile from pg_backup_stop(false)',
  );
  const label = rows[0]?.labelfile ?? '';
  await writeFile(join(to, 'backup_label'), label, { mode: 0o600 });
  await client.query('select pg_switch_wal()');
  const first = /file ([0-9A-F]{24})/u.exec(label)?.[1] ?? '';
  for (const path of await filesOf(cluster, (p) => !/^pg_wal(\/[0-9A-F]{24}|\/[0-9A-F]{8}\.history)?$/u.test(p))) {
    if ((path.split('/').at(-1) ?? '') >= first || path.endsWith('.history')) await take(path);
  }
  const labelFile = await copyFile(join(to, 'backup_label'), join(to, 'backup_label.copy'), 'pg/backup_label');
  await rm(join(to, 'backup_label.copy'), { force: true });
  return labelFile ? [...copied, labelFile] : copied;
}

async function copyStored(dataDir: string, to: string, name: string): Promise<CopiedFile[]> {
  const from = join(dataDir, name);
  if (!existsSync(from)) return [];
  const copied: CopiedFile[] = [];
  for (const path of await filesOf(from, (p) => p.endsWith('.part'))) {
    const file = await copyFile(join(from, path), join(to, name, path), `${name}/${path}`);
    if (file) copied.push(file);
  }
  return copied;
}

/** Reads the list of a backup. Throws StartupError for a folder that is not a complete backup, or was made by a newer version. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => null);
  if (text === null) throw new StartupError(`${folder} 不是完整的备份：缺少 ${manifestName}。`);
  // backUp wrote it; another version is refused below
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.version !== manifestVersion)
    throw new StartupError(`备份 ${folder} 由更新的版本生成，请使用新版程序恢复。`);
  return manifest;
}
