import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import {
  cancelledReason,
  downloadCancel,
  downloadDel,
  downloadFile,
  downloadFilters,
  downloadList,
  downloadModules,
  downloadRetry,
  downloadStatus,
  downloadStatusCheck,
  downloadZip,
} from '@tongda/contract/base/download/calls';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { menuList } from '@tongda/contract/shell/menus';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { readFileAt } from '../../../core/blob/local-folder';
import {
  type ExportDeps,
  exportsOfMenus,
  isLinkValid,
  makeDownloadLink,
  retryExport,
} from '../../../core/export/definition';
import { exportPath } from '../../../core/export/run';
import { answerStored, type StoredFile } from '../../../core/http/answer/stored';
import { wireTime, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, blockedByRule, forbiddenError, notFound } from '../../../core/http/errors';
import { publicRoute, route } from '../../../core/http/route';
import { filterConditions } from '../../../core/record/filters';
import { holdTotal } from '../../../core/record/totals';
import { ZipWriter } from '../../../core/workbook/zip';

export interface DownloadDeps extends ExportDeps {
  filesDir: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  kml: 'application/vnd.google-earth.kml+xml; charset=utf-8',
  gpx: 'application/gpx+xml; charset=utf-8',
  zip: 'application/zip',
};

/** 下载管理: export tasks of a user, for administrators those of the company, and the files behind signed links. */
export function downloadRoutes(app: FastifyInstance, deps: DownloadDeps): void {
  route(app, downloadList, (ctx, q) => listTasks(deps, ctx, q));
  route(app, downloadStatusCheck, (ctx, { ids }) => checkTasks(deps, ctx, ids));
  route(app, downloadModules, (ctx) =>
    ctx.db(async (trx) => {
      const rows = await selectTasks(ctx, trx).select('t.module').distinct().orderBy('t.module').execute();
      return rows.map(({ module }) => module);
    }),
  );
  route(app, downloadRetry, (ctx, { id }) => retryExport(deps, ctx, id));
  route(app, downloadCancel, (ctx, { id }) => cancelTask(deps, ctx, id));
  route(app, downloadZip, async (ctx, { ids }, { reply }) => {
    const files = await listFinished(deps, ctx, ids);
    const out = new PassThrough();
    void packFiles(files, out).catch((error: Error) => out.destroy(error));
    reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(zipName(ctx))}`);
    return out;
  });
  route(app, downloadDel, async (ctx, { ids }) => {
    const gone = await ctx.db((trx) =>
      trx
        .deleteFrom('export_task')
        .where('id', 'in', ids)
        .where('user_id', '=', ctx.userId)
        .returning(['id', 'format'])
        .execute(),
    );
    if (gone.length === 0) throw notFound('下载任务');
    for (const task of gone) await rm(exportPath(deps.filesDir, task), { force: true });
    return null;
  });
  publicRoute(app, downloadFile, async ({ req, reply }, input) => {
    const answer = await answerStored(req, reply, await findTaskFile(deps, input));
    if (answer === null) throw new AppError(4004, message('download.expired'));
    return answer;
  });
}

/** Exports that a company without these menus (keys) has no part of: their files are there again when the menus are. */
function exportsWithout(off: ReadonlySet<string>): string[] {
  return off.size === 0 ? [] : exportsOfMenus(new Set(menuList.flatMap(({ key, id }) => (off.has(key) ? [id] : []))));
}
const isOfOwnMenus = (ctx: Ctx) =>
  sql<boolean>`not t.endpoint = any(${exportsWithout(ctx.rights.off?.menus ?? new Set())}::text[])`;

/** Tasks of the caller only: what another user exported he changes himself. */
const selectOwnTasks = (ctx: Ctx, trx: Parameters<Parameters<Ctx['db']>[0]>[0]) =>
  trx.selectFrom('export_task as t').where('t.user_id', '=', ctx.userId).where(isOfOwnMenus(ctx));

/** Tasks that the caller may see: an administrator, who sees the whole company, those of all its users. */
const selectTasks = (ctx: Ctx, trx: Parameters<Parameters<Ctx['db']>[0]>[0]) =>
  trx
    .selectFrom('export_task as t')
    .where('t.client_id', '=', ctx.clientId)
    .where(isOfOwnMenus(ctx))
    .where(isAdministrator(ctx) ? sql<boolean>`true` : sql<boolean>`t.user_id = ${ctx.userId}`);
const isAdministrator = ({ isPrimary, isOrgManager }: Ctx): boolean => isPrimary || isOrgManager;

/** Takes a task back that is still on its way: its file is not made, or thrown away. One whose file was only to be made again has that file as before. */
function cancelTask({ filesDir }: DownloadDeps, ctx: Ctx, id: string): Promise<null> {
  return ctx.db(async (trx) => {
    const known = await selectOwnTasks(ctx, trx)
      .select(['t.id', 't.format', 't.file_path'])
      .where('t.id', '=', id)
      .executeTakeFirst();
    const earlier = known?.file_path ? await stat(exportPath(filesDir, known)).catch(() => null) : null;
    const done = await trx
      .updateTable('export_task')
      .set(
        earlier
          ? { status: downloadStatus.done, progress: 100, file_size: String(earlier.size), finished_at: earlier.mtime }
          : { status: downloadStatus.failed, fail_reason: cancelledReason, finished_at: sql<Date>`now()` },
      )
      .where('id', '=', id)
      .where('user_id', '=', ctx.userId)
      .where('status', '=', downloadStatus.pending)
      .executeTakeFirst();
    if (done.numUpdatedRows > 0n) return null;
    throw known ? blockedByRule('任务已结束，不能取消') : notFound('下载任务');
  });
}

interface PackedFile {
  name: string;
  path: string;
  /** when it was made, on the company's clock */
  wall: string;
}

/** 下载文件_20261130_142530.zip: two archives are told apart. */
const zipName = ({ timeZone }: Ctx): string =>
  `下载文件_${wireTime(Date.now(), timeZone).replace(/[-:]/gu, '').replace(' ', '_')}.zip`;

/** The files of finished tasks, in the order of their tasks, each under a name of its own. 4004 when none of them is there any more. */
async function listFinished(deps: DownloadDeps, ctx: Ctx, ids: string[]): Promise<PackedFile[]> {
  const tasks = await ctx.db((trx) =>
    selectTasks(ctx, trx)
      .select(['t.id', 't.format', 't.file_name as name'])
      .where('t.id', 'in', ids)
      .where('t.status', '=', downloadStatus.done)
      .where(sql<boolean>`t.expire_at > now()`)
      .orderBy('t.id')
      .execute(),
  );
  const found = await Promise.all(
    tasks.map(async (task) => {
      const path = exportPath(deps.filesDir, task);
      const found = await stat(path).catch(() => null);
      return found ? [{ name: task.name, path, wall: wireTime(found.mtimeMs, ctx.timeZone) }] : [];
    }),
  );
  const files = found.flat();
  if (files.length === 0) throw new AppError(4004, message('download.expired'));
  const taken = new Set<string>();
  return files.map(({ name, ...file }, i) => {
    const own = taken.has(name) ? `${i + 1}-${name}` : name;
    taken.add(name);
    return { name: own, ...file };
  });
}

async function packFiles(files: readonly PackedFile[], out: PassThrough): Promise<void> {
  const zip = new ZipWriter(out);
  for (const { name, path, wall } of files) await zip.add(name, createReadStream(path), wall);
  await zip.finish();
}

function listTasks(deps: DownloadDeps, ctx: Ctx, q: Parsed<typeof downloadList>) {
  return ctx.db(async (trx) => {
    const own = {
      module: (name: string) => sql<boolean>`t.module = ${name}`,
      whose: (whose: 'mine' | 'all') =>
        whose === 'all' ? sql<boolean>`true` : sql<boolean>`t.user_id = ${ctx.userId}`,
    };
    const tasks = selectTasks(ctx, trx)
      .innerJoin('app_user as u', 'u.id', 't.user_id')
      .where(filterConditions(downloadFilters.table, 't', own, ctx, q));
    const rows = await tasks
      .select([
        't.id',
        't.user_id as userId',
        'u.name as userName',
        't.file_name as fileName',
        't.module',
        't.condition',
        't.format',
        't.progress',
        't.fail_reason as failReason',
        't.file_path',
      ])
      .select([
        sql<0 | 1 | 2>`t.status`.as('status'),
        sql<number | null>`t.rows::int`.as('rows'),
        sql<number | null>`t.file_size::float8`.as('fileSize'),
        wireTimeSql(sql<Date>`t.created_at`, ctx.timeZone).as('createTime'),
        sql<string | null>`${wireTimeSql(sql<Date | null>`t.finished_at`, ctx.timeZone)}`.as('finishTime'),
        wireTimeSql(sql<Date>`t.expire_at`, ctx.timeZone).as('expireTime'),
        sql<boolean>`t.expire_at < now()`.as('expired'),
      ])
      .orderBy('t.created_at', 'desc')
      .orderBy('t.id', 'desc')
      .limit(q.size)
      .offset((q.page - 1) * q.size)
      .execute();
    const total = await holdTotal(ctx, downloadList, q, async () => {
      const { n } = await tasks.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
      return n;
    });
    const list = rows.map(({ file_path: _path, userId, ...row }) => ({
      ...row,
      mine: userId === ctx.userId,
      pathUrl:
        row.status === downloadStatus.done && !row.expired
          ? makeDownloadLink(deps.secrets, { id: row.id, userId })
          : null,
    }));
    return { list, total, page: q.page, size: q.size };
  });
}

function checkTasks(deps: DownloadDeps, ctx: Ctx, ids: string[]) {
  return ctx.db(async (trx) => {
    if (ids.length === 0) return [];
    const rows = await selectOwnTasks(ctx, trx)
      .select(['t.id', 't.file_name as fileName', 't.fail_reason as failReason'])
      // one that was made again in vain still has the file of the earlier time, but did not end well
      .select(
        sql<0 | 1 | 2>`case when t.fail_reason is null then t.status else ${sql.lit(downloadStatus.failed)} end`.as(
          'status',
        ),
      )
      .where('t.id', 'in', ids)
      .execute();
    return rows.map((row) => ({
      ...row,
      pathUrl:
        row.status === downloadStatus.done ? makeDownloadLink(deps.secrets, { id: row.id, userId: ctx.userId }) : null,
    }));
  });
}

/** The file behind a link. The link is the permission: it names task and user, and is over after ten minutes. */
async function findTaskFile(deps: DownloadDeps, link: Parsed<typeof downloadFile>): Promise<StoredFile> {
  const id = /^\d{1,19}$/u.test(link.id) ? link.id : '0';
  const task = await deps.db
    .selectFrom('export_task')
    .select([
      'id',
      'user_id',
      'file_name',
      'format',
      'status',
      'endpoint',
      sql<boolean>`expire_at < now()`.as('expired'),
    ])
    .select(sql<string[]>`array(select o.module from module_off o where o.client_id = export_task.client_id)`.as('off'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!task || !isLinkValid(deps.secrets, { id, userId: task.user_id }, link))
    throw forbiddenError('下载链接无效或已过期，请到下载管理中重新下载');
  const path = exportPath(deps.filesDir, task);
  const found = await stat(path).catch(() => null);
  const gone = exportsWithout(new Set(task.off)).includes(task.endpoint);
  if (gone || task.expired || task.status !== downloadStatus.done || !found)
    throw new AppError(4004, message('download.expired'));
  return {
    // a file that is made again is another
    mark: `${id}-${found.size}-${Math.round(found.mtimeMs)}`,
    mime: contentTypes[task.format] ?? 'application/octet-stream',
    name: task.file_name,
    cacheControl: 'private, no-store',
    read: (asked) => readFileAt(path, asked),
  };
}
