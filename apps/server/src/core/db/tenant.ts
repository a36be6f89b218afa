import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely';
import pg from 'pg';
import type { DB } from '../generated/db-types';
import { asError } from '../run/error-code';
import type { PlanWatch } from './plan-watch';
import { runStatement, statementOf, walksCursor } from './statements';
import type { Trx } from './trx';

/** Which tenant a piece of work runs as. */
export interface TenantOf {
  clientId: string;
  provider: boolean;
  /** PostgreSQL refuses every write (25006) */
  readOnly?: boolean;
}

/** Connections for companies. */
export interface Tenants {
  pool: pg.Pool;
  /** a pooler stands between us and PostgreSQL: nothing stays with a connection, so that every piece of work is a transaction which says for whom it is */
  pooled: boolean;
  /** ms after which PostgreSQL gives a statement up (57014): nobody waits for it any more, and it would hold a core and its locks for hours */
  longestMs: number;
  /** compares the plans of prepared statements */
  watch?: PlanWatch;
}

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
/** Compiles statements; it has no connection of its own. */
const compiler = new Kysely<DB>({ dialect });

/**
 * Runs a piece of work on a connection that is a company's, or the provider's: row-level security applies to every statement. The role and the company stay with
 * the connection, which only `tenants` hands out, so that the next call of the same company need not say them again.
 *
 * Statements that only read run one by one; the transaction begins with the first one that writes or locks. PostgreSQL's `read committed` gives every statement
 * the rows of its own moment anyway, so a read before it sees the same. Work that throws leaves nothing written.
 */
export async function runAsTenant<T>(tenants: Tenants, who: TenantOf, work: (trx: Trx) => Promise<T>): Promise<T> {
  const client = await tenants.pool.connect();
  const statements = new TenantStatements(client, tenants.pooled ? null : roleOf(who), tenants.watch);
  const bound = `statement_timeout = ${tenants.longestMs}`;
  try {
    if (tenants.pooled) await statements.begin(`${settingsOf(who, 'set local')}; set local ${bound}`);
    else await becomeTenant(client, `${settingsOf(who, 'set')}; set ${bound}`);
    const trx = new Transaction<DB>({
      config: { dialect },
      dialect,
      driver: new DummyDriver(),
      executor: compiler.getExecutor().withConnectionProvider({ provideConnection: (run) => run(statements) }),
    });
    const result = await work(trx);
    if (await statements.commit()) noteWrite(who.clientId);
    return result;
  } catch (error) {
    await statements.rollback();
    throw error;
  } finally {
    client.release(statements.broken);
  }
}

const writes = new Map<string, number>();
let total = 0;
function noteWrite(clientId: string): void {
  writes.set(clientId, writesOf(clientId) + 1);
  total++;
}
/** How often users of any company have written something since this process was started: what a company sees can depend on what another one shares with it. */
export const allWrites = (): number => total;
/** How often users of a company have written something since this process was started. */
export const writesOf = (clientId: string): number => writes.get(clientId) ?? 0;

const roleOf = ({ provider }: TenantOf): string => (provider ? 'app_provider' : 'app_tenant');

/** Role, company and whether writes are refused, as statements. Throws for a company that has no id. */
function settingsOf(who: TenantOf, set: 'set' | 'set local'): string {
  if (!/^\d+$/u.test(who.clientId)) throw new Error(`not the id of a company: ${who.clientId}`);
  const readOnly = set === 'set' ? 'default_transaction_read_only' : 'transaction_read_only';
  const values = [
    `role ${roleOf(who)}`,
    `app.client_id = '${who.clientId}'`,
    `${readOnly} = ${who.readOnly ? 'on' : 'off'}`,
  ];
  return values.map((value) => `${set} ${value}`).join('; ');
}

/** What a connection of the pool is set to. */
const settings = new WeakMap<pg.PoolClient, string>();

/** Makes a connection a tenant's by these statements, unless it is his already. */
async function becomeTenant(client: pg.PoolClient, wanted: string): Promise<void> {
  if (settings.get(client) === wanted) return;
  settings.delete(client);
  // together or not at all: PostgreSQL runs what comes in one message as one transaction
  await client.query(wanted);
  settings.set(client, wanted);
}

/** The statements of one piece of work. */
class TenantStatements implements DatabaseConnection {
  /** resolves when the transaction has begun */
  private begun: Promise<unknown> | null = null;
  /** whether a statement was run that may have written something */
  private wrote = false;
  /** why nobody may use the connection any more: PostgreSQL did not answer, so that it is not known what it is in the middle of */
  broken: Error | undefined;

  constructor(
    private readonly client: pg.PoolClient,
    /** null: statements are not prepared */
    private readonly role: string | null,
    private readonly watch: PlanWatch | undefined,
  ) {}

  /** Begins the transaction, with what belongs to it. */
  begin(more = ''): Promise<unknown> {
    this.begun = this.answered(this.client.query(more ? `begin; ${more}` : 'begin'));
    return this.begun;
  }

  async executeQuery<R>({ sql: text, parameters: values }: CompiledQuery): Promise<QueryResult<R>> {
    const { readsOnly } = statementOf(text);
    this.wrote ||= !readsOnly && !walksCursor(text) && !text.includes(notesLook);
    if (this.begun === null && !readsOnly) this.begin();
    if (this.begun) await this.begun;
    const { client, role, watch } = this;
    const { command, rowCount, rows } = await this.answered(
      role === null ? client.query(text, [...values]) : runStatement(client, { text, values, role, watch }),
    );
    return { numAffectedRows: changing.has(command) ? BigInt(rowCount ?? 0) : undefined, rows: rows ?? [] };
  }

  // biome-ignore lint/correctness/useYield: required by Kysely, and refused
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows of a tenant are not streamed');
  }

  /** Ends the transaction, if there is one. Answers whether something may have been written. */
  async commit(): Promise<boolean> {
    if (this.begun) await this.answered(this.client.query('commit'));
    return this.wrote;
  }

  /** Takes back what was written; the error that led here is the one to tell. */
  async rollback(): Promise<void> {
    if (this.begun && !this.broken) await this.answered(this.client.query('rollback')).catch(() => undefined);
  }

  /** The answer; notes when there was none, which is another thing than a refusal. */
  private async answered<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      // 57P01 and its neighbours are PostgreSQL's last words on a connection
      if (!(error instanceof pg.DatabaseError) || error.code?.startsWith('57P')) this.broken = asError(error);
      throw error;
    }
  }
}

/** Notes that a lent vehicle was looked at: nothing that anybody reads of it changes, so that answers which are kept stay. */
const notesLook = 'app_note_share_look';

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
