import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime } from '../../core/page';
import { button } from '../../shell/rights';
import { areaQueries, mediaEvents, mediaKinds, soundRates } from './kind';
import { commandBase as base, sentLines, toVehicles, vehicleIds, whole, why } from './pieces';
import { recorderReads, recorderTimed } from './recorder';

/** What terminals have in their memory: areas, the driving recorder's data, photos and sounds. */
const oneOf = (label: string, words: Readonly<Record<number, string>>) =>
  z.number(`请选择${label}`).refine((code) => code in words, `请选择${label}`);

/** 查询区域 (0x8608): the areas of one kind that the terminal watches by itself. */
export const commandAreas = endpoint({
  path: `${base}/areas`,
  access: button('monitoring', 'location/query'),
  title: '查询终端的区域和路线',
  input: toVehicles.extend({ areaKind: oneOf('类型', areaQueries) }),
  output: sentLines,
});

/** A span of time, both ends or none. */
const span = { from: dateTime.nullable().default(null), to: dateTime.nullable().default(null) };
interface Span {
  from: string | null;
  to: string | null;
}
const inOrder = ({ from, to }: Span): boolean => from === null || to === null || from <= to;
const orderIssue = { path: ['to'], message: '结束时间应不早于开始时间' };

const recorder = button('monitoring', 'location/recorder');
/** 读取行驶记录仪 (0x8700): one kind of its data; records of driving within a span. */
export const commandRecorderRead = endpoint({
  path: `${base}/recorderRead`,
  access: recorder,
  title: '读取行驶记录仪',
  input: toVehicles
    .extend({ item: oneOf('数据', recorderReads), ...span })
    .refine(inOrder, orderIssue)
    .refine(({ item, from, to }) => !recorderTimed(item) || (from !== null && to !== null), {
      path: ['from'],
      message: '请选择记录的起止时间',
    }),
  output: sentLines,
});

/** 设置行驶记录仪 (0x8701): its clock, or the pulses of a kilometre. */
export const commandRecorderWrite = endpoint({
  path: `${base}/recorderWrite`,
  access: recorder,
  title: '设置行驶记录仪',
  input: z
    .object({
      vehicleIds,
      reason: why,
      item: z.enum(['clock', 'pulses'], '请选择设置项'),
      pulses: whole('脉冲系数', 1, 65_535, '').nullable().default(null),
    })
    .refine(({ item, pulses }) => item !== 'pulses' || pulses !== null, {
      path: ['pulses'],
      message: '请输入脉冲系数',
    }),
  output: sentLines,
});

const media = button('monitoring', 'location/media');
const wanted = {
  mediaKind: oneOf('类型', mediaKinds),
  /** 0: every one */
  channel: whole('通道', 0, 255, ''),
  event: oneOf('事件', mediaEvents),
  ...span,
};
/** 检索多媒体 (0x8802): which photos, sounds and videos the terminal has stored. */
export const commandMediaSearch = endpoint({
  path: `${base}/mediaSearch`,
  access: media,
  title: '检索终端存储的多媒体',
  input: toVehicles.extend(wanted).refine(inOrder, orderIssue),
  output: sentLines,
});

/** 上传多媒体 (0x8803 by what they are, 0x8805 by number): they come as files of the terminal. */
export const commandMediaUpload = endpoint({
  path: `${base}/mediaUpload`,
  access: media,
  title: '上传终端存储的多媒体',
  input: toVehicles
    .extend({
      ...wanted,
      mediaId: whole('多媒体编号', 1, 0xffffffff, '').nullable().default(null),
      remove: z.boolean().default(false),
    })
    .refine(inOrder, orderIssue),
  output: sentLines,
});

/** 录音 (0x8804): the terminal records the cabin, or stops. */
export const commandSound = endpoint({
  path: `${base}/sound`,
  access: media,
  title: '驾驶室录音',
  input: z.object({
    vehicleIds,
    reason: why,
    start: z.boolean().default(true),
    seconds: whole('时长', 1, 3600, '秒').default(30),
    save: z.boolean().default(false),
    sampleRate: oneOf('采样率', soundRates).default(0),
  }),
  output: sentLines,
});
