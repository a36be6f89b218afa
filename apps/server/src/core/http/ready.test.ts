import fastify from 'fastify';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { exposePoolMetrics } from '../db/pool-metrics';
import { serveHealth } from './ready';

const poolOf = (query: () => Promise<unknown>) => ({ query }) as unknown as pg.Pool;

it('is ready while the database answers, and says why when it does not', async () => {
  let answer = () => Promise.resolve({});
  const http = fastify();
  serveHealth(
    http,
    poolOf(() => answer()),
  );
  const ask = async (url: string) => {
    const { statusCode, body } = await http.inject({ url });
    return [statusCode, JSON.parse(body)];
  };
  expect(await ask('/readyz')).toEqual([200, { ok: true }]);
  answer = () => Promise.reject(new Error('gone'));
  expect(await ask('/readyz')).toEqual([503, { ok: false, why: 'database' }]);
  answer = () => new Promise(() => undefined);
  expect(await ask('/readyz')).toEqual([503, { ok: false, why: 'database' }]);
  expect(await ask('/healthz')).toEqual([200, { ok: true }]);
  await http.close();
});

it('shows both pools to Prometheus', async () => {
  const registry = new Registry();
  // the numbers are all that is read
  const pool = { totalCount: 5, idleCount: 3, waitingCount: 7 } as pg.Pool;
  const tenantPool = { totalCount: 2, idleCount: 2, waitingCount: 0 } as pg.Pool;
  exposePoolMetrics({ pool, tenantPool, worsePlans: { found: 3 } }, registry);
  const text = await registry.metrics();
  expect(text).toContain('pg_pool_connections{pool="system",state="busy"} 2');
  expect(text).toContain('pg_pool_connections{pool="system",state="waiting"} 7');
  expect(text).toContain('pg_pool_connections{pool="tenants",state="idle"} 2');
  expect(text).toContain('pg_worse_plans_total 3');
});
