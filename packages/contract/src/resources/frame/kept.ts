import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { button } from '../../shell/rights';
import { frameShown } from './calls';
import { keptKind } from './enums';

/** 终端数据 of a vehicle or of a portable recorder: what was sent beside reports and files, as it came. */
const base = '/api/base/manage/vehicle/message';
const access = button('vehicle', 'message');

/** Data of the CAN bus and of devices behind the terminal comes all day and goes after so many days; the rest is kept as long as tracks are. */
export const busyKeptDays = 31;

const keptMessage = z.object({
  id,
  kind: keptKind.schema,
  time: dateTime,
  /** what it says, as far as it fits in a line */
  summary: z.string(),
  bytes: z.number(),
  terminalNo: z.string(),
});
export type KeptMessageRow = z.infer<typeof keptMessage>;

export const keptColumns = columns<KeptMessageRow>()([
  { value: 'time', label: '通讯时间', width: 136, fixed: 'left', noEdit: true },
  { value: 'kind', label: '类型', width: 92, dict: 'keptKind' },
  { value: 'summary', label: '内容', width: 420 },
  { value: 'bytes', label: '字节数', width: 72, align: 'right' },
  { value: 'terminalNo', label: '终端编号', width: 164 },
]);

export const keptPage = endpoint({
  path: `${base}/page`,
  access,
  title: '车辆的终端数据',
  input: pageQuery.extend({ vehicleId: id, kind: keptKind.schema.optional() }),
  output: pageOf(keptMessage),
});

/** One of them field by field. */
export const keptShow = endpoint({
  path: `${base}/show`,
  access,
  title: '终端数据的各字段',
  input: z.object({ id }),
  output: frameShown,
});

const ofRecorder = { base: '/api/base/portable/message', access: button('portableController', 'message') } as const;

export const recorderKeptPage = endpoint({
  path: `${ofRecorder.base}/page`,
  access: ofRecorder.access,
  title: '便携设备的终端数据',
  input: pageQuery.extend({ portableId: id, kind: keptKind.schema.optional() }),
  output: pageOf(keptMessage),
});

export const recorderKeptShow = endpoint({
  path: `${ofRecorder.base}/show`,
  access: ofRecorder.access,
  title: '便携设备终端数据的各字段',
  input: z.object({ id }),
  output: frameShown,
});
