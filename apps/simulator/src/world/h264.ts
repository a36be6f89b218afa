/** A film in shades of grey: frames of one size, one byte a pixel, row by row. Width and height are even. */
export interface GreyFilm {
  width: number;
  height: number;
  frames: readonly Uint8Array[];
  /** frames a second */
  fps: number;
}

const block = 16;
/** Types of NAL units with their weight (ITU-T H.264 table 7-1): all are referred to. */
const nal = { slice: 0x61, keySlice: 0x65, sequence: 0x67, picture: 0x68 } as const;
/** Samples of a macroblock that stand as they are (I_PCM), in slices of kind I; in those of kind P five more precede. */
const pcmType = { key: 25, later: 30 } as const;
const colourless = 128;

/** Bits of a NAL unit, as the standard names their descriptors. */
class Bits {
  private readonly bytes: number[] = [];
  private byte = 0;
  private free = 8;

  /** u(n) */
  u(value: number, count: number): this {
    for (let i = count - 1; i >= 0; i--) {
      this.byte = (this.byte << 1) | ((value >>> i) & 1);
      if (--this.free === 0) this.flush();
    }
    return this;
  }

  /** ue(v): Exp-Golomb; a zero of se(v) is the same bit. */
  ue(value: number): this {
    const length = 32 - Math.clz32(value + 1);
    return this.u(0, length - 1).u(value + 1, length);
  }

  /** Fills the byte with zeros. */
  align(): this {
    return this.free < 8 ? this.u(0, this.free) : this;
  }

  /** A whole byte; the bits before it fill theirs. */
  put(value: number): void {
    this.bytes.push(value);
  }

  /** The unit: a one and zeros at its end, and a 3 wherever it would look like a start code. */
  unit(type: number): Uint8Array {
    this.u(1, 1).align();
    const out = [type];
    let zeros = 0;
    for (const byte of this.bytes) {
      if (zeros >= 2 && byte <= 3) {
        out.push(3);
        zeros = 0;
      }
      out.push(byte);
      zeros = byte === 0 ? zeros + 1 : 0;
    }
    return Uint8Array.from(out);
  }

  private flush(): void {
    this.bytes.push(this.byte);
    this.byte = 0;
    this.free = 8;
  }
}

/** Sequence parameter set: baseline profile, level 3, one reference, order of display as of decoding, frames a second. */
function sequenceSet({ width, height, fps }: GreyFilm): Uint8Array {
  const columns = Math.ceil(width / block);
  const rows = Math.ceil(height / block);
  const bits = new Bits().u(66, 8).u(0xc0, 8).u(30, 8).ue(0).ue(0).ue(2).ue(1).u(0, 1);
  bits.ue(columns - 1).ue(rows - 1);
  bits.u(1, 1).u(1, 1).u(1, 1).ue(0);
  bits.ue((columns * block - width) / 2).ue(0);
  bits.ue((rows * block - height) / 2);
  // usability: nothing but the time of a field, half a frame
  bits
    .u(1, 1)
    .u(0, 4)
    .u(1, 1)
    .u(1, 32)
    .u(2 * fps, 32)
    .u(1, 1);
  return bits.u(0, 4).unit(nal.sequence);
}

/** Picture parameter set: CAVLC, one slice group, one reference; slices say that nothing is smoothed. */
const pictureSet = (): Uint8Array =>
  new Bits().ue(0).ue(0).u(0, 2).ue(0).ue(0).ue(0).u(0, 3).ue(0).ue(0).ue(0).u(1, 1).u(0, 2).unit(nal.picture);

/** The 16 × 16 samples of a macroblock; beyond the edges the last ones go on. */
function samplesOf(pixels: Uint8Array, width: number, height: number, column: number, row: number): Uint8Array {
  const samples = new Uint8Array(block * block);
  for (let i = 0; i < samples.length; i++) {
    const x = Math.min(width - 1, column * block + (i % block));
    const y = Math.min(height - 1, row * block + Math.floor(i / block));
    // studio range: black is 16, white 235
    samples[i] = 16 + Math.round(((pixels[y * width + x] ?? 0) * 219) / 255);
  }
  return samples;
}

const isSame = (a: Uint8Array, b: Uint8Array | undefined): boolean => b?.every((value, i) => value === a[i]) ?? false;

/** A frame as one slice: the first has all macroblocks, a later one those that changed, the rest is skipped. */
function slice(no: number, blocks: readonly Uint8Array[], before: readonly Uint8Array[]): Uint8Array {
  const isKey = no === 0;
  const bits = new Bits()
    .ue(0)
    .ue(isKey ? 7 : 5)
    .ue(0)
    .u(no % 16, 4);
  // a key: its number and two flags of references; else three flags: references as usual
  if (isKey) bits.ue(0).u(0, 2);
  else bits.u(0, 3);
  // quantisation as the picture set says, no smoothing
  bits.ue(0).ue(1);
  let skipped = 0;
  for (const [i, samples] of blocks.entries()) {
    if (!isKey && isSame(samples, before[i])) {
      skipped++;
      continue;
    }
    if (!isKey) bits.ue(skipped);
    skipped = 0;
    bits.ue(isKey ? pcmType.key : pcmType.later).align();
    for (const sample of samples) bits.put(sample);
    for (let k = 0; k < samples.length / 2; k++) bits.put(colourless);
  }
  if (skipped > 0) bits.ue(skipped);
  return bits.unit(isKey ? nal.keySlice : nal.slice);
}

const startCode = Uint8Array.of(0, 0, 0, 1);

/** A film as raw H.264, units behind start codes (annex B), as terminals record it: samples are written as they are, and what does not move is written once. */
export function encodeH264(film: GreyFilm): Uint8Array {
  const { width, height, frames } = film;
  const columns = Math.ceil(width / block);
  const count = columns * Math.ceil(height / block);
  let before: Uint8Array[] = [];
  const slices = frames.map((pixels, no) => {
    const blocks = Array.from({ length: count }, (_, i) =>
      samplesOf(pixels, width, height, i % columns, Math.floor(i / columns)),
    );
    const unit = slice(no, blocks, before);
    before = blocks;
    return unit;
  });
  const parts = [sequenceSet(film), pictureSet(), ...slices].flatMap((unit) => [startCode, unit]);
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
