import { z } from 'zod';
import { interfaceApplyStatus } from '../../base/system-enums';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { interfaceCharge } from './enums';

const base = '/api/base/interface' as const;

const application = z.object({
  id,
  /** the program that it is for; null: asked for before there were programs, and good for all of them */
  appId: id.nullable(),
  appName: z.string(),
  status: interfaceApplyStatus.schema,
  applyTime: dateTime,
  userName: z.string(),
  purpose: z.string(),
  dailyCalls: z.number().int(),
  /** calls a day that were granted; null: not granted */
  dailyLimit: z.number().int().nullable(),
  /** the reason when the provider refused it, otherwise empty */
  remark: z.string(),
  version: z.number().int(),
});
export type InterfaceApplication = z.output<typeof application>;

const head = z.object({
  /** identifies the interface in page addresses and calls */
  key: z.string(),
  /** 位置, 报警 … */
  group: z.string(),
  name: z.string(),
  /** what it is good for */
  summary: z.string(),
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  charge: interfaceCharge.schema,
  /** what it costs; '' for a free one */
  chargeNote: z.string(),
  /** the newest application of the caller's company; null: it never applied */
  application: application.nullable(),
  /** the newest one for each of its programs */
  applications: z.array(application),
  /** calls of today, all programs together */
  callsToday: z.number().int(),
});
export type OpenInterface = z.output<typeof head>;

/** whether the caller may list the company's programs; who may not is told of no application and no call */
const seesPrograms = z.boolean();

export const interfacePage = endpoint({
  path: `${base}/page`,
  access: 'session',
  title: '接口中心：已发布的开放接口和本企业的开通状态',
  output: z.object({
    /** address of the platform, without a slash at the end */
    origin: z.string(),
    /** the document of all calls is shown at /api/docs */
    docs: z.boolean(),
    list: z.array(head),
    /** only administrators of the company may apply */
    mayApply: z.boolean(),
    seesPrograms,
    /** programs of the company, for who may apply */
    apps: z.array(z.object({ id, name: z.string() })),
  }),
});

/** One field of a request or an answer. */
export const docField = z.object({
  name: z.string(),
  /** names of the fields that lead to it and its own, joined by dots */
  path: z.string(),
  /** nesting depth: 0 for a top-level field, 1 for a field of an object or list in it, and so on */
  depth: z.number().int(),
  label: z.string(),
  /** 文本, 整数, 数字, 是/否, 列表, 对象 */
  type: z.string(),
  required: z.boolean(),
  /** bounds, formats and codes in words */
  rule: z.string(),
});
export type DocField = z.output<typeof docField>;

export const interfaceDetail = endpoint({
  path: `${base}/detail`,
  access: 'session',
  title: '开放接口的文档，取自接口本身的定义',
  input: z.object({ key: z.string().min(1).max(40) }),
  output: head.extend({
    url: z.string(),
    /** the right that the calling account needs, in words */
    right: z.string(),
    params: z.array(docField),
    result: z.array(docField),
    /** what else the provider says of it; '' = nothing */
    doc: z.string(),
    /** calls of one program in a second, and in a day whatever was granted (null: what was granted) */
    perSecond: z.number().int(),
    dailyLimit: z.number().int().nullable(),
    /** a request that the interface accepts */
    example: z.string(),
    /** an answer, as the provider shows it; '' = none */
    answerExample: z.string(),
    /** programs that call it, as they stand on the page: each runs as it is, with key and secret put in */
    samples: z.array(z.object({ key: z.string(), name: z.string(), code: z.string() })),
    /** every answer that a program gets, with what to do about it */
    errors: z.array(
      z.object({
        key: z.string(),
        http: z.number().int(),
        code: z.number().int(),
        text: z.string(),
        cases: z.array(z.object({ msg: z.string(), todo: z.string() })),
      }),
    ),
    /** true when the interface only reads, so that the page may offer to try it out */
    readOnly: z.boolean(),
    mayApply: z.boolean(),
    seesPrograms,
    apps: z.array(z.object({ id, name: z.string() })),
  }),
});
export type InterfaceDoc = z.output<typeof interfaceDetail.output>;

export const interfaceApply = endpoint({
  path: `${base}/apply`,
  access: 'session',
  title: '申请开通接口（企业管理员）',
  input: z.object({
    key: z.string().min(1).max(40),
    appId: id,
    purpose: z.string('请填写用途').trim().min(5, '用途应为5~200个字').max(200, '用途应为5~200个字'),
    dailyCalls: z
      .number('请填写预计每日调用次数')
      .int('请输入整数')
      .min(1, '应在1~1000000之间')
      .max(1_000_000, '应在1~1000000之间'),
  }),
});

export const interfaceWithdraw = endpoint({
  path: `${base}/withdraw`,
  access: 'session',
  title: '撤回审核中的接口申请（企业管理员）',
  input: z.object({ id, version: z.number().int() }),
});
