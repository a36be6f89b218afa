import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { errorCode } from '../run/error-code';
import { isAlive } from './server-lock';
import { StartupError } from './startup-error';

/** The postmaster that runs on a cluster, by its postmaster.pid; null when none does (a stale file after kill -9 counts as none). */
export function runningPostmaster(cluster: string): number | null {
  const pid = recordedPid(join(cluster, 'postmaster.pid'));
  return pid > 0 && isAlive(pid) && runsOn(pid, cluster) ? pid : null;
}

function recordedPid(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
}

/** Numbers of processes are used again: only a postgres whose command line names this very folder is ours. */
function runsOn(pid: number, cluster: string): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return (words[0] ?? '').includes('postgres') && words.includes(cluster);
  } catch {
    // no /proc (macOS): a living process named in our own pid file is taken for ours
    return process.platform !== 'linux';
  }
}

/**
 * A server that was killed leaves its PostgreSQL behind: it is stopped in order before a new one starts on the folder, and what a killed
 * PostgreSQL leaves is cleared. Throws StartupError when it cannot be stopped.
 */
export async function stopOrphan(cluster: string, socket: string, log: Logger): Promise<void> {
  const pid = runningPostmaster(cluster);
  if (pid !== null) await stopPostmaster(pid, log);
  await clearStale(cluster, socket, log);
}

/**
 * The children of a killed postmaster end by themselves, which takes a moment. Afterwards the number in its files may belong to somebody else, or
 * to a dead process that nobody has collected (a container without init): PostgreSQL would refuse to start because of it.
 */
async function clearStale(cluster: string, socket: string, log: Logger): Promise<void> {
  if (process.platform !== 'linux') return;
  for (let i = 0; i < 400 && workersOn(cluster); i++) await sleep(25);
  if (workersOn(cluster)) return;
  for (const file of [join(cluster, 'postmaster.pid'), join(socket, '.s.PGSQL.5432.lock')]) {
    const pid = recordedPid(file);
    if (pid <= 0 || !numberTaken(pid)) continue;
    rmSync(file, { force: true });
    log.warn({ pid, file }, 'removed the process file of a PostgreSQL that is gone');
  }
}

/** Every PostgreSQL process works in the cluster's folder. */
function workersOn(cluster: string): boolean {
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/u.test(name)) return false;
    try {
      return readlinkSync(`/proc/${name}/cwd`) === cluster;
    } catch {
      return false;
    }
  });
}

function numberTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

async function stopPostmaster(pid: number, log: Logger): Promise<void> {
  log.warn({ orphan: pid }, 'stopping the PostgreSQL that an earlier server left behind');
  const cannot = new StartupError(`上次运行留下的 PostgreSQL（进程 ${pid}）无法停止，请手工结束后重新启动。`);
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (errorCode(error) === 'ESRCH') return;
      throw cannot;
    }
    for (let i = 0; i < seconds * 40 && isAlive(pid); i++) await sleep(25);
    if (!isAlive(pid)) return;
  }
  throw cannot;
}
