import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** A path that names a file, so that it is 404 when missing. Addresses of pages may end in .html (/report/404.html) and .jsp too. */
const asset = /\.(?!html|jsp)[a-z0-9]{2,11}$/iu;

/** Serves the built web client. Hashed assets may be cached for a year, the page itself never; every other path answers the page, whose router shows it. False when there is no build. */
export async function serveWeb(app: FastifyInstance, root: string): Promise<boolean> {
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
  app.setNotFoundHandler((req, reply) => {
    if (req.url.startsWith('/api/')) return reply.status(404).send({ code: 4004, msg: '接口不存在', data: null });
    if (req.method !== 'GET' || asset.test(req.url.split('?')[0] ?? '')) return reply.status(404).send();
    return reply.sendFile('index.html');
  });
  return true;
}
