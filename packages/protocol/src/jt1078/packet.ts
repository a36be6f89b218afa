import type { ByteReader } from '../bytes';
import { u16At, u32At } from '../bytes';

/**
 * A packet of sound or picture as terminals push it (JT/T 1078-2016, table 19). It begins with the same four bytes as a piece of a file (T/JSATL 12) and has the version and
 * flags of RTP behind them, where a file's name begins there.
 */
export const mediaPacketMark = 0x30316364;
/** V 2, P 0, X 0, CC 1. */
const RTP_FLAGS = 0x81;
/** Kinds of data, the upper half of byte 15 of the short layout. */
const AUDIO = 3;
const TRANSPARENT = 4;
/** Bytes of the terminal's number: 6, and 10 in terminals of 2019, which moves all that follows. */
const ID_BYTES = [6, 10] as const;
type IdBytes = (typeof ID_BYTES)[number];
/** Longer bodies are none. */
const MOST_BODY = 950;

/** Whether bytes that begin with the mark are sound or picture, not a piece of a file. */
export const isMediaPacket = (bytes: Uint8Array): boolean =>
  bytes.length > 4 && u32At(bytes, 0) === mediaPacketMark && bytes[4] === RTP_FLAGS;

/** Bytes before the body, by the kind of data. */
function headBytes(kind: number, idBytes: IdBytes): number {
  const moved = idBytes - 6;
  if (kind === TRANSPARENT) return 18 + moved;
  return (kind >= AUDIO ? 26 : 30) + moved;
}

/** Length of the packet in a layout; null when it cannot be one. */
function lengthIn(bytes: Uint8Array, idBytes: IdBytes): number | null {
  const kindAt = 9 + idBytes;
  const kind = (bytes[kindAt] ?? 0xff) >> 4;
  if (kind > TRANSPARENT || ((bytes[kindAt] ?? 0xff) & 0xf) > 3) return null;
  const head = headBytes(kind, idBytes);
  if (bytes.length < head) return null;
  const body = u16At(bytes, head - 2);
  const end = head + body;
  const isFollowed = bytes.length < end + 4 || u32At(bytes, end) === mediaPacketMark;
  return body <= MOST_BODY && isFollowed ? end : null;
}

/** How many bytes the terminal's number has: those with which the lengths fit; of two that do the number that is padded says it. */
function idBytesOf(bytes: Uint8Array): IdBytes {
  const [short, long] = ID_BYTES.map((idBytes) => lengthIn(bytes, idBytes));
  if (short !== null && long === null) return 6;
  if (short === null && long !== null) return 10;
  return bytes[8] === 0 && bytes[9] === 0 ? 10 : 6;
}

/** Length of the packet that the bytes begin with, which may be more than is there. */
export const mediaPacketLength = (bytes: Uint8Array): number => lengthIn(bytes, idBytesOf(bytes)) ?? bytes.length;

/** Reads a packet; `bytes` are all of it, as what is in it tells its layout. Throws RangeError when it is cut off. */
export function readMediaPacket(r: ByteReader, bytes: Uint8Array): void {
  const idBytes = idBytesOf(bytes);
  r.u32('mark');
  r.u8('rtpFlags');
  r.u8('payload');
  r.u16('packetNo');
  r.bytes(idBytes, 'sim', 'digits');
  r.u8('logicChannel');
  const kind = r.u8('dataPart') >> 4;
  if (kind !== TRANSPARENT) r.bytes(8, 'timestamp');
  if (kind < AUDIO) {
    r.u16('keyFrameGapMs');
    r.u16('frameGapMs');
  }
  r.bytes(r.u16('dataLength'), 'data');
}
