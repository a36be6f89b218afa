import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from '../generated/db-types';

// Ids are int8 and travel as decimal strings; counts that are known to be small are cast where they are read.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Which tenant a transaction runs as. */
export interface TenantOf {
  clientId: string;
  provider: boolean;
  /** PostgreSQL refuses every write (25006) */
  readOnly?: boolean;
}

export interface Database {
  /** The owner: sees every tenant. For gateway, stream, jobs and what runs before there is a user. */
  systemDb: Kysely<DB>;
  pool: pg.Pool;
  /** One transaction as a tenant (or as provider staff): row-level security applies to every statement. */
  withTenant<T>(who: TenantOf, work: (trx: Transaction<DB>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export type ConnectOptions = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database' | 'max'
>;

/** Opens the pool; nothing is asked of the server yet. Times come as Date (UTC), dates as `YYYY-MM-DD`. */
export function openDatabase(options: ConnectOptions): Database {
  const pool = new pg.Pool({ max: 20, connectionTimeoutMillis: 10_000, application_name: 'tongda', ...options });
  // An idle connection that dies must not take the process with it; the next query reconnects.
  pool.on('error', () => undefined);
  // Nor one that dies inside a transaction, between two statements: the next statement fails, and that is what the caller sees.
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
