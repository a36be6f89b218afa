import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartupError } from '../pg/startup-error';
import { blobConformance } from './conformance';
import { type S3Settings, type S3Store, s3Bucket } from './s3';

/** The part of s3rver's folder that is mended here; its types leave it out. */
interface Folder {
  getResourcePath(bucket: string, key: string, kind: 'object'): string;
  putMetadata(bucket: string, key: string, metadata: unknown, md5: string): Promise<void>;
  getObject(bucket: string, key: string, range?: { start?: number; end?: number | string }): Promise<unknown>;
  putObject(object: { bucket: string; key: string; content: Readable; metadata: unknown }): Promise<unknown>;
}

// its types leave out what it consists of
const inside = (server: S3rver) => server as unknown as { store: Folder; httpServer: Server };

/** s3rver answers before the bytes are on disk, writes over an object that is being read, and takes the end 0 of a range for none. Real services do none of it, and so does it here. */
function mend(server: S3rver): void {
  const { store } = inside(server);
  const getObject = store.getObject.bind(store);
  store.getObject = (bucket, key, range) => getObject(bucket, key, range?.end === 0 ? { ...range, end: '0' } : range);
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const path = store.getResourcePath(bucket, key, 'object');
    mkdirSync(dirname(path), { recursive: true });
    const hash = createHash('md5');
    let size = 0;
    const counted = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
    });
    await pipeline(content, counted, createWriteStream(`${path}.new`));
    renameSync(`${path}.new`, path);
    const md5 = hash.digest('hex');
    await store.putMetadata(bucket, key, metadata, md5);
    return { size, md5 };
  };
}

const directory = mkdtempSync(join(tmpdir(), 's3-'));
const buckets = Array.from({ length: 40 }, (_, i) => ({ name: `tongda-${i}`, configs: [] }));
const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: buckets });
const opened: S3Store[] = [];
const requests: string[] = [];
let port = 0;

const settings = (change: Partial<S3Settings> = {}): S3Settings => ({
  bucket: 'tongda-0',
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  accessKey: 'S3RVER',
  secretKey: 'S3RVER',
  pathStyle: true,
  ...change,
});
const open = (change: Partial<S3Settings> = {}): S3Store => {
  const store = s3Bucket(settings(change));
  opened.push(store);
  return store;
};

beforeAll(async () => {
  mend(server);
  ({ port } = await server.run());
  inside(server).httpServer.on('request', ({ method, url }) => requests.push(`${method} ${url}`));
});
afterAll(async () => {
  for (const store of opened) store.close();
  await server.close();
  rmSync(directory, { recursive: true });
});

let used = 0;
blobConformance('a bucket', () => open({ bucket: `tongda-${++used}` }));

describe('a bucket', () => {
  it('takes large streams in parts, whose borders are nowhere in what comes back', async () => {
    const store = open();
    const bytes = randomBytes(17 * 1024 * 1024 + 5);
    const pieces = function* () {
      for (let at = 0; at < bytes.length; at += 700_001) yield bytes.subarray(at, at + 700_001);
    };
    expect(await store.put('large', Readable.from(pieces()))).toEqual({ sizeBytes: bytes.length });
    const blob = await store.get('large');
    expect(blob?.sizeBytes).toBe(bytes.length);
    expect(blob && (await buffer(blob.stream)).equals(bytes)).toBe(true);
    const [first, last] = [8 * 1024 * 1024 - 1, 16 * 1024 * 1024];
    const part = await store.get('large', { first, last });
    expect(part).toMatchObject({ sizeBytes: bytes.length, from: first, length: last - first + 1 });
    expect(part && (await buffer(part.stream)).equals(bytes.subarray(first, last + 1))).toBe(true);
  });

  it('keeps the old object, and asks for the parts to be removed, when a large stream breaks off', async () => {
    const store = open();
    await store.put('old', Buffer.from('whole'));
    const pieces = function* () {
      for (let i = 0; i < 17; i++) yield Buffer.alloc(1024 * 1024, i);
      throw new Error('line cut');
    };
    await expect(store.put('old', Readable.from(pieces()))).rejects.toThrow('line cut');
    const blob = await store.get('old');
    expect(blob && (await buffer(blob.stream)).toString()).toBe('whole');
    // s3rver knows no such request, real services remove what has come
    expect(requests.filter((line) => /^DELETE \/tongda-0\/old\?.*uploadId=/u.test(line))).toHaveLength(1);
  });

  it('is looked at when the server starts: what is wrong with the settings is said in a sentence', async () => {
    await open().check();
    await expect(open({ bucket: 'nowhere' }).check()).rejects.toThrow('对象存储中没有存储桶 nowhere（S3_BUCKET）');
    await expect(open({ accessKey: 'UNKNOWN' }).check()).rejects.toThrow('请检查 S3_ACCESS_KEY、S3_SECRET_KEY');
  });

  it('that cannot be reached is no mistake of the settings', async () => {
    const away = open({ endpoint: 'http://127.0.0.1:1' });
    const error = await away.check().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(StartupError);
  });

  it('never names its keys in an error', async () => {
    const store = open({ accessKey: 'AKIA-OF-NOBODY', secretKey: 'very-secret-word' });
    const error = await store.put('a', Buffer.from('1')).catch((reason: unknown) => reason);
    expect(String(error)).toMatch(/object store: \w+ \(403\)/u);
    const all = `${JSON.stringify(error, Object.getOwnPropertyNames(error))}`;
    expect(all).not.toContain('very-secret-word');
    expect(all).not.toContain('AKIA-OF-NOBODY');
  });
});
