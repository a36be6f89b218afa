import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from './startup-error';

/** When a process started, in clock ticks since boot; tells a process from a later one with the same number. '' when it is gone or unknown. */
export function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** One server a data folder: refuses while another one lives there; a lock left by a killed one is taken over. */
export function takeLock(dataDir: string): () => void {
  const file = join(dataDir, 'server.lock');
  if (existsSync(file)) {
    const [pid = '', started = ''] = readFileSync(file, 'utf8').trim().split(' ');
    const other = Number(pid);
    if (other > 0 && other !== process.pid && alive(other) && startedAt(other) === started) {
      throw new StartupError(
        `数据目录 ${dataDir} 正在被另一个通达服务（进程 ${other}）使用。请先停止它，或换一个 DATA_DIR。`,
      );
    }
  }
  writeFileSync(file, `${process.pid} ${startedAt(process.pid)}\n`);
  return () => rmSync(file, { force: true });
}
