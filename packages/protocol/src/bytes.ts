/** How bytes are to be shown by whoever traces a reading; without one they are just bytes. */
export type FieldForm = 'text' | 'wideText' | 'time' | 'utcTime' | 'digits' | 'number' | 'signed' | 'location';

/**
 * Reads big-endian fields one after the other from the beginning of `data` (JT/T 808-2013 4.2: BYTE, WORD, DWORD, BYTE[n]). Each method throws
 * RangeError when fewer bytes are left than it needs; `decodeBody` turns that into a damaged message.
 *
 * Decoders say the name of each field that they read. Nothing is done with it here: `TracingReader` of `inspect/` notes names and byte ranges, so that
 * what engineers see of a frame comes from the decoders themselves.
 */
export class ByteReader {
  protected at = 0;
  constructor(protected readonly data: Uint8Array) {}

  /** Bytes that were not read yet. */
  get remaining(): number {
    return this.data.length - this.at;
  }

  /** A view of what was not read yet, which stays unread: for layouts that are known by what comes later. */
  get ahead(): Uint8Array {
    return this.data.subarray(this.at);
  }

  u8(_name?: string): number {
    return this.byte(this.take(1));
  }

  u16(_name?: string): number {
    const i = this.take(2);
    return (this.byte(i) << 8) | this.byte(i + 1);
  }

  u32(_name?: string): number {
    const i = this.take(4);
    return u32At(this.data, i);
  }

  /** A view of the next `length` bytes (not a copy). */
  bytes(length: number, _name?: string, _form?: FieldForm): Uint8Array {
    const i = this.take(length);
    return this.data.subarray(i, i + length);
  }

  /** A view of everything that was not read yet, possibly empty. */
  rest(name?: string, form?: FieldForm): Uint8Array {
    return this.bytes(this.remaining, name, form);
  }

  /** A reader of the next `length` bytes alone, which count as read here. */
  part(length: number, name?: string): ByteReader {
    return new ByteReader(this.bytes(length, name));
  }

  /** A reader of what was not read yet, which stays unread here: for layouts that are found out by trying. */
  attempt(): ByteReader {
    return new ByteReader(this.ahead);
  }

  /** Reads `length` things of a kind one after the other. */
  list<T>(_name: string, length: number, read: () => T): T[] {
    return Array.from({ length }, read);
  }

  /** Reads one thing of a row whose end the data itself says. */
  entry<T>(_name: string, _index: number, read: () => T): T {
    return read();
  }

  private byte(i: number): number {
    return this.data[i] ?? 0;
  }

  private take(length: number): number {
    if (length < 0 || length > this.remaining) {
      throw new RangeError(`${length} bytes wanted, ${this.remaining} left`);
    }
    const i = this.at;
    this.at += length;
    return i;
  }
}

/**
 * Writes big-endian fields one after the other into a buffer that grows; `result()` gives what was written. Values that do not fit lose their upper
 * bits.
 */
export class ByteWriter {
  /** Number of bytes written so far. */
  length = 0;
  private buffer: Uint8Array;

  constructor(capacity = 64) {
    this.buffer = new Uint8Array(capacity);
  }

  u8(value: number): this {
    const i = this.grow(1);
    this.buffer[i] = value;
    return this;
  }

  u16(value: number): this {
    const i = this.grow(2);
    this.buffer[i] = value >>> 8;
    this.buffer[i + 1] = value;
    return this;
  }

  u32(value: number): this {
    const i = this.grow(4);
    this.buffer[i] = value >>> 24;
    this.buffer[i + 1] = value >>> 16;
    this.buffer[i + 2] = value >>> 8;
    this.buffer[i + 3] = value;
    return this;
  }

  /** Appends a copy of `data`. */
  bytes(data: Uint8Array): this {
    const i = this.grow(data.length);
    this.buffer.set(data, i);
    return this;
  }

  /** Exactly `length` bytes: cut when longer, zeros behind (or in front) when shorter. */
  padded(data: Uint8Array, length: number, side: 'behind' | 'front' = 'behind'): this {
    const i = this.grow(length);
    const cut = data.subarray(0, length);
    this.buffer.set(cut, side === 'behind' ? i : i + length - cut.length);
    return this;
  }

  /** A view of the bytes written so far. */
  result(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  private grow(by: number): number {
    const at = this.length;
    this.length += by;
    if (this.length > this.buffer.length) {
      const bigger = new Uint8Array(Math.max(this.length, this.buffer.length * 2));
      bigger.set(this.buffer.subarray(0, at));
      this.buffer = bigger;
    }
    return at;
  }
}

/** Unsigned 16 bits at `i`; bytes past the end read as zero. */
export function u16At(data: Uint8Array, i: number): number {
  return ((data[i] ?? 0) << 8) | (data[i + 1] ?? 0);
}

/** Unsigned 32 bits at `i`; bytes past the end read as zero. */
export function u32At(data: Uint8Array, i: number): number {
  return (((data[i] ?? 0) << 24) | ((data[i + 1] ?? 0) << 16) | ((data[i + 2] ?? 0) << 8) | (data[i + 3] ?? 0)) >>> 0;
}

const HEX = Array.from({ length: 256 }, (_, b) => b.toString(16).padStart(2, '0'));

/** Lower-case hexadecimal digits, two a byte. */
export function toHex(data: Uint8Array): string {
  let hex = '';
  for (const b of data) hex += HEX[b];
  return hex;
}

/** Bytes of hexadecimal digits. Throws RangeError when `hex` is not an even number of them. */
export function fromHex(hex: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new RangeError('not hexadecimal');
  const data = new Uint8Array(hex.length / 2);
  for (let i = 0; i < data.length; i++) data[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return data;
}

/** One array with copies of all parts, in their order. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const p of parts) {
    whole.set(p, at);
    at += p.length;
  }
  return whole;
}

/** BCD[length] (JT/T 808-2013 4.2): decimal digits packed two a byte, zeros in front. Throws RangeError when they do not fit or are no digits. */
export function toBcd(digits: string, length: number): Uint8Array {
  if (!/^\d*$/.test(digits) || digits.length > length * 2) throw new RangeError(`not ${length * 2} digits: ${digits}`);
  return fromHex(digits.padStart(length * 2, '0'));
}

/** Writes a count of one byte. Throws RangeError when there are more than 255. */
export function writeCount(w: ByteWriter, count: number): ByteWriter {
  if (count > 0xff) throw new RangeError(`${count} entries, 255 are possible`);
  return w.u8(count);
}
