import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { AskedRange } from './range';
import type { BlobStore } from './store';

/** The rules that every implementation of the blob store must keep, as tests; each implementation's test runs them. */
export function blobConformance(name: string, make: () => BlobStore | Promise<BlobStore>): void {
  const read = async (store: BlobStore, key: string): Promise<Buffer | null> => {
    const blob = await store.get(key);
    return blob ? buffer(blob.stream) : null;
  };
  describe(`${name} keeps the promises of a blob store`, () => {
    it('answers the bytes that were put, from memory or from a stream, with their size', async () => {
      const store = await make();
      const bytes = randomBytes(300_000);
      expect(await store.put('a/1.bin', bytes)).toEqual({ sizeBytes: bytes.length });
      expect(await store.put('a/2.bin', Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]))).toEqual({
        sizeBytes: bytes.length,
      });
      for (const key of ['a/1.bin', 'a/2.bin']) {
        const blob = await store.get(key);
        expect(blob?.sizeBytes).toBe(bytes.length);
        blob?.stream.destroy();
        expect((await read(store, key))?.equals(bytes)).toBe(true);
      }
    });

    it('knows nothing of a key that was never put, and of one that was removed', async () => {
      const store = await make();
      expect(await store.get('no/such')).toBeNull();
      await store.put('x', Buffer.from('1'));
      await store.remove('x');
      await store.remove('x');
      expect(await store.get('x')).toBeNull();
    });

    it('replaces an object as a whole, also for who is reading the old one', async () => {
      const store = await make();
      await store.put('k', Buffer.alloc(200_000, 1));
      const old = await store.get('k');
      await store.put('k', Buffer.from('new'));
      expect(old && (await buffer(old.stream)).length).toBe(200_000);
      expect((await read(store, 'k'))?.toString()).toBe('new');
    });

    it('keeps what was there when a put breaks off', async () => {
      const store = await make();
      await store.put('k', Buffer.from('whole'));
      const broken = Readable.from(
        (function* () {
          yield Buffer.from('half');
          throw new Error('line cut');
        })(),
      );
      await expect(store.put('k', broken)).rejects.toThrow('line cut');
      expect((await read(store, 'k'))?.toString()).toBe('whole');
    });

    answersParts(make);

    it('holds an empty object', async () => {
      const store = await make();
      await store.put('empty', Buffer.alloc(0));
      expect((await read(store, 'empty'))?.length).toBe(0);
    });

    it.each(['', '/etc/passwd', '../up', 'a/../../b', 'a//b', '.hidden', 'a\\b', 'a b', '中文'])(
      'refuses the key %j',
      async (key) => {
        const store = await make();
        await expect(async () => store.put(key, Buffer.from('1'))).rejects.toThrow();
        await expect(async () => store.get(key)).rejects.toThrow();
        await expect(async () => store.remove(key)).rejects.toThrow();
      },
    );
  });
}

/** What the store promises of parts of an object. */
function answersParts(make: () => BlobStore | Promise<BlobStore>): void {
  it('answers the part that is asked for, to the byte, and how large the whole is', async () => {
    const store = await make();
    const bytes = randomBytes(300_000);
    await store.put('film', bytes);
    const last = bytes.length - 1;
    const parts: [AskedRange, number, number][] = [
      [{ first: 0 }, 0, bytes.length],
      [{ first: 0, last: 0 }, 0, 1],
      [{ first: 0, last }, 0, bytes.length],
      [{ first: 1, last: last - 1 }, 1, bytes.length - 2],
      // the border of what is read at once from a disk
      [{ first: 65_535, last: 65_536 }, 65_535, 2],
      [{ first: last }, last, 1],
      [{ first: last - 9, last: last + 9 }, last - 9, 10],
      [{ suffix: 1 }, last, 1],
      [{ suffix: bytes.length + 1 }, 0, bytes.length],
    ];
    for (const [asked, from, length] of parts) {
      const blob = await store.get('film', asked);
      expect({ asked, ...blob, stream: 0 }).toEqual({ asked, sizeBytes: bytes.length, from, length, stream: 0 });
      const part = blob && (await buffer(blob.stream));
      expect(part?.equals(bytes.subarray(from, from + length))).toBe(true);
    }
  });

  it('has nothing behind its end, and says how large it is; a part of nothing is not there', async () => {
    const store = await make();
    await store.put('film', Buffer.alloc(10, 1));
    await store.put('empty', Buffer.alloc(0));
    const nothing: [string, AskedRange, number][] = [
      ['film', { first: 10 }, 10],
      ['film', { first: 11, last: 20 }, 10],
      ['film', { suffix: 0 }, 10],
      ['empty', { first: 0 }, 0],
      ['empty', { suffix: 5 }, 0],
    ];
    for (const [key, asked, sizeBytes] of nothing) {
      const blob = await store.get(key, asked);
      expect(blob).toMatchObject({ sizeBytes, length: 0 });
      expect(blob && (await buffer(blob.stream)).length).toBe(0);
    }
    expect(await store.get('no/such', { first: 0 })).toBeNull();
  });
}
