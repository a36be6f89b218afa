/** Reads bits of a parameter set, as the standards of H.264 and H.265 name their descriptors. Past the end there are only zeros. */
export class BitReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  /** u(n), n up to 32 */
  u(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) value = value * 2 + this.bit();
    return value;
  }

  flag(): boolean {
    return this.bit() === 1;
  }

  skip(count: number): void {
    this.at += count;
  }

  /** ue(v): Exp-Golomb. A length that no value of a parameter set has is damage: RangeError. */
  ue(): number {
    let zeros = 0;
    while (this.bit() === 0) if (++zeros > 31) throw new RangeError('damaged parameter set');
    return 2 ** zeros - 1 + this.u(zeros);
  }

  /** se(v) */
  se(): number {
    const value = this.ue();
    return value % 2 === 0 ? -value / 2 : (value + 1) / 2;
  }

  private bit(): number {
    const bit = ((this.bytes[this.at >> 3] ?? 0) >> (7 - (this.at & 7))) & 1;
    this.at++;
    return bit;
  }
}

/** The content of a NAL unit: without the 3 that stands wherever it would look like a start code. */
export function contentOf(unit: Uint8Array): Uint8Array {
  const out: number[] = [];
  let zeros = 0;
  for (const byte of unit) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    out.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(out);
}
