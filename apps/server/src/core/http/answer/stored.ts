import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AskedRange, readRange } from '../../blob/range';
import type { Blob } from '../../blob/store';

/** A file that is kept, as it is answered to a GET or HEAD. */
export interface StoredFile {
  /** tells what is in it from what is in any other, and from what was in it before; letters, digits, `-` and `_` */
  mark: string;
  mime: string;
  name: string;
  /** shown in the browser, not saved */
  inline?: boolean;
  cacheControl: string;
  read: (asked?: AskedRange) => Promise<Blob | null>;
}

/** Whoever wants no bytes learns the size from the part that costs least. */
const least: AskedRange = { first: 0, last: 0 };

/**
 * Answers a stored file, or the part of it that `Range` asks for (206; 416 where it has none of it), so that films can be wound and broken downloads go on (RFC 9110, 13 and 14). Who asks for
 * several parts at once, or for a part of what was in it before (`If-Range`), gets the whole. Null when its bytes are gone: then nothing has been said yet.
 */
export async function answerStored(
  req: FastifyRequest,
  reply: FastifyReply,
  { mark, mime, name, inline = false, cacheControl, read }: StoredFile,
): Promise<Readable | string | null> {
  const etag = `"${mark}"`;
  const isKnown = names(req.headers['if-none-match'], etag);
  const wantsBytes = req.method === 'GET' && !isKnown;
  const ifRange = req.headers['if-range'];
  const asked = wantsBytes && (ifRange === undefined || ifRange === etag) ? readRange(req.headers.range) : undefined;
  const blob = await read(wantsBytes ? asked : least);
  if (!blob) return null;
  const { stream, sizeBytes, from, length } = blob;
  reply.headers({ etag, 'accept-ranges': 'bytes', 'cache-control': cacheControl });
  if (isKnown) {
    stream.destroy();
    reply.code(304);
    return Readable.from([]);
  }
  if (asked && length === 0) {
    stream.destroy();
    reply.code(416).type('text/plain').header('content-range', `bytes */${sizeBytes}`);
    return '';
  }
  const how = inline ? 'inline' : 'attachment';
  reply.type(mime).header('content-disposition', `${how}; filename*=UTF-8''${encodeURIComponent(name)}`);
  if (!wantsBytes) {
    stream.destroy();
    reply.header('content-length', sizeBytes);
    return Readable.from([]);
  }
  if (asked) reply.code(206).header('content-range', `bytes ${from}-${from + length - 1}/${sizeBytes}`);
  reply.header('content-length', length);
  return stream;
}

/** Whether a header `If-None-Match` names what is there. */
const names = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
