import { randomBytes } from 'node:crypto';
import multipart from '@fastify/multipart';
import { constants } from '@tongda/contract/shell/constants';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { compressAnswers } from './answer/compress';
import { tagAnswers } from './answer/etag';
import { unknownCall } from './errors';
import { readJsonBodies } from './json-body';
import { type Authenticate, replyWithError } from './route';

export interface HttpOptions {
  log: Logger;
  authenticate: Authenticate;
  /** check answers against the contract */
  checkAnswers: boolean;
  /** origins of map tiles that pages may load pictures from */
  tileOrigins: string[];
  /** proxies that may say where a visitor comes from: addresses, networks or names of networks; none: the connection's own address counts */
  trustProxy: string[];
}

/** Makes the Fastify server with our error answers, limits and security headers, without routes. */
export async function buildHttp(options: HttpOptions): Promise<FastifyInstance> {
  z.config(z.locales.zhCN());
  const harden = hardenBy(contentPolicy(options.tileOrigins));
  const app = fastify({
    // pino's logger has everything that Fastify's type asks for, and more
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    bodyLimit: 1024 * 1024,
    // as long as the web client waits for an upload over a bad line
    requestTimeout: constants.request.uploadTimeoutMs,
    // users see this number under an unexpected error; it is random, so that it finds the line in the log also after a restart
    genReqId: () => randomBytes(8).toString('hex'),
    routerOptions: { ignoreTrailingSlash: true },
    // an address that is not even readable names nothing
    frameworkErrors: (_error, req, reply) => {
      // no hook runs for it
      harden(req, reply as FastifyReply);
      // no route was found, so there is no type of answer either
      (reply as FastifyReply).status(404).send(req.url.startsWith('/api/') ? unknownCall : undefined);
    },
  });
  app.decorate('authenticate', options.authenticate);
  app.decorate('boundEndpoints', new Set<string>());
  app.decorate('details', new Map());
  app.decorate('checkAnswers', options.checkAnswers);
  app.setErrorHandler((error, req, reply) => replyWithError(error, req, reply));
  readJsonBodies(app);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 64 * 1024 },
    (_req, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    },
  );
  await app.register(multipart, { limits: { fileSize: 10 * 1024 * 1024, files: 1 } });
  app.addHook('onSend', async (req, reply) => harden(req, reply));
  tagAnswers(app);
  compressAnswers(app);
  return app;
}

/** Sets the security headers of an answer; `pagePolicy` is the content policy of pages. */
const hardenBy =
  (pagePolicy: string) =>
  (req: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(hardening);
    if (req.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (!req.url.startsWith('/api/')) {
      reply.header('content-security-policy', pagePolicy);
      return;
    }
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    // The API document is a page with a policy of its own.
    if (!reply.hasHeader('content-security-policy') && !req.url.startsWith('/api/docs'))
      reply.header('content-security-policy', nothingRuns);
  };

/** Policy of answers that no browser shows as a page; `default-src` says nothing about the last three. */
const nothingRuns = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of every answer, as the OWASP Secure Headers Project recommends them. */
const hardening = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-dns-prefetch-control': 'off',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'accelerometer=(), browsing-topics=(), display-capture=(), gyroscope=(), magnetometer=(), midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=(), camera=(self), microphone=(self), geolocation=(self), fullscreen=(self)',
} as const;

function contentPolicy(tileOrigins: string[]): string {
  const tiles = tileOrigins.join(' ');
  return [
    "default-src 'self'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${tiles}`.trim(),
    // 'self' includes the live socket of this very origin
    `connect-src 'self' ${tiles}`.trim(),
    "font-src 'self' data:",
    "media-src 'self' blob:",
    "object-src 'none'",
    "manifest-src 'self'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}
