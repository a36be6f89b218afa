import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { defineEnum } from '../../core/enum';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';

export const downloadStatus = defineEnum('downloadStatus', {
  pending: [0, '处理中'],
  done: [1, '已完成'],
  failed: [2, '失败'],
});

const row = z.object({
  id,
  /** who asked for it */
  userName: z.string(),
  /** the caller's own: only he changes it */
  mine: z.boolean(),
  fileName: z.string(),
  module: z.string(),
  condition: z.string(),
  format: z.string(),
  status: downloadStatus.schema,
  progress: z.number(),
  rows: z.number().nullable(),
  fileSize: z.number().nullable(),
  /** signed link of 10 minutes for status 1, otherwise null */
  pathUrl: z.string().nullable(),
  failReason: z.string().nullable(),
  createTime: dateTime,
  finishTime: dateTime.nullable(),
  expireTime: dateTime,
  expired: z.boolean(),
});
export type DownloadRow = z.infer<typeof row>;

/** Filters of the tasks, `t` in their SQL. Modules are chosen among those of the caller's tasks. */
export const downloadFilters = filterSet({
  fileName: by.text('文件名称', { max: 60, main: true }),
  status: by.code('状态', downloadStatus),
  /** whose tasks; `all` is the company's, for administrators */
  whose: by.own(by.key('创建人', { mine: '本人', all: '全部用户' }, { bar: false })),
  module: by.own(by.text('所属模块', { max: 30, width: 170 })),
  startTime: by.times('创建时间', 'endTime', { columns: ['created_at'] }),
});
export const downloadList = endpoint({
  path: '/api/file/download/getDownLoadList',
  access: 'session',
  title: '下载管理列表',
  input: pageQuery.extend(downloadFilters.schema.shape),
  output: pageOf(row),
});
export const downloadStatusCheck = endpoint({
  path: '/api/file/download/getDownLoadStatus',
  access: 'session',
  title: '查询下载任务状态',
  input: z.object({ ids: z.array(id).max(100) }),
  output: z.array(
    z.object({
      id,
      status: downloadStatus.schema,
      pathUrl: z.string().nullable(),
      fileName: z.string(),
      failReason: z.string().nullable(),
    }),
  ),
});
/** What the module filter offers: modules of the caller's tasks, for administrators of all tasks. */
export const downloadModules = endpoint({
  path: '/api/file/download/modules',
  access: 'session',
  title: '下载任务所属模块',
  output: z.array(z.string()),
});
export const downloadRetry = endpoint({
  path: '/api/file/download/retry',
  access: 'session',
  title: '重新生成',
  input: z.object({ id }),
  output: z.object({ id }),
});
/** Why a task has failed that its user has taken back. */
export const cancelledReason = '已取消';
export const downloadCancel = endpoint({
  path: '/api/file/download/cancel',
  access: 'session',
  title: '取消下载任务',
  input: z.object({ id }),
});
/** Several finished files as one archive. */
export const downloadZip = endpoint({
  path: '/api/file/download/zip',
  access: 'session',
  title: '打包下载',
  raw: true,
  input: z.object({ ids: z.array(id).min(1, '请选择要下载的文件').max(50, '一次最多打包50个文件') }),
  output: z.unknown(),
});
export const downloadDel = endpoint({
  path: '/api/file/download/del',
  access: 'session',
  title: '删除下载任务',
  input: z.object({ ids: z.array(id).min(1, '请选择要删除的任务').max(200) }),
});
export const downloadFile = endpoint({
  method: 'GET',
  path: '/api/file/download/get',
  access: 'public',
  title: '下载文件（签名链接）',
  raw: true,
  input: z.object({ id, expires: z.string(), sign: z.string() }),
  output: z.unknown(),
});

export const downloadColumns = columns<DownloadRow>()([
  { value: 'fileName', label: '文件名称', width: 260, noEdit: true },
  { value: 'module', label: '所属模块', width: 110 },
  { value: 'condition', label: '查询条件', width: 240 },
  { value: 'status', label: '状态', width: 130, dict: 'downloadStatus', noEdit: true },
  { value: 'rows', label: '行数', width: 80, align: 'right' },
  { value: 'fileSize', label: '文件大小', width: 90, align: 'right' },
  { value: 'userName', label: '创建人', width: 90 },
  { value: 'createTime', label: '创建时间', width: 132 },
  { value: 'finishTime', label: '完成时间', width: 132 },
  { value: 'expireTime', label: '失效时间', width: 132 },
  { value: 'failReason', label: '失败原因', width: 180 },
]);
