import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { defineEnum } from '../../core/enum';
import { terminalForm, terminalSearch } from '../../core/field/terminal-number';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { profileCode, standardProfile } from '../item-profile/calls';
import { traceState } from './enums';

/** 报文追踪 of the provider's staff: frames of terminals field by field, pasted or recorded while they come and go. */
const base = '/api/base/messageTrace';
const text = z.string();
const read = { menu: menus.messageTrace.id };

/** A field of a frame; its place counts from 0 in the frame without delimiters and escapes. */
const frameField = z.object({
  offset: z.number(),
  length: z.number(),
  /** the rows that it is a part of, from the outside in; '' for most */
  group: text,
  name: text,
  hex: text,
  /** in words, with its unit; '' where nobody knows what the bytes say */
  value: text,
  clause: text,
});
export type FrameField = z.infer<typeof frameField>;

/** Something that a gateway has against a frame, and where. */
const frameFault = z.object({ offset: z.number(), length: z.number(), text });

/** What a piece of pasted bytes is. */
export const frameKind = defineEnum('frameKind', {
  frame: ['frame', '完整一帧'],
  body: ['body', '消息体'],
  /** a message put together from the packages before it */
  whole: ['whole', '合并后的分包消息'],
  packet: ['packet', '报警附件码流'],
  /** sound or picture (JT/T 1078) */
  media: ['media', '音视频码流'],
  outside: ['outside', '无法识别的数据'],
});

/** A frame, or what was meant as one, field by field. */
export const frameShown = z.object({
  kind: frameKind.schema,
  hex: text,
  /** `0x0200`, and what it is called; '' where there is no message */
  msgId: text,
  name: text,
  clause: text,
  /** 2013, 2019; '' where it is not known */
  edition: text,
  phone: text,
  faults: z.array(frameFault),
  fields: z.array(frameField),
});
export type FrameShown = z.infer<typeof frameShown>;

/** As somebody pastes it: with spaces, line ends, commas or 0x before each byte. */
const pasted = z
  .string('请粘贴报文')
  .max(64_000, '报文最多16000字节')
  .transform((words) => words.replace(/0x|[\s,，;；:-]/giu, ''))
  .pipe(
    z
      .string()
      .min(2, '请粘贴报文')
      .regex(/^[0-9a-f]*$/iu, '报文应为十六进制，只能有0~9和A~F')
      .refine((hex) => hex.length % 2 === 0, '报文应为两位一个字节，最后一个字节不完整')
      .refine((hex) => hex.length <= 32_000, '报文最多16000字节'),
  );

const profile = profileCode.default(standardProfile);

/** 离线解析: every field of pasted bytes, or why they are no frame. */
export const frameParse = endpoint({
  path: `${base}/parse`,
  access: read,
  title: '解析粘贴的报文',
  input: z.object({
    hex: pasted,
    /** what the additional items of reports mean */
    profile,
    /** the bytes are the body of this message alone */
    msgId: z
      .string()
      .trim()
      .regex(/^(0x)?[0-9a-f]{4}$/iu, '消息ID应为4位十六进制，如 0200')
      .optional(),
    edition: z.enum(['2013', '2019']).default('2013'),
  }),
  output: z.array(frameShown),
});

/** How long a recording may last, minutes. */
export const maxTraceMin = 30;
/** Frames of one recording, and recordings that go on at a time. */
export const maxTraceFrames = 2000;
export const maxTraces = 20;
/** Recordings are deleted after so many days. */
export const traceKeptDays = 7;

const trace = z.object({
  id,
  terminalNo: text,
  plateNo: text,
  clientName: text,
  reason: text,
  state: traceState.schema,
  frames: z.number(),
  createUser: text,
  createTime: dateTime,
  endTime: dateTime,
});
export type TraceRow = z.infer<typeof trace>;

export const traceColumns = columns<TraceRow>()([
  { value: 'terminalNo', label: '终端编号', width: 164, fixed: 'left', noEdit: true },
  { value: 'plateNo', label: '车牌号', width: 118 },
  { value: 'clientName', label: '企业', width: 180 },
  { value: 'state', label: '状态', width: 90, dict: 'traceState' },
  { value: 'frames', label: '报文数', width: 80, align: 'right' },
  { value: 'reason', label: '原因', width: 220 },
  { value: 'createUser', label: '操作人', width: 90 },
  { value: 'createTime', label: '开始时间', width: 136 },
  { value: 'endTime', label: '结束时间', width: 136 },
]);

/** Filters of the list: `d` the terminal, `v` its vehicle, `k` the company in their SQL. */
export const traceFilters = filterSet({
  terminal: by.text('车牌号、终端编号', {
    form: terminalSearch,
    max: 30,
    main: true,
    width: 190,
    columns: ['v.plate_no', 'd.terminal_no'],
  }),
  client: by.text('企业', { max: 50, width: 170, columns: ['k.name'] }),
});
export type TraceFilters = z.output<typeof traceFilters.schema>;

/** How long a recording lasts, and why it is made. */
export const traceMinutes = (most: number) =>
  z
    .number('请输入追踪时长')
    .int('追踪时长应为整数')
    .min(1, `追踪时长应为1~${most}分钟`)
    .max(most, `追踪时长应为1~${most}分钟`);
export const traceReason = z.string('请输入原因').trim().min(2, '原因至少2个字符').max(100, '最多100个字符');

const anyTerminal = z
  .string('请输入终端编号')
  .trim()
  .min(1, '请输入终端编号')
  .max(30, '终端编号最多30个字符')
  .overwrite(terminalForm);

/** 开始追踪: the frames of a terminal are recorded for some minutes, with the last ones before. */
export const traceStart = endpoint({
  path: `${base}/start`,
  access: button('messageTrace', 'trace'),
  title: '开始追踪终端报文',
  input: z.object({
    terminalNo: anyTerminal,
    minutes: traceMinutes(maxTraceMin),
    reason: traceReason,
  }),
  output: z.object({ id }),
});
/** 最近报文: a recording of the last frames that its gateway remembers of a terminal, at most 50, and of nothing that follows. */
export const traceRecent = endpoint({
  path: `${base}/recent`,
  access: button('messageTrace', 'trace'),
  title: '查看终端的最近报文',
  input: z.object({ terminalNo: anyTerminal, reason: traceReason }),
  output: z.object({ id }),
});
export const traceStop = endpoint({
  path: `${base}/stop`,
  access: button('messageTrace', 'trace'),
  title: '停止追踪终端报文',
  input: z.object({ id }),
});
export const tracePage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '报文追踪列表',
  input: pageQuery.extend(traceFilters.schema.shape),
  output: pageOf(trace),
});

export const frameWay = defineEnum('frameWay', { up: [1, '上行'], down: [2, '下行'] });

export const frameRow = z.object({
  id,
  time: dateTime,
  /** milliseconds of the second */
  ms: z.number(),
  way: frameWay.schema,
  msgId: text,
  name: text,
  serial: z.number().nullable(),
  bytes: z.number(),
  hex: text,
  /** the gateway did not take it: its checksum is wrong */
  refused: z.boolean(),
});
export type FrameRow = z.infer<typeof frameRow>;

/** Which frames of a recording. */
export const framesAsked = pageQuery.extend({
  id,
  way: frameWay.schema.optional(),
  search: z.string().trim().max(60, '最多60个字符').optional(),
  startTime: dateTime.optional(),
  endTime: dateTime.optional(),
});

/** Frames of a recording, the newest first; `search` finds names and ids of messages and bytes in hexadecimal digits. */
export const traceFrames = endpoint({
  path: `${base}/frames`,
  access: read,
  title: '追踪到的报文',
  input: framesAsked,
  output: pageOf(frameRow),
});

/** One frame of a recording field by field. */
export const traceFrame = endpoint({
  path: `${base}/frame`,
  access: read,
  title: '报文的各字段',
  input: z.object({ id }),
  output: frameShown,
});
