import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { DB } from '../generated/db-types';
import type { Trx } from './trx';

// ids (int8) are decimal strings here; counts that are known to be small are converted where they are read
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Which tenant a transaction runs as. */
export interface TenantOf {
  clientId: string;
  provider: boolean;
  /** PostgreSQL refuses every write (25006) */
  readOnly?: boolean;
}

export interface Database {
  /** Connections as the owner, who sees all companies: for gateway, stream, jobs, and what runs before there is a user. */
  systemDb: Kysely<DB>;
  pool: pg.Pool;
  /** Runs one transaction as a company (or as provider staff): row-level security applies to every statement. */
  withTenant<T>(who: TenantOf, work: (trx: Trx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export type ConnectOptions = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database' | 'max'
>;

/** Opens the pool, without connecting yet. Times are read as Date (UTC), dates as `YYYY-MM-DD`. */
export function openDatabase(options: ConnectOptions): Database {
  const pool = new pg.Pool({ max: 20, connectionTimeoutMillis: 10_000, application_name: 'tongda', ...options });
  // without a listener, an idle connection that dies would end the process; the next query connects again
  pool.on('error', () => undefined);
  // the same for one that dies between two statements of a transaction: the next statement fails, and the caller sees that
  pool.on('connect', (client) => client.on('error', () => undefined));
  const systemDb = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    systemDb,
    pool,
    withTenant: (who, work) =>
      transactionOf(systemDb, who).execute(async (trx) => {
        await sql`select set_config('role', ${who.provider ? 'app_provider' : 'app_tenant'}, true), set_config('app.client_id', ${who.clientId}, true)`.execute(
          trx,
        );
        return work(trx);
      }),
    close: async () => {
      await systemDb.destroy();
      // Kysely ends the pool only when it has used it
      if (!pool.ended) await pool.end();
    },
  };
}

const transactionOf = (db: Kysely<DB>, { readOnly }: TenantOf) =>
  readOnly ? db.transaction().setAccessMode('read only') : db.transaction();
