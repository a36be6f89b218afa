import type { Parsed } from '@tongda/contract/core/endpoint';
import type { ImportCalls } from '@tongda/contract/core/register/import';
import { sql } from 'kysely';
import { deleteRows, isGone, type StoredTable } from '../db/rows';
import type { Trx } from '../db/trx';
import { wireTimeSql } from '../http/answer/wire-time';
import type { Ctx } from '../http/ctx';
import { blockedByRule, notFound } from '../http/errors';
import { changesBetween, recordChanges } from '../record/audit';
import { nameOfUser } from '../record/user-name';
import { type ImportDefinition, partsMark } from './definition';

type Fields = Record<string, unknown>;

/** Lists the imports of one register, newest first. */
export function listImports({ entity }: { entity: string }, ctx: Ctx, { page, size }: Parsed<ImportCalls['history']>) {
  return ctx.db(async (trx) => {
    const runs = trx.selectFrom('import_run').where('client_id', '=', ctx.clientId).where('entity', '=', entity);
    const list = await runs
      .select(['id', 'file_name as fileName', 'added', 'updated', 'skipped', 'user_name as userName'])
      .select([
        sql<'add' | 'update' | 'both'>`mode`.as('mode'),
        wireTimeSql(sql<Date>`created_at`, ctx.timeZone).as('time'),
        sql<string | null>`${wireTimeSql(sql<Date | null>`undone_at`, ctx.timeZone)}`.as('undoneTime'),
        'undone_by as undoneBy',
        'undone_rows as undoneRows',
      ])
      .orderBy('id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute();
    const { n } = await runs.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
    return { list, total: n, page, size };
  });
}

interface Line {
  row: number;
  id: string;
  key: string;
  isNew: boolean;
  /** why it cannot be taken back; null when it can */
  why: string | null;
}

/** The lines of an import, each with the reason why it cannot be undone: changed since, deleted since, or in use. */
async function linesOf<V extends Fields>(
  definition: ImportDefinition<V>,
  trx: Trx,
  ctx: Ctx,
  runId: string,
): Promise<Line[]> {
  const { table, key } = definition;
  const { rows } = await sql<{
    row: number;
    id: string;
    key: string;
    is_new: boolean;
    gone: boolean;
    changed: boolean;
    who: string | null;
    at: string;
  }>`select l.row_no as row, l.entity_id::text as id, coalesce(t.${sql.ref(key.column)}::text, '') as key, l.before is null as is_new,
      t.id is null or ${isGone(table)} as gone, t.version <> l.version_after as changed, ${nameOfUser(sql.ref('t.updated_by'))} as who,
      ${wireTimeSql(sql<Date>`t.updated_at`, ctx.timeZone)} as at
    from import_run_row l left join ${sql.table(table)} t on t.id = l.entity_id
    where l.run_id = ${runId} and not l.undone order by l.row_no`.execute(trx);
  const free = rows
    .filter((r) => (r.is_new || definition.usedWhenChanged) && !r.gone && !r.changed)
    .map(({ id }) => id);
  const used = free.length > 0 ? await definition.used(trx, ctx, free) : new Map<string, string>();
  const keys =
    (await key.ofIds?.(
      trx,
      ctx,
      rows.filter((r) => !r.gone).map(({ id }) => id),
    )) ?? new Map<string, string>();
  return rows.map((r) => ({
    row: r.row,
    id: r.id,
    key: keys.get(r.id) ?? r.key,
    isNew: r.is_new,
    why: r.gone
      ? '已被删除'
      : r.changed
        ? `已被${r.who ?? '其他人'}于${r.at.slice(0, 16)}修改`
        : (used.get(r.id) ?? null),
  }));
}

/**
 * Undoes an import: new records are deleted, changed ones get their values from before. Records that were changed or used since are named and stop it (4011),
 * unless only the rest is asked for.
 */
export function undoImport<V extends Fields>(
  definition: ImportDefinition<V>,
  ctx: Ctx,
  { id, rest }: Parsed<ImportCalls['undo']>,
): Promise<{ undone: number; left: number }> {
  const { calls, entity, table } = definition;
  return ctx.db(async (trx) => {
    const run = await trx
      .selectFrom('import_run')
      .select(['id', 'undone_at'])
      .where('id', '=', id)
      .where('entity', '=', entity)
      .where('client_id', '=', ctx.clientId)
      .forUpdate()
      .executeTakeFirst();
    if (!run) throw notFound('导入记录');
    if (run.undone_at) throw blockedByRule('这次导入已经撤销过');
    await sql`select id from ${sql.table(table)} where id in (select entity_id from import_run_row where run_id = ${id}) order by id for update`.execute(
      trx,
    );
    const lines = await linesOf(definition, trx, ctx, id);
    const stuck = lines.filter(({ why }) => why !== null);
    const free = lines.filter(({ why }) => why === null);
    const checks = stuck.slice(0, 100).map(({ row, key, why }) => `第${row}行 ${key}：${why}`);
    if (free.length === 0) throw blockedByRule(`没有可以撤销的${calls.noun}`, checks);
    if (stuck.length > 0 && !rest) {
      throw blockedByRule(`有${stuck.length}${calls.unit}${calls.noun}不能撤销，未撤销任何数据`, checks);
    }
    await takeBack(definition, trx, ctx, id, free);
    await sql`update import_run_row set undone = true where run_id = ${id} and row_no = any(${free.map(({ row }) => row)}::int[])`.execute(
      trx,
    );
    await trx
      .updateTable('import_run')
      .set({ undone_at: sql<Date>`now()`, undone_by: ctx.userName, undone_rows: free.length })
      .where('id', '=', id)
      .execute();
    return { undone: free.length, left: stuck.length };
  });
}

async function takeBack<V extends Fields>(
  definition: ImportDefinition<V>,
  trx: Trx,
  ctx: Ctx,
  runId: string,
  lines: Line[],
): Promise<void> {
  const { entity, table, labels, masks, wordsOf, world } = definition;
  const added = lines.filter(({ isNew }) => isNew).map(({ id }) => id);
  await definition.guard?.(
    trx,
    ctx,
    lines.map(({ id }) => id),
  );
  await definition.release?.(trx, ctx, added);
  await (definition.remove?.(trx, ctx, added) ?? deleteRows(trx, ctx, table, added));
  await recordChanges(
    trx,
    ctx,
    added.map((entityId) => ({ entity, entityId, action: '撤销导入' })),
  );
  const changed = lines.filter(({ isNew }) => !isNew);
  if (changed.length === 0) return;
  const keys = changed.map(({ key }) => definition.key.normal(key));
  const now = await world(trx, ctx, keys);
  await restoreRows(definition, trx, ctx, runId, changed);
  const then = await world(trx, ctx, keys);
  await recordChanges(
    trx,
    ctx,
    changed.flatMap(({ id, key }) => {
      const [is, was] = [now.known.get(definition.key.normal(key)), then.known.get(definition.key.normal(key))];
      if (!is || !was) return [];
      const changes = changesBetween(wordsOf(is.fields, now.names), wordsOf(was.fields, then.names), labels, masks);
      return [{ entity, entityId: id, action: '撤销导入', changes }];
    }),
  );
}

/** Every column that an import may write gets what it had; version and times go on. */
async function restoreRows<V extends Fields>(
  { entity, table, columnsOf, world, parts, following }: ImportDefinition<V>,
  trx: Trx,
  ctx: Ctx,
  runId: string,
  lines: Line[],
): Promise<void> {
  const [sample] = [
    ...(
      await world(
        trx,
        ctx,
        lines.slice(0, 1).map(({ key }) => key),
      )
    ).known.values(),
  ];
  if (!sample) return;
  const columns = [...Object.keys(columnsOf(sample.fields, ctx)), ...(following?.columns ?? [])];
  await sql`update ${sql.table(table)} t set ${sql.join(columns.map((c) => sql`${sql.ref(c)} = ${sql.ref(`b.${c}`)}`))},
      version = t.version + 1, updated_at = now(), updated_by = ${ctx.userId}
    from import_run_row l, lateral jsonb_populate_record(null::${sql.table(table)}, l.before) b
    where l.run_id = ${runId} and l.entity_id = t.id and l.row_no = any(${lines.map(({ row }) => row)}::int[])`.execute(
    trx,
  );
  await relinkEarlierImports(trx, entity, table, runId);
  await following?.set(
    trx,
    ctx,
    lines.map(({ id }) => id),
  );
  if (!parts) return;
  const { rows } = await sql<{
    id: string;
    list: unknown[];
  }>`select l.entity_id::text as id, l.before->${partsMark}::text as list
    from import_run_row l where l.run_id = ${runId} and l.before ? ${partsMark}::text
      and l.row_no = any(${lines.map(({ row }) => row)}::int[])`.execute(trx);
  if (rows.length > 0) await parts.write(trx, ctx, rows);
}

/**
 * Undoing this import puts a record back to what an earlier import had written, under a new version. This links the earlier import to that
 * version, so that it can be undone as well.
 */
export const relinkEarlierImports = (trx: Trx, entity: string, table: StoredTable, runId: string) =>
  sql`update import_run_row e set version_after = t.version from import_run_row l, import_run r, ${sql.table(table)} t
    where l.run_id = ${runId} and l.before is not null and e.entity_id = l.entity_id and t.id = l.entity_id
      and r.id = e.run_id and r.entity = ${entity} and r.undone_at is null and e.run_id < ${runId}
      and e.version_after = (l.before->>'version')::int and t.version = l.version_after + 1`.execute(trx);
