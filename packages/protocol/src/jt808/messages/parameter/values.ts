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
