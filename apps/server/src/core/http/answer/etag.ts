import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** its answers carry an ETag (`kept` of the contract) */
    kept?: boolean;
  }
}

/** The ETag of a body; weak, as it is the same packed and unpacked. */
export const etagOf = (text: string): string =>
  `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

/**
 * Gives answers of kept endpoints an ETag, and answers 304 without a body to who says with If-None-Match that he has this one. Most of our calls are POSTs that only
 * read, so this holds for them too; no cache between us and the browser keeps answers of POSTs, the web client does it itself.
 */
export function tagAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (req, reply, payload) => {
    if (!req.routeOptions.config.kept || typeof payload !== 'string' || reply.statusCode !== 200) return payload;
    const etag = etagOf(payload);
    reply.header('etag', etag);
    if (req.headers['if-none-match'] !== etag) return payload;
    reply.code(304).removeHeader('content-length');
    return null;
  });
}
