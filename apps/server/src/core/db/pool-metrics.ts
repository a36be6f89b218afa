import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';

/** Registers the numbers of database connections with Prometheus. When `waiting` stays above 0, the pool is too small or the database slow. */
export function exposePoolMetrics(pool: pg.Pool, registry: Registry): void {
  new Gauge({
    name: 'pg_pool_connections',
    help: 'connections to the database, by state; waiting = requests without one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}
