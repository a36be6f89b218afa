import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { batchLine, changeHisCall, chosenIds, version } from '../../core/register/pieces';
import { enableStatus } from '../../resources/enums';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { alarmKinds } from '../../watch/alarm/words';
import { endpointKinds } from './enums';
import { alarmKindOptions, pushChange, pushFields, pushInput } from './fields';
import { smsUse } from './send-log';

const base = '/api/alarm/push';
const read = { menu: menus.pushSettings.id } as const;
const text = z.string();

/** A push setting as the list shows it: choices in words. */
export const pushRow = z.object({
  id,
  name: text,
  enabled: z.number(),
  /** 全部 or the kinds */
  kinds: text,
  minLevel: z.number(),
  vehicles: text,
  channels: text,
  receivers: text,
  period: text,
  quiet: text,
  frequency: text,
  escalation: text,
  /** notices that it caused in the last seven days */
  weekCount: z.number(),
  /** it tells of vehicles that the caller does not see: he may look at it, and end it when it is his own */
  beyond: z.boolean(),
  /** the caller made it */
  own: z.boolean(),
  version: z.number(),
  updateUser: text,
  updateTime: dateTime,
});
export type PushRow = z.infer<typeof pushRow>;

export const pushColumns = columns<PushRow>()([
  { value: 'name', label: '推送名称', width: 150, fixed: 'left', sortable: true, noEdit: true },
  { value: 'enabled', label: '状态', width: 76, dict: 'enableStatus', sortable: true },
  { value: 'kinds', label: '报警类型', width: 150 },
  { value: 'minLevel', label: '级别', width: 108, dict: 'pushLevel', sortable: true },
  { value: 'vehicles', label: '适用车辆', width: 110 },
  { value: 'channels', label: '推送方式', width: 110 },
  { value: 'receivers', label: '接收人', width: 150 },
  { value: 'frequency', label: '频率', width: 130 },
  { value: 'escalation', label: '升级', width: 90 },
  { value: 'period', label: '推送时段', width: 120 },
  { value: 'quiet', label: '免打扰', width: 160 },
  { value: 'weekCount', label: '近7天发送', width: 96, align: 'right', sortable: true },
  { value: 'updateUser', label: '更新人', width: 80 },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true },
]);

/** Filters of the settings, `s` in their SQL. */
export const pushFilters = filterSet({
  name: by.text('推送名称', { max: 30, main: true, width: 200 }),
  /** a setting that names no kind is about all of them */
  kind: by.own(by.word('报警类型', { codes: alarmKinds, options: alarmKindOptions }, { width: 190 })),
  /** name of a user, a contact, a robot */
  receiver: by.own(by.text('接收人', { max: 30, width: 190 })),
  enabled: by.own(by.code('状态', enableStatus, { width: 130 })),
});
const filters = pushFilters.schema;
export type PushFilters = z.output<typeof filters>;

export const pushPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '推送设置列表',
  input: pageQuery.extend(filters.shape),
  output: pageOf(pushRow),
});
export const pushDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '推送设置详情',
  input: z.object({ id }),
  output: z.object({
    ...pushFields.shape,
    id,
    version: z.number(),
    beyond: z.boolean(),
    own: z.boolean(),
    quietFrom: text.nullable(),
    quietTo: text.nullable(),
    createTime: dateTime,
    updateTime: dateTime,
    updateUser: text,
  }),
});
export type PushDetail = z.output<typeof pushDetail.output>;
export const pushAdd = endpoint({
  path: `${base}/add`,
  access: button('pushSettings', 'add'),
  title: '新增推送设置',
  input: pushInput,
  output: z.object({ id }),
});
export const pushUpdate = endpoint({
  path: `${base}/update`,
  access: button('pushSettings', 'update'),
  title: '编辑推送设置',
  input: pushChange,
  output: z.object({ id, version: z.number() }),
});
export const pushDel = endpoint({
  path: `${base}/del`,
  access: button('pushSettings', 'del'),
  title: '删除推送设置',
  input: z.object({ ids: chosenIds('推送设置') }),
  output: z.array(batchLine),
});
export const pushSwitch = endpoint({
  path: `${base}/switch`,
  access: button('pushSettings', 'switch'),
  title: '启用或停用推送设置',
  input: z.object({ ids: chosenIds('推送设置'), enabled: z.literal(enableStatus.codes, '请选择状态') }),
  output: z.array(batchLine),
});
export const pushChangeHis = changeHisCall(base, read, '推送设置');

/** Result of a test for a receiver and a channel. */
export const testLine = z.object({ channel: z.number(), receiver: text, address: text, ok: z.boolean(), msg: text });
export type TestLine = z.infer<typeof testLine>;
/** Sends a test notice to all receivers of the setting. Managers and drivers are left out, as a test is about no vehicle. */
export const pushTest = endpoint({
  path: `${base}/test`,
  access: button('pushSettings', 'test'),
  title: '测试发送一项推送设置',
  input: z.object({ id }),
  output: z.array(testLine),
});

/** Who can be chosen as a receiver. */
export const pushChoices = endpoint({
  path: `${base}/choices`,
  access: read,
  title: '推送接收人选项',
  output: z.object({
    users: z.array(
      z.object({ id, name: text, note: text, phone: z.boolean(), email: z.boolean(), wechat: z.boolean() }),
    ),
    roles: z.array(z.object({ id, name: text })),
    endpoints: z.array(z.object({ id, name: text, kind: z.number(), enabled: z.boolean() })),
    /** false: notices are kept in the outbox, because no gateway is set up */
    realSms: z.boolean(),
    realMail: z.boolean(),
    realWechat: z.boolean(),
    /** false: nobody can be called */
    realVoice: z.boolean(),
    sms: smsUse,
  }),
});
export type PushChoices = z.infer<typeof pushChoices.output>;

/** 机器人与Webhook. Address and secret contain keys, so they leave the server masked; a masked address that comes back means unchanged. */
export const endpointRow = z.object({
  id,
  kind: z.literal(endpointKinds),
  name: text,
  url: text,
  hasSecret: z.boolean(),
  perMinute: z.number(),
  enabled: z.boolean(),
  version: z.number(),
  /** push settings that use it */
  usedBy: z.array(text),
  /** one of them that tells of vehicles that the caller does not see, so that the robot is not his to change; null: none */
  beyondBy: text.nullable(),
  updateTime: dateTime,
});
export type EndpointRow = z.infer<typeof endpointRow>;

const endpointFields = {
  kind: z.literal(endpointKinds, '请选择类型'),
  name: z.string('请输入名称').trim().min(1, '请输入名称').max(30, '最多30个字符'),
  url: z
    .string('请输入地址')
    .trim()
    .max(500, '最多500个字符')
    .regex(/^https?:\/\/\S+$/u, '请输入以 http:// 或 https:// 开头的地址'),
  /** null = as it was */
  secret: z.string().trim().max(200, '最多200个字符').nullish(),
  perMinute: z
    .number('请输入每分钟条数')
    .int('请输入整数')
    .min(1, '每分钟条数应在1~6000之间')
    .max(6000, '每分钟条数应在1~6000之间')
    .default(20),
  enabled: z.boolean().default(true),
};
export const endpointList = endpoint({
  path: `${base}/endpoint/list`,
  access: read,
  title: '机器人与Webhook列表',
  output: z.array(endpointRow),
});
export const endpointAdd = endpoint({
  path: `${base}/endpoint/add`,
  access: button('pushSettings', 'endpoint'),
  title: '新增机器人或Webhook',
  input: z.object(endpointFields),
  output: z.object({ id }),
});
export const endpointUpdate = endpoint({
  path: `${base}/endpoint/update`,
  access: button('pushSettings', 'endpoint'),
  title: '编辑机器人或Webhook',
  input: z.object({ ...endpointFields, id, version }),
  output: z.object({ id, version: z.number() }),
});
export const endpointDel = endpoint({
  path: `${base}/endpoint/del`,
  access: button('pushSettings', 'endpoint'),
  title: '删除机器人或Webhook',
  input: z.object({ id }),
});
export const endpointTest = endpoint({
  path: `${base}/endpoint/test`,
  access: button('pushSettings', 'test'),
  title: '向机器人或Webhook发送测试消息',
  input: z.object({ id }),
  output: testLine,
});
