import { z } from 'zod';
import { boundShape } from '../../base/allowance/bounds';
import { columns } from '../../core/columns';
import { dayMs } from '../../core/durations';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { batchLine, chosenIds, exportOptions } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { alarmKinds } from '../../watch/alarm/words';
import { pushChannel, pushOccasion, pushResult } from './enums';
import { alarmKindOptions } from './fields';

const base = '/api/alarm/sendLog';
const read = { menu: menus.sendLog.id } as const;
const text = z.string();

/** Longest span that the log is asked for, days; it is kept for 180. */
export const sendLogMaxDays = 31;

/** A notice: receiver, text and result. */
export const sendLogRow = z.object({
  id,
  createTime: dateTime,
  /** number of the alarm; null = a test */
  episodeId: id.nullable(),
  vehicleId: id.nullable(),
  plateNo: text,
  kind: text,
  level: z.number(),
  occasion: z.number(),
  content: text,
  channel: z.number(),
  receiver: text,
  /** masked */
  address: text,
  status: z.number(),
  cause: text,
  sendTime: dateTime.nullable(),
  /** text messages that it took (70 characters each) */
  parts: z.number(),
  attempts: z.number(),
  settingName: text,
});
export type SendLogRow = z.infer<typeof sendLogRow>;

export const sendLogColumns = columns<SendLogRow>()([
  { value: 'createTime', label: '时间', width: 118, fixed: 'left', sortable: true, noEdit: true },
  { value: 'status', label: '结果', width: 104, dict: 'pushResult', sortable: true },
  { value: 'plateNo', label: '车牌号', width: 96 },
  { value: 'kind', label: '类型', width: 104, dict: 'episodeKind', sortable: true },
  { value: 'content', label: '内容', width: 270 },
  { value: 'channel', label: '方式', width: 116, dict: 'pushChannel', sortable: true },
  { value: 'receiver', label: '接收人', width: 96 },
  { value: 'address', label: '号码', width: 112 },
  { value: 'cause', label: '说明', width: 220 },
  { value: 'level', label: '级别', width: 76, dict: 'episodeLevel', sortable: true },
  { value: 'occasion', label: '事件', width: 76, dict: 'pushOccasion' },
  { value: 'sendTime', label: '送出时间', width: 118 },
  { value: 'attempts', label: '尝试', width: 68, align: 'right', sortable: true },
  { value: 'parts', label: '短信条数', width: 76, align: 'right' },
  { value: 'settingName', label: '推送设置', width: 130 },
  { value: 'episodeId', label: '报警编号', width: 100, hidden: true },
]);

/** Filters of the log, `s` in their SQL. */
export const sendLogFilters = filterSet({
  plateNo: by.text('车牌号', { max: 20, main: true, width: 160, columns: ['v.plate_no'] }),
  startTime: by.own(by.times('时间', 'endTime', { maxDays: sendLogMaxDays })),
  /** name or number of a receiver */
  receiver: by.own(by.text('接收人/号码', { width: 200 })),
  channel: by.code('方式', pushChannel, { width: 150 }),
  kind: by.word('类型', { codes: alarmKinds, options: alarmKindOptions }, { width: 150 }),
  occasion: by.code('事件', pushOccasion, { width: 130 }),
  status: by.code('结果', pushResult, { bar: false }),
  /** set by the page of an alarm */
  episodeId: by.own({ kind: 'text', label: '报警编号', schema: id.optional(), bar: false }),
});
const filters = sendLogFilters.schema;
export type SendLogFilters = z.output<typeof filters>;

/** Whether the filter's span is within the longest one. */
const shortEnough = ({ startTime, endTime }: { startTime?: string; endTime?: string }): boolean =>
  !startTime || !endTime || daysBetween(startTime, endTime) <= sendLogMaxDays;
const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)) / dayMs;
const isRangeOrdered = ({ startTime, endTime }: { startTime?: string; endTime?: string }): boolean =>
  !startTime || !endTime || startTime <= endTime;
const tooLong = { path: ['endTime'], message: `查询时间跨度不能超过${sendLogMaxDays}天` };
const backwards = { path: ['endTime'], message: '结束时间不能早于开始时间' };

/** Parts of text messages that alarms took this month on the company's clock, how many there may be (null: as many as it takes), and what gives them. */
export const smsUse = boundShape.extend({ used: z.number() });
export type SmsUse = z.output<typeof smsUse>;
export const sendLogPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '发送日志',
  input: pageQuery.extend(filters.shape).refine(isRangeOrdered, backwards).refine(shortEnough, tooLong),
  output: pageOf(sendLogRow).extend({
    /** how many of each result, by the other filters */
    counts: z.record(z.string(), z.number()),
    sms: smsUse,
  }),
});
export const sendLogResend = endpoint({
  path: `${base}/resend`,
  access: button('sendLog', 'resend'),
  title: '重发失败的推送',
  input: z.object({ ids: chosenIds('发送记录') }),
  output: z.array(batchLine),
});
export const sendLogExport = endpoint({
  path: `${base}/export`,
  access: button('sendLog', 'export'),
  title: '导出发送日志',
  input: filters.extend(exportOptions).refine(isRangeOrdered, backwards).refine(shortEnough, tooLong),
  output: z.object({ id }),
});
