import { keptKind } from '@tongda/contract/resources/frame/enums';
import { recorderDataName } from '@tongda/contract/watch/command/recorder';
import { ByteReader, toHex } from '@tongda/protocol/bytes';
import { msgId } from '@tongda/protocol/jt808/codec';
import { decodeEventReport } from '@tongda/protocol/jt808/messages/command/0301';
import { decodeQuestionReply } from '@tongda/protocol/jt808/messages/command/0302';
import { decodeInfoSubscription } from '@tongda/protocol/jt808/messages/command/0303';
import { decodeInfoReply } from '@tongda/protocol/jt808/messages/command/8304';
import { decodeMediaList } from '@tongda/protocol/jt808/messages/media/0802';
import { decodeUpgradeProgress } from '@tongda/protocol/jt808/messages/parameter/1fc4';
import { decodeRecorderReply } from '@tongda/protocol/jt808/messages/recorder/8700';
import { decodeSizedData } from '@tongda/protocol/jt808/messages/vehicle/0701';
import { decodeCanData } from '@tongda/protocol/jt808/messages/vehicle/0705';
import { transparentType } from '@tongda/protocol/jt808/messages/vehicle/0900';
import { readObdFaults, readObdText } from '@tongda/protocol/jt808/messages/vehicle/obd';
import { decodeWideTextReply } from '@tongda/protocol/jt808/messages/vendor/1300';
import { decodeAccelerations } from '@tongda/protocol/jt808/messages/vendor/2070';
import { decodeTextReport } from '@tongda/protocol/jt808/messages/vendor/6006';
import { decodePassengerCount } from '@tongda/protocol/jt808/messages/video/1005';
import { decodeRecordingList } from '@tongda/protocol/jt808/messages/video/1205';
import { decodeUploadDone } from '@tongda/protocol/jt808/messages/video/1206';
import { decodeText } from '@tongda/protocol/text';
import { blankRecorderReply } from './blank';
import { upgradeKinds, upgradeSteps } from './labels';
import { messageWords } from './messages';

type KeptKind = (typeof keptKind.codes)[number];

/** Messages that people read as they came, where nobody waits for them: told unasked, or answers to what was asked over a connection that is gone. */
export const readByPeople: ReadonlySet<number> = new Set([
  msgId.passengerCount,
  msgId.uploadDone,
  msgId.mediaList,
  msgId.mediaAbilities,
  msgId.recordingList,
  msgId.areaList,
  msgId.accelerations,
  msgId.vendorTimeZone,
  msgId.vendor0091,
  msgId.vendor0093,
  msgId.vendorParameter,
  msgId.infoReply,
  msgId.upgradeProgress,
]);

/** Messages of each kind. */
export const keptIds: Readonly<Record<KeptKind, readonly number[]>> = {
  [keptKind.waybill]: [msgId.waybill],
  [keptKind.recorder]: [msgId.recorderReply],
  [keptKind.can]: [msgId.canData],
  [keptKind.passed]: [msgId.transparent],
  [keptKind.driver]: [msgId.eventReport, msgId.questionReply, msgId.infoSubscription],
  // texts may be waited for besides, as some makers answer commands with them
  [keptKind.other]: [...readByPeople, msgId.textReport, msgId.wideTextReply],
};
/** The kind of a message. */
export const keptKindOf = (id: number): KeptKind =>
  keptKind.codes.find((kind) => keptIds[kind].includes(id)) ?? keptKind.other;

/** The body of a kept message as a company is shown it. */
export const shownBody = (id: number, body: Uint8Array): Uint8Array =>
  id === msgId.recorderReply ? blankRecorderReply(body) : body;

/** Messages that come all day: they are kept for a while only. */
export const busyIds: readonly number[] = [msgId.canData, msgId.transparent, msgId.accelerations];

/** An entry of a menu that a terminal was sent: `kind` is that of the command. */
export interface MenuEntryOf {
  kind: string;
  id: number;
  text: string;
}

/** What the entry that the driver chose is called in his terminal's menus; '' where it is in none. */
export function chosenWords(menus: readonly MenuEntryOf[], id: number, body: Uint8Array): string {
  const nameOf = (kind: string, chosen: number): string => {
    const found = menus.find((entry) => entry.kind === kind && entry.id === chosen);
    return found ? ` ${found.text}` : '';
  };
  if (id === msgId.eventReport) return nameOf('events', decodeEventReport(new ByteReader(body)).eventId);
  return id === msgId.infoSubscription ? nameOf('infoMenu', decodeInfoSubscription(new ByteReader(body)).kindId) : '';
}

/** Digits of bytes in a line of the list. */
const shownDigits = 96;
const hexWords = (data: Uint8Array): string => {
  const hex = toHex(data).toUpperCase();
  return hex.length > shownDigits ? `${hex.slice(0, shownDigits)}…` : hex;
};
const shownText = 200;

/** A text, or the bytes where they are none. */
function textOrHex(data: Uint8Array): string {
  const text = decodeText(data).trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes that are no text have them
  if (text === '' || /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffd]/u.test(text)) return hexWords(data);
  return text.length > shownText ? `${text.slice(0, shownText)}…` : text;
}

/** Type of transparent data by which readers of the diagnostic socket tell codes of faults. */
const obdBlock = 0xf0;

/** What a reader of the diagnostic socket says; null for other data. */
function passedWords(type: number, data: Uint8Array): string | null {
  if (type === obdBlock) {
    const faults = faultsIn(data);
    return faults && `故障码 ${faults.length === 0 ? '无' : faults.join('、')}`;
  }
  const obd = type === transparentType.serial1 ? readObdText(data) : null;
  if (!obd) return null;
  const said = (label: string, value: number | null, unit: string): string[] =>
    value === null ? [] : [`${label}${value}${unit}`];
  const words = [
    ...said('电压', obd.voltageV, ' V'),
    ...said('转速', obd.rpm, ' r/min'),
    ...said('车速', obd.speedKmh, ' km/h'),
    ...said('发动机负荷', obd.loadPct, '%'),
    ...said('冷却液', obd.coolantC, '℃'),
    ...said('累计油耗', obd.fuelUsedL, ' L'),
  ];
  return `OBD ${words.join('，') || '没有数据'}`;
}

/** Codes of faults in a block; null where it has none, or ends too soon. */
function faultsIn(data: Uint8Array): string[] | null {
  try {
    return readObdFaults(new ByteReader(data))?.codes ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** What a message says, in a line. The gateway has decoded each of them before it was kept. */
export function summaryOf(id: number, body: Uint8Array): string {
  const r = new ByteReader(shownBody(id, body));
  switch (id) {
    case msgId.waybill:
      return textOrHex(decodeSizedData(r).data);
    case msgId.recorderReply: {
      const { command, block, other } = decodeRecorderReply(r);
      const code = command.toString(16).padStart(2, '0').toUpperCase();
      const name = recorderDataName(command) || '未知数据';
      if (block?.failed) return `${name}（${code}H）：记录仪没有执行`;
      const data = block?.data ?? other;
      return `${name}（${code}H）：${data.length === 0 ? '没有数据' : hexWords(data)}`;
    }
    case msgId.canData: {
      const { time, frames } = decodeCanData(r);
      const [, hour, minute, second, ms] = /^(..)(..)(..)(...)/u.exec(time) ?? [];
      const ids = [...new Set(frames.map((frame) => frame.id.toString(16).toUpperCase()))].slice(0, 6);
      return `${hour}:${minute}:${second}.${ms} 起 ${frames.length} 帧，ID ${ids.join('、')}`;
    }
    case msgId.eventReport:
      return `事件 ${decodeEventReport(r).eventId}`;
    case msgId.questionReply:
      return `选择答案 ${decodeQuestionReply(r).answerId}`;
    case msgId.infoSubscription: {
      const { kindId, subscribed } = decodeInfoSubscription(r);
      return `${subscribed ? '点播' : '取消点播'}信息 ${kindId}`;
    }
    case msgId.transparent: {
      const type = r.u8('type');
      const data = r.rest('data');
      return `类型 ${type.toString(16).padStart(2, '0').toUpperCase()}：${passedWords(type, data) ?? textOrHex(data)}`;
    }
    default:
      return `${messageWords(id).name}：${otherWords(id, r)}`;
  }
}

/** What a message says that has no room of its own. */
function otherWords(id: number, r: ByteReader): string {
  switch (id) {
    case msgId.passengerCount: {
      const { gotOn, gotOff } = decodePassengerCount(r);
      return `上车${gotOn}人，下车${gotOff}人`;
    }
    case msgId.uploadDone:
      return decodeUploadDone(r).result === 0 ? '上传完成' : '上传失败';
    case msgId.mediaList:
      return `${decodeMediaList(r).media.length}条`;
    case msgId.recordingList:
      return `${decodeRecordingList(r).recordings.length}条`;
    case msgId.accelerations:
      return `${decodeAccelerations(r).samples.length}个采样`;
    case msgId.upgradeProgress: {
      const { kind, step, percent } = decodeUpgradeProgress(r);
      return `${upgradeKinds[kind] ?? `类型${kind}`} ${upgradeSteps[step] ?? `状态${step}`} ${percent}%`;
    }
    case msgId.infoReply:
      return decodeInfoReply(r).text.slice(0, shownText);
    case msgId.textReport:
      return decodeTextReport(r).text.slice(0, shownText);
    case msgId.wideTextReply:
      return decodeWideTextReply(r).text.slice(0, shownText);
    default:
      return textOrHex(r.rest('data'));
  }
}
