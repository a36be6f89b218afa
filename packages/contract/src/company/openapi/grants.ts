import { z } from 'zod';
import { interfaceApplyStatus } from '../../base/system-enums';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { dateOnly, dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { changeHisCall, filterText, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { openIpList, secretShown } from './apps';
import { callResult } from './enums';
import { callLine } from './usage';

const base = '/api/base/open/authorize' as const;

const grantRow = z.object({
  id,
  clientName: z.string(),
  /** the program; null: every one of the company, as it was asked for before there were programs */
  appId: id.nullable(),
  /** '' without a program */
  appName: z.string(),
  appKey: z.string(),
  /** the customer whose program it is; '' for the company's own, and without a program */
  customerName: z.string(),
  interfaceKey: z.string(),
  interfaceName: z.string(),
  status: interfaceApplyStatus.schema,
  purpose: z.string(),
  dailyCalls: z.number().int(),
  dailyLimit: z.number().int().nullable(),
  /** calls a second that were granted; null: what the interface allows */
  perSecond: z.number().int().nullable(),
  /** calls a minute of the program, all interfaces together; null without a program */
  perMinute: z.number().int().nullable(),
  /** addresses and networks that the program may call from; none: any */
  ipList: z.array(z.string()),
  /** what the program sees, in words; '' without a program */
  scope: z.string(),
  /** last day of the program; null: no end, or no program */
  validUntil: dateOnly.nullable(),
  monthUsed: z.number().int(),
  userName: z.string(),
  applyTime: dateTime,
  decidedBy: z.string(),
  decideTime: dateTime.nullable(),
  remark: z.string(),
  version: z.number().int(),
});
export type GrantRow = z.output<typeof grantRow>;

/** Columns of 接口授权. */
export const grantColumns = columns<GrantRow>()([
  { value: 'status', label: '状态', width: 84 },
  { value: 'clientName', label: '企业', width: 190 },
  { value: 'appName', label: '对接应用', width: 150 },
  { value: 'customerName', label: '所属客户', width: 130 },
  { value: 'interfaceName', label: '接口', width: 130 },
  { value: 'purpose', label: '用途', width: 230 },
  { value: 'dailyCalls', label: '申请每日次数', width: 104, align: 'right' },
  { value: 'dailyLimit', label: '每日额度', width: 92, align: 'right' },
  { value: 'perSecond', label: '每秒上限', width: 92, align: 'right' },
  { value: 'perMinute', label: '每分钟上限', width: 92, align: 'right' },
  { value: 'ipList', label: 'IP白名单', width: 150 },
  { value: 'scope', label: '数据范围', width: 130 },
  { value: 'validUntil', label: '有效期至', width: 100 },
  { value: 'monthUsed', label: '本月调用', width: 92, align: 'right' },
  { value: 'userName', label: '申请人', width: 90 },
  { value: 'applyTime', label: '申请时间', width: 150 },
  { value: 'decidedBy', label: '审核人', width: 90 },
  { value: 'decideTime', label: '审核时间', width: 150 },
  { value: 'remark', label: '说明', width: 160 },
  { value: 'appKey', label: 'AppKey', width: 220, hidden: true },
]);

/** Filters of 接口授权. */
export const grantFilters = filterSet({
  keyword: by.own(by.text('企业 / 应用 / 接口 / AppKey', { main: true, width: 230 })),
  status: by.own(by.code('状态', interfaceApplyStatus)),
});

export const grantPage = endpoint({
  path: `${base}/page`,
  access: { menu: menus.openAuthorize.id },
  title: '接口授权：各企业的接口申请',
  input: pageQuery.extend(grantFilters.schema.shape),
  output: pageOf(grantRow),
});

const limits = {
  /** calls a day and, for the program as a whole, a minute */
  dailyLimit: z.number('请输入每日额度').int().min(1, '应在1~10000000之间').max(10_000_000, '应在1~10000000之间'),
  perMinute: z.number('请输入每分钟上限').int().min(1, '应在1~60000之间').max(60_000, '应在1~60000之间').default(600),
  /** calls of this interface a second; null: what the interface allows */
  perSecond: z
    .number('请输入每秒上限')
    .int('请输入整数')
    .min(1, '应在1~100之间')
    .max(100, '应在1~100之间')
    .nullable()
    .default(null),
};

export const grantDecide = endpoint({
  path: `${base}/grant`,
  access: button('openAuthorize', 'grant'),
  title: '审核接口申请',
  input: z
    .object({
      id,
      version,
      open: z.boolean(),
      ...limits,
      remark: z.string().trim().max(200, '说明最多200个字').default(''),
    })
    .refine(({ open, remark }) => open || remark !== '', { path: ['remark'], message: '请填写不通过的原因' }),
});

export const grantStop = endpoint({
  path: `${base}/enable`,
  access: button('openAuthorize', 'enable'),
  title: '停用或恢复已开通的接口',
  input: z.object({
    id,
    version,
    enabled: z.boolean(),
    remark: z.string().trim().max(200, '说明最多200个字').default(''),
  }),
});

export const grantChange = endpoint({
  path: `${base}/change`,
  access: button('openAuthorize', 'grant'),
  title: '调整已开通接口的额度和应用的IP白名单',
  input: z.object({
    id,
    version,
    ...limits,
    ipList: openIpList,
    remark: z.string('请填写调整的原因').trim().min(1, '请填写调整的原因').max(200, '原因最多200个字'),
  }),
});

/** The provider gives a program a new secret: its company lost the former one and cannot do it itself. */
export const grantResetSecret = endpoint({
  path: `${base}/resetSecret`,
  access: button('openAuthorize', 'resetSecret'),
  title: '重置对接应用的密钥，新密钥只在应答中出现一次',
  input: z.object({
    id,
    version,
    /** the former secret is known to others: it ends at once */
    atOnce: z.boolean().default(false),
  }),
  output: secretShown,
});

export const grantLog = endpoint({
  path: `${base}/log`,
  access: button('openAuthorize', 'log'),
  title: '一项接口授权的调用日志，保留90天',
  input: pageQuery.extend({ id, result: callResult.schema.optional(), keyword: filterText() }),
  output: pageOf(callLine),
});

export const grantChangeHis = changeHisCall(base, { menu: menus.openAuthorize.id }, '接口授权');
