import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { downloadStatus } from '@tongda/contract/base/download/calls';
import { dayMs } from '@tongda/contract/core/durations';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import type { DB, ExportTask } from '../generated/db-types';
import { wireTime } from '../http/answer/wire-time';
import type { Ctx } from '../http/ctx';
import { AppError, whyGivenUp } from '../http/errors';
import { hideMaskedFields } from '../masks/hide';
import { hidePeople, personalMasker } from '../masks/people';
import { errorCode } from '../run/error-code';
import { defineJob, type JobDefinition } from '../run/jobs';
import { inSlices } from '../run/slices';
import {
  type AnyExport,
  cellsOf,
  chooseColumns,
  type ExportInput,
  exportJobName,
  exportLimits,
  type FileWriting,
  findExport,
  refuseTooManyRows,
  sheetFormat,
} from './definition';
import { mostPdfRows } from './pdf-table';
import type { SheetValue } from './sheet-values';
import { writeTable } from './write-table';

export interface ExportRunDeps {
  db: Kysely<DB>;
  /** folder of all files of this installation */
  filesDir: string;
  log: Logger;
  /** PUBLIC_URL, for addresses that stand in files */
  publicUrl?: string | undefined;
  /** Context of a user as he is now; null when he may no longer log in. */
  ctxOfUser: (userId: string) => Promise<Ctx | null>;
}

export const cleanupJobName = 'export-cleanup';

/** The path of an exported file: `<filesDir>/exports/<task id>.<format>`. */
export const exportPath = (filesDir: string, task: { id: string; format: string }): string =>
  join(filesDir, 'exports', `${task.id}.${task.format}`);

/** The job that makes export files, and the one that removes old ones. */
export function exportJobs(deps: ExportRunDeps): Array<JobDefinition<never>> {
  const make = defineJob<{ taskId: string }>(exportJobName, ({ taskId }) => runExport(deps, taskId));
  const clean = defineJob<object>(cleanupJobName, () => removeExpired(deps));
  return [make, clean];
}

/** Makes the file of one task. A failure is written to the task (status 2 with a reason) and not thrown, so the queue does not repeat it. */
export async function runExport(deps: ExportRunDeps, taskId: string): Promise<void> {
  const task = await deps.db.selectFrom('export_task').selectAll().where('id', '=', taskId).executeTakeFirst();
  if (task?.status !== downloadStatus.pending) return;
  // a random name, because a job that was given up as dead may still be writing
  const part = `${exportPath(deps.filesDir, task)}.${randomUUID()}.part`;
  try {
    const { definition, ctx } = await checkStillPermitted(deps, task);
    await makePrivateFolder(dirname(part));
    const input: unknown = task.params;
    let counted: Promise<number> | undefined;
    const count = () => (counted ??= definition.count(ctx, input));
    // asked again: rows have come since, or a plan has ended
    await refuseTooManyRows(deps, ctx, count);
    const settled = await settleFormat(deps, task, { ...definition, count }, ctx);
    const path = exportPath(deps.filesDir, settled);
    const { rows, bytes } = await writeFile(deps, settled, { ...definition, count }, ctx, part);
    // cancelled or deleted while it was being made: the file of an earlier time stays
    if (!(await isPending(deps, taskId))) return await rm(part, { force: true });
    await rename(part, path);
    const kept = await finishTask(deps, taskId, {
      status: downloadStatus.done,
      progress: 100,
      rows: String(rows),
      file_size: String(bytes),
      file_path: path,
    });
    // deleted in this moment: nobody will ask for the file
    if (!kept && !(await findStatus(deps, taskId))) await rm(path, { force: true });
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    if (error instanceof Cancelled) return;
    const reason = reasonOf(deps, error, taskId);
    // made again in vain: the file of the earlier time is there as before
    const earlier = task.file_path === null ? null : await stat(exportPath(deps.filesDir, task)).catch(() => null);
    await finishTask(
      deps,
      taskId,
      earlier
        ? {
            status: downloadStatus.done,
            progress: 100,
            file_size: String(earlier.size),
            fail_reason: `重新生成失败，仍可下载之前的文件：${reason}`,
          }
        : { status: downloadStatus.failed, fail_reason: reason },
    );
  }
}

const findStatus = ({ db }: ExportRunDeps, id: string) =>
  db.selectFrom('export_task').select('status').where('id', '=', id).executeTakeFirst();
const isPending = async (deps: ExportRunDeps, id: string): Promise<boolean> =>
  (await findStatus(deps, id))?.status === downloadStatus.pending;

/** Checks the right to export when the file is made, not only at the click. Throws AppError. */
// the runner knows input and rows only as what its definition takes; every export may name its columns
async function checkStillPermitted(
  deps: ExportRunDeps,
  task: Selectable<ExportTask>,
): Promise<{ definition: AnyExport; ctx: Ctx }> {
  const definition = findExport(task.endpoint);
  if (!definition) throw new AppError(5000, '该导出已下线');
  const ctx = await deps.ctxOfUser(task.user_id);
  if (!ctx) throw new AppError(4003, '账号已停用，无法导出');
  if (!ctx.can(definition.endpoint.access)) throw new AppError(4003, '暂无导出权限');
  return { definition, ctx };
}

/** The task with the format of its sheet, where nobody chose one and the rows are counted only now. A file that is made again stays what it was. */
async function settleFormat(
  deps: ExportRunDeps,
  task: Selectable<ExportTask>,
  definition: AnyExport,
  ctx: Ctx,
): Promise<Selectable<ExportTask>> {
  const input: unknown = task.params;
  // every export's request may name its format
  const { format: chosen } = input as ExportInput;
  if (chosen || task.file_path !== null || !definition.countLater?.(ctx, input)) return task;
  const format = sheetFormat(await definition.count(ctx, input));
  if (format === task.format) return task;
  const file_name = task.file_name.replace(/\.[a-z]+$/u, `.${format}`);
  await deps.db.updateTable('export_task').set({ format, file_name }).where('id', '=', task.id).execute();
  return { ...task, format, file_name };
}

async function writeFile(
  deps: ExportRunDeps,
  task: Selectable<ExportTask>,
  definition: AnyExport,
  ctx: Ctx,
  part: string,
) {
  const input: unknown = task.params;
  const { db, publicUrl } = deps;
  const file = definition.files?.[task.format];
  const progress = progressWriter(deps, task.id);
  if (file) return file(ctx, input, { path: part, db, publicUrl, progress });
  const total = await definition.count(ctx, input);
  const text = definition.texts?.[task.format];
  if (text) return writeText(privateFile(part), text(ctx, input), (pieces) => progress(pieces, total), total);
  const { columns: own } = definition;
  const known = (await definition.named?.(ctx, input)) ?? (typeof own === 'function' ? own(input) : own);
  // every export's request may name its columns
  const columns = chooseColumns(known, (input as ExportInput).fields);
  const lines = (await definition.lines?.(ctx, input, { db, publicUrl })) ?? [];
  const titles = [
    `${ctx.clientName}　${definition.name}`,
    `查询条件：${task.condition || '全部'}`,
    `导出人：${ctx.userName}　导出时间：${wireTime(Date.now(), ctx.timeZone)}　数据仅供内部使用`,
    ...lines.map((line) => (typeof line === 'string' ? line : line.text)),
  ];
  const people = personalMasker((access) => ctx.can(access))(definition.endpoint.path);
  const rows = mapRows(definition.rows(ctx, input), (row) =>
    cellsOf(hidePeople(people, hideMaskedFields(ctx.rights.masks, row)), columns, definition.cells),
  );
  const format = task.format === 'csv' || task.format === 'pdf' ? task.format : 'xlsx';
  if (format === 'pdf' && total > mostPdfRows)
    throw new AppError(4000, `PDF最多${mostPdfRows}行（现为${total}行），请缩小查询范围，或导出表格`);
  const codes = lines.filter((line) => typeof line !== 'string');
  const sheetColumns = columns.map((c) => ({ header: c.label, width: Math.max(8, Math.round(c.width / 7)) }));
  const table = { path: part, format, sheetName: definition.name, titles, columns: sheetColumns, codes } as const;
  return writeTable(table, rows, (done) => progress(done, total));
}

/** Exports hold what only their owner may read: other users of the machine open neither the folder nor a file of it. */
async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // one that an earlier version made is open to others
  await chmod(folder, 0o700);
}
const privateFile = (path: string): Writable => createWriteStream(path, { mode: 0o600 });

/** Writes a text file from its pieces. `onProgress` hears the number of those written; a piece is about a row. */
async function writeText(
  out: Writable,
  pieces: AsyncIterable<string>,
  onProgress: (pieces: number) => void,
  rows: number,
): Promise<{ rows: number; bytes: number }> {
  let [bytes, written] = [0, 0];
  await pipeline(async function* () {
    for await (const piece of inSlices(pieces)) {
      bytes += Buffer.byteLength(piece);
      yield piece;
      onProgress(++written);
    }
  }, out);
  return { rows, bytes };
}

async function* mapRows<A>(rows: AsyncIterable<A>, cells: (row: A) => SheetValue[]): AsyncGenerator<SheetValue[]> {
  for await (const row of rows) yield cells(row);
}

/** The task was cancelled or deleted while its file was being made. */
class Cancelled extends Error {}

/**
 * Percent done, written at most twice a second; a lost write does not matter. What it answers throws {@link Cancelled} once the task waits no more: a file that nobody
 * wants is not made to its end.
 */
function progressWriter(deps: ExportRunDeps, id: string): FileWriting['progress'] {
  let last = 0;
  let isCancelled = false;
  return (rows, total) => {
    if (isCancelled) throw new Cancelled();
    if (Date.now() - last < 500) return;
    last = Date.now();
    const progress = Math.min(99, Math.floor((rows / Math.max(1, total)) * 100));
    deps.db
      .updateTable('export_task')
      .set({ progress, rows: String(rows) })
      .where('id', '=', id)
      .where('status', '=', downloadStatus.pending)
      .executeTakeFirst()
      .then(({ numUpdatedRows }) => {
        isCancelled = numUpdatedRows === 0n;
      })
      .catch((error: unknown) => deps.log.warn({ err: error, id }, 'export progress'));
  };
}

async function finishTask(
  deps: ExportRunDeps,
  id: string,
  set: {
    status: 1 | 2;
    progress?: number;
    rows?: string;
    file_size?: string;
    file_path?: string;
    fail_reason?: string;
  },
): Promise<boolean> {
  const done = await deps.db
    .updateTable('export_task')
    .set({ ...set, finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    // one that was cancelled meanwhile stays so
    .where('status', '=', downloadStatus.pending)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

function reasonOf(deps: ExportRunDeps, error: unknown, taskId: string): string {
  if (error instanceof AppError) return error.message;
  deps.log.error({ err: error, taskId }, 'export failed');
  if (whyGivenUp(error)) return '查询用时过长，已停止，请缩短时间范围或减少车辆后重试';
  const code = errorCode(error);
  if (code === 'ENOSPC') return '服务器磁盘已满，请联系管理员';
  if (code === 'EACCES' || code === 'EROFS') return '服务器无法写入文件，请联系管理员';
  return '生成文件时出错，请重新生成';
}

/** Parts of files that a process left when it died: none that is written takes so long, ms. */
const partsFor = dayMs;

async function removeOldParts(filesDir: string): Promise<void> {
  const folder = join(filesDir, 'exports');
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => /\.part(\.|$)/u.test(one))) {
    const path = join(folder, name);
    const { mtimeMs } = (await stat(path).catch(() => null)) ?? { mtimeMs: Date.now() };
    if (mtimeMs < Date.now() - partsFor) await rm(path, { force: true });
  }
}

/** Removes files that have expired, parts of files that were never ended, and tasks a month after they were requested. */
export async function removeExpired(deps: Pick<ExportRunDeps, 'db' | 'filesDir'>): Promise<void> {
  const old = await deps.db
    .updateTable('export_task')
    .set({ file_path: null })
    .where('expire_at', '<', sql<Date>`now()`)
    .where('file_path', 'is not', null)
    .returning(['id', 'format'])
    .execute();
  for (const task of old) await rm(exportPath(deps.filesDir, task), { force: true });
  await removeOldParts(deps.filesDir);
  await deps.db
    .deleteFrom('export_task')
    .where('expire_at', '<', sql<Date>`now() - make_interval(days => ${30 - exportLimits.keepDays})`)
    .execute();
}
