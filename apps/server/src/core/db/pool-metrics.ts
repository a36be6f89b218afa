import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from './database';

/** Registers the numbers of database connections with Prometheus. When `waiting` stays above 0, a pool is too small or the database slow. */
export function exposePoolMetrics(
  { pool, tenantPool, worsePlans }: Pick<Database, 'pool' | 'tenantPool' | 'worsePlans'>,
  registry: Registry,
): void {
  new Gauge({
    name: 'pg_pool_connections',
    help: 'connections to the database, by pool and state; waiting = requests without one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, one] of Object.entries({ system: pool, tenants: tenantPool })) {
        this.set({ pool: name, state: 'busy' }, one.totalCount - one.idleCount);
        this.set({ pool: name, state: 'idle' }, one.idleCount);
        this.set({ pool: name, state: 'waiting' }, one.waitingCount);
      }
    },
  });
  new Counter({
    name: 'pg_worse_plans_total',
    help: 'prepared statements for which one plan for all values was slower; they are planned for their values since then, the log names them',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(worsePlans.found);
    },
  });
}
