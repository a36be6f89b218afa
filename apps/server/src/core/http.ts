import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type Authenticate, replyWithError } from './route';

export interface HttpOptions {
  log: Logger;
  authenticate: Authenticate;
  /** check answers against the contract */
  checkAnswers: boolean;
  /** origins of map tiles that pages may load pictures from */
  tileOrigins: string[];
}

/** Fastify with our envelope, limits and headers; no routes yet. */
export async function buildHttp(options: HttpOptions): Promise<FastifyInstance> {
  z.config(z.locales.zhCN());
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: true,
    bodyLimit: 1024 * 1024,
    requestTimeout: 60_000,
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.decorate('authenticate', options.authenticate);
  app.decorate('boundEndpoints', new Set<string>());
  app.decorate('checkAnswers', options.checkAnswers);
  app.setErrorHandler((error, req, reply) => replyWithError(error, req, reply));
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 64 * 1024 },
    (_req, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    },
  );
  await app.register(compress, { global: true, threshold: 1024, zlibOptions: { level: 3 } });
  await app.register(multipart, { limits: { fileSize: 10 * 1024 * 1024, files: 1 } });
  const csp = contentPolicy(options.tileOrigins);
  app.addHook('onSend', async (req, reply) => {
    reply
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'same-origin')
      .header('x-frame-options', 'SAMEORIGIN');
    if (req.url.startsWith('/api/')) {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    } else reply.header('content-security-policy', csp);
  });
  return app;
}

function contentPolicy(tileOrigins: string[]): string {
  const tiles = tileOrigins.join(' ');
  return [
    "default-src 'self'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${tiles}`.trim(),
    `connect-src 'self' ws: wss: ${tiles}`.trim(),
    "frame-ancestors 'self'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; ');
}
