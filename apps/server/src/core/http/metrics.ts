import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Serves the counters of the process at /metrics to who sends `token` as Bearer token, as Prometheus does with `authorization.credentials`. Without a
 * token in the settings there is no such page: the counters tell how many terminals and users a company has.
 */
export function serveMetrics(app: FastifyInstance, metrics: Registry, token: string | undefined): void {
  if (token === undefined) return;
  const wanted = digestOf(`Bearer ${token}`);
  app.get('/metrics', async (req, reply) => {
    // digests are of one length, and comparing them takes the same time whatever was sent
    if (!timingSafeEqual(digestOf(req.headers.authorization ?? ''), wanted))
      return reply.status(401).header('www-authenticate', 'Bearer').type('text/plain').send('METRICS_TOKEN');
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}
