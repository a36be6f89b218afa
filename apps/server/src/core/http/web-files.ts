import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { unknownCall } from './errors';

/** A path that names a file, so that it is 404 when missing. Addresses of pages may end in .html (/report/404.html) and .jsp too. */
const asset = /\.(?!html|jsp)[a-z0-9]{2,11}$/iu;

/** Paths that programs call and no page has. */
const machine = /^\/(?:api|intCall|metrics|healthz|readyz)(?:\/|$)/u;

/** Whether the path of an address is one that a page or a file of ours can have: readable, without hidden files, parents or control characters. */
function isPlainPath(url: string): boolean {
  let path: string;
  try {
    path = decodeURIComponent(url.split('?', 1)[0] ?? '');
  } catch {
    return false;
  }
  return !/[\p{Cc}\\]|\/\./u.test(path);
}

/** Whether a browser asks for a page to show; programs ask for anything, or for JSON. */
const wantsPage = (accept = ''): boolean => /\btext\/html\b/u.test(accept);

/**
 * Serves the built web client. Hashed assets may be cached for a year, the page itself never; every path below one of `pages` (`/community`)
 * answers the page, whose router shows it. Elsewhere there is nothing: browsers get the page with 404, so that somebody reads 页面不存在,
 * programs our envelope. False when there is no build.
 */
export async function serveWeb(app: FastifyInstance, root: string, pages: readonly string[]): Promise<boolean> {
  if (!existsSync(join(root, 'index.html'))) return false;
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = /[\\/]assets[\\/]/u.test(path);
      reply.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.addHook('onRequest', async (req, reply) => {
    if (!req.url.startsWith('/api/') && !isPlainPath(req.url)) return reply.status(404).send();
  });
  app.setNotFoundHandler((req, reply) => {
    const path = req.url.split('?')[0] ?? '';
    if (machine.test(path)) return reply.status(404).send(unknownCall);
    if (req.method === 'GET' && asset.test(path)) return reply.status(404).send();
    if (req.method === 'GET' && pages.some((page) => path === page || path.startsWith(`${page}/`)))
      return reply.sendFile('index.html');
    if (req.method === 'GET' && wantsPage(req.headers.accept)) return reply.status(404).sendFile('index.html');
    return reply.status(404).send(unknownCall);
  });
  return true;
}
