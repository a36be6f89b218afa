import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { batchLine, changeHisCall, chosenIds } from '../../core/register/pieces';
import { forwardState } from '../../resources/device/enums';
import { enableStatus } from '../../resources/enums';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { forwardProtocol } from './enums';
import { forwardChange, forwardFields, forwardInput } from './fields';

const base = '/api/base/forwarding';
const read = { menu: menus.dataForwarding.id } as const;
const text = z.string();

/** A target as the list shows it. Counts are of today, the company's day. */
export const forwardRow = z.object({
  id,
  name: text,
  platform: text,
  protocol: z.number(),
  /** the program that subscribes; '' = a platform */
  appName: text,
  /** without the keys that its query may hold */
  address: text,
  vehicleCount: z.number(),
  /** words */
  kinds: text,
  intervalS: z.number(),
  enabled: z.number(),
  /** it tells of vehicles that the caller does not see: he may look at it, and end it when it is his own */
  beyond: z.boolean(),
  /** the caller made it */
  own: z.boolean(),
  /** given up after too many failures: somebody has to start it again */
  paused: z.boolean(),
  state: z.number(),
  lastOkTime: dateTime.nullable(),
  okCount: z.number(),
  /** sendings that failed, each repetition counted */
  failCount: z.number(),
  /** waiting to be sent */
  backlog: z.number(),
  /** given up: somebody may send them again */
  deadCount: z.number(),
  /** '' when the last sending went well */
  lastError: text,
  lastErrorTime: dateTime.nullable(),
  createUser: text,
  updateTime: dateTime,
  version: z.number(),
});
export type ForwardRow = z.infer<typeof forwardRow>;

export const forwardColumns = columns<ForwardRow>()([
  { value: 'name', label: '转发名称', width: 116, fixed: 'left', sortable: true, noEdit: true },
  { value: 'state', label: '状态', width: 80, dict: 'forwardState' },
  { value: 'platform', label: '目标平台', width: 148, sortable: true },
  { value: 'protocol', label: '协议', width: 112, dict: 'forwardProtocol', sortable: true },
  { value: 'vehicleCount', label: '车辆数', width: 64, align: 'right' },
  { value: 'lastOkTime', label: '最近成功', width: 116 },
  { value: 'okCount', label: '今日成功', width: 76, align: 'right' },
  { value: 'failCount', label: '今日失败', width: 76, align: 'right' },
  { value: 'backlog', label: '积压', width: 60, align: 'right' },
  { value: 'deadCount', label: '待重推', width: 64, align: 'right' },
  { value: 'lastError', label: '最近错误', width: 250 },
  { value: 'address', label: '地址', width: 210 },
  { value: 'kinds', label: '内容', width: 140 },
  { value: 'appName', label: '对接应用', width: 110 },
  { value: 'intervalS', label: '频率(秒)', width: 88, align: 'right', sortable: true },
  { value: 'createUser', label: '创建人', width: 80 },
  { value: 'updateTime', label: '更新时间', width: 124, sortable: true },
]);

/** Filters of the targets, `t` in their SQL. */
export const forwardFilters = filterSet({
  name: by.text('转发名称', { max: 30, main: true, width: 200 }),
  platform: by.text('目标平台', { max: 30, width: 170 }),
  protocol: by.code('协议', forwardProtocol, { width: 150 }),
  state: by.own(by.code('状态', forwardState, { width: 120 })),
  plateNo: by.own(by.text('车牌号', { max: 20, width: 150 })),
  use: by.own(by.key('用途', { app: '应用订阅', platform: '平台转发' }, { width: 140 })),
});

export const forwardPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '数据转发列表',
  input: pageQuery.extend(forwardFilters.schema.shape),
  output: pageOf(forwardRow),
});
const { secret: _secret, ...told } = forwardFields.shape;
export const forwardDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '数据转发详情',
  input: z.object({ id }),
  output: z.object({
    ...told,
    validFrom: text.nullable(),
    validUntil: text.nullable(),
    centerId: z.number().nullable(),
    m1: z.number().nullable(),
    ia1: z.number().nullable(),
    ic1: z.number().nullable(),
    id,
    /** a password or key is kept */
    hasSecret: z.boolean(),
    enabled: z.boolean(),
    beyond: z.boolean(),
    own: z.boolean(),
    version: z.number(),
    createTime: dateTime,
    updateTime: dateTime,
    updateUser: text,
  }),
});
export type ForwardDetail = z.output<typeof forwardDetail.output>;
export const forwardAdd = endpoint({
  path: `${base}/add`,
  access: button('dataForwarding', 'add'),
  title: '新增数据转发',
  input: forwardInput,
  output: z.object({ id }),
});
export const forwardUpdate = endpoint({
  path: `${base}/update`,
  access: button('dataForwarding', 'update'),
  title: '编辑数据转发',
  input: forwardChange,
  output: z.object({ id, version: z.number() }),
});
export const forwardDel = endpoint({
  path: `${base}/del`,
  access: button('dataForwarding', 'del'),
  title: '删除数据转发',
  input: z.object({ ids: chosenIds('数据转发') }),
  output: z.array(batchLine),
});
/**
 * Starts or stops. A target that starts again tells what comes from then on, and what had waited; one that was given up (started or stopped since) goes on where it
 * stood, {@link forwardResumeH} hours back at most.
 */
export const forwardSwitch = endpoint({
  path: `${base}/switch`,
  access: button('dataForwarding', 'switch'),
  title: '启动或停止数据转发',
  input: z.object({ ids: chosenIds('数据转发'), enabled: z.literal(enableStatus.codes, '请选择状态') }),
  output: z.array(batchLine),
});
/** Connects, logs in and tells nothing (HTTP: an empty list). */
export const forwardTest = endpoint({
  path: `${base}/test`,
  access: button('dataForwarding', 'test'),
  title: '测试数据转发的连接',
  input: z.object({ id }),
  output: z.object({ ok: z.boolean(), msg: text }),
});
export const forwardChangeHis = changeHisCall(base, read, '数据转发');

/** What was given up of a target. */
export const forwardFail = z.object({
  id,
  plateNo: text,
  /** 位置、温湿度, or the kind of the alarm */
  what: text,
  /** moment of the report or the alarm */
  time: dateTime,
  attempts: z.number(),
  cause: text,
  /** when it was given up */
  failTime: dateTime,
});
export type ForwardFail = z.infer<typeof forwardFail>;
export const forwardFailLog = endpoint({
  path: `${base}/failLog`,
  access: button('dataForwarding', 'failLog'),
  title: '数据转发失败明细',
  input: pageQuery.extend({ id }),
  output: pageOf(forwardFail),
});
/** Sends again what was given up: the lines named, or without any all of the target. Answers how many. */
export const forwardResend = endpoint({
  path: `${base}/resend`,
  access: button('dataForwarding', 'resend'),
  title: '重推失败的数据',
  input: z.object({ id, itemIds: z.array(id).max(500, '一次最多重推500条勾选的记录').optional() }),
  output: z.object({ count: z.number() }),
});
