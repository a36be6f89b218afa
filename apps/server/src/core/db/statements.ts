import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { PlanWatch } from './plan-watch';

/** What is known of the text of a statement. */
interface Statement {
  /** under which name connections prepare it; null: it has no plan, or says that it is to be planned anew each time */
  name: string | null;
  /** how often it was run, by all connections */
  seen: number;
  /** it changes nothing and locks no row, so that it needs no transaction */
  readsOnly: boolean;
}

/** A connection of a pool, as far as statements need it. */
export type Connection = Pick<pg.PoolClient, 'query'>;

/** Texts of which anything is remembered. */
const knownTexts = 4_000;
/** Statements that one connection keeps prepared: some 50 KB of memory each. */
export const preparedAtMost = 80;
/** Many texts come only once. */
const leastSeen = 2;

/**
 * Functions of our migrations that write. A statement that calls one of them needs a transaction, even though it begins with `select`; a test compares the
 * list with the database.
 */
export const writingFunctions = [
  'app_answer_share',
  'app_name_shared',
  'app_note_share_look',
  'app_take_invite',
  'count_within',
  'drop_empty_position_partition',
  'end_version',
  'ensure_hour_partition',
  'ensure_position_partition',
  'mark_card_days',
  'refile_cards',
  'refile_positions',
  'sync_device_share',
  'sync_planned_calls',
  'tenant_table',
] as const;

const prepares = /^\s*(?:select|with|insert|update|delete|merge)\b/iu;
const begins = /^\s*(?:select|with)\b/iu;
const writes =
  /\b(?:insert|update|delete|merge|into|nextval|setval|set_config|pg_notify|for (?:no key update|key share|share))\b|advisory/iu;

/** Whether a statement only reads, judged by its text; a text that could be either counts as one that writes. */
export const readsOnly = (text: string): boolean =>
  begins.test(text) &&
  !writes.test(text.replaceAll(/\s+/gu, ' ')) &&
  !writingFunctions.some((name) => text.includes(name));

const walks = /^\s*(?:declare|fetch|close|set local)\b/iu;
/** Whether a statement belongs to a cursor: it needs a transaction to live in, and writes nothing. */
export const walksCursor = (text: string): boolean => walks.test(text);

/** A comment in the text of a statement for which a plan that fits all values is worse than one made for these values. */
export const planAnew = '/* plan anew */';
/**
 * A comment in the text of a statement whose plan is the same for all values, although PostgreSQL believes that planning for the values at hand pays: one that reads
 * partitioned tables by vehicle and time is cheaper to run than to plan (1.7 ms against 8 for a day of a track on a busy machine), but a plan for all values seems to read every partition.
 */
export const planOnce = '/* plan once */';

const known = new LRUCache<string, Statement>({ max: knownTexts });

/** What is known of a statement, which is about to be run once more. */
export function statementOf(text: string): Statement {
  const before = known.get(text);
  if (before) {
    before.seen++;
    return before;
  }
  const made = {
    name: prepares.test(text) && !text.includes(planAnew) ? nameOf(text) : null,
    readsOnly: readsOnly(text),
    seen: 1,
  };
  known.set(text, made);
  return made;
}

const nameOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 20);

/** How often each name that is prepared on a connection was run there. */
const preparedOn = new WeakMap<Connection, Map<string, number>>();

/** A statement as it is run. `role` is whose rights and row filters are part of its plan. */
interface Asked {
  text: string;
  values: readonly unknown[];
  role?: string;
  /** compares the plans of prepared statements */
  watch?: PlanWatch;
}

/**
 * Runs a statement, prepared by name when its text comes often: PostgreSQL then parses it once a connection, and plans it only while plans for single values
 * are better than one for all. Where `watch` finds that PostgreSQL judges wrong, it is planned for its values as before. Errors are PostgreSQL's.
 */
export async function runStatement(
  client: Connection,
  { text, values, role = '', watch }: Asked,
): Promise<pg.QueryResult> {
  const { name, seen } = statementOf(text);
  const prepared = preparedOn.get(client) ?? new Map<string, number>();
  const full = role + name;
  // the fuller a connection, the more often a text must have come, so that the frequent ones find a place
  const fits = prepared.has(full) || (prepared.size < preparedAtMost && seen >= leastSeen + prepared.size / 8);
  // pg wants an array of its own
  if (name === null || !fits) return client.query(text, [...values]);
  const began = performance.now();
  if (watch?.plansAnew(full)) {
    const result = await client.query(text, [...values]);
    watch.ranAnew(full, text, performance.now() - began);
    return result;
  }
  const run = (prepared.get(full) ?? 0) + 1;
  prepared.set(full, run);
  preparedOn.set(client, prepared);
  const ask = () => client.query({ name: full, text, values: [...values] });
  if (text.includes(planOnce)) return keepPlan(client, ask);
  const result = await ask();
  await watch?.ran(full, run, performance.now() - began, () => isGeneric(client, full));
  return result;
}

/**
 * Runs a prepared statement by the plan for all values. The setting is taken back behind it, so that no other statement of the connection runs under it; where the statement
 * fails within a transaction, taking that back takes the setting back too.
 */
async function keepPlan(client: Connection, ask: () => Promise<pg.QueryResult>): Promise<pg.QueryResult> {
  await client.query('set plan_cache_mode = force_generic_plan');
  try {
    return await ask();
  } finally {
    // fails only where the statement did, whose error is the one to tell
    await client.query('reset plan_cache_mode').catch(() => undefined);
  }
}

/** Whether PostgreSQL has kept one plan for all values of a prepared statement. */
async function isGeneric(client: Connection, name: string): Promise<boolean> {
  const { rows } = await client.query<{ generic: boolean }>(
    'select generic_plans > 0 as generic from pg_prepared_statements where name = $1',
    [name],
  );
  return rows[0]?.generic ?? false;
}

/** A pool for Kysely whose connections prepare frequent statements. */
export function preparingPool(pool: pg.Pool, watch?: PlanWatch): PostgresPool {
  // Kysely keeps what it knows of a connection by the object it was given
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? preparing(client, watch);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

/** A connection as Kysely wants it. Its other way to ask is by cursor, which it was given none for. */
const preparing = (client: pg.PoolClient, watch: PlanWatch | undefined): PostgresPoolClient => {
  const query = (text: string, values: readonly unknown[]) => runStatement(client, { text, values, watch });
  // pg types the command as text where Kysely names its words
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
};
