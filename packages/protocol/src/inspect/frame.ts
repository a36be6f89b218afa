import type { ByteReader } from '../bytes';
import { findCodec } from '../jt808/codec';
import { MAX_FRAME_BYTES, MIN_FRAME_BYTES, type RefuseReason, unescapeFrame, xorOf } from '../jt808/frame';
import { type Header, type HeaderFault, type HeaderVersion, parseHeader } from '../jt808/header';
import { coverAll, unfold } from './inside';
import { newTrace, type Shortage, type TracedField, TracingReader } from './tracing-reader';

/**
 * Why a gateway refuses a frame or cannot read it. Those of the framing and of the header as there; `unfinished`: no delimiter ends it; `encrypted`, `damaged`
 * and `unknown`: its body cannot be read.
 */
export type InspectFault = RefuseReason | `header-${HeaderFault}` | 'unfinished' | 'encrypted' | 'damaged' | 'unknown';

/** What is wrong, and with which bytes. */
export interface FaultAt {
  fault: InspectFault;
  offset: number;
  length: number;
  /** What should stand there, or how long it should be; null where that says nothing. */
  expected: number | null;
  actual: number | null;
  /** Which field was cut off, when that is what is wrong. */
  shortage: Shortage | null;
}

/** A frame, or what was meant as one, with everything that could be read of it. */
export interface Inspected {
  /** `whole`: a body put together from the packages before it; `packet`: a piece of a file; `media`: a packet of sound or picture. */
  kind: 'frame' | 'body' | 'whole' | 'packet' | 'media' | 'outside';
  /** The bytes that the fields stand in: unescaped, without delimiters. */
  bytes: Uint8Array;
  header: Header | null;
  msgId: number | null;
  version: HeaderVersion;
  /** Cover every byte; `unknown` where nobody knows what it says. */
  fields: TracedField[];
  faults: FaultAt[];
}

/** A fault with the bytes it lies in. */
export const faultAt = (fault: InspectFault, offset: number, length: number, more: Partial<FaultAt> = {}): FaultAt => ({
  fault,
  offset,
  length,
  expected: null,
  actual: null,
  shortage: null,
  ...more,
});

/** Bytes that are no frame. */
export const outside = (bytes: Uint8Array, fault: InspectFault, more: Partial<FaultAt> = {}): Inspected => ({
  kind: 'outside',
  bytes,
  header: null,
  msgId: null,
  version: '2013',
  fields: coverAll([], bytes.length),
  faults: [faultAt(fault, 0, bytes.length, more)],
});

/** Reads what stands between two delimiters, as far as it can be read, and says what a gateway has against it. Never throws. */
export function inspectSegment(segment: Uint8Array): Inspected {
  if (segment.length > MAX_FRAME_BYTES)
    return outside(segment, 'oversize', { expected: MAX_FRAME_BYTES, actual: segment.length });
  const bytes = unescapeFrame(segment);
  if (!bytes) {
    const wrong = segment.findIndex((b, i) => b === 0x7d && i < segment.length - 1 && !isEscape(segment[i + 1]));
    const fault = faultAt('escape', wrong, 2, { actual: segment[wrong + 1] ?? null });
    return { ...outside(segment, 'escape'), faults: [fault] };
  }
  return inspectPayload(bytes);
}

const isEscape = (code: number | undefined): boolean => code === 1 || code === 2;

/** Reads a payload and its checksum, unescaped. */
export function inspectPayload(bytes: Uint8Array): Inspected {
  if (bytes.length < MIN_FRAME_BYTES)
    return outside(bytes, 'short', { expected: MIN_FRAME_BYTES, actual: bytes.length });
  const last = bytes.length - 1;
  const payload = bytes.subarray(0, last);
  const faults: FaultAt[] = [];
  const [sum, sent] = [xorOf(payload, last), bytes[last] ?? 0];
  if (sum !== sent) faults.push(faultAt('checksum', last, 1, { expected: sum, actual: sent }));
  const strict = parseHeader(payload);
  if (typeof strict === 'string') faults.push(headerFault(strict, payload));
  const header = typeof strict === 'string' ? parseHeader(payload, true) : strict;
  const trace = newTrace();
  const reader = new TracingReader(payload, trace);
  if (typeof header === 'string') {
    const fields = coverAll(headOnly(reader, trace.fields), last);
    return { kind: 'frame', bytes, header: null, msgId: null, version: '2013', fields: end(fields, last), faults };
  }
  readHeaderFields(reader, header);
  const body = inspectBody(header, payload.subarray(header.bodyOffset), header.bodyOffset);
  const fields = coverAll([...trace.fields, ...body.fields], last);
  return {
    kind: 'frame',
    bytes,
    header,
    msgId: header.msgId,
    version: header.version,
    fields: end(fields, last),
    faults: [...faults, ...body.faults],
  };
}

/** The fields with the checksum behind them. */
const end = (fields: readonly TracedField[], at: number): TracedField[] => [
  ...fields,
  { path: ['checksum'], offset: at, length: 1, form: null, number: null },
];

/** What every header begins with, of one that cannot be read. */
function headOnly(r: ByteReader, fields: TracedField[]): TracedField[] {
  r.u16('msgId');
  r.u16('attributes');
  return fields;
}

function headerFault(fault: HeaderFault, payload: Uint8Array): FaultAt {
  const lenient = parseHeader(payload, true);
  const header = typeof lenient === 'string' ? null : lenient;
  if (fault === 'length' && header)
    return faultAt('header-length', 2, 2, {
      expected: header.bodyLength,
      actual: payload.length - header.bodyOffset,
    });
  return faultAt(`header-${fault}`, 0, payload.length);
}

/** The fields of a header as it was parsed (JT/T 808-2013 and 2019 4.4.3). */
function readHeaderFields(r: ByteReader, header: Header): void {
  const packages = header.subpackage ? 4 : 0;
  r.u16('msgId');
  r.u16('attributes');
  const serialBytes = header.bodyOffset - packages - 4 - header.phone.length === 1 ? 1 : 2;
  if (header.bodyOffset - packages - 4 - header.phone.length - serialBytes === 1) r.u8('protocolVersion');
  r.bytes(header.phone.length, 'phone', 'digits');
  if (serialBytes === 1) r.u8('serial');
  else r.u16('serial');
  if (header.subpackage) {
    r.u16('packageTotal');
    r.u16('packageNo');
  }
}

/** Reads a body that stands at `base` of what is inspected. */
export function inspectBody(
  header: Pick<Header, 'msgId' | 'version' | 'encryption' | 'subpackage'>,
  data: Uint8Array,
  base = 0,
): Pick<Inspected, 'fields' | 'faults'> {
  if (header.encryption) return { fields: [], faults: [faultAt('encrypted', base, data.length)] };
  if (header.subpackage) {
    const part: TracedField = { path: ['part'], offset: base, length: data.length, form: null, number: null };
    return { fields: data.length > 0 ? [part] : [], faults: [] };
  }
  const codec = findCodec(header.msgId);
  if (!codec) return { fields: [], faults: [faultAt('unknown', base, data.length)] };
  const trace = newTrace();
  const faults: FaultAt[] = [];
  try {
    codec.read(new TracingReader(data, trace, base), header.version);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const { shortage } = trace;
    const at = shortage?.offset ?? base;
    faults.push(faultAt('damaged', at, base + data.length - at, { shortage }));
  }
  const whole = new Uint8Array(base + data.length);
  whole.set(data, base);
  const covered = coverAll(unfold(trace.fields, whole), base + data.length);
  // what lies before the body is the caller's
  return { fields: covered.filter(({ offset }) => offset >= base), faults };
}
