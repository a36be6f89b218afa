import type { Readable } from 'node:stream';
import type { AskedRange, Part } from './range';

/** A stored object that is being read, or the part of it that was asked for. */
export interface Blob extends Part {
  stream: Readable;
  /** of the whole object */
  sizeBytes: number;
}

/**
 * Stores the bytes of uploaded files under keys. Keys are made by our code: segments of letters, digits, `.`, `_` and `-`, joined by `/`; functions
 * throw for any other. The rules for implementations are the tests in `conformance.ts`.
 */
export interface BlobStore {
  /** Stores bytes under a key, replacing an object of the same key as a whole: a reader gets either the old or the new one. When it rejects, the old one is unchanged. */
  put(key: string, bytes: Uint8Array | Readable): Promise<{ sizeBytes: number }>;
  /** The object or a part of it, which is empty where it has nothing of what is asked; null when there is no such object. The stream must be read or destroyed. */
  get(key: string, asked?: AskedRange): Promise<Blob | null>;
  /** Removes an object; does nothing when there is none. */
  remove(key: string): Promise<void>;
}

const segment = /^(?!\.)[A-Za-z0-9._-]{1,100}$/u;

/** The segments of a key; throws for a key that is not allowed. */
export function checkKey(key: string): string[] {
  const parts = key.split('/');
  if (parts.length > 8 || !parts.every((part) => segment.test(part)))
    throw new Error(`bad blob key ${JSON.stringify(key)}`);
  return parts;
}
