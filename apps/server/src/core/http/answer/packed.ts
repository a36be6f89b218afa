import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Endpoint } from '@tongda/contract/core/endpoint';
import { packLevel } from './compress';
import { etagOf } from './etag';

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/** The text of an answer that went well. */
export const okBody = (e: Pick<Endpoint, 'okCode'>, data: unknown): string =>
  JSON.stringify({ code: e.okCode, msg: 'ok', data: data ?? null });

/** A whole answer, packed by gzip, with its ETag: who takes gzip gets these bytes as they are. */
export class Packed<T = unknown> {
  private constructor(
    readonly bytes: Buffer,
    readonly etag: string,
  ) {}

  static of<T>(e: Pick<Endpoint, 'okCode'>, data: T): Promise<Packed<T>> {
    return Packed.ofText<T>(okBody(e, data));
  }

  /** An answer whose body is written already. */
  static async ofText<T>(text: string): Promise<Packed<T>> {
    return new Packed<T>(await pack(text, packLevel), etagOf(text));
  }

  /** The body, for who does not take gzip. */
  async text(): Promise<string> {
    return (await unpack(this.bytes)).toString();
  }

  /** The data of the answer, for who needs it changed. */
  async open(): Promise<T> {
    // it was written from such data
    return (JSON.parse(await this.text()) as { data: T }).data;
  }
}
