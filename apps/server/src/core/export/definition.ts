import { labelOf } from '@tongda/contract/base/dictionary/calls';
import { downloadStatus } from '@tongda/contract/base/download/calls';
import type { Column } from '@tongda/contract/core/columns';
import type { Endpoint, Parsed } from '@tongda/contract/core/endpoint';
import { maskPhone } from '@tongda/contract/core/field/mask';
import { message } from '@tongda/contract/core/messages';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../db/trx';
import type { DB } from '../generated/db-types';
import { wireTime } from '../http/answer/wire-time';
import type { Ctx } from '../http/ctx';
import { type AppError, blockedByRule, notFound, tooManyAtOnce } from '../http/errors';
import { recordChanges } from '../record/audit';
import { extension } from '../run/extension';
import type { JobQueue } from '../run/jobs';
import { type Secrets, signText, verifySignature } from '../run/secrets';
import type { CodeLine } from './code-sheet';
import type { SheetValue } from './sheet-values';

/** What the request of an export may contain beside its filters. */
export interface ExportInput {
  /** chosen columns in their order; absent = all that are not hidden */
  fields?: string[];
  /** xlsx, csv, or one of the definition's own texts */
  format?: string;
}

/** The export of a list: which endpoint starts it, its columns, and where the rows come from. */
export interface ExportDefinition<E extends Endpoint, Row extends object> {
  endpoint: E;
  /** 所属模块 of the download list */
  module: string;
  /** first part of the file's name, and the sheet's */
  name: string;
  /** fixed columns, or columns that depend on the request (one for each day) */
  columns: ReadonlyArray<Column<Row>> | ((input: Parsed<E>) => ReadonlyArray<Column<Row>>);
  /** the columns under the names of what was found, where these depend on more than the request; those that are missing here are left out of the file */
  named?: (ctx: Ctx, input: Parsed<E>) => Promise<ReadonlyArray<Column<Row>>>;
  /** query conditions in words, for the head of the sheet; kept as they were when the export was asked for */
  condition: (ctx: Ctx, input: Parsed<E>) => Promise<string>;
  count: (ctx: Ctx, input: Parsed<E>) => Promise<number>;
  /** whether counting takes about as long as the file itself: then only who makes the file counts, and nobody waits for it who asks for one */
  countLater?: (ctx: Ctx, input: Parsed<E>) => boolean;
  rows: (ctx: Ctx, input: Parsed<E>) => AsyncIterable<Row>;
  /** cells that are more than the row's value or its dictionary label */
  cells?: Partial<Record<Extract<keyof Row, string>, (row: Row) => SheetValue>>;
  /** formats other than sheets, by file extension: the text in pieces (map files) */
  texts?: Readonly<Record<string, (ctx: Ctx, input: Parsed<E>) => AsyncIterable<string>>>;
  /** formats that are written as a whole (PDF), by file extension: writes the file of that path, readable for its owner alone */
  files?: Readonly<
    Record<string, (ctx: Ctx, input: Parsed<E>, to: FileWriting) => Promise<{ rows: number; bytes: number }>>
  >;
  /** further lines above the head of a sheet, made when the file is */
  lines?: (ctx: Ctx, input: Parsed<E>, at: Omit<FileWriting, 'path' | 'progress'>) => Promise<HeadLine[]>;
}

/** A line above the head of a sheet; one with `code` stands in a workbook with the QR code of it, too. */
export type HeadLine = string | CodeLine;

/** What the making of a file may use beside the rights of who asked for it. */
export interface FileWriting {
  path: string;
  /** the database as the system sees it: for what companies only read */
  db: Kysely<DB>;
  /** PUBLIC_URL */
  publicUrl: string | undefined;
  /** Says that `done` of `total` parts are written. It throws once nobody waits for the file any more: call it between parts, outside of what is caught for one of them. */
  progress: (done: number, total: number) => void;
}

/** A definition as the runner sees it, which does not know the types of its input and rows. */
export type AnyExport = ExportDefinition<Endpoint, Record<string, unknown>>;
const definitions = new Map<string, AnyExport>();

/** Registers an export, so that the worker finds it. To be called once when the module is loaded; throws when the endpoint is registered already. */
export function registerExport<E extends Endpoint, Row extends object>(
  definition: ExportDefinition<E, Row>,
): ExportDefinition<E, Row> {
  if (definitions.has(definition.endpoint.path))
    throw new Error(`export ${definition.endpoint.path} is registered twice`);
  // the runner gives a definition only input of its own endpoint, and rows that it made itself
  definitions.set(definition.endpoint.path, definition as unknown as AnyExport);
  return definition;
}
/** Paths of the exports that nothing but these menus opens. */
export const exportsOfMenus = (menus: ReadonlySet<number>): string[] =>
  [...definitions.values()].flatMap(({ endpoint: { access, path } }) =>
    typeof access === 'object' && [access.menu].flat().every((id) => menus.has(id)) ? [path] : [],
  );

export const findExport = (path: string): AnyExport | undefined => definitions.get(path);

export interface ExportDeps {
  db: Kysely<DB>;
  jobs: Pick<JobQueue, 'add'>;
  secrets: Secrets;
}

/** Limits: running and waiting tasks of one user, rows above which the file becomes a CSV, seconds that a download link is valid, days that a file is kept. */
export const exportLimits = { running: 3, queued: 20, csvAbove: 100_000, linkSeconds: 600, keepDays: 7 } as const;
export const exportJobName = 'export';

/** The most rows that one file of a company may have, and what is said of more. */
export interface RowBound {
  most: number;
  refusal: (rows: number) => string;
}
/** What bounds the files of a company; null = nothing. Modules above add themselves. */
export const rowBounds = extension<(db: Kysely<DB>, clientId: string) => Promise<RowBound | null>>();

/** Throws 4011 when a file would have more rows than the company may take out at once. `count` is asked only where there is a bound. */
export async function refuseTooManyRows(
  { db }: Pick<ExportDeps, 'db'>,
  { clientId }: Pick<Ctx, 'clientId'>,
  count: () => Promise<number>,
): Promise<void> {
  for (const boundOf of rowBounds.parts()) {
    const bound = await boundOf(db, clientId);
    if (bound === null) continue;
    const rows = await count();
    if (rows > bound.most) throw blockedByRule(bound.refusal(rows));
  }
}

/**
 * Accepts an export: a row in the download list and a job. 4029 when the user has too many on their way, 4011 when it has more rows than the company may take out at once; of one
 * that is counted later the job says so.
 * The right to export is checked here by the route and again when the job runs.
 */
export async function enqueueExport<E extends Endpoint, Row extends object>(
  deps: ExportDeps,
  ctx: Ctx,
  definition: ExportDefinition<E, Row>,
  input: Parsed<E>,
): Promise<{ id: string }> {
  await refuseFlood(deps, ctx.userId);
  let counted: Promise<number> | undefined;
  const count = () => (counted ??= definition.count(ctx, input));
  if (!definition.countLater?.(ctx, input)) await refuseTooManyRows(deps, ctx, count);
  const { id } = await createExportTask(deps, ctx, { ...definition, count }, input);
  await queueExport(deps, id, ctx.userId);
  return { id };
}

/** Phone and identity numbers that somebody looked for. */
const personalNumbers = /(?<!\d)(?:1\d{10}|\d{17}[\dXx])(?!\d)/gu;

/** Who takes data out leaves a line in 操作日志 (report.md 8.8), with the file and what was asked for; no history says a whole phone number. */
const noteExport = (trx: Trx, ctx: Ctx, { id, file_name, condition }: ExportTask): Promise<void> =>
  recordChanges(trx, ctx, [
    {
      entity: 'export',
      entityId: id,
      action: '导出',
      changes: [
        { field: 'fileName', label: '文件', before: '', after: file_name },
        { field: 'condition', label: '条件', before: '', after: condition.replaceAll(personalNumbers, maskPhone) },
      ],
    },
  ]);

interface ExportTask {
  id: string;
  file_name: string;
  /** what was asked for, in words */
  condition: string;
}

/** What a sheet of so many rows is written as when nobody chose. */
export const sheetFormat = (rows: number): 'csv' | 'xlsx' => (rows > exportLimits.csvAbove ? 'csv' : 'xlsx');

/** Writes an export into the download list of the caller, and into 操作日志, for whoever makes its file then. */
export async function createExportTask<E extends Endpoint, Row extends object>(
  deps: Pick<ExportDeps, 'db'>,
  ctx: Ctx,
  definition: ExportDefinition<E, Row>,
  input: Parsed<E>,
): Promise<{ id: string }> {
  // every export's request may name format and columns
  const options = (input ?? {}) as ExportInput;
  const isLater = definition.countLater?.(ctx, input) ?? false;
  const format = options.format ?? (isLater ? 'xlsx' : sheetFormat(await definition.count(ctx, input)));
  const stamp = wireTime(Date.now(), ctx.timeZone).replace(/[-:]/gu, '').replace(' ', '_');
  // counting takes seconds: no connection is held for it
  const condition = await definition.condition(ctx, input);
  return deps.db.transaction().execute(async (trx) => {
    const task = await trx
      .insertInto('export_task')
      .values({
        ...{ client_id: ctx.clientId, user_id: ctx.userId, module: definition.module, format, condition },
        file_name: `${definition.name}_${stamp}.${format}`,
        endpoint: definition.endpoint.path,
        params: JSON.stringify(input ?? {}),
      })
      .returning(['id', 'file_name', 'condition'])
      .executeTakeFirstOrThrow();
    await noteExport(trx, ctx, task);
    return { id: task.id };
  });
}

/** Makes the file of a finished, failed or expired task again, with the same conditions. */
export async function retryExport(deps: ExportDeps, ctx: Ctx, id: string): Promise<{ id: string }> {
  await refuseFlood(deps, ctx.userId);
  const row = await deps.db
    .updateTable('export_task')
    .set({
      status: downloadStatus.pending,
      requested_at: sql<Date>`now()`,
      progress: 0,
      rows: null,
      file_size: null,
      fail_reason: null,
      finished_at: null,
      expire_at: sql<Date>`now() + make_interval(days => ${exportLimits.keepDays})`,
    })
    .where('id', '=', id)
    .where('user_id', '=', ctx.userId)
    .where('status', '!=', downloadStatus.pending)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw await whyNoRetry(deps, ctx, id);
  await queueExport(deps, id, ctx.userId);
  return { id };
}

async function whyNoRetry(deps: ExportDeps, ctx: Ctx, id: string): Promise<AppError> {
  const task = await deps.db
    .selectFrom('export_task')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', ctx.userId)
    .executeTakeFirst();
  return task ? blockedByRule('文件正在生成，请稍候') : notFound('下载任务');
}

async function refuseFlood(deps: ExportDeps, userId: string): Promise<void> {
  const { n } = await deps.db
    .selectFrom('export_task')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('user_id', '=', userId)
    .where('status', '=', downloadStatus.pending)
    .where('requested_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  if (n >= exportLimits.running + exportLimits.queued) throw tooManyAtOnce(message('export.tooMany'));
}

/** Three queues a user: jobs of one queue run one after another, so at most three run at once. */
function queueExport(deps: ExportDeps, taskId: string, userId: string): Promise<void> {
  const lane = Number(BigInt(taskId) % BigInt(exportLimits.running));
  return deps.jobs.add(
    { name: exportJobName },
    { taskId },
    { queue: `export-${userId}-${lane}`, key: `export-${taskId}`, maxAttempts: 3 },
  );
}

/** Link to a finished file: ten minutes, for this task and this user only. */
export function makeDownloadLink(secrets: Secrets, task: { id: string; userId: string }, now = Date.now()): string {
  const expires = String(Math.floor(now / 1000) + exportLimits.linkSeconds);
  const query = new URLSearchParams({ id: task.id, expires, sign: signText(secrets, linkText(task, expires)) });
  return `/api/file/download/get?${query.toString()}`;
}

/** Whether a link was made by `makeDownloadLink` for this task and is not over yet. */
export function isLinkValid(
  secrets: Secrets,
  task: { id: string; userId: string },
  link: { expires: string; sign: string },
  now = Date.now(),
): boolean {
  return Number(link.expires) * 1000 >= now && verifySignature(secrets, linkText(task, link.expires), link.sign);
}
const linkText = (task: { id: string; userId: string }, expires: string): string =>
  `download|${task.id}|${task.userId}|${expires}`;

/** The columns of a file: those asked for, in the asked order, else all that are shown by default. */
export function chooseColumns<Row>(
  columns: ReadonlyArray<Column<Row>>,
  fields: string[] | undefined,
): Array<Column<Row>> {
  if (!fields) return columns.filter((c) => !c.hidden);
  // columns are named by fields of the row, which are texts
  const known = new Map(columns.map((c) => [c.value as string, c]));
  const found = [...new Set(fields)].flatMap((field) => known.get(field) ?? []);
  return found.length > 0 ? found : columns.filter((c) => !c.hidden);
}

/** Cells of a row: the definition's own, the dictionary's word, or the value. */
export function cellsOf<Row extends object>(
  row: Row,
  columns: ReadonlyArray<Column<Row>>,
  own: ExportDefinition<Endpoint, Row>['cells'],
): SheetValue[] {
  return columns.map(({ value: field, dict }) => {
    const special = own?.[field];
    if (special) return special(row);
    const value: unknown = row[field];
    // fields with a dictionary hold its codes
    if (Array.isArray(value)) return value.map((v) => (dict ? labelOf(dict, v as number) : String(v))).join('、');
    if (value === null || value === undefined) return null;
    // as above
    if (dict) return labelOf(dict, value as number);
    // what a row holds besides is a text, a number or a yes or no
    return value as SheetValue;
  });
}

/** Rows in chunks of a paging query, until one comes back short. */
export async function* readInChunks<Row>(
  read: (limit: number, offset: number) => Promise<Row[]>,
  limit = 5000,
): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += limit) {
    const rows = await read(limit, offset);
    yield* rows;
    if (rows.length < limit) return;
  }
}
