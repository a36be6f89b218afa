/**
 * Rice coding of whole numbers >= 0: a number is written as its upper part in unary (that many ones and a zero) and its lowest k bits as they are. k adapts to
 * the mean of the numbers so far, so noisy readings (positions, speeds, temperatures) take hardly more bits than their noise.
 */
const escapeAfter = 20;
const widest = 52;
const window = 32;

/** The running mean of the numbers, from which k is chosen: the number of its bits. */
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

/** Encodes whole numbers from 0 to below 2^52. The first byte is the initial k. */
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

/** Largest k for which the quick path works on the 32 bits that are held. */
const quickBits = 24;

/**
 * Decodes `count` numbers that {@link riceEncode} wrote; throws a RangeError when the bytes end too early. It is one loop without calls, because a vehicle's
 * day holds a hundred thousand numbers and reading it spends its time here. The lowest `ready` bits of `held` are still to be read.
 */
export function riceDecode(bytes: Uint8Array, count: number): number[] {
  const values = new Array<number>(count);
  let sum = 2 ** (bytes[0] ?? 0);
  let seen = 1;
  let at = 1;
  let held = 0;
  let ready = 0;
  for (let i = 0; i < count; i++) {
    const mean = sum / seen;
    const k = mean < 2 ** 31 ? (mean < 1 ? 0 : 31 - Math.clz32(mean)) : Math.floor(Math.log2(mean));
    for (; ready <= 24; ready += 8) held = (held << 8) | (bytes[at++] ?? 0);
    const high = Math.clz32(~(held << (32 - ready)));
    let value: number;
    if (high < escapeAfter && k <= quickBits) {
      ready -= high + 1;
      for (; ready < k; ready += 8) held = (held << 8) | (bytes[at++] ?? 0);
      ready -= k;
      value = (high << k) | ((held >>> ready) & ((1 << k) - 1));
    } else {
      const long = high >= escapeAfter;
      ready -= long ? escapeAfter : high + 1;
      value = long ? 0 : high;
      for (let left = long ? widest : k; left > 0; ) {
        const n = Math.min(left, 16);
        for (; ready < n; ready += 8) held = (held << 8) | (bytes[at++] ?? 0);
        ready -= n;
        value = value * 2 ** n + ((held >>> ready) & ((1 << n) - 1));
        left -= n;
      }
    }
    values[i] = value;
    sum += value;
    if (++seen === window) {
      sum /= 2;
      seen /= 2;
    }
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

  /** Writes `count` ones, and a zero behind them unless `count` is the largest possible. */
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
