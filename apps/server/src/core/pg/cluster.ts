import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { errorCode } from '../run/error-code';
import { handOver, type Quarters } from './run-as';
import { StartupError, serverFaultOf, throwFileFault } from './startup-error';

/** Major version of the bundled PostgreSQL; a cluster of another one is refused. */
export const major = '18';
/** The superuser of the cluster: a role in the database, not a user of the machine. */
export const superuser = 'tongda';

const longestSocketFolder = 90;

/** Makes DATA_DIR if necessary and checks that it can be written; answers its absolute path. Throws StartupError. */
export function prepareFolder(dataDir: string): string {
  const folder = resolve(dataDir);
  const probe = join(folder, `.write-test.${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, Buffer.alloc(64 * 1024));
    rmSync(probe);
  } catch (error) {
    if (errorCode(error) === 'ENOSPC') rmSync(probe, { force: true });
    throwFileFault(error, folder);
  }
  return folder;
}

/** Makes the cluster on the first start and refuses one of another version. Throws StartupError. */
export function prepareCluster(quarters: Quarters): string {
  const cluster = join(quarters.base, 'pg');
  if (!existsSync(join(cluster, 'PG_VERSION'))) initCluster(quarters, cluster);
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (found !== major)
    throw new StartupError(
      `数据目录中的数据库是 PostgreSQL ${found} 建立的，本程序内置 ${major}。请用原来的版本导出后再导入，或换一个 DATA_DIR。`,
    );
  return cluster;
}

/** Runs initdb in another folder and renames it when it is complete, so that a killed first start leaves nothing half made. */
function initCluster(quarters: Quarters, cluster: string): void {
  const fresh = `${cluster}.new`;
  let failure = '';
  // Chinese trigrams (search by part of a name) need a character type that knows more than ASCII; old systems have no C.UTF-8
  for (const ctype of ['C.UTF-8', 'C']) {
    try {
      rmSync(fresh, { recursive: true, force: true });
      mkdirSync(fresh, { mode: 0o700 });
      handOver(fresh, quarters);
    } catch (error) {
      throwFileFault(error, quarters.base);
    }
    failure = runInitdb(quarters, fresh, ctype);
    if (failure === '') {
      renameSync(fresh, cluster);
      return;
    }
    rmSync(fresh, { recursive: true, force: true });
    if (!/invalid locale name/u.test(failure)) break;
  }
  throw serverFaultOf(failure, quarters.base, '内置 PostgreSQL 初始化失败');
}

/** Runs initdb; answers what it complained of, '' when all went well. Texts are sorted by pinyin. */
function runInitdb(quarters: Quarters, folder: string, ctype: string): string {
  const locale = ['--locale=C', `--lc-ctype=${ctype}`, '--locale-provider=icu', '--icu-locale=zh-Hans'];
  const args = ['-D', folder, '-U', superuser, '-A', 'trust', '-E', 'UTF8', ...locale, '--no-instructions'];
  const program = join(quarters.native, 'bin', 'initdb');
  const done = spawnSync(program, args, { ...spawnOptions(quarters), encoding: 'utf8' });
  if (done.error) return done.error.message;
  return done.status === 0 ? '' : done.stderr.trim() || `initdb ended with ${done.status ?? done.signal}`;
}

/** The folder of the socket. A socket's path may have about 107 bytes, so for deep data folders it lies in the temporary folder. */
export function socketFolder(quarters: Quarters): string {
  const beside = join(quarters.base, 'run');
  const short = join(tmpdir(), `tongda-${createHash('sha256').update(beside).digest('hex').slice(0, 10)}`);
  const folder = Buffer.byteLength(beside) <= longestSocketFolder ? beside : short;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!lstatSync(folder).isDirectory()) throw new StartupError(`${folder} 不是文件夹，请删除后重新启动。`);
    chmodSync(folder, 0o700);
    handOver(folder, quarters);
  } catch (error) {
    throwFileFault(error, folder);
  }
  return folder;
}

/** Options for spawning PostgreSQL's programs: as the unprivileged user, without our environment. */
export const spawnOptions = (quarters: Quarters) => ({
  ...(quarters.user ? { uid: quarters.user.uid, gid: quarters.user.gid } : {}),
  cwd: quarters.base,
  env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C', LANG: 'C' },
});
