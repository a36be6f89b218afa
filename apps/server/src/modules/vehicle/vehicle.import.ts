import { vehicleLabels } from '@tongda/contract/vehicle/fields';
import { type CellError, type ImportCheck, importFields, importLimits } from '@tongda/contract/vehicle/import';
import type { Transaction } from 'kysely';
import { changesBetween, recordChanges } from '../../core/audit';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { invalid, invalidField } from '../../core/errors';
import { annotated, type ImportSheet, importTemplate, readImport } from '../../core/import';
import type { Upload } from '../../core/upload';
import { bindDevice } from './vehicle.binding';
import { type ImportField, importColumns } from './vehicle.import-columns';
import { type CheckedRow, checkRows } from './vehicle.import-rows';
import { loadWorld, namesIn, type World } from './vehicle.import-world';
import { changeVehicle, entity, guardPlate } from './vehicle.service';
import { columnsOf, inWords } from './vehicle.write';

type Trx = Transaction<DB>;
/** Lines of the file that the check shows. */
const previewRows = 200;
const shownErrors = 1000;
const chunk = 200;

/** The workbook to fill in, with the company's own departments, fleets, carriers and drivers as choices. */
export async function vehicleTemplate(ctx: Ctx): Promise<Buffer> {
  const { choices } = await ctx.db((trx) => loadWorld(trx, ctx, []));
  const notes = [
    '在“数据”表从第2行开始填写，一行一辆车；不要改动第1行的列名，不需要的列可以删除（带 * 的除外）。',
    `一次最多${importLimits.maxRows}行，文件不超过10MB。`,
    '更新已有车辆时以车牌号为准，空白的单元格不修改。',
  ];
  return importTemplate(importColumns(choices), notes, importLimits.maxRows);
}

interface Checked {
  sheet: ImportSheet<ImportField>;
  rows: CheckedRow[];
  world: World;
}

/** Reads the file and checks every line; nothing is written. */
async function check(trx: Trx, ctx: Ctx, upload: Upload): Promise<Checked> {
  const options = importFields.safeParse(upload.fields);
  if (!options.success) throw invalidField('mode', options.error.issues[0]?.message ?? '请选择导入方式');
  const none = { orgs: [], fleets: [], carriers: [], drivers: [] };
  const sheet = await readImport(upload.bytes, importColumns(none), importLimits.maxRows);
  const world = await loadWorld(
    trx,
    ctx,
    sheet.rows.map((r) => r.cells.plateNo ?? ''),
  );
  return { sheet, world, rows: checkRows(sheet.rows, sheet.letters, options.data.mode, world) };
}

/** The dry run: what would happen, every wrong cell, and the workbook with the errors written into it. */
export function checkImport(ctx: Ctx, upload: Upload): Promise<ImportCheck> {
  return ctx.db(async (trx) => {
    const { sheet, rows } = await check(trx, ctx, upload);
    const errors = rows.flatMap((r) => r.errors);
    const columns = importColumns({ orgs: [], fleets: [], carriers: [], drivers: [] }).filter(
      (c) => c.field in sheet.letters,
    );
    const cells = new Map(sheet.rows.map((r) => [r.row, columns.map((c) => r.cells[c.field] ?? '')]));
    const wrongFirst = [...rows].sort(
      (a, b) => Number(b.errors.length > 0) - Number(a.errors.length > 0) || a.row - b.row,
    );
    return {
      ...totals(rows),
      columns: columns.map((c) => c.label),
      rows: wrongFirst.slice(0, previewRows).map((r) => ({
        row: r.row,
        plateNo: r.plateNo,
        action: r.action,
        cells: cells.get(r.row) ?? [],
        errors: r.errors,
      })),
      errors: errors.slice(0, shownErrors),
      annotated: errors.length > 0 ? (await annotated(sheet.workbook, errors)).toString('base64') : null,
    };
  });
}

function totals(rows: CheckedRow[]) {
  const count = (action: CheckedRow['action']): number => rows.filter((r) => r.action === action).length;
  return {
    total: rows.length,
    valid: rows.length - count('none'),
    invalid: count('none'),
    adds: count('add'),
    updates: count('update'),
  };
}

/** Writes the lines in one transaction: all, or the right ones when the user chose so; a failure anywhere leaves nothing behind. */
export function runImport(ctx: Ctx, upload: Upload): Promise<{ added: number; updated: number; skipped: number }> {
  return ctx.db(async (trx) => {
    const { rows, world } = await check(trx, ctx, upload);
    const { adds, updates, invalid: wrong } = totals(rows);
    const { commit } = importFields.parse(upload.fields);
    if (wrong > 0 && commit === 'all') throw refusal(rows);
    if (adds + updates === 0) throw invalidField('file', '没有可导入的数据，请按提示修改后重新上传');
    await insertRows(
      trx,
      ctx,
      rows.filter((r) => r.action === 'add'),
      world,
    );
    for (const { known, fields } of rows) {
      if (known && fields) await changeVehicle(trx, ctx, known.id, known.version, fields);
    }
    return { added: adds, updated: updates, skipped: wrong };
  });
}

function refusal(rows: CheckedRow[]): Error {
  const errors: CellError[] = rows.flatMap((r) => r.errors);
  return invalid([
    { field: 'file', msg: `有${rows.filter((r) => r.errors.length > 0).length}行数据有误，未导入任何数据` },
    ...errors.slice(0, 100).map((e) => ({ field: e.label, row: e.row, msg: e.msg })),
  ]);
}

async function insertRows(trx: Trx, ctx: Ctx, rows: CheckedRow[], world: World): Promise<void> {
  const names = namesIn(world);
  for (let at = 0; at < rows.length; at += chunk) {
    const part = rows.slice(at, at + chunk).flatMap(({ fields, deviceId }) => (fields ? [{ fields, deviceId }] : []));
    const ids = await guardPlate(() =>
      trx
        .insertInto('vehicle')
        .values(part.map(({ fields }) => ({ ...columnsOf(fields), client_id: ctx.clientId, updated_by: ctx.userId })))
        .returning(['id', 'plate_no'])
        .execute(),
    );
    const idOf = new Map(ids.map((r) => [r.plate_no, r.id]));
    const audits = part.map(({ fields }) => ({
      entity,
      entityId: idOf.get(fields.plateNo) ?? '0',
      action: '导入新增',
      changes: changesBetween({}, inWords(fields, names), vehicleLabels),
    }));
    await recordChanges(trx, ctx, audits);
    for (const { fields, deviceId } of part) {
      const vehicleId = idOf.get(fields.plateNo);
      if (deviceId && vehicleId) await bindDevice(trx, ctx, { vehicleId, deviceId });
    }
  }
}
