import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { dateOnly, dateTime, id, pageOf, pageQuery } from '../../core/page';
import { filterCode, filterDay, filterText } from '../../core/register/pieces';
import { callResult } from './enums';

const base = '/api/base/interface' as const;

/** Days for which the calls of programs are kept; the figures of their days stay. */
export const callsKeptDays = 90;

export const callLine = z.object({
  id,
  time: dateTime,
  appName: z.string(),
  /** '' for an address that is no open interface */
  interfaceName: z.string(),
  method: z.string(),
  path: z.string(),
  ip: z.string(),
  http: z.number().int(),
  code: z.number().int(),
  result: callResult.schema,
  /** why it was refused or failed */
  msg: z.string(),
  ms: z.number().int(),
  traceId: z.string(),
});
export type CallLine = z.output<typeof callLine>;

/** Columns of 调用日志. */
export const callColumns = columns<CallLine>()([
  { value: 'time', label: '时间', width: 150 },
  { value: 'result', label: '结果', width: 74 },
  { value: 'appName', label: '对接应用', width: 130 },
  { value: 'interfaceName', label: '接口', width: 120 },
  { value: 'path', label: '路径', width: 240 },
  { value: 'code', label: '业务码', width: 70, align: 'right' },
  { value: 'msg', label: '原因', width: 240 },
  { value: 'ip', label: 'IP', width: 130 },
  { value: 'ms', label: '耗时（ms）', width: 84, align: 'right' },
  { value: 'traceId', label: '请求编号', width: 150 },
]);

export const interfaceLog = endpoint({
  path: `${base}/log`,
  access: 'session',
  title: `对接应用的调用日志，保留${callsKeptDays}天（企业管理员）`,
  input: pageQuery.extend({
    appId: id.optional(),
    key: filterText(40),
    result: callResult.schema.optional(),
    /** business code of the answer */
    code: filterCode([200, 401, 4000, 4003, 4004, 4009, 4010, 4011, 4029, 5000]),
    /** part of address, reason, IP or number of the request */
    keyword: filterText(),
    startDay: filterDay,
    endDay: filterDay,
  }),
  output: pageOf(callLine),
});

const figures = z.object({
  ok: z.number().int(),
  failed: z.number().int(),
  refused: z.number().int(),
});

export const interfaceUsage = endpoint({
  path: `${base}/usage`,
  access: 'session',
  title: '接口用量：每日调用次数和各接口的今日额度（企业管理员）',
  input: z.object({ appId: id.optional(), days: z.number().int().min(1).max(90).default(14) }),
  output: z.object({
    days: z.array(figures.extend({ day: dateOnly })),
    /** one line a program and interface that is open or was called within the days */
    lines: z.array(
      figures.extend({
        appId: id,
        appName: z.string(),
        key: z.string(),
        name: z.string(),
        today: z.number().int(),
        /** calls a day that were granted; null: it is not open any more */
        dailyLimit: z.number().int().nullable(),
        /** mean time of an answer; null without a call */
        ms: z.number().int().nullable(),
      }),
    ),
  }),
});
export type InterfaceUsage = z.output<typeof interfaceUsage.output>;
