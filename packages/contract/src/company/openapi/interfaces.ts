import { z } from 'zod';
import { publishStatus } from '../../base/system-enums';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { changeHisCall, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { docField } from './calls';
import { interfaceCharge } from './enums';

/**
 * 开放接口管理: which calls of the product are open interfaces, and what companies read of them in the interface centre. Address, fields and rights are
 * those of the call itself: staff choose, describe, publish and limit them, and cannot invent one.
 */
const base = '/api/base/open/interface' as const;
const text = z.string();
const read = { menu: menus.openInterface.id } as const;

/** Words of staff for one field of a request or an answer, or for one code of an answer, in place of the product's own. */
const fieldNote = z.object({
  side: z.enum(['params', 'result', 'errors']),
  /** names of the fields that lead to it, joined by dots; of an error its code */
  path: z.string().min(1).max(200),
  note: z.string().trim().min(1, '请输入说明').max(100, '字段说明最多100个字'),
});
export type FieldNote = z.output<typeof fieldNote>;

const openInterfaceFields = z.object({
  name: z.string('请输入接口名称').trim().min(2, '接口名称为2~30个字').max(30, '接口名称为2~30个字'),
  category: z.string('请输入分类').trim().min(1, '请输入分类').max(20, '分类最多20个字'),
  summary: z.string('请输入简介').trim().min(5, '简介为5~200个字').max(200, '简介为5~200个字'),
  doc: z.string().trim().max(5000, '接入说明最多5000个字').default(''),
  notes: z.array(fieldNote).max(300, '字段说明最多300条').default([]),
  /** a request that the interface accepts; '' = that of the release */
  example: z.string().trim().max(5000, '请求示例最多5000个字符').default(''),
  answerExample: z.string().trim().max(20_000, '返回示例最多20000个字符').default(''),
  charge: interfaceCharge.schema,
  chargeNote: z.string().trim().max(100, '收费说明最多100个字').default(''),
  /** calls of one program in a second */
  perSecond: z
    .number('请输入每秒上限')
    .int('请输入整数')
    .min(1, '每秒上限应在1~100之间')
    .max(100, '每秒上限应在1~100之间'),
  /** most calls of one program in a day, whatever was granted; null: what was granted */
  dailyLimit: z
    .number('请输入每日上限')
    .int('请输入整数')
    .min(1, '每日上限应在1~10000000之间')
    .max(10_000_000, '每日上限应在1~10000000之间')
    .nullable()
    .default(null),
  sort: z.number('请输入排序').int('请输入整数').min(1, '排序应在1~999之间').max(999, '排序应在1~999之间'),
});
export type OpenInterfaceFields = z.output<typeof openInterfaceFields>;
export const openInterfaceLabels: Readonly<Record<keyof OpenInterfaceFields, string>> = {
  name: '接口名称',
  category: '分类',
  summary: '简介',
  doc: '接入说明',
  notes: '字段与错误码说明',
  example: '请求示例',
  answerExample: '返回示例',
  charge: '收费',
  chargeNote: '收费说明',
  perSecond: '每秒上限',
  dailyLimit: '每日上限',
  sort: '排序',
};

const interfaceRow = z.object({
  id,
  /** 编码: identifies it in page addresses and applications */
  key: text,
  name: text,
  category: text,
  summary: text,
  method: text,
  path: text,
  /** it only reads, so that it may be tried out */
  readOnly: z.boolean(),
  editionNo: z.number(),
  charge: interfaceCharge.schema,
  perSecond: z.number(),
  dailyLimit: z.number().nullable(),
  sort: z.number(),
  status: publishStatus.schema,
  clientCount: z.number(),
  /** calls of the last 30 days that reached it */
  calls: z.number(),
  version: z.number(),
  updateUser: text,
  updateTime: dateTime,
});
export type OpenInterfaceRow = z.output<typeof interfaceRow>;

/** Columns of 开放接口管理. */
export const openInterfaceColumns = columns<OpenInterfaceRow>()([
  { value: 'status', label: '状态', width: 80 },
  { value: 'name', label: '接口名称', width: 118, noEdit: true, sortable: true },
  { value: 'category', label: '分类', width: 92, sortable: true },
  { value: 'method', label: '方法', width: 60 },
  { value: 'path', label: '路径', width: 222 },
  { value: 'charge', label: '收费', width: 56, dict: 'interfaceCharge' },
  { value: 'perSecond', label: '每秒上限', width: 74, align: 'right' },
  { value: 'dailyLimit', label: '每日上限', width: 78, align: 'right' },
  { value: 'clientCount', label: '授权企业数', width: 86, align: 'right' },
  { value: 'calls', label: '30天调用', width: 80, align: 'right' },
  { value: 'editionNo', label: '版本', width: 56, align: 'right' },
  { value: 'key', label: '编码', width: 100, sortable: true },
  { value: 'sort', label: '排序', width: 64, align: 'right', sortable: true },
  { value: 'updateUser', label: '更新人', width: 90 },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true },
  { value: 'summary', label: '简介', width: 260, hidden: true },
]);

/** Filters of 开放接口管理. */
export const openInterfaceFilters = filterSet({
  keyword: by.text('名称、编码、路径', { max: 50, columns: ['name', 'key', 'o.path'], main: true, width: 190 }),
  category: by.text('分类', { max: 20 }),
  status: by.code('状态', publishStatus),
});

export const openInterfacePage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '开放接口列表',
  input: pageQuery.extend(openInterfaceFilters.schema.shape),
  output: pageOf(interfaceRow),
});

const detailField = docField.extend({
  /** words of staff; '' = those of the product */
  note: text,
});

export const openInterfaceDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '开放接口详情',
  input: z.object({ id }),
  output: interfaceRow.extend({
    doc: text,
    notes: z.array(fieldNote),
    example: text,
    /** the example of the release */
    ownExample: text,
    answerExample: text,
    chargeNote: text,
    /** the right that the calling account needs, in words */
    right: text,
    params: z.array(detailField),
    result: z.array(detailField),
    /** what an answer's codes say by default; the interface's own words are among the notes */
    errors: z.array(z.object({ code: text, text })),
  }),
});
export type OpenInterfaceDetail = z.output<typeof openInterfaceDetail.output>;

/** Calls that the product offers and that are not in the list yet. */
export const openInterfaceOffers = endpoint({
  path: `${base}/offers`,
  access: button('openInterface', 'add'),
  title: '可以新增的开放接口',
  output: z.array(z.object({ key: text, name: text, category: text, method: text, path: text })),
});

export const openInterfaceAdd = endpoint({
  path: `${base}/add`,
  access: button('openInterface', 'add'),
  title: '新增开放接口，新增后为草稿',
  input: z.object({ key: z.string('请选择接口').min(1, '请选择接口').max(40) }),
  output: z.object({ id }),
});

export const openInterfaceUpdate = endpoint({
  path: `${base}/update`,
  access: button('openInterface', 'edit'),
  title: '编辑开放接口',
  input: openInterfaceFields
    .extend({ id, version })
    .refine(({ charge, chargeNote }) => charge === interfaceCharge.free || chargeNote !== '', {
      path: ['chargeNote'],
      message: '请填写收费说明',
    }),
  output: z.object({ id, version: z.number() }),
});

export const openInterfacePublish = endpoint({
  path: `${base}/publish`,
  access: button('openInterface', 'publish'),
  title: '发布或下线开放接口',
  input: z
    .object({
      id,
      version,
      publish: z.boolean(),
      reason: z.string().trim().max(200, '原因最多200个字').default(''),
    })
    .refine(({ publish, reason }) => publish || reason !== '', { path: ['reason'], message: '请填写下线原因' }),
});

export const openInterfaceDebug = endpoint({
  path: `${base}/debug`,
  access: button('openInterface', 'debug'),
  title: '调试开放接口：以当前账号真实调用，只限查询类',
  input: z.object({ id, body: z.string('请输入请求内容').max(20_000, '请求内容最多20000个字符') }),
  output: z.object({
    status: z.number(),
    ms: z.number(),
    /** characters of the whole answer */
    size: z.number(),
    text,
  }),
});

export const openInterfaceChangeHis = changeHisCall(base, read, '开放接口');
