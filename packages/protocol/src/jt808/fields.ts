import { type ByteReader, type ByteWriter, type FieldForm, fromHex, toBcd, toHex } from '../bytes';
import { decodeText, encodeText } from '../text';
import { decodeTime } from './time';
import { writeTime } from './time-range';

/**
 * How one field is stored: a number of 1, 2 or 4 bytes (i32: with a sign), a time of day BCD[2], a time BCD[6] in China's time, or so many bytes of
 * text, of decimal digits (BCD), or of anything.
 */
export type FieldType =
  | 'u8'
  | 'u16'
  | 'u32'
  | 'i32'
  | 'hhmm'
  | 'time'
  | { text: number }
  | { digits: number }
  | { hex: number };

/** A field: its name, how it is stored, and the unit of a number (without one for codes, counts and bits). */
export type Field = readonly [name: string, type: FieldType, unit?: string];

/** Values by the names of their fields: numbers, texts, times of day as hhmm, times as epoch ms (null when impossible), bytes as hexadecimal digits. */
export type FieldValues = Record<string, number | string | null>;

/** Fields one behind the other, and rows of fields behind them to the end. */
export interface FieldLayout {
  fields: readonly Field[];
  rows?: readonly Field[];
}

/** What was read by a {@link FieldLayout}. */
export interface StructuredValue {
  fields: FieldValues;
  /** Rows behind the fields; empty where there are none. */
  rows: FieldValues[];
  /** Bytes behind everything that is known, as hexadecimal digits: editions and provinces add fields at the end. */
  rest: string;
}

/** Bytes of the fields that have one width only. */
const fixedBytes = { u8: 1, u16: 2, u32: 4, i32: 4, hhmm: 2, time: 6 } as const;

function fieldBytes([, type]: Field): number {
  if (typeof type === 'string') return fixedBytes[type];
  if ('text' in type) return type.text;
  return 'digits' in type ? type.digits : type.hex;
}

const widthOf = (fields: readonly Field[]): number => fields.reduce((sum, field) => sum + fieldBytes(field), 0);

/** Reads bytes by a layout. Null when they are fewer than its fields have. */
export function readLayout(r: ByteReader, { fields, rows }: FieldLayout): StructuredValue | null {
  if (r.remaining < widthOf(fields)) return null;
  const value: StructuredValue = { fields: readFields(r, fields), rows: [], rest: '' };
  while (rows && r.remaining >= widthOf(rows))
    value.rows.push(r.entry('rows', value.rows.length, () => readFields(r, rows)));
  return { ...value, rest: toHex(r.rest('rest')) };
}

const readFields = (r: ByteReader, fields: readonly Field[]): FieldValues =>
  Object.fromEntries(
    fields.map((field) => [field[0], readField(r.bytes(fieldBytes(field), field[0], formOf(field)), field)]),
  );

/** How the bytes of a field are to be shown. */
function formOf([, type]: Field): FieldForm | undefined {
  if (typeof type === 'object') return 'text' in type ? 'text' : 'digits' in type ? 'digits' : undefined;
  if (type === 'hhmm') return 'digits';
  return type === 'time' ? 'time' : type === 'i32' ? 'signed' : 'number';
}

function readField(data: Uint8Array, [, type]: Field): number | string | null {
  if (typeof type === 'object') return 'text' in type ? decodeText(data) : toHex(data);
  if (type === 'hhmm') return toHex(data);
  if (type === 'time') return decodeTime(data, 0);
  const number = numberOf(data);
  return type === 'i32' ? number | 0 : number;
}

/** Unsigned number of all bytes. */
export const numberOf = (data: Uint8Array): number => data.reduce((sum, b) => sum * 0x100 + b, 0);

/** Writes what {@link readLayout} reads. Throws RangeError when a field is missing, and when a number or a text does not fit its field. */
export function writeLayout(w: ByteWriter, { fields, rows = [] }: FieldLayout, value: StructuredValue): ByteWriter {
  writeFields(w, fields, value.fields);
  for (const row of value.rows) writeFields(w, rows, row);
  return w.bytes(fromHex(value.rest));
}

function writeFields(w: ByteWriter, fields: readonly Field[], values: FieldValues): void {
  for (const field of fields) {
    const value = values[field[0]];
    if (value === undefined) throw new RangeError(`${field[0]} is missing`);
    writeField(w, field, value);
  }
}

function writeField(w: ByteWriter, field: Field, value: number | string | null): void {
  const [name, type] = field;
  const width = fieldBytes(field);
  if (type === 'time') writeTime(w, value === null ? null : Number(value));
  else if (type === 'hhmm') w.bytes(toBcd(String(value), width));
  else if (typeof type === 'string') writeNumber(w, name, Number(value), type);
  else w.padded(textBytes(name, type, String(value), width), width);
}

/** Bytes of a field that is no number. */
function textBytes(name: string, type: Exclude<FieldType, string>, value: string, width: number): Uint8Array {
  const data = 'text' in type ? encodeText(value) : fromHex(value);
  if (data.length > width) throw new RangeError(`${name} has ${data.length} bytes, ${width} are possible`);
  return data;
}

/** Writes a number. Throws RangeError when it is none or does not fit. */
export function writeNumber(
  w: ByteWriter,
  name: string,
  value: number,
  type: 'u8' | 'u16' | 'u32' | 'i32',
): ByteWriter {
  const bytes = fixedBytes[type];
  const from = type === 'i32' ? -(2 ** 31) : 0;
  if (!Number.isInteger(value) || value < from || value >= from + 2 ** (8 * bytes)) {
    throw new RangeError(`${name} is no number of ${bytes} bytes: ${value}`);
  }
  return bytes === 1 ? w.u8(value) : bytes === 2 ? w.u16(value) : w.u32(value);
}
