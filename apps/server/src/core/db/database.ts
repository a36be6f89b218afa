import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from '../generated/db-types';
import { ShortFirst } from '../run/short-first';
import { giveWay } from './backends';
import { PlanWatch, type WorsePlan } from './plan-watch';
import { preparingPool } from './statements';
import { runAsTenant, type TenantOf } from './tenant';
import type { Trx } from './trx';

// ids (int8) are decimal strings here; counts that are known to be small are converted where they are read
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export interface Database {
  /** Connections as the owner, who sees all companies: for gateway, stream, jobs, and what runs before there is a user. */
  systemDb: Kysely<DB>;
  /** connections as the owner */
  pool: pg.Pool;
  /** connections as companies, for `withTenant` only */
  tenantPool: pg.Pool;
  /** statements for which PostgreSQL's plan for all values was found to be worse */
  worsePlans: Pick<PlanWatch, 'found'>;
  /**
   * Runs a piece of work as a company (or as provider staff): row-level security applies to every statement. All it writes is one transaction. `since`: when the
   * call that it belongs to began, ms of `performance.now()`; where work has to wait, the oldest call is next.
   */
  withTenant<T>(who: TenantOf, work: (trx: Trx) => Promise<T>, since?: number): Promise<T>;
  close(): Promise<void>;
}

export type ConnectOptions = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database' | 'max'
>;

/** Ms after which a company's piece of work no longer counts as a short one. */
const shortMs = 100;
/** Ms after which a company's statement is given up. The slowest report of a thousand vehicles over a month takes seconds. */
const longestMs = 120_000;

/**
 * Opens both pools with `max` connections each, without connecting yet. Times are read as Date (UTC), dates as `YYYY-MM-DD`. `pooled` says that a pooler such as
 * PgBouncer stands before PostgreSQL; `shortAtOnce` how many short pieces of work of companies run at a time (no bound but `max` without it); `longest` the ms
 * after which a statement of a company is given up; `callsGiveWay` that PostgreSQL is ours and on this machine, so that its processes for companies may be nice; `onWorsePlan` hears of statements that PostgreSQL plans badly once they are prepared.
 */
export function openDatabase({
  pooled = false,
  shortAtOnce,
  longest = longestMs,
  callsGiveWay = false,
  onWorsePlan,
  ...options
}: ConnectOptions & {
  pooled?: boolean;
  shortAtOnce?: number;
  longest?: number;
  callsGiveWay?: boolean;
  onWorsePlan?: (worse: WorsePlan) => void;
}): Database {
  const watch = new PlanWatch(onWorsePlan);
  const gate = new ShortFirst(shortAtOnce ?? Number.POSITIVE_INFINITY, shortMs);
  const pool = openPool(options);
  const tenantPool = openPool(options);
  if (callsGiveWay) giveWay(tenantPool);
  const systemDb = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: pooled ? pool : preparingPool(pool, watch) }),
  });
  return {
    systemDb,
    pool,
    tenantPool,
    worsePlans: watch,
    withTenant: (who, work, since) =>
      gate.run(() => runAsTenant({ pool: tenantPool, pooled, longestMs: longest, watch }, who, work), since),
    close: async () => {
      await systemDb.destroy();
      // Kysely ends the pool only when it has used it
      for (const one of [pool, tenantPool]) if (!one.ended) await one.end();
    },
  };
}

function openPool(options: ConnectOptions): pg.Pool {
  const pool = new pg.Pool({ max: 20, connectionTimeoutMillis: 10_000, application_name: 'tongda', ...options });
  // without a listener, an idle connection that dies would end the process; the next query connects again
  pool.on('error', () => undefined);
  // the same for one that dies between two statements of a transaction: the next statement fails, and the caller sees that
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
