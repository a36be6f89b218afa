import { createHash } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StartupError } from './startup-error';

/** Who PostgreSQL runs as and where it finds its programs and data. */
export interface Quarters {
  /** null: as the user who started us */
  user: { uid: number; gid: number; name: string } | null;
  native: string;
  /** holds the cluster's folder and the socket */
  base: string;
  /** why it is not inside DATA_DIR; empty when it is */
  moved: string;
}

/** PostgreSQL refuses to run as root: then it runs as `postgres` or `nobody`, in folders that this user can reach. */
export function findQuarters(dataDir: string, native: string): Quarters {
  if (process.getuid?.() !== 0) return { user: null, native, base: dataDir, moved: '' };
  const user = unprivileged();
  const pointer = join(dataDir, 'pg.location');
  const before = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : '';
  if (before === '' && reachable(dataDir, user.uid) && reachable(native, user.uid))
    return { user, native, base: dataDir, moved: '' };
  const base =
    before || join('/var/lib/tongda', createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12));
  mkdirSync(base, { recursive: true });
  chmodSync(base, 0o755);
  writeFileSync(pointer, `${base}\n`);
  const copy = join(base, 'programs');
  if (!existsSync(join(copy, 'bin', 'postgres'))) cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return { user, native: copy, base, moved: `${dataDir} 所在文件夹不允许用户 ${user.name} 进入，数据库改放在 ${base}` };
}

/** Hands a folder to the unprivileged user. */
export function own(folder: string, quarters: Quarters): void {
  if (quarters.user) chownSync(folder, quarters.user.uid, quarters.user.gid);
}

function unprivileged(): { uid: number; gid: number; name: string } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const entry = users.find(([user]) => user === name);
    if (entry) return { name, uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new StartupError(
    '以 root 启动时，PostgreSQL 需要普通用户 postgres 或 nobody，但系统中都没有。请以普通用户启动。',
  );
}

/** Whether every folder up to the root lets that user pass. */
function reachable(path: string, uid: number): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const { mode, uid: owner } = statSync(folder);
    if ((mode & 0o001) === 0 && !(owner === uid && (mode & 0o100) !== 0)) return false;
    if (folder === dirname(folder)) return true;
  }
}
