import type { ByteReader } from '../bytes';
import { readSafetyItem } from '../jsatl12/alarm-items';
import { peripheralType, readPeripheralInfos, readPeripheralStates } from '../jsatl12/peripherals';
import { readLayout } from '../jt808/fields';
import { findParameter } from '../jt808/messages/parameter/catalogue';
import { readLocationFields } from '../jt808/messages/position/0200';
import { recorderLayout } from '../jt808/messages/recorder/values';
import { newTrace, type TracedField, TracingReader } from './tracing-reader';

type Read = (r: ByteReader) => unknown;

/** The number that a field of this name in the same row has; null when there is none. */
function beside(before: readonly TracedField[], field: TracedField, name: string): number | null {
  const row = field.path.slice(0, -1).join('.');
  const found = before.findLast(({ path }) => path.at(-1) === name && path.slice(0, -1).join('.') === row);
  return found?.number ?? null;
}

/** How bytes are read that a decoder keeps whole and others read later: by what stands beside them. Null when nobody reads them. */
function readerOf(before: readonly TracedField[], field: TracedField): Read | null {
  if (field.form === 'location') return readLocationFields;
  const name = field.path.at(-1);
  if (name === 'value') {
    const id = beside(before, field, 'id');
    const layout = id === null ? null : findParameter(id)?.layout;
    return layout && typeof layout === 'object' ? (r) => readLayout(r, layout) : null;
  }
  if (name === 'blockData') {
    const layout = recorderLayout(beside(before, field, 'blockCommand') ?? -1);
    return layout && ((r) => readLayout(r, layout));
  }
  if (name !== 'data') return null;
  const type = beside(before, field, 'type');
  if (type === peripheralType.states) return readPeripheralStates;
  if (type === peripheralType.infos) return readPeripheralInfos;
  const item = field.path.at(-3) === 'items' ? beside(before, field, 'id') : null;
  return item === null ? null : (r) => readSafetyItem(item, r);
}

/** The fields with those that are inside them in place of bytes that somebody can read. `bytes` is what the fields stand in. */
export function unfold(fields: readonly TracedField[], bytes: Uint8Array): TracedField[] {
  const all: TracedField[] = [];
  for (const field of fields) {
    const inner = innerOf(all, field, bytes);
    if (inner.length === 0) all.push(field);
    else all.push(...inner);
  }
  return all;
}

function innerOf(before: readonly TracedField[], field: TracedField, bytes: Uint8Array): TracedField[] {
  const read = readerOf(before, field);
  if (!read) return [];
  const trace = newTrace();
  const data = bytes.subarray(field.offset, field.offset + field.length);
  try {
    read(new TracingReader(data, trace, field.offset, field.path));
  } catch (error) {
    // what is cut off stays bytes; how the message itself takes that, its decoder has said
    if (!(error instanceof RangeError)) throw error;
  }
  return unfold(trace.fields, bytes);
}

/** The fields, and bytes between, before and behind them as fields named `unknown`, so that every byte of `length` belongs to one. */
export function coverAll(fields: readonly TracedField[], length: number): TracedField[] {
  const all: TracedField[] = [];
  let at = 0;
  const fill = (to: number): void => {
    if (to > at) all.push({ path: ['unknown'], offset: at, length: to - at, form: null, number: null });
  };
  for (const field of fields) {
    fill(field.offset);
    all.push(field);
    at = field.offset + field.length;
  }
  fill(length);
  return all;
}
