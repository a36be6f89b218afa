import { ByteReader, ByteWriter } from '../../../bytes';
import { decodeText, encodeText, readText } from '../../../text';

/**
 * A piece of a file on the attachment server's connection (T/JSATL 12-2017): no message with a frame, but `30 31 63 64`, the name in 50 bytes, where
 * the piece belongs, its length, and its bytes. Nobody answers it; 0x9212 tells at the end what is missing.
 */
export interface FilePacket {
  /** Longer names are cut by the terminal. */
  name: string;
  offset: number;
  data: Uint8Array;
}

/** The four bytes that a packet begins with. */
export const filePacketMark = 0x30316364;
export const filePacketMarkBytes: readonly number[] = [0x30, 0x31, 0x63, 0x64];
const NAME_BYTES = 50;
/** Bytes of a packet before those of the file. */
export const filePacketHeadBytes = 62;

/** What the first bytes of a packet say: whose piece it is, where it belongs, and how long it is. */
export interface FilePacketHead {
  name: string;
  offset: number;
  length: number;
}

/** Reads the head of a packet. Throws RangeError when the mark is another one, or the head is cut off. */
export const readFilePacketHead = (packet: Uint8Array): FilePacketHead => readHead(new ByteReader(packet));

function readHead(r: ByteReader): FilePacketHead {
  const mark = r.u32('mark');
  if (mark !== filePacketMark) throw new RangeError(`a packet that begins with ${mark.toString(16)}`);
  return { name: readText(r, 'name', NAME_BYTES), offset: r.u32('offset'), length: r.u32('dataLength') };
}

/** A file's name as its packets carry it: cut after 50 bytes. */
export const packetNameOf = (name: string): string => decodeText(encodeText(name).subarray(0, NAME_BYTES));

/** Decodes a whole packet. Throws RangeError when the mark is another one, or the packet is cut off. */
export const decodeFilePacket = (packet: Uint8Array): FilePacket => readFilePacket(new ByteReader(packet));

/** Reads a whole packet. Throws as {@link decodeFilePacket} does. */
export function readFilePacket(r: ByteReader): FilePacket {
  const { name, offset, length } = readHead(r);
  return { name, offset, data: r.bytes(length, 'data') };
}

/** Bytes of a packet. A name of more than 50 bytes is cut, as terminals do. */
export const encodeFilePacket = ({ name, offset, data }: FilePacket): Uint8Array =>
  new ByteWriter(filePacketHeadBytes + data.length)
    .u32(filePacketMark)
    .padded(encodeText(name), NAME_BYTES)
    .u32(offset)
    .u32(data.length)
    .bytes(data)
    .result();
