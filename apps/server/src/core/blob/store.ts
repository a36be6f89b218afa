import type { Readable } from 'node:stream';

/** A stored object as it is read. */
export interface Blob {
  stream: Readable;
  sizeBytes: number;
}

/**
 * Where the bytes of files lie. Keys are made by us: segments of letters, digits, `.`, `_` and `-`, joined by `/`; anything else is refused.
 * What a driver has to keep is `conformance.ts`.
 */
export interface BlobStore {
  /** Stores the bytes under a key; an object of the same key is replaced as a whole. Whoever reads meanwhile gets the old or the new one. */
  put(key: string, bytes: Uint8Array | Readable): Promise<{ sizeBytes: number }>;
  /** The object, or null when there is none. The stream must be read or destroyed. */
  get(key: string): Promise<Blob | null>;
  /** Removes the object; nothing happens when there is none. */
  remove(key: string): Promise<void>;
}

const segment = /^(?!\.)[A-Za-z0-9._-]{1,100}$/u;

/** Throws for a key that is not one of ours. */
export function checkKey(key: string): string[] {
  const parts = key.split('/');
  if (parts.length > 8 || !parts.every((part) => segment.test(part)))
    throw new Error(`bad blob key ${JSON.stringify(key)}`);
  return parts;
}
