/**
 * Rice coding: a number is its upper part in ones and its lowest k bits as they are, with k following the size of the numbers so far. Noisy
 * readings (positions, speeds, temperatures) cost hardly more than their noise holds.
 */
const escapeAfter = 20;
const widest = 52;
const window = 32;

/** Follows the mean of the numbers: k is the number of its bits. */
class Size {
  private sum: number;
  private count = 1;

  constructor(startK: number) {
    this.sum = 2 ** startK;
  }

  get k(): number {
    const mean = this.sum / this.count;
    return mean < 2 ** 31 ? Math.max(0, 31 - Math.clz32(mean)) : Math.floor(Math.log2(mean));
  }

  seen(value: number): void {
    this.sum += value;
    if (++this.count < window) return;
    this.sum /= 2;
    this.count /= 2;
  }
}

/** Numbers of 0 and more, below 2^52. The first byte is the k to begin with. */
export function riceEncode(values: readonly number[]): Uint8Array {
  const out = new BitWriter(values.length);
  const head = values.slice(0, 8);
  const mean = head.reduce((sum, value) => sum + value, 0) / Math.max(1, head.length);
  const startK = mean < 1 ? 0 : Math.floor(Math.log2(mean));
  out.bits(startK, 8);
  const size = new Size(startK);
  for (const value of values) {
    const { k } = size;
    const high = Math.floor(value / 2 ** k);
    if (high < escapeAfter) {
      out.ones(high);
      out.wide(value - high * 2 ** k, k);
    } else {
      out.ones(escapeAfter);
      out.wide(value, widest);
    }
    size.seen(value);
  }
  return out.take();
}

/** What {@link riceEncode} wrote. */
export function riceDecode(bytes: Uint8Array, count: number): number[] {
  const size = new Size(bytes[0] ?? 0);
  const values = new Array<number>(count);
  let at = 1;
  // the lowest `ready` bits of `held` are still to be read
  let held = 0;
  let ready = 0;
  const bits = (wanted: number): number => {
    while (ready <= 24) {
      held = (held << 8) | (bytes[at++] ?? 0);
      ready += 8;
    }
    ready -= wanted;
    return (held >>> ready) & ((1 << wanted) - 1);
  };
  const wide = (wanted: number): number => {
    let value = 0;
    let left = wanted;
    for (; left > 20; left -= 20) value = value * 2 ** 20 + bits(20);
    return value * 2 ** left + bits(left);
  };
  for (let i = 0; i < count; i++) {
    const { k } = size;
    bits(0);
    const high = Math.min(escapeAfter, Math.clz32(~(held << (32 - ready))));
    ready -= high;
    let value: number;
    if (high === escapeAfter) value = wide(widest);
    else {
      ready--;
      value = k <= 20 ? high * (1 << k) + bits(k) : high * 2 ** k + wide(k);
    }
    values[i] = value;
    size.seen(value);
  }
  if (at > bytes.length + 5) throw new RangeError('packed points end too soon');
  return values;
}

class BitWriter {
  private buffer: Uint8Array;
  private at = 0;
  private pending = 0;
  private free = 8;

  constructor(expected: number) {
    this.buffer = new Uint8Array(expected * 2 + 64);
  }

  /** The lowest `count` (at most 24) bits of a value, highest first. */
  bits(value: number, count: number): void {
    let left = count;
    while (left > 0) {
      const n = Math.min(left, this.free);
      this.pending |= ((value >>> (left - n)) & ((1 << n) - 1)) << (this.free - n);
      this.free -= n;
      left -= n;
      if (this.free === 0) this.flush();
    }
  }

  wide(value: number, count: number): void {
    let left = count;
    while (left > 24) {
      const n = Math.min(24, left - 24);
      this.bits(Math.floor(value / 2 ** (left - n)) % 2 ** n, n);
      left -= n;
    }
    this.bits(value % 2 ** left, left);
  }

  /** `count` ones, and a zero unless they are as many as there can be. */
  ones(count: number): void {
    if (count < escapeAfter) this.bits(2 ** (count + 1) - 2, count + 1);
    else this.bits(2 ** count - 1, count);
  }

  take(): Uint8Array {
    if (this.free < 8) this.flush();
    return this.buffer.subarray(0, this.at);
  }

  private flush(): void {
    if (this.at === this.buffer.length) {
      const bigger = new Uint8Array(this.buffer.length * 2);
      bigger.set(this.buffer);
      this.buffer = bigger;
    }
    this.buffer[this.at++] = this.pending;
    this.pending = 0;
    this.free = 8;
  }
}
