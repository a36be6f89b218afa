import { z } from 'zod';
import { publishStatus } from '../../base/system-enums';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { defineEnum } from '../../core/enum';
import { reasonOf } from '../../core/field/inputs';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { batchLine, changeHisCall, chosenIds, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { upgradeStatus } from '../device/enums';
import { upgradeTarget } from './enums';

/** 升级包 (backstage.md 16): firmware, and how it is rolled out. */
const base = '/api/base/portable/upgrade';
const read = { menu: menus.upgradePackage.id } as const;
const text = z.string();

/** A roll-out. */
export const upgradeTaskState = defineEnum('upgradeTaskState', {
  running: [1, '进行中'],
  stopped: [2, '失败过多已停止'],
  done: [3, '已完成'],
  cancelled: [4, '已取消'],
});

/** Largest firmware, and the kinds of files that are taken. */
export const maxPackageMb = 50;
export const packageFiles = ['.bin', '.zip'] as const;
/** Shares of the devices that have been told to upgrade when a stage begins, and the share of failures that stops a roll-out. */
export const stageShares = [0.05, 0.2, 1] as const;
export const failureLimit = 0.1;
export const maxUpgraded = 5000;

/** How many of `total` devices have been told when a stage (from 1) has begun: 5 % of 41 are 3. */
export const toldIn = (stage: number, total: number): number => Math.ceil(total * (stageShares[stage - 1] ?? 1) - 1e-9);

const semver = (noun: string) =>
  z
    .string(`请输入${noun}`)
    .trim()
    .regex(/^\d+\.\d+\.\d+$/u, `${noun}格式应为 x.y.z`);
/** What is said of a file beside the file itself. */
export const packageFields = z.object({
  name: z.string('请输入名称').trim().min(1, '请输入名称').max(30, '名称最多30个字符'),
  model: z.string('请输入型号').trim().min(1, '请输入型号').max(30, '型号最多30个字符'),
  fwVersion: semver('版本'),
  minVersion: z
    .union([z.literal(''), semver('最低版本')])
    .nullish()
    .transform((word) => word || null),
  force: z.stringbool().default(false),
  target: z.coerce.number().pipe(upgradeTarget.schema).default(upgradeTarget.terminal),
  maker: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{0,5}$/u, '制造商编码最多5个字母或数字')
    .default(''),
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type PackageFields = z.output<typeof packageFields>;

const row = z.object({
  id,
  name: text,
  model: text,
  fwVersion: text,
  minVersion: text.nullable(),
  force: z.boolean(),
  target: upgradeTarget.schema,
  maker: text,
  fileName: text,
  size: z.number(),
  sha256: text,
  remark: text,
  status: publishStatus.schema,
  /** devices that were upgraded with it, and that were not */
  okCount: z.number(),
  failCount: z.number(),
  uploadUser: text,
  version: z.number(),
  updateTime: dateTime,
});
export type PackageRow = z.infer<typeof row>;
export const packageColumns = columns<PackageRow>()([
  { value: 'name', label: '名称', width: 160, fixed: 'left', noEdit: true, sortable: true },
  { value: 'model', label: '型号', width: 90, sortable: true },
  { value: 'fwVersion', label: '版本', width: 80 },
  { value: 'status', label: '状态', width: 84, dict: 'publishStatus' },
  { value: 'target', label: '升级对象', width: 120, dict: 'upgradeTarget' },
  { value: 'size', label: '大小', width: 84, align: 'right', sortable: true },
  { value: 'sha256', label: 'SHA-256', width: 150 },
  { value: 'minVersion', label: '最低版本', width: 80 },
  { value: 'force', label: '强制', width: 60 },
  { value: 'okCount', label: '升级成功', width: 80, align: 'right' },
  { value: 'failCount', label: '升级失败', width: 80, align: 'right' },
  { value: 'uploadUser', label: '上传人', width: 90 },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true },
  { value: 'remark', label: '说明', width: 180 },
  { value: 'fileName', label: '文件', width: 160, hidden: true },
]);
export const packageFilters = filterSet({
  name: by.text('名称', { max: 30, main: true, width: 180 }),
  model: by.text('型号', { max: 30, width: 140 }),
  fwVersion: by.text('版本', { max: 20, width: 120 }),
  status: by.code('状态', publishStatus, { width: 130 }),
});

export const packagePage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '升级包列表',
  input: pageQuery.extend(packageFilters.schema.shape),
  output: pageOf(row),
});
/** Form fields: `file`, and those of `packageFields`. */
export const packageUpload = endpoint({
  path: `${base}/upload`,
  access: button('upgradePackage', 'upload'),
  title: '上传升级包',
  body: 'multipart',
  output: z.object({ id }),
});
/** 发布: by somebody else than who uploaded it. */
export const packagePublish = endpoint({
  path: `${base}/publish`,
  access: button('upgradePackage', 'publish'),
  title: '发布或下线升级包',
  input: z.object({ id, version, publish: z.boolean('请选择发布或下线') }),
});
export const packageDel = endpoint({
  path: `${base}/del`,
  access: button('upgradePackage', 'delete'),
  title: '删除升级包',
  input: z.object({ ids: chosenIds('升级包') }),
  output: z.array(batchLine),
});
export const packageChangeHis = changeHisCall(base, read, '升级包');

/** 升级: the devices of the package's model, or those named, stage by stage; those that the package is not for are left out with the reason. */
export const upgradeStart = endpoint({
  path: `${base}/task`,
  access: button('upgradePackage', 'upgrade'),
  title: '按升级包升级设备',
  input: z.object({
    id,
    deviceNos: z
      .array(z.string().trim().min(1).max(30, '设备编号最多30个字符'))
      .max(maxUpgraded, `一次最多升级${maxUpgraded}台`)
      .default([]),
    reason: reasonOf('原因'),
  }),
  maxBodyKb: 512,
  output: z.object({ id, total: z.number(), left: z.array(z.object({ deviceNo: text, msg: text })) }),
});

const task = z.object({
  id,
  state: upgradeTaskState.schema,
  stage: z.number(),
  reason: text,
  total: z.number(),
  /** devices by what became of them */
  waiting: z.number(),
  sending: z.number(),
  ok: z.number(),
  failed: z.number(),
  createUser: text,
  createTime: dateTime,
  endTime: dateTime.nullable(),
});
export type UpgradeTaskRow = z.infer<typeof task>;
export const upgradeTasks = endpoint({
  path: `${base}/tasks`,
  access: read,
  title: '升级包的升级任务',
  input: z.object({ id }),
  output: z.array(task),
});
const item = z.object({
  id,
  deviceNo: text,
  name: text,
  clientName: text,
  stage: z.number(),
  state: upgradeStatus.schema,
  answer: text,
});
export type UpgradeItemRow = z.infer<typeof item>;
export const upgradeItems = endpoint({
  path: `${base}/items`,
  access: read,
  title: '升级任务的设备',
  input: pageQuery.extend({ id }),
  output: pageOf(item),
});
/** 继续 after failures have stopped it, or 取消: what has not gone out is taken back. */
export const upgradeAct = endpoint({
  path: `${base}/act`,
  access: button('upgradePackage', 'upgrade'),
  title: '继续或取消升级任务',
  input: z.object({ id, act: z.enum(['go', 'cancel'], '请选择继续或取消') }),
});
