/** A growing buffer that the packer writes bytes, variable-length integers, floats and texts to. */
export class ByteWriter {
  private buffer = Buffer.allocUnsafe(4096);
  private at = 0;

  get length(): number {
    return this.at;
  }

  byte(value: number): void {
    this.room(1);
    this.buffer[this.at++] = value;
  }

  /** An unsigned integer, seven bits a byte, lowest first; exact up to 2^53. */
  varint(value: number): void {
    this.room(8);
    let rest = value;
    while (rest >= 0x80) {
      this.buffer[this.at++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.buffer[this.at++] = rest;
  }

  /** A signed integer: 0, -1, 1, -2 … are written as 0, 1, 2, 3 …; exact up to ±2^52. */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  double(value: number): void {
    this.room(8);
    this.at = this.buffer.writeDoubleLE(value, this.at);
  }

  bytes(value: Uint8Array): void {
    this.room(value.length);
    this.buffer.set(value, this.at);
    this.at += value.length;
  }

  text(value: string): void {
    const bytes = Buffer.from(value, 'utf8');
    this.varint(bytes.length);
    this.bytes(bytes);
  }

  take(): Buffer {
    return this.buffer.subarray(0, this.at);
  }

  private room(more: number): void {
    if (this.at + more <= this.buffer.length) return;
    const bigger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.at + more));
    this.buffer.copy(bigger, 0, 0, this.at);
    this.buffer = bigger;
  }
}

/** Reads what {@link ByteWriter} wrote; throws a RangeError beyond the end. */
export class ByteReader {
  constructor(
    private readonly buffer: Buffer,
    private at = 0,
  ) {}

  byte(): number {
    const value = this.buffer[this.at++];
    if (value === undefined) throw new RangeError('packed points end too soon');
    return value;
  }

  varint(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.byte();
      if (byte < 0x80) return value + byte * factor;
      value += (byte - 0x80) * factor;
      factor *= 0x80;
    }
  }

  signed(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  double(): number {
    const value = this.buffer.readDoubleLE(this.at);
    this.at += 8;
    return value;
  }

  bytes(length: number): Buffer {
    if (this.at + length > this.buffer.length) throw new RangeError('packed points end too soon');
    const value = this.buffer.subarray(this.at, this.at + length);
    this.at += length;
    return value;
  }

  text(): string {
    return this.bytes(this.varint()).toString('utf8');
  }
}
