import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Endpoint } from '@tongda/contract/core/endpoint';
import { LRUCache } from 'lru-cache';
import { packLevel } from './compress';

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/** The text of an answer that went well. */
export const okBody = (e: Pick<Endpoint, 'okCode'>, data: unknown): string =>
  JSON.stringify({ code: e.okCode, msg: 'ok', data: data ?? null });

/** A whole answer, packed by gzip: who takes gzip gets these bytes as they are. */
export class Packed<T> {
  private constructor(readonly bytes: Buffer) {}

  static async of<T>(e: Pick<Endpoint, 'okCode'>, data: T): Promise<Packed<T>> {
    return new Packed<T>(await pack(okBody(e, data), packLevel));
  }

  /** The data of the answer, for who needs it changed or unpacked. */
  async open(): Promise<T> {
    // it was written by `of`
    return (JSON.parse((await unpack(this.bytes)).toString()) as { data: T }).data;
  }
}

/**
 * Answers of an endpoint that cost much to make, kept packed within `bytes` of memory, the latest used ones. The key names everything that an answer is made of, or a
 * digest of it: nothing ever has to be thrown away because something changed, as what was made of something else has another key.
 */
export class PackedAnswers<T> {
  private readonly kept: LRUCache<string, Packed<T>>;
  /** being made: whoever asks for the same meanwhile waits for it */
  private readonly making = new Map<string, Promise<Packed<T>>>();

  constructor(
    private readonly endpoint: Pick<Endpoint, 'okCode'>,
    bytes: number,
    /** whether an answer is made of nothing but what its key names */
    private readonly keeps: (data: T) => boolean = () => true,
  ) {
    this.kept = new LRUCache({ maxSize: bytes, sizeCalculation: ({ bytes: { length } }) => length + 200 });
  }

  /** The kept answer, or the one that `make` makes. What `make` throws is thrown, and nothing is kept. */
  async get(key: string, make: () => Promise<T>): Promise<Packed<T>> {
    const known = this.kept.get(key) ?? this.making.get(key);
    if (known) return known;
    const made = this.make(key, make).finally(() => this.making.delete(key));
    this.making.set(key, made);
    return made;
  }

  private async make(key: string, make: () => Promise<T>): Promise<Packed<T>> {
    const data = await make();
    const answer = await Packed.of(this.endpoint, data);
    if (this.keeps(data)) this.kept.set(key, answer);
    return answer;
  }
}
