import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../generated/db-types';
import type { Ctx } from '../http/ctx';
import { changedMeanwhile, notFound } from '../http/errors';
import type { Trx } from './trx';

/** The tables of registers: rows of companies that have a version and say who changed them last. The functions below write one row or ten thousand at a time. */
export type StoredTable = {
  [T in keyof DB]: DB[T] extends Record<'id' | 'client_id' | 'version' | 'updated_at' | 'updated_by', unknown>
    ? T
    : never;
}[keyof DB];

/** Values by column name; arrays and objects as the type of the column needs them. */
export type RowValues = Readonly<Record<string, unknown>>;
type Who = Pick<Ctx, 'clientId' | 'userId'>;

const goneBy = new Map<StoredTable, string | null>();

/**
 * Declares how a register marks deleted rows when it is not by `deleted_at`: by another time column, or (null) not at all, because it deletes the row itself.
 * To be called once, where the module of the register is loaded.
 */
export const declareGone = <T extends StoredTable>(table: T, column: (keyof DB[T] & string) | null): void =>
  void goneBy.set(table, column);

/** SQL condition: the row `t` of the table is deleted. */
export function isGone(table: StoredTable): RawBuilder<boolean> {
  const column = goneBy.has(table) ? (goneBy.get(table) ?? null) : 'deleted_at';
  return column === null ? sql<boolean>`false` : sql<boolean>`t.${sql.ref(column)} is not null`;
}

const tableOf = (table: StoredTable): RawBuilder<unknown> => sql.table(table);

/** SQL for rows given as one JSON parameter, whatever their number. */
const recordsetSql = (table: StoredTable, rows: readonly RowValues[]): RawBuilder<unknown> =>
  sql`jsonb_populate_recordset(null::${tableOf(table)}, ${JSON.stringify(rows)}::jsonb)`;

/** Inserts rows of the caller's company; all must have the same columns. Answers their ids in the same order. */
export async function insertRows(
  trx: Trx,
  who: Who,
  table: StoredTable,
  rows: readonly RowValues[],
): Promise<string[]> {
  const [first] = rows;
  if (!first) return [];
  const taken = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::text as id from generate_series(1, ${rows.length}::int)`.execute(
    trx,
  );
  const ids = taken.rows.map(({ id }) => id);
  const columns = Object.keys(first);
  await sql`insert into ${tableOf(table)} (id, client_id, updated_by, ${sql.join(columns.map((c) => sql.ref(c)))})
    select r.id, ${who.clientId}, ${who.userId}, ${sql.join(columns.map((c) => sql.ref(`r.${c}`)))}
    from ${recordsetSql(
      table,
      rows.map((row, i) => ({ ...row, id: ids[i] })),
    )} r`.execute(trx);
  return ids;
}

/** A row to change, with the version at which it was read. */
export interface ChangedRow {
  id: string;
  version: number;
  values: RowValues;
}

/**
 * Changes rows of the caller's company, each only if it still has the version at which it was read; all must have the same columns. Answers the ids that
 * were changed: an id that is missing was changed or deleted by somebody else meanwhile.
 */
export async function updateRows(
  trx: Trx,
  who: Who,
  table: StoredTable,
  rows: readonly ChangedRow[],
): Promise<Set<string>> {
  const [first] = rows;
  if (!first) return new Set();
  const columns = Object.keys(first.values);
  const set = columns.map((c) => sql`${sql.ref(c)} = ${sql.ref(`r.${c}`)}, `);
  const changed = await sql<{ id: string }>`
    update ${tableOf(table)} t set ${sql.join(set, sql``)} version = t.version + 1, updated_at = now(), updated_by = ${who.userId}
    from ${recordsetSql(
      table,
      rows.map(({ id, version, values }) => ({ ...values, id, version })),
    )} r
    where t.id = r.id and t.version = r.version and t.client_id = ${who.clientId} and not ${isGone(table)}
    returning t.id::text as id`.execute(trx);
  return new Set(changed.rows.map(({ id }) => id));
}

/** The name by which the change history knows rows of a table: `card_writer` is `cardWriter` there. */
const entityOf = (table: StoredTable): string => table.replaceAll(/_[a-z]/gu, (part) => part.slice(1).toUpperCase());

/** Changes one row and answers its new version; throws 4009 when somebody else has changed it. */
export async function updateRow(trx: Trx, who: Who, table: StoredTable, row: ChangedRow): Promise<number> {
  const changed = await updateRows(trx, who, table, [row]);
  if (!changed.has(row.id)) throw changedMeanwhile(entityOf(table), row.id);
  return row.version + 1;
}

/** Marks rows of the caller's company as deleted. */
export async function deleteRows(trx: Trx, who: Who, table: StoredTable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update ${tableOf(table)} set deleted_at = now(), version = version + 1, updated_at = now(), updated_by = ${who.userId}
    where id = any(${ids}::bigint[]) and client_id = ${who.clientId}`.execute(trx);
}

/** Locks rows in the order of their ids, so that two batches cannot deadlock. */
export async function lockRows(trx: Trx, who: Who, table: StoredTable, ids: readonly string[]): Promise<void> {
  await sql`select id from ${tableOf(table)} where id = any(${ids}::bigint[]) and client_id = ${who.clientId}
    order by id for update`.execute(trx);
}

/** The row that a query found; throws 4004 with the noun (`车辆不存在或无权查看`) when there is none. */
export function requireRow<T>(row: T | undefined, noun: string): T {
  if (row === undefined) throw notFound(noun);
  return row;
}

/** One SQL condition that holds when all of the given ones do; true for an empty list. */
export const allOf = (conditions: ReadonlyArray<RawBuilder<boolean>>): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;

/** The `order by` of a list: by the column asked for if it is sortable, nulls last, then by id; otherwise the newest first. `sort` is `<column> asc` or `<column> desc`. */
export function orderByClause(
  sort: string | undefined,
  sortable: Readonly<Record<string, string | RawBuilder<unknown>>>,
  idColumn: string,
): RawBuilder<unknown> {
  const [key = '', direction] = (sort ?? '').split(' ');
  const column = sortable[key];
  if (!column) return sql`${sql.ref(idColumn)} desc`;
  return sql`${typeof column === 'string' ? sql.ref(column) : column} ${direction === 'desc' ? sql`desc` : sql`asc`} nulls last, ${sql.ref(idColumn)} desc`;
}
