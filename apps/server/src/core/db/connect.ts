import { availableParallelism } from 'node:os';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../config';
import { startEmbeddedPg } from '../pg/embedded';
import { StartupError } from '../pg/startup-error';
import { asError } from '../run/error-code';
import { processIdOf } from './backends';
import { type Database, openDatabase } from './database';
import type { WorsePlan } from './plan-watch';

const oldest = 150_000;
/** of each of the two pools */
const connections = 20;
/**
 * How many short pieces of work of companies the bundled PostgreSQL does at a time. It shares the machine with the gateway: with one core fewer than there are, calls are answered as fast
 * as with more, and the acknowledgements of trucks do not wait behind them (decision 125).
 */
const shortAtOnce = Math.max(1, availableParallelism() - 1);

/** Connects to the database of the settings: the bundled PostgreSQL in DATA_DIR, which is started, or the operator's own in DATABASE_URL. Throws StartupError with a Chinese sentence. `close` ends the pool, then the bundled PostgreSQL. */
export async function connectDatabase(
  config: Config,
  log: Logger,
): Promise<{ database: Database; close: () => Promise<void> }> {
  const onWorsePlan = (worse: WorsePlan): void =>
    log.warn(worse, 'the plan for all values of a statement is worse: its text should say planAnew');
  if (config.DATABASE_URL) {
    const { pooled } = await checkServer(config.DATABASE_URL);
    if (pooled) log.warn('DATABASE_URL 经过连接池（如 PgBouncer）：不使用预备语句，每次访问都是一个事务，请求会慢一些');
    const database = openDatabase({ connectionString: config.DATABASE_URL, max: connections, pooled, onWorsePlan });
    return { database, close: () => database.close() };
  }
  const server = await startEmbeddedPg(config.DATA_DIR, log);
  const database = openDatabase({
    ...server.connection,
    max: connections,
    shortAtOnce,
    callsGiveWay: true,
    onWorsePlan,
  });
  return {
    database,
    close: async () => {
      await database.close();
      await server.stop();
    },
  };
}

/** Refuses servers that are too old or rights that do not suffice; tells whether a pooler answers for PostgreSQL. */
async function checkServer(url: string): Promise<{ pooled: boolean }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; may: boolean; pid: number }>(
      "select current_setting('server_version_num') as version, rolcreaterole or rolsuper as may, pg_backend_pid() as pid from pg_roles where rolname = current_user",
    );
    if (Number(rows[0]?.version) < oldest)
      throw new StartupError('DATABASE_URL 指向的 PostgreSQL 版本过低，需要 15 或更高版本。');
    if (!rows[0]?.may)
      throw new StartupError(
        'DATABASE_URL 的用户没有建立角色的权限（CREATEROLE），无法设置行级安全。请授予该权限后重试。',
      );
    return { pooled: isPooled(client, rows[0].pid) };
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`无法连接 DATABASE_URL 指定的数据库：${asError(error).message}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A pooler tells its clients a number of its own where PostgreSQL tells that of its process. */
const isPooled = (client: pg.Client, pid: number): boolean => processIdOf(client) !== pid;
