import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

const patienceMs = 2_000;

/**
 * Binds `/healthz`, which always answers, and `/readyz`, which tells a load balancer whether the server can work: the database answers within two seconds
 * and the server is not stopping; otherwise 503 with the reason.
 */
export function serveHealth(http: FastifyInstance, pool: Pick<pg.Pool, 'query'>): void {
  let stopping = false;
  http.addHook('preClose', async () => {
    stopping = true;
  });
  http.get('/healthz', async () => ({ ok: true }));
  http.get('/readyz', async (_req, reply) => {
    const why = stopping ? 'stopping' : await findUnreachable(pool);
    if (why) reply.code(503).header('retry-after', '5');
    return why ? { ok: false, why } : { ok: true };
  });
}

async function findUnreachable(pool: Pick<pg.Pool, 'query'>): Promise<string | null> {
  const late = new AbortController();
  const answer = pool.query('select 1').then(
    () => null,
    () => 'database',
  );
  const outcome = await Promise.race([answer, pause(patienceMs, 'database', { signal: late.signal, ref: false })]);
  late.abort();
  return outcome;
}
