import type { ImportMode } from '@tongda/contract/core/register/import';
import type { PlaceFields } from '@tongda/contract/ground/place/calls';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { blockedByRule, notFound } from '../../../../core/http/errors';
import { relinkEarlierImports } from '../../../../core/import/undo';
import type { StoredShape } from '../../../../kernel/ground/place-shape';
import { dropPlaces, placeRegister } from '../register';
import { loadPlaceUses } from '../repo';
import { placeWrites } from '../service';

const { entity } = placeRegister;

/** A place as it was before an import changed it. */
export interface PlaceImage {
  fields: PlaceFields;
  ground: StoredShape;
  /** version before the import, by which an earlier import of the same place is found */
  version?: number;
}
export interface WrittenLine {
  row: number;
  id: string;
  /** null: a new one */
  before: PlaceImage | null;
  versionAfter: number;
}

interface Run {
  fileName: string;
  mode: ImportMode;
  added: number;
  updated: number;
  skipped: number;
}

/** Stores an import with what is needed of each line to take it back. */
export async function recordPlaceRun(trx: Trx, ctx: Ctx, run: Run, lines: readonly WrittenLine[]): Promise<string> {
  const { id } = await trx
    .insertInto('import_run')
    .values({
      client_id: ctx.clientId,
      user_id: ctx.userId,
      user_name: ctx.userName,
      entity,
      file_name: run.fileName.slice(0, 200),
      mode: run.mode,
      added: run.added,
      updated: run.updated,
      skipped: run.skipped,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('import_run_row')
    .values(
      lines.map(({ row, id: placeId, before, versionAfter }) => ({
        run_id: id,
        client_id: ctx.clientId,
        row_no: row,
        entity_id: placeId,
        before: before === null ? null : JSON.stringify(before),
        version_after: versionAfter,
      })),
    )
    .execute();
  return id;
}

interface Line {
  row: number;
  id: string;
  name: string;
  /** as the place is now */
  version: number;
  before: PlaceImage | null;
  why: string | null;
}

/** Lines of an import, each with the reason why it cannot be taken back; null when it can. */
async function loadLines(trx: Trx, ctx: Ctx, runId: string): Promise<Line[]> {
  const rows = await trx
    .selectFrom('import_run_row as l')
    .innerJoin('place as p', 'p.id', 'l.entity_id')
    .leftJoin('app_user as u', 'u.id', 'p.updated_by')
    .select(['l.row_no as row', 'p.id', 'p.name', 'p.version', 'l.before', 'p.deleted_at', 'u.name as who'])
    .select([
      sql<boolean>`p.version <> l.version_after`.as('changed'),
      wireTimeSql(sql<Date>`p.updated_at`, ctx.timeZone).as('at'),
    ])
    .where('l.run_id', '=', runId)
    .where('l.client_id', '=', ctx.clientId)
    .orderBy('l.row_no')
    .forUpdate('p')
    .execute();
  const users = await loadPlaceUses(
    trx,
    ctx,
    rows.filter((r) => r.before === null).map(({ id }) => id),
  );
  return rows.map(({ row, id, name, version, before, deleted_at, who, changed, at }) => {
    const used = users.get(id) ?? [];
    const why = deleted_at
      ? '已被删除'
      : changed
        ? `已被${who ?? '其他人'}于${at.slice(0, 16)}修改`
        : used.length > 0
          ? `正被${used.slice(0, 3).join('、')}使用`
          : null;
    // JSON that `recordPlaceRun` wrote
    return { row, id, name, version, before: before as PlaceImage | null, why };
  });
}

/**
 * Takes an import back: new places are deleted, changed ones get their former fields and shape. Lines that cannot be taken back are named in a
 * 4011; with `rest` the others are taken back all the same.
 */
export function undoPlaceImport(
  ctx: Ctx,
  { id, rest }: { id: string; rest: boolean },
): Promise<{ undone: number; left: number }> {
  return ctx.db(async (trx) => {
    const run = await trx
      .selectFrom('import_run')
      .select('undone_at')
      .where('id', '=', id)
      .where('entity', '=', entity)
      .where('client_id', '=', ctx.clientId)
      .forUpdate()
      .executeTakeFirst();
    if (!run) throw notFound('导入记录');
    if (run.undone_at) throw blockedByRule('这次导入已经撤销过');
    const lines = await loadLines(trx, ctx, id);
    const free = lines.filter(({ why }) => why === null);
    const left = lines.length - free.length;
    const checks = lines.flatMap(({ row, name, why }) => (why === null ? [] : [`第${row}行 ${name}：${why}`]));
    if (free.length === 0) throw blockedByRule('没有可以撤销的区域、站点', checks.slice(0, 100));
    if (left > 0 && !rest) throw blockedByRule(`有${left}个区域、站点不能撤销，未撤销任何数据`, checks.slice(0, 100));
    for (const { id: placeId, version, before } of free) {
      if (before === null) await dropPlaces(trx, ctx, [placeId]);
      else await placeWrites.change(trx, ctx, { ...before.fields, id: placeId, version, shape: before.ground });
    }
    await relinkEarlierImports(trx, entity, 'place', id);
    await trx
      .updateTable('import_run_row')
      .set({ undone: true })
      .where('run_id', '=', id)
      .where(
        'row_no',
        'in',
        free.map(({ row }) => row),
      )
      .execute();
    await trx
      .updateTable('import_run')
      .set({ undone_at: sql<Date>`now()`, undone_by: ctx.userName, undone_rows: free.length })
      .where('id', '=', id)
      .execute();
    return { undone: free.length, left };
  });
}
