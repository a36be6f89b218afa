import { type ByteReader, u32At } from '../bytes';
import { MAX_FRAME_BYTES } from '../jt808/frame';
import type { HeaderVersion } from '../jt808/header';
import { filePacketMark, readFilePacket } from '../jt808/messages/attachment/packet';
import { SubpackageAssembler } from '../jt808/subpackages';
import { isMediaPacket, mediaPacketLength, readMediaPacket } from '../jt1078/packet';
import { faultAt, type Inspected, inspectBody, inspectSegment, outside } from './frame';
import { coverAll } from './inside';
import { newTrace, TracingReader } from './tracing-reader';

const DELIMITER = 0x7e;

/**
 * Reads bytes as a gateway would: frames between their delimiters, in their order, each with every field it has and with what is wrong; behind the last package of
 * a message the message as a whole. Bytes without any delimiter are one frame whose delimiters were left out, or a piece of a file (T/JSATL 12), or packets of
 * sound and picture (JT/T 1078). Never throws.
 */
export function inspectBytes(bytes: Uint8Array): Inspected[] {
  if (isMediaPacket(bytes)) return inspectMedia(bytes);
  if (bytes.length >= 4 && u32At(bytes, 0) === filePacketMark) return [inspectPacket('packet', bytes, readFilePacket)];
  const first = bytes.indexOf(DELIMITER);
  if (first < 0) return bytes.length > 0 ? [bare(bytes)] : [];
  const pieces: Inspected[] = first > 0 ? [outside(bytes.subarray(0, first), 'garbage')] : [];
  const packages = new SubpackageAssembler();
  let from = first + 1;
  while (from < bytes.length) {
    const to = bytes.indexOf(DELIMITER, from);
    if (to < 0) {
      pieces.push(inspectUnfinished(bytes.subarray(from)));
      break;
    }
    if (to > from) {
      const piece = inspectSegment(bytes.subarray(from, to));
      pieces.push(piece, ...wholeOf(piece, packages));
    }
    from = to + 1;
  }
  return pieces;
}

/** A body alone, of the message that one says it is. */
export function inspectBareBody(msgId: number, version: HeaderVersion, bytes: Uint8Array): Inspected {
  const { fields, faults } = inspectBody({ msgId, version, encryption: 0, subpackage: null }, bytes);
  return { kind: 'body', bytes, header: null, msgId, version, fields: coverAll(fields, bytes.length), faults };
}

/** Bytes behind a delimiter that no other one follows. What else is wrong with them comes from that: their last byte is not known to be a checksum. */
function inspectUnfinished(segment: Uint8Array): Inspected {
  const piece = inspectSegment(segment);
  if (segment.length > MAX_FRAME_BYTES) return piece;
  const { length } = piece.bytes;
  const fields = piece.faults.length === 0 ? piece.fields : piece.fields.filter(({ path }) => path[0] !== 'checksum');
  return { ...piece, fields: coverAll(fields, length), faults: [faultAt('unfinished', length, 0)] };
}

/** Bytes without delimiters: a frame when header and checksum are right. */
function bare(bytes: Uint8Array): Inspected {
  const piece = inspectSegment(bytes);
  return piece.header && !piece.faults.some(({ fault }) => fault === 'checksum' || fault.startsWith('header'))
    ? piece
    : outside(bytes, 'garbage');
}

/** The message that a package completes. */
function wholeOf({ header, bytes, faults }: Inspected, packages: SubpackageAssembler): Inspected[] {
  if (!header?.subpackage || faults.length > 0) return [];
  const body = packages.add(header, bytes.subarray(header.bodyOffset, bytes.length - 1), 0);
  if (!body) return [];
  const whole = inspectBareBody(header.msgId, header.version, body);
  return [{ ...whole, kind: 'whole', header }];
}

/** Packets of sound and picture, one behind the other; nothing marks their end. */
function inspectMedia(bytes: Uint8Array): Inspected[] {
  const pieces: Inspected[] = [];
  let rest = bytes;
  while (isMediaPacket(rest)) {
    const packet = rest.subarray(0, mediaPacketLength(rest));
    pieces.push(inspectPacket('media', packet, (r) => readMediaPacket(r, packet)));
    rest = rest.subarray(packet.length);
  }
  return rest.length > 0 ? [...pieces, outside(rest, 'garbage')] : pieces;
}

/** A packet of a stream, which is no frame. */
function inspectPacket(kind: 'packet' | 'media', bytes: Uint8Array, read: (r: ByteReader) => unknown): Inspected {
  const trace = newTrace();
  const packet: Inspected = { ...outside(bytes, 'damaged'), kind, faults: [] };
  try {
    read(new TracingReader(bytes, trace));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const { shortage } = trace;
    const offset = shortage?.offset ?? 0;
    packet.faults.push(faultAt('damaged', offset, bytes.length - offset, { shortage }));
  }
  return { ...packet, fields: coverAll(trace.fields, bytes.length) };
}
