import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '@tongda/contract/core/durations';
import { errorCode } from '../../core/run/error-code';

/** Parts of files are given up after this time without a change. */
const keptMs = 4 * dayMs;

/** Files of evidence that are not whole yet, each under the id of its row, in a folder of this machine. */
export class PartsFolder {
  constructor(private readonly root: string) {}

  /** The part of a file, opened to write; `fresh`: there was none. */
  async open(id: string): Promise<{ handle: FileHandle; fresh: boolean }> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    const path = this.pathOf(id);
    try {
      return { handle: await open(path, 'r+'), fresh: false };
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      return { handle: await open(path, 'w+', 0o600), fresh: true };
    }
  }

  remove(id: string): Promise<void> {
    return rm(this.pathOf(id), { force: true });
  }

  /** Removes parts of which the rest never came. */
  async tidy(now: number): Promise<void> {
    for (const name of await readdir(this.root).catch(() => [])) {
      const path = join(this.root, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
      if (now - mtimeMs > keptMs) await rm(path, { force: true });
    }
  }

  private pathOf(id: string): string {
    return join(this.root, `${id}.part`);
  }
}
