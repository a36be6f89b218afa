import type { Writable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { ZipPart } from './unzip';

/** MS-DOS time and date of an entry without a time of its own: 1980-01-01 00:00, so that equal content gives equal bytes (workbooks). */
const noTime: DosTime = [0, 0x21];
/** Time and date as MS-DOS has them: in steps of two seconds, of no zone. */
type DosTime = readonly [time: number, date: number];

/** A wall clock `YYYY-MM-DD HH:mm:ss` as ZIP files carry it, which is shown as it stands; years before 1980 have none. */
function dosTime(wall: string): DosTime {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = wall.split(/\D+/u).map(Number);
  if (!(year >= 1980)) return noTime;
  return [(hour << 11) | (minute << 5) | (second >> 1), ((year - 1980) << 9) | (month << 5) | day];
}
const maxSize = 0xffffffff;

interface Entry {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
  method: 0 | 8;
  flags: number;
  at: DosTime;
}

/**
 * Streaming ZIP writer: entries are deflated as they come, sizes follow in a data descriptor, memory stays flat.
 * No ZIP64: more than 4 GB throws.
 */
export class ZipWriter {
  private readonly entries: Entry[] = [];
  private offset = 0;

  constructor(
    private readonly out: Writable,
    private readonly level = 4,
  ) {}

  /** Bytes written so far. */
  get bytes(): number {
    return this.offset;
  }

  /** Adds one file; `chunks` is read at the speed of the output. `wall`: when it was made, `YYYY-MM-DD HH:mm:ss` on the reader's clock. */
  async add(
    path: string,
    chunks: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
    wall?: string,
  ): Promise<void> {
    const entry: Entry = {
      name: Buffer.from(path, 'utf8'),
      crc: 0,
      packed: 0,
      size: 0,
      offset: this.offset,
      method: 8,
      flags: followed | utf8,
      at: wall === undefined ? noTime : dosTime(wall),
    };
    await this.write(localHeader(entry));
    const deflate = createDeflateRaw({ level: this.level, chunkSize: 64 * 1024 });
    const drained = this.drain(deflate, entry);
    for await (const chunk of chunks) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk;
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      if (!deflate.write(bytes)) await Promise.race([onceOf(deflate, 'drain'), drained]);
    }
    deflate.end();
    await drained;
    if (entry.size > maxSize || this.offset > maxSize) throw new Error('zip larger than 4 GB');
    await this.write(dataDescriptor(entry));
    this.entries.push(entry);
  }

  /** Adds a file of another ZIP file as it lies there, packed. */
  async copy({ name, method, crc, size, packed }: ZipPart): Promise<void> {
    const entry: Entry = {
      name: Buffer.from(name, 'utf8'),
      crc,
      packed: packed.length,
      size,
      offset: this.offset,
      method,
      flags: utf8,
      at: noTime,
    };
    await this.write(localHeader(entry));
    await this.write(packed);
    this.entries.push(entry);
  }

  /** Writes the directory and ends the output; resolves when everything is handed to it. */
  async finish(): Promise<void> {
    const start = this.offset;
    for (const entry of this.entries) await this.write(directoryRecord(entry));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.entries.length, 8);
    end.writeUInt16LE(this.entries.length, 10);
    end.writeUInt32LE(this.offset - start, 12);
    end.writeUInt32LE(start, 16);
    await this.write(end);
    await new Promise<void>((done, fail) => {
      this.out.once('error', fail);
      this.out.end(() => done());
    });
  }

  private async drain(source: AsyncIterable<Buffer>, entry: Entry): Promise<void> {
    for await (const chunk of source) {
      entry.packed += chunk.length;
      await this.write(chunk);
    }
  }

  private async write(bytes: Buffer): Promise<void> {
    this.offset += bytes.length;
    if (this.out.errored) throw this.out.errored;
    if (!this.out.write(bytes)) await onceOf(this.out, 'drain');
  }
}

/** Resolves at `event`, rejects when the stream fails or closes before it; leaves no listener behind. */
function onceOf(stream: NodeJS.EventEmitter, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error): void => {
      stream.off(event, ok).off('error', settle).off('close', closed);
      if (error) reject(error);
      else resolve();
    };
    const ok = (): void => settle();
    const closed = (): void => settle(new Error('output closed before the file was complete'));
    stream.on(event, ok).on('error', settle).on('close', closed);
  });
}

// general purpose flags
/** sizes stand in the descriptor behind the content, in the header they are 0 */
const followed = 0x0008;
const utf8 = 0x0800;

function localHeader({ name, crc, packed, size, method, flags, at }: Entry): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(method, 8);
  head.writeUInt16LE(at[0], 10);
  head.writeUInt16LE(at[1], 12);
  head.writeUInt32LE(crc, 14);
  head.writeUInt32LE(packed, 18);
  head.writeUInt32LE(size, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function dataDescriptor(entry: Entry): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(entry.crc, 4);
  tail.writeUInt32LE(entry.packed, 8);
  tail.writeUInt32LE(entry.size, 12);
  return tail;
}

function directoryRecord(entry: Entry): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(20, 6);
  head.writeUInt16LE(entry.flags, 8);
  head.writeUInt16LE(entry.method, 10);
  head.writeUInt16LE(entry.at[0], 12);
  head.writeUInt16LE(entry.at[1], 14);
  head.writeUInt32LE(entry.crc, 16);
  head.writeUInt32LE(entry.packed, 20);
  head.writeUInt32LE(entry.size, 24);
  head.writeUInt16LE(entry.name.length, 28);
  head.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([head, entry.name]);
}
