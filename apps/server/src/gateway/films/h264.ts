import { BitReader, contentOf } from './bits';
import { box, u16 } from './boxes';
import type { Codec, Sets, Shape } from './codec';

/** Types of units (ITU-T H.264 table 7-1). */
const nal = { slice: 1, keySlice: 5, info: 6, sequence: 7, picture: 8, delimiter: 9 } as const;
/** Profiles whose sequence parameter set tells colours and depths. */
const high: ReadonlySet<number> = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

interface Colours {
  format: number;
  /** each colour has slices of its own */
  isSplit: boolean;
  lumaDepth: number;
  chromaDepth: number;
}

function readColours(bits: BitReader): Colours {
  const format = bits.ue();
  const isSplit = format === 3 && bits.flag();
  const colours = { format, isSplit, lumaDepth: bits.ue(), chromaDepth: bits.ue() };
  bits.skip(1);
  const hasScaling = bits.flag();
  for (let i = 0; hasScaling && i < (format === 3 ? 12 : 8); i++) if (bits.flag()) skipScaling(bits, i < 6 ? 16 : 64);
  return colours;
}

function skipScaling(bits: BitReader, size: number): void {
  let last = 8;
  let next = 8;
  for (let i = 0; i < size; i++) {
    if (next !== 0) next = (last + bits.se() + 256) % 256;
    last = next === 0 ? last : next;
  }
}

/** Bits of the numbers that tell the order; of display 0 where it is that of decoding, or told otherwise. */
interface OrderBits {
  frame: number;
  shown: number;
}

/** Numbers of frames and order of display. */
function readOrder(bits: BitReader): OrderBits {
  const frame = bits.ue() + 4;
  const kind = bits.ue();
  let shown = 0;
  if (kind === 0) shown = bits.ue() + 4;
  else if (kind === 1) {
    bits.skip(1);
    bits.se();
    bits.se();
    const count = bits.ue();
    if (count > 255) throw new RangeError('damaged parameter set');
    for (let i = 0; i < count; i++) bits.se();
  }
  bits.ue();
  bits.skip(1);
  return { frame, shown };
}

/** Frames a second, from what follows the size (annex E); null where it is not said. */
function readFps(bits: BitReader): number | null {
  if (!bits.flag()) return null;
  const extended = 255;
  if (bits.flag() && bits.u(8) === extended) bits.skip(32);
  if (bits.flag()) bits.skip(1);
  if (bits.flag()) {
    bits.skip(4);
    if (bits.flag()) bits.skip(24);
  }
  if (bits.flag()) {
    bits.ue();
    bits.ue();
  }
  if (!bits.flag()) return null;
  const tick = bits.u(32);
  return bits.u(32) / (2 * tick);
}

/** Reads a sequence parameter set (7.3.2.1.1). */
function read(sequence: Uint8Array): Shape & { colours: Colours | null; order: OrderBits; isWhole: boolean } {
  const bits = new BitReader(contentOf(sequence));
  bits.skip(8);
  const profile = bits.u(8);
  bits.skip(16);
  bits.ue();
  const colours = high.has(profile) ? readColours(bits) : null;
  const order = readOrder(bits);
  const columns = bits.ue() + 1;
  const rows = bits.ue() + 1;
  const isWhole = bits.flag();
  if (!isWhole) bits.skip(1);
  bits.skip(1);
  const crop = bits.flag() ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const format = colours?.format ?? 1;
  const stepX = format === 1 || format === 2 ? 2 : 1;
  const stepY = (format === 1 ? 2 : 1) * (isWhole ? 1 : 2);
  return {
    width: columns * 16 - (left + right) * stepX,
    height: rows * 16 * (isWhole ? 1 : 2) - (top + bottom) * stepY,
    fps: readFps(bits),
    colours,
    order,
    isWhole,
  };
}

export const h264: Codec = {
  headBytes: 2,
  typeOf: (head) => (head[0] ?? 0) & 0x1f,
  sets: [nal.sequence, nal.picture],
  sequence: nal.sequence,
  shapeOf: read,
  pictureOf(head) {
    const type = this.typeOf(head);
    if (type < nal.slice || type > nal.keySlice) return null;
    // the number of its first macroblock is 0: one bit
    return { begins: (head[1] ?? 0) >= 0x80, isKey: type === nal.keySlice };
  },
  precedes: (type) => type >= nal.info && type <= nal.delimiter,
  orderIn(sets: Sets) {
    const { colours, order, isWhole } = read(sets.get(nal.sequence)?.at(-1) ?? new Uint8Array());
    if (order.shown === 0) return null;
    return {
      bits: order.shown,
      // the header of a slice (7.3.3)
      placeOf(peek) {
        const isKey = ((peek[0] ?? 0) & 0x1f) === nal.keySlice;
        const bits = new BitReader(contentOf(peek));
        bits.skip(8);
        for (let i = 0; i < 3; i++) bits.ue();
        bits.skip((colours?.isSplit ? 2 : 0) + order.frame);
        if (!isWhole && bits.flag()) bits.skip(1);
        if (isKey) bits.ue();
        // one that nothing refers to counts for no other
        return { low: bits.u(order.shown), begins: isKey, counts: ((peek[0] ?? 0) & 0x60) !== 0 };
      },
    };
  },
  entry: 'avc1',
  inBandEntry: 'avc3',
  configOf(sets) {
    const sequences = sets.get(nal.sequence) ?? [];
    const pictures = sets.get(nal.picture) ?? [];
    const sequence = sequences.at(-1) ?? new Uint8Array();
    const { colours } = read(sequence);
    const depths = colours
      ? [Uint8Array.of(0xfc | colours.format, 0xf8 | colours.lumaDepth, 0xf8 | colours.chromaDepth, 0)]
      : [];
    return box(
      'avcC',
      Uint8Array.of(1, ...sequence.subarray(1, 4), 0xff, 0xe0 | sequences.length),
      ...sequences.flatMap((set) => [u16(set.length), set]),
      Uint8Array.of(pictures.length),
      ...pictures.flatMap((set) => [u16(set.length), set]),
      ...depths,
    );
  },
};
