import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { alive } from './server-lock';
import { StartupError } from './startup-error';

/** The postmaster that runs on a cluster, by its postmaster.pid; null when none does (a stale file after kill -9 counts as none). */
export function runningPostmaster(cluster: string): number | null {
  let pid: number;
  try {
    pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return null;
  }
  return pid > 0 && alive(pid) && runsOn(pid, cluster) ? pid : null;
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
 * A server that was killed leaves its PostgreSQL behind: it is stopped in order before a new one starts on the folder.
 * Throws StartupError when it cannot be stopped.
 */
export async function stopOrphan(cluster: string, log: Logger): Promise<void> {
  const pid = runningPostmaster(cluster);
  if (pid === null) return;
  log.warn({ pid }, 'stopping the PostgreSQL that an earlier server left behind');
  const cannot = new StartupError(`上次运行留下的 PostgreSQL（进程 ${pid}）无法停止，请手工结束后重新启动。`);
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw cannot;
    }
    for (let i = 0; i < seconds * 40 && alive(pid); i++) await sleep(25);
    if (!alive(pid)) return;
  }
  throw cannot;
}
