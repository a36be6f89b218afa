import { crc32, createInflateRaw } from 'node:zlib';
import { tooLarge, unreadable } from './fault';

/** A file inside of a ZIP file, still packed. `size` is what the directory states, which need not be true. */
export interface ZipPart {
  name: string;
  method: 0 | 8;
  crc: number;
  size: number;
  packed: Buffer;
}

/** A workbook has some dozens of parts, one with a picture in every line some thousands. */
const maxParts = 20_000;
const endMark = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
/** the end of the directory is followed by a comment of at most 64 KB */
const endReach = 22 + 0xffff;

/**
 * Reads a ZIP file that lies in memory. Names are found whatever their case, as the format of workbooks asks. All that is unpacked of one file together is
 * bounded by `maxBytes`, counted while it is unpacked: neither a directory that lies nor parts that overlap get past it.
 * Throws WorkbookFault when it is no ZIP file, is damaged, or unpacks to more.
 */
export class ZipReader {
  readonly parts: ReadonlyMap<string, ZipPart>;
  private left: number;
  /** bytes of each part that were counted: who reads it again gets the same */
  private readonly counted = new Map<ZipPart, number>();

  constructor(bytes: Buffer, maxBytes: number) {
    this.left = maxBytes;
    this.parts = readDirectory(bytes);
    let stated = 0;
    for (const { size } of this.parts.values()) stated += size;
    if (stated > maxBytes) throw tooLarge(`${stated} bytes unpacked`);
  }

  find(name: string): ZipPart | undefined {
    return this.parts.get(keyOf(name));
  }

  /** The content of a part, piece by piece. */
  async *read(part: ZipPart): AsyncGenerator<Buffer> {
    let crc = 0;
    let size = 0;
    for await (const chunk of unpack(part)) {
      size += chunk.length;
      const before = this.counted.get(part) ?? 0;
      if (size > before) {
        this.left -= size - before;
        this.counted.set(part, size);
      }
      if (this.left < 0) throw tooLarge(`${part.name} unpacks to more than it may`);
      crc = crc32(chunk, crc);
      yield chunk;
    }
    if (crc !== part.crc) throw unreadable(`${part.name} has another checksum`);
  }
}

const keyOf = (name: string): string => name.replace(/^\//u, '').toLowerCase();

async function* unpack({ name, method, packed }: ZipPart): AsyncGenerator<Buffer> {
  if (method === 0) {
    yield packed;
    return;
  }
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  inflate.end(packed);
  try {
    for await (const chunk of inflate) yield chunk;
  } catch (error) {
    throw unreadable(`${name}: ${String(error)}`);
  }
}

/** A record that reaches beyond the file is read as an error of Node.js, which means the same as ours. */
function readDirectory(bytes: Buffer): Map<string, ZipPart> {
  try {
    return readRecords(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw unreadable(error.message);
    throw error;
  }
}

function readRecords(bytes: Buffer): Map<string, ZipPart> {
  let { at, count } = findDirectory(bytes);
  if (count > maxParts) throw tooLarge(`${count} parts`);
  const parts = new Map<string, ZipPart>();
  for (; count > 0; count--) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw unreadable('the directory is damaged');
    const nameLength = bytes.readUInt16LE(at + 28);
    const extraLength = bytes.readUInt16LE(at + 30);
    const commentLength = bytes.readUInt16LE(at + 32);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/');
    const extra = bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    if ((bytes.readUInt16LE(at + 8) & 1) === 1) throw unreadable(`${name} is encrypted`);
    const method = bytes.readUInt16LE(at + 10);
    if (method !== 0 && method !== 8) throw unreadable(`${name} is packed by method ${method}`);
    const { size, packed, offset } = sizesOf(bytes, at, extra);
    parts.set(keyOf(name), {
      name,
      method,
      crc: bytes.readUInt32LE(at + 16),
      size,
      packed: contentAt(bytes, offset, packed),
    });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return parts;
}

/** Where the directory begins and how many records it has; large ones have them in a record of 64 bits. */
function findDirectory(bytes: Buffer): { at: number; count: number } {
  const from = Math.max(0, bytes.length - endReach);
  const end = from + bytes.subarray(from).lastIndexOf(endMark);
  if (end < from) throw unreadable('no ZIP file');
  const [count, at] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)];
  if (count !== 0xffff && at !== 0xffffffff) return { at, count };
  if (end < 20 || bytes.readUInt32LE(end - 20) !== 0x07064b50) return { at, count };
  const wide = Number(bytes.readBigUInt64LE(end - 12));
  return { at: Number(bytes.readBigUInt64LE(wide + 48)), count: Number(bytes.readBigUInt64LE(wide + 32)) };
}

/** Sizes and offset of a record; what is too large for 32 bits (or written so by a streaming program) stands in its extra field 1. */
function sizesOf(bytes: Buffer, at: number, extra: Buffer): { size: number; packed: number; offset: number } {
  const wide: number[] = [];
  for (let i = 0; i + 4 <= extra.length; i += 4 + extra.readUInt16LE(i + 2)) {
    if (extra.readUInt16LE(i) !== 1) continue;
    const end = Math.min(extra.length, i + 4 + extra.readUInt16LE(i + 2));
    for (let j = i + 4; j + 8 <= end; j += 8) wide.push(Number(extra.readBigUInt64LE(j)));
  }
  const take = (offset: number): number => {
    const narrow = bytes.readUInt32LE(at + offset);
    return narrow === 0xffffffff ? (wide.shift() ?? narrow) : narrow;
  };
  // in this order they stand in the extra field
  const [size, packed, offset] = [take(24), take(20), take(42)];
  return { size, packed, offset };
}

function contentAt(bytes: Buffer, offset: number, packed: number): Buffer {
  if (bytes.readUInt32LE(offset) !== 0x04034b50) throw unreadable('a part is missing');
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  if (start + packed > bytes.length) throw unreadable('the file was cut off');
  return bytes.subarray(start, start + packed);
}
