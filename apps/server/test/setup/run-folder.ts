import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { stopOrphan } from '../../src/core/pg/orphan';
import { isAlive, processStartOf, takeLock } from '../../src/core/pg/server-lock';
import { StartupError } from '../../src/core/pg/startup-error';
import { errorCode } from '../../src/core/run/error-code';
import { fastScratchFolder, memoryRoot, scratchFolder } from '../scratch';

/** What a run may leave behind in memory when it is killed: its PostgreSQL, and the files of the benchmarks' small forms. */
type RunName = 'test' | 'bench';
const ofRuns = /^tongda-(?:test|bench)-/u;

/** The file in a run's folder that says whose it is; touched as long as the run lives. */
const signName = 'alive';
const touchEveryMs = 10_000;
/** Who has not touched his sign for so long is gone, ms. A machine that others use holds a process up for seconds, not for minutes. */
const silentMs = 5 * 60_000;

export interface RunFolder {
  path: string;
  remove(): void;
}

/** A scratch folder of this run, in memory if asked. It goes with {@link RunFolder.remove}, at the end of the process, or by the next run's {@link sweepRuns}. */
export function runFolder(name: RunName, { fast = true } = {}): RunFolder {
  const path = fast ? fastScratchFolder(name) : scratchFolder(name);
  const sign = join(path, signName);
  writeFileSync(sign, `${process.pid} ${processStartOf(process.pid)} ${processSpace()}\n`);
  const touching = setInterval(() => touch(sign), touchEveryMs);
  touching.unref();
  const remove = (): void => {
    clearInterval(touching);
    process.off('exit', remove);
    rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', remove);
  return { path, remove };
}

function touch(sign: string): void {
  try {
    utimesSync(sign, new Date(), new Date());
  } catch {
    // somebody removed the folder: the run says so itself
  }
}

/** Removes what runs that were killed left behind, and stops the PostgreSQL of each. */
export async function sweepRuns(roots: readonly string[] = [tmpdir(), memoryRoot]): Promise<void> {
  for (const root of roots.filter((one) => existsSync(one)))
    for (const name of readdirSync(root)) {
      const folder = join(root, name);
      if (!ofRuns.test(name)) continue;
      try {
        if (!isOurs(folder) || isInUse(folder)) continue;
        for (const dataDir of [folder, ...foldersIn(folder)]) await stopServerOf(dataDir);
        rmSync(folder, { recursive: true, force: true });
      } catch (error) {
        // a server in it runs, or somebody else just removed it
        if (!(error instanceof StartupError) && errorCode(error) !== 'ENOENT') throw error;
      }
    }
}

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [join(folder, one.name)] : []));

async function stopServerOf(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, 'server.lock'))) return;
  const release = takeLock(dataDir);
  await stopOrphan(join(dataDir, 'pg'), join(dataDir, 'run'), pino({ level: 'silent' }));
  release();
}

const isOurs = (folder: string): boolean => statSync(folder).uid === (process.getuid?.() ?? 0);

/**
 * Whether the run of a folder lives. In our own space of process numbers its number tells; a container that shares this folder with us has others,
 * and a folder without a sign may just have been made: there the last sign of life does.
 */
function isInUse(folder: string): boolean {
  const sign = join(folder, signName);
  const [pid, started, space] = existsSync(sign) ? readFileSync(sign, 'utf8').trim().split(' ') : [];
  if (space === processSpace()) return isAlive(Number(pid)) && processStartOf(Number(pid)) === started;
  return Date.now() - statSync(space ? sign : folder).mtimeMs < silentMs;
}

/** Name of the space in which our process numbers hold: of this container, or `-` where there are none. */
function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '-';
  }
}
