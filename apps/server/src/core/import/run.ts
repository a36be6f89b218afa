import {
  type CellError,
  clearMark,
  type ImportCheck,
  importFields,
  importLimits,
} from '@tongda/contract/core/register/import';
import { sql } from 'kysely';
import { insertRows, updateRows } from '../db/rows';
import type { Trx } from '../db/trx';
import type { Ctx } from '../http/ctx';
import { changedMeanwhile, invalid, invalidField } from '../http/errors';
import type { Upload } from '../http/upload';
import { changesBetween, recordChanges } from '../record/audit';
import { guardWrite } from '../record/register';
import { type CheckedRow, checkRows } from './check-rows';
import { type ImportColumn, type ImportDefinition, type Known, keyOf, partsMark, type RecordParts } from './definition';
import { annotateSheet, makeTemplateSheet, readSheet } from './sheet-tasks';

type Fields = Record<string, unknown>;
/** Lines of the file that the check shows, and errors it lists. */
const previewRows = 200;
const shownErrors = 1000;
/** Rows of one statement. Their words and the statement are made at one go, and reports of trucks wait for it: a few ms. */
const chunk = 200;

/** The workbook to fill in, with the company's own names as choices. */
export async function makeTemplate<V extends Fields>(definition: ImportDefinition<V>, ctx: Ctx): Promise<Buffer> {
  const { choices } = await ctx.db((trx) => definition.world(trx, ctx, []));
  const { calls, key, notes = [] } = definition;
  const lines = [
    `在“数据”表从第2行开始填写，一行一${calls.unit}${calls.noun}；不要改动第1行的列名，不需要的列可以删除（带 * 的除外）。`,
    `一次最多${importLimits.maxRows}行，文件不超过10MB。`,
    `更新已有${calls.noun}时以${key.label}为准：空白的单元格不修改；要清空已有的内容，请填“${clearMark}”。`,
    ...notes,
  ];
  return makeTemplateSheet(definition.columns(choices), lines, importLimits.maxRows, definition.examples?.(choices));
}

interface Checked<V> {
  sheet: Awaited<ReturnType<typeof readSheet<string>>>;
  columns: ImportColumn[];
  rows: Array<CheckedRow<V>>;
  names: ReadonlyMap<string, string>;
}

/** Reads the file and checks every line; nothing is written. */
async function checkUpload<V extends Fields>(
  definition: ImportDefinition<V>,
  trx: Trx,
  ctx: Ctx,
  upload: Upload,
): Promise<Checked<V>> {
  const options = importFields.safeParse(upload.fields);
  if (!options.success) throw invalidField('mode', options.error.issues[0]?.message ?? '请选择导入方式');
  const columns = definition.columns({});
  const sheet = await readSheet(upload.bytes, columns, importLimits.maxRows);
  const keys = sheet.rows.map((r) => keyOf(definition, r.cells)).filter(Boolean);
  const world = await definition.world(trx, ctx, [...new Set(keys)]);
  const line = definition.lines ? await definition.lines(trx, ctx) : null;
  const judge = definition.judge ? await definition.judge(trx, ctx) : null;
  const { rows, letters } = sheet;
  return {
    sheet,
    columns,
    names: world.names,
    rows: await checkRows({ definition, columns, rows, letters, mode: options.data.mode, world, line, judge }),
  };
}

/** The dry run: what would happen, every wrong cell, and the workbook with the errors written into it. */
export function checkImport<V extends Fields>(
  definition: ImportDefinition<V>,
  ctx: Ctx,
  upload: Upload,
): Promise<ImportCheck> {
  return ctx.db(async (trx) => {
    const { sheet, rows, columns } = await checkUpload(definition, trx, ctx, upload);
    const errors = rows.flatMap((r) => r.errors);
    const shown = columns.filter((c) => c.field in sheet.letters);
    const cells = new Map(sheet.rows.map((r) => [r.row, shown.map((c) => r.cells[c.field] ?? '')]));
    const wrongFirst = [...rows].sort(
      (a, b) => Number(b.errors.length > 0) - Number(a.errors.length > 0) || a.row - b.row,
    );
    return {
      ...countActions(rows),
      columns: shown.map((c) => c.label),
      ignored: sheet.ignored,
      rows: wrongFirst.slice(0, previewRows).map(({ row, name, action, errors: wrong }) => ({
        row,
        name,
        action,
        cells: cells.get(row) ?? [],
        errors: wrong,
      })),
      errors: errors.slice(0, shownErrors),
      annotated:
        errors.length > 0
          ? (await annotateSheet(upload.bytes, columns, importLimits.maxRows, errors)).toString('base64')
          : null,
    };
  });
}

function countActions(rows: ReadonlyArray<CheckedRow<unknown>>) {
  const count = (action: CheckedRow<unknown>['action']): number => rows.filter((r) => r.action === action).length;
  return {
    total: rows.length,
    valid: count('add') + count('update'),
    invalid: count('none'),
    adds: count('add'),
    updates: count('update'),
    same: count('same'),
  };
}

/** Writes the lines in one transaction: all, or the right ones when the user chose so; a failure anywhere leaves nothing behind. */
export function runImport<V extends Fields>(definition: ImportDefinition<V>, ctx: Ctx, upload: Upload) {
  return ctx.db(async (trx) => {
    const { rows, names } = await checkUpload(definition, trx, ctx, upload);
    const { adds, updates, same, invalid: wrong } = countActions(rows);
    const { commit, mode } = importFields.parse(upload.fields);
    if (wrong > 0 && commit === 'all') throw refusalOf(rows);
    if (adds + updates === 0 && wrong === 0) throw invalidField('file', '文件中的内容与现有的相同，没有可导入的数据');
    if (adds + updates === 0) throw invalidField('file', '没有可导入的数据，请按提示修改后重新上传');
    const { id: runId } = await trx
      .insertInto('import_run')
      .values({
        client_id: ctx.clientId,
        user_id: ctx.userId,
        user_name: ctx.userName,
        entity: definition.entity,
        file_name: upload.fileName.slice(0, 200),
        mode,
        added: adds,
        updated: updates,
        skipped: wrong + same,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await guardWrite(definition, async () => {
      for (const part of chunksOf(rows.filter((r) => r.action === 'add')))
        await addRecords(definition, trx, ctx, part, names, runId);
      for (const part of chunksOf(rows.filter((r) => r.action === 'update')))
        await changeRecords(definition, trx, ctx, part, names, runId);
    });
    return { runId, added: adds, updated: updates, skipped: wrong + same };
  });
}

function* chunksOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += chunk) yield rows.slice(at, at + chunk);
}

function refusalOf(rows: ReadonlyArray<CheckedRow<unknown>>): Error {
  const errors: CellError[] = rows.flatMap((r) => r.errors);
  return invalid([
    { field: 'file', msg: `有${rows.filter((r) => r.errors.length > 0).length}行数据有误，未导入任何数据` },
    ...errors.slice(0, 100).map((e) => ({ field: e.label, row: e.row, msg: e.msg })),
  ]);
}

interface Line {
  row: number;
  id: string;
  before: string | null;
  versionAfter: number;
}
/** What taking the import back needs of each line. */
const keepLines = (trx: Trx, ctx: Ctx, runId: string, lines: Line[]) =>
  sql`insert into import_run_row (run_id, client_id, row_no, entity_id, before, version_after)
    select ${runId}, ${ctx.clientId}, l.row, l.id, l.before, l.version from jsonb_to_recordset(${JSON.stringify(
      lines.map(({ row, id, before, versionAfter }) => ({
        row,
        id,
        // JSON.parse answers `any`
        before: before === null ? null : (JSON.parse(before) as unknown),
        version: versionAfter,
      })),
    )}::jsonb) as l(row int, id bigint, before jsonb, version int)`.execute(trx);

async function addRecords<V extends Fields>(
  definition: ImportDefinition<V>,
  trx: Trx,
  ctx: Ctx,
  rows: Array<CheckedRow<V>>,
  names: ReadonlyMap<string, string>,
  runId: string,
): Promise<void> {
  const { entity, labels, masks, columnsOf, wordsOf } = definition;
  const found = rows.flatMap(({ row, fields, extra }) => (fields ? [{ row, fields, extra }] : []));
  const all = found.map(({ fields }) => fields);
  const ready = (await definition.prepare?.(trx, ctx, all)) ?? all;
  const lines = found.map((line, i) => ({ ...line, fields: ready[i] ?? line.fields }));
  const fresh = lines.map(({ fields }) => fields);
  const ids = definition.insert
    ? await definition.insert(trx, ctx, fresh)
    : await insertRows(
        trx,
        ctx,
        definition.table,
        fresh.map((fields) => ({ ...columnsOf(fields, ctx), ...definition.born?.(ctx) })),
      );
  const made = lines.map((line, i) => ({ ...line, id: ids[i] ?? '' }));
  await recordChanges(
    trx,
    ctx,
    made.map(({ id, fields }) => ({
      entity,
      entityId: id,
      action: '导入新增',
      changes: changesBetween({}, wordsOf(fields, names), labels, masks),
    })),
  );
  await keepLines(
    trx,
    ctx,
    runId,
    made.map(({ row, id }) => ({ row, id, before: null, versionAfter: 1 })),
  );
  await definition.following?.set(trx, ctx, ids);
  await definition.inserted?.(trx, ctx, made);
}

async function changeRecords<V extends Fields>(
  definition: ImportDefinition<V>,
  trx: Trx,
  ctx: Ctx,
  rows: Array<CheckedRow<V>>,
  names: ReadonlyMap<string, string>,
  runId: string,
): Promise<void> {
  const { entity, labels, masks, table, columnsOf, wordsOf, parts } = definition;
  const lines = rows.flatMap(({ row, fields, known }) => (fields && known ? [{ row, fields, known }] : []));
  const ids = lines.map(({ known }) => known.id);
  await definition.guard?.(trx, ctx, ids);
  const before = await sql<{ id: string; before: string }>`
    select id::text, to_jsonb(t)::text as before from ${sql.table(table)} t where id = any(${ids}::bigint[]) order by id for update`.execute(
    trx,
  );
  const images = new Map(before.rows.map((r) => [r.id, r.before]));
  if (parts) await changeParts(parts, trx, ctx, lines, images);
  const changed = await updateRows(
    trx,
    ctx,
    table,
    lines.map(({ known, fields }) => ({ id: known.id, version: known.version, values: columnsOf(fields, ctx) })),
  );
  const stale = lines.find(({ known }) => !changed.has(known.id));
  if (stale) throw changedMeanwhile(entity, stale.known.id);
  await definition.following?.set(trx, ctx, ids);
  const audits = lines.map(({ known, fields }) => ({
    entity,
    entityId: known.id,
    action: '导入修改',
    changes: changesBetween(wordsOf(known.fields, names), wordsOf(fields, names), labels, masks),
  }));
  await recordChanges(
    trx,
    ctx,
    audits.filter((a) => a.changes.length > 0),
  );
  await keepLines(
    trx,
    ctx,
    runId,
    lines.map(({ row, known }) => ({
      row,
      id: known.id,
      before: images.get(known.id) ?? null,
      versionAfter: known.version + 1,
    })),
  );
}

/** Replaces the lists that the file changes, and keeps what they were in the images of their records. */
async function changeParts<V extends Fields>(
  parts: RecordParts,
  trx: Trx,
  ctx: Ctx,
  lines: ReadonlyArray<{ fields: V; known: Known<V> }>,
  images: Map<string, string>,
): Promise<void> {
  // the definition's schema makes this field a list
  const listOf = (fields: V) => (parts.one ? [fields[parts.field]] : fields[parts.field]) as unknown[];
  const changed = lines.filter(
    ({ fields, known }) => JSON.stringify(listOf(fields)) !== JSON.stringify(listOf(known.fields)),
  );
  if (changed.length === 0) return;
  const ids = changed.map(({ known }) => known.id);
  for (const [id, list] of await parts.read(trx, ctx, ids)) {
    // the image of a row is an object
    const image = JSON.parse(images.get(id) ?? '{}') as Record<string, unknown>;
    images.set(id, JSON.stringify({ ...image, [partsMark]: list }));
  }
  await parts.write(
    trx,
    ctx,
    changed.map(({ known, fields }) => ({ id: known.id, list: listOf(fields) })),
  );
}
