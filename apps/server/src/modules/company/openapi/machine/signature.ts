import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Transform } from 'node:stream';
import { clockWindowS, type SignedParts, signedHeaders, textToSign } from '@tongda/contract/company/openapi/signature';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const bodies = new WeakMap<FastifyRequest, ReturnType<typeof createHash>>();
const nothing = createHash('sha256').digest('hex');

const headerOf = (req: FastifyRequest, name: string): string => {
  const value = req.headers[name.toLowerCase()];
  return typeof value === 'string' ? value : '';
};

/** Whether a request says that a program makes it. */
export const isSigned = (req: FastifyRequest): boolean => headerOf(req, signedHeaders.appKey) !== '';

/** Computes the hash of what programs send, while it is read: it is never held twice. */
export function hashBodies(http: FastifyInstance): void {
  http.addHook('preParsing', async (req, _reply, payload) => {
    if (!isSigned(req)) return payload;
    const hash = createHash('sha256');
    bodies.set(req, hash);
    return payload.pipe(
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          done(null, chunk);
        },
      }),
    );
  });
}

/** What the signature of a request has to cover, and the signature that came with it. */
export interface Signed extends SignedParts {
  signature: string;
}

/** Reads the four headers; answers the name of the first that is missing or has not its form. Call once a request: it ends the hash of the body. */
export function readSigned(req: FastifyRequest): Signed | { missing: string } {
  const [appKey, time, nonce, signature] = Object.values(signedHeaders).map((name) => headerOf(req, name));
  if (!appKey || appKey.length > 64) return { missing: signedHeaders.appKey };
  if (!time || !/^\d{10}$/u.test(time)) return { missing: signedHeaders.time };
  if (!nonce || !/^[\w-]{8,64}$/u.test(nonce)) return { missing: signedHeaders.nonce };
  if (!signature || !/^[0-9a-f]{64}$/u.test(signature)) return { missing: signedHeaders.signature };
  const bodyHash = bodies.get(req)?.digest('hex') ?? nothing;
  return { appKey, method: req.method, path: req.raw.url ?? '', time, nonce, bodyHash, signature };
}

/** The signature that a program with this secret writes. */
export const signatureOf = (secret: string, parts: SignedParts): string =>
  createHmac('sha256', secret).update(textToSign(parts)).digest('hex');

/** Whether one of the secrets made the signature. Compares with all of them in constant time. */
export function isSignedBy(secrets: readonly string[], { signature, ...parts }: Signed): boolean {
  const given = Buffer.from(signature);
  let good = false;
  for (const secret of secrets) {
    const expected = Buffer.from(signatureOf(secret, parts));
    good = (expected.length === given.length && timingSafeEqual(expected, given)) || good;
  }
  return good;
}

/** Whether the clock of the caller agrees with ours, ms since 1970. */
export const isInWindow = (time: string, now: number): boolean => Math.abs(Number(time) - now / 1000) <= clockWindowS;
