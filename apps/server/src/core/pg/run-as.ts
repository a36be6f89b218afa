import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StartupError, throwFileFault } from './startup-error';

/** A user of this machine; `name` is only used in messages. */
export interface OsUser {
  uid: number;
  gid: number;
  name: string;
}

/** The user that PostgreSQL runs as, and where its programs and data are. */
export interface Quarters {
  /** null: as the user who started us */
  user: OsUser | null;
  /** folder with bin, lib and share */
  native: string;
  /** holds the cluster's folder and the socket */
  base: string;
  /** Chinese notes for the log about things that are not where one would look for them */
  notes: string[];
}

/** Where things are put that the unprivileged user could not reach otherwise. */
const elsewhere = '/var/lib/tongda';

/**
 * Decides who runs PostgreSQL. It refuses to run as root: then it runs as the owner of the existing cluster, as `postgres` or as `nobody`,
 * and what lies in a folder closed to that user (root's home has mode 0700) moves to /var/lib/tongda; the file `pg.location` in DATA_DIR
 * says where, so that it is found again. Throws StartupError when the data belong to somebody else.
 */
export function findQuarters(dataDir: string, native: string, version: string): Quarters {
  const pointer = join(dataDir, 'pg.location');
  const moved = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : '';
  const owner = ownerOf(join(moved || dataDir, 'pg'));
  if (process.getuid?.() !== 0) {
    refuseForeign(moved || dataDir, owner);
    return { user: null, native, base: moved || dataDir, notes: [] };
  }
  const user = owner && owner.uid !== 0 ? owner : findUnprivilegedUser();
  const notes: string[] = [];
  const base = moved || homeFor(dataDir, user, notes);
  if (!moved && base !== dataDir) writeFileSync(pointer, `${base}\n`);
  const programs = mayPassFolders(native, user.uid) ? native : copyPrograms(native, version, base, notes);
  return { user, native: programs, base, notes };
}

/** Makes the unprivileged user the owner of a folder. */
export function handOver(folder: string, quarters: Quarters): void {
  if (quarters.user) chownSync(folder, quarters.user.uid, quarters.user.gid);
}

function refuseForeign(base: string, owner: OsUser | null): void {
  if (!owner || owner.uid === process.getuid?.()) return;
  throw new StartupError(
    `数据库文件夹 ${join(base, 'pg')} 属于用户 ${owner.name}，当前用户不能使用。请用 root 或该用户启动，或换一个 DATA_DIR。`,
  );
}

function homeFor(dataDir: string, user: OsUser, notes: string[]): string {
  if (mayPassFolders(dataDir, user.uid)) return dataDir;
  const base = join(elsewhere, createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
  makeFolder(base);
  writeFileSync(join(base, 'origin'), `${dataDir}\n`);
  notes.push(`${dataDir} 所在的文件夹不允许用户 ${user.name} 进入，数据库放在 ${base}`);
  return base;
}

/** Copies the programs once for each version; the copy appears complete or not at all. */
function copyPrograms(native: string, version: string, base: string, notes: string[]): string {
  let parent = elsewhere;
  try {
    makeFolder(elsewhere);
  } catch {
    parent = base;
  }
  const target = join(parent, `postgresql-${version}`);
  if (existsSync(target)) return target;
  const fresh = `${target}.${process.pid}`;
  try {
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
    chmodSync(fresh, 0o755);
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // another server was faster
    if (!existsSync(target)) throwFileFault(error, parent);
  }
  notes.push(`${native} 所在的文件夹不对普通用户开放，PostgreSQL 程序复制到 ${target}`);
  return target;
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
  } catch (error) {
    throwFileFault(error, folder);
  }
}

const readPasswd = (): string[][] =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));

function findUnprivilegedUser(): OsUser {
  for (const name of ['postgres', 'nobody']) {
    const entry = readPasswd().find(([user]) => user === name);
    if (entry) return { name, uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new StartupError(
    '以 root 启动时，PostgreSQL 需要普通用户 postgres 或 nobody，但系统中都没有。请以普通用户启动。',
  );
}

/** Who owns a folder; null when it does not exist. */
function ownerOf(folder: string): OsUser | null {
  let found: Stats | undefined;
  try {
    found = statSync(folder, { throwIfNoEntry: false });
  } catch (error) {
    throwFileFault(error, folder);
  }
  if (!found) return null;
  const name = readPasswd().find((entry) => Number(entry[2]) === found.uid)?.[0];
  return { uid: found.uid, gid: found.gid, name: name ?? String(found.uid) };
}

/** Whether every folder up to the root lets that user pass. */
function mayPassFolders(path: string, uid: number): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const { mode, uid: owner } = statSync(folder);
    const pass = owner === uid ? 0o100 : 0o001;
    if ((mode & pass) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
