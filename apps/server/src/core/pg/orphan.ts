import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { alive } from './server-lock';
import { StartupError } from './startup-error';

/** The postmaster that runs on a cluster, by its postmaster.pid; null when none does (a stale file after kill -9 counts as none). */
export function runningPostmaster(cluster: string): number | null {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return pid > 0 && alive(pid) && isPostgres(pid) ? pid : null;
}

function isPostgres(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`).includes('postgres');
  } catch {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
    } catch {
      // no /proc (macOS): a living process named in our own pid file is taken for ours
      return process.platform !== 'linux';
    }
  }
}

/** A server that was killed leaves its PostgreSQL behind: it is stopped in order before a new one starts on the folder. */
export async function stopOrphan(cluster: string, log: Logger): Promise<void> {
  const pid = runningPostmaster(cluster);
  if (pid === null) return;
  log.warn({ pid }, 'stopping the PostgreSQL that an earlier server left behind');
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ] as const) {
    process.kill(pid, signal);
    for (let i = 0; i < seconds * 20 && alive(pid); i++) await sleep(50);
    if (!alive(pid)) return;
  }
  throw new StartupError(`上次运行留下的 PostgreSQL（进程 ${pid}）无法停止，请手工结束后重新启动。`);
}
