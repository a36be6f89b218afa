import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { fieldMask } from '../../core/field/hidden-kinds';
import { dateOnly, dateTime, id, pageOf, pageQuery } from '../../core/page';
import { filterText, version } from '../../core/register/pieces';
import { openScope } from './enums';

const base = '/api/base/interface/app' as const;

const network = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  '请填写IP地址或网段，例如 203.0.113.7 或 203.0.113.0/24',
);

/** addresses and networks that calls may come from; none: any */
export const openIpList = z.array(network).max(50, 'IP白名单最多50项').default([]);

const fields = {
  name: z.string('请输入应用名称').trim().min(2, '应用名称为2~30个字').max(30, '应用名称为2~30个字'),
  ipList: openIpList,
  scope: openScope.schema,
  /** departments or vehicles, as the scope says */
  targetIds: z.array(id).max(500, '最多选择500项').default([]),
  /** whose program it is: it sees the vehicles that are bound to this customer (车辆绑定), while they are; null: the company's own */
  customerId: id.nullable().default(null),
  /** its last day; null: no end */
  validUntil: dateOnly.nullable().default(null),
  remark: z.string().trim().max(200, '备注最多200个字').default(''),
};

export const secretShown = z.object({
  id,
  appKey: z.string(),
  /** the only time that it is told */
  secret: z.string(),
});

const openApp = z.object({
  id,
  name: z.string(),
  appKey: z.string(),
  ipList: z.array(z.string()),
  scope: openScope.schema,
  targets: z.array(z.object({ id, name: z.string() })),
  customer: z.object({ id, name: z.string() }).nullable(),
  /** kinds of fields that it does not see, as its secret's holder does not */
  masks: z.array(fieldMask.schema),
  perMinute: z.number().int(),
  validUntil: dateOnly.nullable(),
  remark: z.string(),
  enabled: z.boolean(),
  /** until when the former secret is still good; null: there is none */
  oldUntil: dateTime.nullable(),
  lastCall: dateTime.nullable(),
  callsToday: z.number().int(),
  /** keys of the interfaces that are open for it */
  opened: z.array(z.string()),
  createTime: dateTime,
  version: z.number().int(),
});
export type OpenApp = z.output<typeof openApp>;

export const openAppList = endpoint({
  path: `${base}/list`,
  access: 'session',
  title: '对接应用（企业管理员）',
  output: z.array(openApp),
});

/** The company's customers, one of whom a program may belong to. */
export const openAppCustomers = endpoint({
  path: `${base}/customers`,
  access: 'session',
  title: '对接应用的客户选项（企业管理员）',
  visit: 'look',
  input: z.object({ keyword: filterText(50), ids: z.array(id).max(50).optional() }),
  output: z.array(z.object({ id, name: z.string() })),
});

export const openAppAdd = endpoint({
  path: `${base}/add`,
  access: 'session',
  title: '新增对接应用，密钥只在应答中出现一次（企业管理员）',
  input: z.object(fields),
  output: secretShown,
});

export const openAppUpdate = endpoint({
  path: `${base}/update`,
  access: 'session',
  title: '编辑对接应用（企业管理员）',
  input: z.object({
    ...fields,
    /** not told: it stays whose it is */
    customerId: id.nullable().optional(),
    id,
    version,
  }),
});

export const openAppSwitch = endpoint({
  path: `${base}/switch`,
  access: 'session',
  title: '启用或停用对接应用（企业管理员）',
  input: z.object({ id, version, enabled: z.boolean() }),
});

export const openAppRotate = endpoint({
  path: `${base}/rotate`,
  access: 'session',
  title: '更换密钥，原密钥继续有效24小时（企业管理员）',
  input: z.object({
    id,
    version,
    /** the former secret is known to others: it ends at once */
    atOnce: z.boolean().default(false),
  }),
  output: secretShown,
});

export const openAppDel = endpoint({
  path: `${base}/del`,
  access: 'session',
  title: '删除对接应用（企业管理员）',
  input: z.object({ id, version }),
});

const historyLine = z.object({
  id,
  action: z.string(),
  userName: z.string(),
  time: dateTime,
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
});

export const openAppHistory = endpoint({
  path: `${base}/changeHis`,
  access: 'session',
  title: '对接应用的变更记录（企业管理员）',
  input: pageQuery.extend({ id }),
  output: pageOf(historyLine),
});
