import type { Parsed } from '@tongda/contract/core/endpoint';
import type * as driver from '@tongda/contract/watch/command/driver-calls';
import {
  areaQueries,
  cameraName,
  type MediaWanted,
  mediaEvents,
  mediaKinds,
  soundRates,
} from '@tongda/contract/watch/command/kind';
import { recorderReads, recorderTimed } from '@tongda/contract/watch/command/recorder';
import type * as unit from '@tongda/contract/watch/command/unit-calls';
import { invalidField } from '../../../core/http/errors';
import { wallToMs } from '../../../kernel/day/edges';
import type { Composed } from './orders';

/** `提问：能否今天装货？（能 / 不能）` */
export const questionOrder = ({ text, urgent, speak, answers }: Parsed<typeof driver.commandQuestion>): Composed => ({
  order: { kind: 'question', text, urgent, speak, answers },
  summary: `${urgent ? '紧急，' : ''}${text}（${answers.join(' / ')}）`,
});

const entryWords = (entries: ReadonlyArray<{ id: number; text: string }>, nothing: string): string =>
  entries.length === 0 ? nothing : entries.map(({ id, text }) => `${id} ${text}`).join('、');

export const eventsOrder = ({ events }: Parsed<typeof driver.commandEvents>): Composed => ({
  order: { kind: 'events', entries: events },
  summary: entryWords(events, '删除全部事件'),
});

export const infoMenuOrder = ({ kinds }: Parsed<typeof driver.commandInfoMenu>): Composed => ({
  order: { kind: 'infoMenu', entries: kinds },
  summary: entryWords(kinds, '删除全部菜单'),
});

export const infoOrder = ({ kindId, text }: Parsed<typeof driver.commandInfo>): Composed => ({
  order: { kind: 'info', kindId, text },
  summary: `信息${kindId}：${text}`,
});

export const areasOrder = ({ areaKind }: Parsed<typeof unit.commandAreas>): Composed => ({
  order: { kind: 'areas', areaKind },
  summary: `查询终端的${areaQueries[areaKind]}`,
});

interface Span {
  from: string | null;
  to: string | null;
}

/** A span of the company's clock as epoch ms. */
function momentsOf({ from, to }: Span, timeZone: string): { from: number | null; to: number | null } {
  const momentOf = (field: keyof Span, text: string | null): number | null => {
    const at = text === null ? null : wallToMs(text, timeZone);
    if (text !== null && at === null) throw invalidField(field, '时间不是有效的日期和时间');
    return at;
  };
  return { from: momentOf('from', from), to: momentOf('to', to) };
}

const spanWords = ({ from, to }: Span): string => (from === null && to === null ? '' : `，${from ?? ''}至${to ?? ''}`);

/** Records of driving are asked for by their span; what is no record has none. */
export function recorderReadOrder(
  { item, from, to }: Parsed<typeof unit.commandRecorderRead>,
  timeZone: string,
): Composed {
  const span = recorderTimed(item) ? { from, to } : { from: null, to: null };
  return {
    order: { kind: 'recorderRead', item, ...momentsOf(span, timeZone) },
    summary: `读取${recorderReads[item]}${spanWords(span)}`,
  };
}

export const recorderWriteOrder = ({ item, pulses }: Parsed<typeof unit.commandRecorderWrite>): Composed =>
  item === 'clock'
    ? { order: { kind: 'recorderWrite', pulses: null }, summary: '校准记录仪时间' }
    : { order: { kind: 'recorderWrite', pulses }, summary: `脉冲系数 ${pulses}` };

type Wanted = Omit<Parsed<typeof unit.commandMediaSearch>, 'vehicleIds' | 'reason'>;

const wantedOf = ({ mediaKind, channel, event, from, to }: Wanted, timeZone: string): MediaWanted => ({
  mediaKind,
  channel,
  event,
  ...momentsOf({ from, to }, timeZone),
});

/** `照片，全部通道，定时动作，2026-11-28 08:00:00至…` */
const wantedWords = ({ mediaKind, channel, event, ...span }: Wanted): string =>
  `${mediaKinds[mediaKind]}，${channel === 0 ? '全部通道' : cameraName(channel)}，${mediaEvents[event]}${spanWords(span)}`;

export const mediaSearchOrder = (input: Parsed<typeof unit.commandMediaSearch>, timeZone: string): Composed => ({
  order: { kind: 'mediaSearch', ...wantedOf(input, timeZone) },
  summary: `检索${wantedWords(input)}`,
});

export function mediaUploadOrder(input: Parsed<typeof unit.commandMediaUpload>, timeZone: string): Composed {
  const { mediaId, remove } = input;
  const what = mediaId === null ? wantedWords(input) : `多媒体 ${mediaId}`;
  return {
    order: { kind: 'mediaUpload', mediaId, remove, ...wantedOf(input, timeZone) },
    summary: `上传${what}${remove ? '，上传后从终端删除' : ''}`,
  };
}

export const soundOrder = ({ start, seconds, save, sampleRate }: Parsed<typeof unit.commandSound>): Composed => ({
  order: { kind: 'sound', start, seconds, save, sampleRate },
  summary: start ? `录音${seconds}秒，${soundRates[sampleRate]}，${save ? '保存在终端' : '实时上传'}` : '停止录音',
});
