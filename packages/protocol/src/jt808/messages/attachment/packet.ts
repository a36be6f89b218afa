import { ByteReader, ByteWriter } from '../../../bytes';
import { decodeText, encodeText } from '../../../text';

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
const filePacketMark = 0x30316364;
const NAME_BYTES = 50;

/** Decodes a whole packet. Throws RangeError when the mark is another one, or the packet is cut off. */
export function decodeFilePacket(packet: Uint8Array): FilePacket {
  const r = new ByteReader(packet);
  const mark = r.u32();
  if (mark !== filePacketMark) throw new RangeError(`a packet that begins with ${mark.toString(16)}`);
  const name = decodeText(r.bytes(NAME_BYTES));
  const offset = r.u32();
  return { name, offset, data: r.bytes(r.u32()) };
}

/** Bytes of a packet. A name of more than 50 bytes is cut, as terminals do. */
export const encodeFilePacket = ({ name, offset, data }: FilePacket): Uint8Array =>
  new ByteWriter(62 + data.length)
    .u32(filePacketMark)
    .padded(encodeText(name), NAME_BYTES)
    .u32(offset)
    .u32(data.length)
    .bytes(data)
    .result();
