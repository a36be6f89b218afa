import { isLockId } from '@tongda/protocol/jt808/header';
import { decodeTime } from '@tongda/protocol/jt808/time';
import { wireTime } from '../core/http/answer/wire-time';
import type { FieldLabel } from './labels';

/** JT/T 808 writes its times in UTC+8 wherever the terminal is. */
const chinaZone = 'Asia/Shanghai';

const hexOf = (value: number, bytes: number): string =>
  `0x${value
    .toString(16)
    .toUpperCase()
    .padStart(2 * bytes, '0')}`;

/** A number with its unit, the word of a code, or the names of the bits that are set. `bytes` is its width. */
export function numberWords(value: number, bytes: number, how: Omit<FieldLabel, 'label'>): string {
  const { words, named, bits, scale = 1, unit, hex } = how;
  if (named?.[value] !== undefined) return `${value} ${named[value]}`;
  if (words) return words[value] ? `${value} ${words[value]}` : `${value}（未定义）`;
  if (bits) {
    const set = Array.from({ length: 8 * bytes }, (_, bit) => bit).filter(
      (bit) => Math.floor(value / 2 ** bit) % 2 === 1,
    );
    const names = set.map((bit) => bits[bit] ?? `位${bit}`);
    return names.length > 0 ? `${hexOf(value, bytes)} ${names.join('、')}` : `${hexOf(value, bytes)} 无`;
  }
  if (hex) return hexOf(value, bytes);
  // factors are powers of ten and whole numbers: the digits behind the factor's own are none
  const digits = Math.max(0, Math.ceil(-Math.log10(scale)));
  const shown = scale === 1 ? String(value) : (value * scale).toFixed(digits);
  return unit ? `${shown} ${unit}` : shown;
}

/** A time BCD[6]; in UTC for the only message that writes it so. */
export function timeWords(data: Uint8Array, form: 'time' | 'utcTime'): string {
  const utc = form === 'utcTime';
  const time = decodeTime(data, 0, utc ? 0 : undefined);
  if (time === null) return data.every((b) => b === 0) ? '未填写' : '日期不存在';
  return utc ? `${wireTime(time, 'UTC')} UTC` : wireTime(time, chinaZone);
}

/** The attributes of a header: length of the body, encryption, packages, edition. Of an electronic lock's message only the length is like that. */
export function attributeWords(attributes: number, msgId: number | null): string {
  if (msgId !== null && isLockId(msgId)) return `消息体${attributes & 0x3ff}字节，其余位由厂家自定义`;
  const encryption = (attributes >> 10) & 7;
  const edition = attributes & 0x4000 ? '2019版' : '2011/2013版';
  const split = attributes & 0x2000 ? '分包' : '不分包';
  const secret = encryption === 0 ? '不加密' : encryption === 1 ? 'RSA加密' : `加密方式${encryption}`;
  return `消息体${attributes & 0x3ff}字节，${secret}，${split}，${edition}`;
}
