import { ByteReader, ByteWriter } from '../../../bytes';
import { decodeText, encodeText } from '../../../text';
import { numberOf, readLayout, type StructuredValue, writeLayout, writeNumber } from '../../fields';
import type { Parameter } from './8103';
import { findParameter, type Layout } from './catalogue';

export type ParameterValue = number | string | StructuredValue;

/** A setting with its name and unit. */
export interface NamedParameter {
  id: number;
  /** Null when the setting is not known. */
  name: string | null;
  /** Unit of a number; null for codes, counts, bits, texts and for settings that consist of fields. */
  unit: string | null;
  /** Null when the setting is not known or its bytes do not fit its layout: then only the bytes can be shown. */
  value: ParameterValue | null;
}

/** Name, unit and value of a setting (JT/T 808-2013 8.9). Never throws: the bytes of an unknown one stay in the {@link Parameter}. */
export function nameParameter({ id, value }: Parameter): NamedParameter {
  const info = findParameter(id);
  if (!info) return { id, name: null, unit: null, value: null };
  return { id, name: info.name, unit: info.unit, value: decodeValue(value, info.layout) };
}

const widest = { u8: 1, u16: 2, u32: 4 } as const;

function decodeValue(data: Uint8Array, layout: Layout): ParameterValue | null {
  if (layout === 'text') return decodeText(data);
  if (typeof layout === 'object') return readLayout(new ByteReader(data), layout);
  // some terminals send a number in fewer bytes than it has
  return data.length > 0 && data.length <= widest[layout] ? numberOf(data) : null;
}

/**
 * Bytes of a setting's value. Throws RangeError when the setting is not known, when the value is not of its kind, when a field is missing, and when a
 * number or a text is too large for its field.
 */
export function encodeParameterValue(id: number, value: ParameterValue): Uint8Array {
  const info = findParameter(id);
  if (!info) throw new RangeError(`setting ${id.toString(16)} is not known`);
  const { layout, name } = info;
  if (layout === 'text' && typeof value === 'string') return encodeText(value);
  if (typeof layout === 'object' && typeof value === 'object')
    return writeLayout(new ByteWriter(64), layout, value).result();
  if (layout === 'text' || typeof layout === 'object' || typeof value !== 'number') {
    throw new RangeError(`${name} is ${typeof layout === 'object' ? 'a list of fields' : layout}`);
  }
  return writeNumber(new ByteWriter(4), name, value, layout).result();
}

const unchanged = { u8: 0xff, u16: 0xffff, u32: 0xffffffff } as const;
const widths = { u8: 1, u16: 2, u32: 4 } as const;

/**
 * Bytes of a setting of active safety (0xF364 to 0xF367) that changes some fields: every bit of the others is set, by which the terminal leaves them as
 * they are (T/JSATL 12-2017). Throws RangeError for other settings, for a field that is not known, and for a number too large for its field.
 */
export function encodeChangedFields(id: number, changed: Readonly<Record<string, number>>): Uint8Array {
  const layout = findParameter(id)?.layout;
  if (typeof layout !== 'object') throw new RangeError(`setting ${id.toString(16)} has no fields`);
  /** texts that stay: where they stand, and their bytes; no character has the byte that leaves them alone */
  const texts: Array<[at: number, bytes: number]> = [];
  let at = 0;
  const fields: Record<string, number | string> = Object.fromEntries(
    layout.fields.map(([name, type]) => {
      const begin = at;
      if (type === 'u8' || type === 'u16' || type === 'u32') {
        at += widths[type];
        return [name, unchanged[type]];
      }
      if (typeof type === 'object' && 'hex' in type) {
        at += type.hex;
        return [name, 'ff'.repeat(type.hex)];
      }
      if (typeof type === 'object' && 'text' in type) {
        at += type.text;
        texts.push([begin, type.text]);
        return [name, ''];
      }
      throw new RangeError(`${name} cannot be left as it is`);
    }),
  );
  for (const [name, value] of Object.entries(changed)) {
    if (!(name in fields)) throw new RangeError(`${name} is no field of setting ${id.toString(16)}`);
    fields[name] = value;
  }
  const bytes = writeLayout(new ByteWriter(64), layout, { fields, rows: [], rest: '' }).result();
  for (const [begin, length] of texts) bytes.fill(0xff, begin, begin + length);
  return bytes;
}
