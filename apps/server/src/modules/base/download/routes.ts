import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import {
  downloadDel,
  downloadFile,
  downloadFilters,
  downloadList,
  downloadModules,
  downloadRetry,
  downloadStatus,
  downloadStatusCheck,
} from '@tongda/contract/base/download/calls';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type ExportDeps, isLinkValid, makeDownloadLink, retryExport } from '../../../core/export/definition';
import { exportPath } from '../../../core/export/run';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, forbiddenError, notFound } from '../../../core/http/errors';
import { publicRoute, route } from '../../../core/http/route';
import { wireTimeSql } from '../../../core/http/wire-time';
import { filterConditions } from '../../../core/record/filters';

export interface DownloadDeps extends ExportDeps {
  filesDir: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  kml: 'application/vnd.google-earth.kml+xml; charset=utf-8',
  gpx: 'application/gpx+xml; charset=utf-8',
};

/** 下载管理: a user's own export tasks, and the files behind signed links. */
export function downloadRoutes(app: FastifyInstance, deps: DownloadDeps): void {
  route(app, downloadList, (ctx, q) => listTasks(deps, ctx, q));
  route(app, downloadStatusCheck, (ctx, { ids }) => checkTasks(deps, ctx, ids));
  route(app, downloadModules, (ctx) =>
    ctx.db(async (trx) => {
      const rows = await selectOwnTasks(ctx, trx).select('t.module').distinct().orderBy('t.module').execute();
      return rows.map(({ module }) => module);
    }),
  );
  route(app, downloadRetry, (ctx, { id }) => retryExport(deps, ctx, id));
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
  publicRoute(app, downloadFile, async ({ reply }, input) => {
    const { path, name, size, format } = await openTaskFile(deps, input);
    reply
      .header('content-type', contentTypes[format] ?? 'application/octet-stream')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('content-length', size)
      .header('cache-control', 'private, no-store');
    return createReadStream(path);
  });
}

/** Tasks of the caller only: what another user exported is his. */
const selectOwnTasks = (ctx: Ctx, trx: Parameters<Parameters<Ctx['db']>[0]>[0]) =>
  trx.selectFrom('export_task as t').where('t.user_id', '=', ctx.userId);

function listTasks(deps: DownloadDeps, ctx: Ctx, q: Parsed<typeof downloadList>) {
  return ctx.db(async (trx) => {
    const tasks = selectOwnTasks(ctx, trx).where(
      filterConditions(downloadFilters.table, 't', { module: (name) => sql<boolean>`t.module = ${name}` }, ctx, q),
    );
    const rows = await tasks
      .select([
        't.id',
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
    const { n } = await tasks.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
    const list = rows.map(({ file_path: _path, ...row }) => ({
      ...row,
      pathUrl:
        row.status === downloadStatus.done && !row.expired
          ? makeDownloadLink(deps.secrets, { id: row.id, userId: ctx.userId })
          : null,
    }));
    return { list, total: n, page: q.page, size: q.size };
  });
}

function checkTasks(deps: DownloadDeps, ctx: Ctx, ids: string[]) {
  return ctx.db(async (trx) => {
    if (ids.length === 0) return [];
    const rows = await selectOwnTasks(ctx, trx)
      .select(['t.id', 't.file_name as fileName', 't.fail_reason as failReason', sql<0 | 1 | 2>`t.status`.as('status')])
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
async function openTaskFile(deps: DownloadDeps, link: Parsed<typeof downloadFile>) {
  const id = /^\d{1,19}$/u.test(link.id) ? link.id : '0';
  const task = await deps.db
    .selectFrom('export_task')
    .select(['id', 'user_id', 'file_name', 'format', 'status', sql<boolean>`expire_at < now()`.as('expired')])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!task || !isLinkValid(deps.secrets, { id, userId: task.user_id }, link))
    throw forbiddenError('下载链接无效或已过期，请到下载管理中重新下载');
  const path = exportPath(deps.filesDir, task);
  const found = await stat(path).catch(() => null);
  if (task.expired || task.status !== downloadStatus.done || !found)
    throw new AppError(4004, message('download.expired'));
  return { path, name: task.file_name, size: found.size, format: task.format };
}
