import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { packLevel } from './compress';
import { etagOf } from './etag';

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/** The body of an answer, packed by gzip, with its ETag. */
export interface HeldAnswer {
  bytes: Buffer;
  etag: string;
}

/** The text of a held answer, for who does not take gzip. */
export const textOf = async ({ bytes }: HeldAnswer): Promise<string> => (await unpack(bytes)).toString();

/** How long an answer holds unless said otherwise, ms: nobody sees in a second whether a truck has moved meanwhile, and reports arrive every ten seconds or less often. */
const heldMs = 1_000;
const heldBytes = 16 * 1024 * 1024;

/**
 * Whole answers that many callers ask for within the same second, because each of their pages begins with them: the vehicles of the map, a tree. They are made once and held
 * for a second (reports: a minute), so that fifty dispatchers cost as much as one. The key has to name everything that decides what a caller may see, and {@link allWrites}, so that what
 * somebody has just saved is in the next answer.
 */
export class HeldAnswers {
  private readonly held: LRUCache<string, HeldAnswer>;
  /** being made: whoever asks for the same meanwhile waits for it */
  private readonly making = new Map<string, Promise<HeldAnswer>>();

  /** `ms`: how long an answer holds; `bytes`: how much is held in all, the oldest of which makes room. */
  constructor({ ms = heldMs, bytes: most = heldBytes }: { ms?: number; bytes?: number } = {}) {
    this.held = new LRUCache({
      ttl: ms,
      ttlResolution: 0,
      perf: { now: () => performance.now() },
      maxSize: most,
      sizeCalculation: ({ bytes }, key) => bytes.length + key.length + 200,
    });
  }

  /** The held answer, or the one whose body `make` writes. What `make` throws is thrown, and nothing is held. */
  get(key: string, make: () => Promise<string>): Promise<HeldAnswer> {
    const known = this.held.get(key);
    if (known) return Promise.resolve(known);
    const begun = this.making.get(key);
    if (begun) return begun;
    const made = this.make(key, make).finally(() => this.making.delete(key));
    this.making.set(key, made);
    return made;
  }

  private async make(key: string, make: () => Promise<string>): Promise<HeldAnswer> {
    const text = await make();
    const answer = { bytes: await pack(text, packLevel), etag: etagOf(text) };
    this.held.set(key, answer);
    return answer;
  }
}
