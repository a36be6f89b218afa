import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../core/run/error-code';

/** A file of a backup: path inside it, size and SHA-256. */
export interface CopiedFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** Paths of all files below a folder, relative to it and with `/` between segments. A path for which `skip` is true is left out with everything below. */
export async function filesOf(
  folder: string,
  skip: (path: string) => boolean = () => false,
  under = '',
): Promise<string[]> {
  const entries = await readdir(join(folder, under), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    if (skip(path)) continue;
    if (entry.isDirectory()) found.push(...(await filesOf(folder, skip, path)));
    else if (entry.isFile()) found.push(path);
  }
  return found;
}

/** Paths of all folders below a folder, also of empty ones, which PostgreSQL needs. */
export async function foldersOf(folder: string, under = ''): Promise<string[]> {
  const entries = await readdir(join(folder, under), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    found.push(path, ...(await foldersOf(folder, path)));
  }
  return found;
}

/** Copies one file and says what was copied; null when it has gone meanwhile, as a running database removes files. */
export async function copyFile(from: string, to: string, path: string): Promise<CopiedFile | null> {
  const hash = createHash('sha256');
  let bytes = 0;
  await mkdir(join(to, '..'), { recursive: true, mode: 0o700 });
  const count = new PassThrough();
  count.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  try {
    await pipeline(createReadStream(from), count, createWriteStream(to, { mode: 0o600 }));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

/** Compares files with their list: paths of those that are missing, of another length or changed. */
export async function wrongFiles(folder: string, files: readonly CopiedFile[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { path, bytes, sha256 } of files) {
    const there = await stat(join(folder, path)).catch(() => null);
    if (there?.size !== bytes || (await hashOfFile(join(folder, path))) !== sha256) wrong.push(path);
  }
  return wrong;
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  // a stream without an encoding gives buffers
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
