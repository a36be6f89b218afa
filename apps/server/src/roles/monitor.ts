import Fastify from 'fastify';
import { serveMetrics } from '../core/http/metrics';
import { serveHealth } from '../core/http/ready';
import type { App, Stop } from '../core/run/app';

/** Serves /healthz, /readyz and /metrics of a process without the API role, which has no other pages, at MONITOR_PORT; without that setting nothing. */
export async function startMonitor({ config, database, metrics }: App): Promise<Stop> {
  if (config.MONITOR_PORT === undefined) return async () => undefined;
  const http = Fastify();
  serveHealth(http, database.pool);
  serveMetrics(http, metrics, config.METRICS_TOKEN);
  await http.listen({ port: config.MONITOR_PORT, host: config.HOST });
  return () => http.close();
}
