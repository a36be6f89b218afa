import { promisify } from 'node:util';
import { constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const pack = promisify(gzip);
/** Shorter answers fit into a packet or two anyway, bytes. */
const leastLength = 1024;
/** Level 1 packs our JSON to about a tenth more than level 6, in a third of the time. */
export const packLevel = { level: constants.Z_BEST_SPEED };
/** Up to here packing takes a fifth of a millisecond, less than the way to another thread and back; characters. */
const shortLength = 32 * 1024;
/** … with a window of 8 KB, because making room for a bigger one would take as long as the packing. */
const shortLevel = { ...packLevel, windowBits: 13, memLevel: 6 };

/**
 * Packs answers that are texts (JSON) for who takes gzip, long ones outside the thread that answers. Files are not touched: pages are packed when they are built, and what is
 * exported is a zip by itself.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (req, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < leastLength || reply.hasHeader('content-encoding'))
      return payload;
    reply.header('vary', 'accept-encoding');
    if (!takesGzip(req.headers['accept-encoding'])) return payload;
    reply.header('content-encoding', 'gzip');
    reply.removeHeader('content-length');
    return payload.length <= shortLength ? gzipSync(payload, shortLevel) : pack(payload, packLevel);
  });
}

/** Whether a header `Accept-Encoding` allows gzip (RFC 9110, 12.5.3). */
export function takesGzip(header: string | string[] | undefined): boolean {
  const asked = String(header ?? '')
    .split(',')
    .map((part) => part.split(';').map((word) => word.trim().toLowerCase()));
  const found = asked.find(([name]) => name === 'gzip') ?? asked.find(([name]) => name === '*');
  return found !== undefined && !found.slice(1).some((weight) => /^q=0(?:\.0*)?$/u.test(weight));
}
