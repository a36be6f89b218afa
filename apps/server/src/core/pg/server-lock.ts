import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../run/error-code';
import { StartupError, throwFileFault } from './startup-error';

/** When a process started, in clock ticks since boot; tells a process from a later one with the same number. '' when it is gone or unknown. */
export function processStartOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Whether a process with this number runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Whether a process has ended but its parent has not collected it (in a container without an init process nobody ever does). */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}

/**
 * Makes sure that only one server runs on a data folder: throws StartupError while another one does; a lock left by a killed one is taken over. Answers the
 * function that frees the folder.
 */
export function takeLock(dataDir: string): () => void {
  const file = join(dataDir, 'server.lock');
  const mine = `${process.pid} ${processStartOf(process.pid)}\n`;
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, mine);
    for (let attempt = 0; !placeLock(draft, file); attempt++) {
      const holder = holderOf(file);
      if (holder !== null || attempt === 5)
        throw new StartupError(
          `数据目录 ${dataDir} 正在被另一个通达服务（进程 ${holder ?? '未知'}）使用。请先停止它，或换一个 DATA_DIR。`,
        );
      rmSync(file, { force: true });
    }
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throwFileFault(error, dataDir);
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readOrEmpty(file) === mine) rmSync(file, { force: true });
  };
}

/** Puts the lock in place with a hard link: it appears at once with its contents, and only one process can make it. */
function placeLock(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The process number of the running server that holds the lock; null when the lock was left behind. */
function holderOf(file: string): number | null {
  const [pid = '', started = ''] = readOrEmpty(file).trim().split(' ');
  const holder = Number(pid);
  return holder > 0 && isAlive(holder) && processStartOf(holder) === started ? holder : null;
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
