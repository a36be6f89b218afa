import { recorderDataName } from '@tongda/contract/watch/command/recorder';
import { ByteReader, toHex } from '@tongda/protocol/bytes';
import { msgId } from '@tongda/protocol/jt808/codec';
import { decodeRecorderReply } from '@tongda/protocol/jt808/messages/recorder/8700';
import { decodeSizedData } from '@tongda/protocol/jt808/messages/vehicle/0701';
import { decodeCanData } from '@tongda/protocol/jt808/messages/vehicle/0705';
import { decodeText } from '@tongda/protocol/text';

/** Numbers of the messages that are kept whole, by what they bring. */
export const keptIds = {
  waybill: msgId.waybill,
  recorder: msgId.recorderReply,
  can: msgId.canData,
  passed: msgId.transparent,
} as const;

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

/** What a message says, in a line. The gateway has decoded each of them before it was kept. */
export function summaryOf(id: number, body: Uint8Array): string {
  const r = new ByteReader(body);
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
    default: {
      const type = r.u8('type').toString(16).padStart(2, '0').toUpperCase();
      return `类型 ${type}：${textOrHex(r.rest('data'))}`;
    }
  }
}
