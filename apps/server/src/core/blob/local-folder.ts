import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../run/error-code';
import { type AskedRange, partOf } from './range';
import { type Blob, type BlobStore, checkKey } from './store';

/** A blob store of files below a folder. A file is written under another name, flushed to disk and then renamed, so that a crash leaves no half object. */
export function localFolder(root: string): BlobStore {
  const pathOf = (key: string): string => join(root, ...checkKey(key));
  return {
    put: async (key, bytes) => {
      const path = pathOf(key);
      const part = `${path}.${randomUUID()}.part`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        const out = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
        await pipeline(bytes instanceof Readable ? bytes : Readable.from([bytes]), out);
        await rename(part, path);
        return { sizeBytes: out.bytesWritten };
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    get: async (key, asked) => readFileAt(pathOf(key), asked),
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

/** A file on disk, or a part of it; null when there is none. */
export async function readFileAt(path: string, asked?: AskedRange): Promise<Blob | null> {
  try {
    const file = await open(path, 'r');
    const { size: sizeBytes } = await file.stat();
    const { from, length } = partOf(sizeBytes, asked);
    // a stream of a file reads at least one byte
    if (length === 0) await file.close();
    const stream =
      length === 0 ? Readable.from([]) : createReadStream('', { fd: file, start: from, end: from + length - 1 });
    return { stream, sizeBytes, from, length };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
