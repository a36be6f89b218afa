import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';

/** Connections to the database as Prometheus sees them; `waiting` above 0 for long means that the pool is too small or the database slow. */
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
