import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { button } from '../../shell/rights';
import { frameRow, frameShown, framesAsked, maxTraceMin, traceMinutes, traceReason } from './calls';
import { traceState } from './enums';

/**
 * 报文 of a company's own terminals: recorded while they come and go, for an engineer of the company or of the maker. A recording belongs to the company
 * that made it; codes by which terminals and locks are let in are blanked in it.
 */
const base = '/api/base/manage/device/trace';
const access = button('vehicleEquipment', 'trace');
const text = z.string();

/** Recordings of a company that go on at a time, and that it may begin within a day. */
export const maxOwnTraces = 3;
export const maxOwnTracesADay = 30;

const ownTrace = z.object({
  id,
  terminalNo: text,
  plateNo: text,
  reason: text,
  state: traceState.schema,
  frames: z.number(),
  createUser: text,
  createTime: dateTime,
  endTime: dateTime,
});
export type OwnTrace = z.infer<typeof ownTrace>;

export const ownTraceColumns = columns<OwnTrace>()([
  { value: 'createTime', label: '开始时间', width: 136, fixed: 'left', noEdit: true },
  { value: 'endTime', label: '结束时间', width: 136 },
  { value: 'terminalNo', label: '终端编号', width: 164 },
  { value: 'state', label: '状态', width: 84, dict: 'traceState' },
  { value: 'frames', label: '报文数', width: 70, align: 'right' },
  { value: 'plateNo', label: '车牌号', width: 100 },
  { value: 'reason', label: '原因', width: 180 },
  { value: 'createUser', label: '操作人', width: 90 },
]);

export const ownTraceStart = endpoint({
  path: `${base}/start`,
  access,
  title: '开始记录终端报文',
  input: z.object({
    /** of the terminal */
    id,
    minutes: traceMinutes(maxTraceMin),
    reason: traceReason,
  }),
  output: z.object({ id }),
});
/** 最近报文: the last frames that are remembered of a terminal, as a recording that has ended. */
export const ownTraceRecent = endpoint({
  path: `${base}/recent`,
  access,
  title: '查看终端的最近报文',
  input: z.object({ id }),
  output: z.object({ id }),
});
export const ownTraceStop = endpoint({
  path: `${base}/stop`,
  access,
  title: '停止记录终端报文',
  input: z.object({ id }),
});
export const ownTracePage = endpoint({
  path: `${base}/page`,
  access,
  title: '终端的报文记录',
  /** absent: of every terminal, those that were given away as well */
  input: pageQuery.extend({ deviceId: id.optional() }),
  output: pageOf(ownTrace),
});
export const ownTraceFrames = endpoint({
  path: `${base}/frames`,
  access,
  title: '记录到的报文',
  input: framesAsked,
  output: pageOf(frameRow),
});
export const ownTraceFrame = endpoint({
  path: `${base}/frame`,
  access,
  title: '记录到的报文的各字段',
  input: z.object({ id }),
  output: frameShown,
});
