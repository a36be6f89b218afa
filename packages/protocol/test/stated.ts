import { toHex } from '../src/bytes';
import { decodePeripheralInfos, peripheralType } from '../src/jsatl12/peripherals';
import { type Frame, msgId } from '../src/jt808/codec';
import { phoneKeyOf } from '../src/jt808/header';
import { nameParameter } from '../src/jt808/messages/parameter/values';
import { readRecorderValue } from '../src/jt808/messages/recorder/values';
import { decodeText, encodeText } from '../src/text';
import type { Asserted, Line } from './fixtures';

/** A value that the test of a source states about a frame, under that source's own name. */
export interface Stated {
  by: string;
  name: string;
  value: string;
}

/** The values that a line states. Expressions in the source's own language count when they are a plain number or list of bytes. */
export const statedOf = (line: Line): Stated[] => line.asserted.flatMap((a) => statedBy(a));

function statedBy(a: Asserted): Stated[] {
  const named = [...(a.encodes ?? []), ...(a.facts ?? [])];
  const stated = [...named, ...Object.entries({ ...a.fields, ...a.object })];
  return stated.flatMap(([name, value]) => flatten(a.by, name, value));
}

function flatten(by: string, name: string, value: unknown): Stated[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((one) => flatten(by, name, one));
  if (typeof value !== 'object') return [{ by, name, value: plain(value) }];
  if ('expr' in value) return plainExpression(String(value.expr)).map((text) => ({ by, name, value: text }));
  if ('is' in value) return value.is === 'Null' || value.is === 'Single' ? [] : [{ by, name, value: plain(value.is) }];
  return Object.entries(value).flatMap(([inner, v]) => flatten(by, `${name}.${inner}`, v));
}

/** A number, a truth value or a text as it is compared: numbers in decimal, truth as 1 and 0, texts without quotes. */
function plain(value: unknown): string {
  const text = String(value).replace(/^"(.*)"$/, '$1');
  const length = /^(.*)"\.Length$/.exec(text);
  if (length) return String((length[1] ?? '').replace('"', '').length);
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true' ? '1' : '0';
  return /^(\(byte\) )?(0x[\da-f]+|-?\d{1,15})u?$/i.test(text) && !/^0\d/.test(text)
    ? String(Number(text.replace(/^\(byte\) |u$/g, '')))
    : text;
}

/** `new byte[] { 1, 0x02 }` as hexadecimal digits, `new uint[] { 1, 2 }` as its numbers, a number in decimal; nothing for everything else. */
function plainExpression(text: string): string[] {
  const [, kind, list = ''] = /^new (byte|uint)\[\] ?\{([^}]*)\}(?:\.ToHexString\(\))?$/.exec(text) ?? [];
  const numbers = list.split(',').map(Number);
  if (kind === 'uint') return numbers.map(String);
  if (kind === 'byte') return [toHex(Uint8Array.from(numbers))];
  return /^0x[\da-f]+u?$/i.test(text) ? [plain(text)] : [];
}

/**
 * Everything that was read of a frame, each value in every notation that the sources use: times as digits and as text, bytes as hexadecimal digits
 * and one by one, texts and lists with their lengths, degrees in millionths.
 */
export function valuesOf(frame: Frame | null, message: Frame['message']): ReadonlySet<string> {
  const values = new Set<string>();
  if (frame) {
    const { header } = frame;
    for (const v of [header.msgId, header.serial, header.bodyLength, header.protocolVersion, 1]) values.add(String(v));
    values.add(String(header.bodyLength | (header.version === '2019' ? 0x4000 : 0)));
    values.add(phoneKeyOf(header.phone)).add(toHex(header.phone)).add(header.phoneKey.padStart(12, '0'));
  }
  if (message.id !== null) addValue(values, message.body, '');
  for (const value of innerValuesOf(message)) addValue(values, value, '');
  return values;
}

/** What is inside of a body and read by functions of its own: settings, records of the recorder, peripherals. */
function innerValuesOf(message: Frame['message']): unknown[] {
  switch (message.id) {
    case msgId.setParameters:
    case msgId.parameters:
      return message.body.parameters.map(nameParameter);
    case msgId.readRecorder:
    case msgId.writeRecorder:
    case msgId.recorderReply:
      return [message.body.block && readRecorderValue(message.body.block)];
    case msgId.transparent:
      return message.body.type === peripheralType.infos ? decodePeripheralInfos(message.body.data) : [];
    default:
      return [];
  }
}

function addValue(values: Set<string>, value: unknown, name: string): void {
  if (value === null || value === undefined) return;
  if (typeof value === 'number') addNumber(values, value, name);
  else if (typeof value === 'boolean') values.add(value ? '1' : '0');
  else if (typeof value === 'string') addText(values, value);
  else if (value instanceof Uint8Array) addBytes(values, value);
  else {
    if (Array.isArray(value)) addList(values, value);
    for (const [inner, v] of Object.entries(value)) addValue(values, v, Number.isNaN(Number(inner)) ? inner : name);
  }
}

/** A list with its length and, when it is one of words, with their bytes. */
function addList(values: Set<string>, list: readonly unknown[]): void {
  values.add(String(list.length));
  if (list.every((one) => typeof one === 'number'))
    values.add(list.map((n) => n.toString(16).padStart(4, '0')).join(''));
}

function addNumber(values: Set<string>, value: number, name: string): void {
  values.add(String(value));
  if (/^(lat|lng)$/.test(name)) values.add(String(Math.round(value * 1e6))).add(String(Math.round(-value * 1e6)));
  if (name === 'speedKmh') values.add(String(Math.round(value * 10)));
  if (name === 'altitudeM' && value < 0) values.add(String(value + 0x1_0000));
  if (/^(time|from|to|position|installTime)$/.test(name)) {
    const text = new Date(value + 8 * 3_600_000).toISOString().slice(0, 19);
    values.add(text).add(text.replace('T', ' ')).add(text.slice(0, 10)).add(text.slice(2).replace(/\D/g, ''));
  }
}

function addText(values: Set<string>, text: string): void {
  values.add(text).add(String(encodeText(text).length));
  if (/^\d{1,9}$/.test(text)) values.add(String(Number(text)));
  if (/^\d{4}$/.test(text)) values.add(`${text.slice(0, 2)}:${text.slice(2)}:00`);
  if (/^\d{6}$/.test(text)) values.add(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`);
}

function addBytes(values: Set<string>, data: Uint8Array): void {
  values.add(toHex(data)).add(String(data.length)).add(decodeText(data));
  if (data.length <= 4) values.add(String(data.reduce((sum, b) => sum * 256 + b, 0)));
  for (const b of data) values.add(String(b)).add(String(b > 0x7f ? b - 0x100 : b));
}
