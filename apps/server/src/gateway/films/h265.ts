import { BitReader, contentOf } from './bits';
import { box, u16 } from './boxes';
import type { Codec, Sets, Shape } from './codec';

/** Types of units (ITU-T H.265 table 7-1). */
const nal = {
  lastPicture: 31,
  firstLeading: 6,
  lastLeading: 9,
  firstKey: 16,
  idr: 19,
  lastBeginning: 20,
  lastKey: 21,
  lastReserved: 23,
  video: 32,
  sequence: 33,
  picture: 34,
  delimiter: 35,
  info: 39,
} as const;

/** Profile, tier and level: so many bytes at the beginning of it are those of the box. */
const PROFILE_BYTES = 12;

interface Facts extends Shape {
  /** as they stand in the box */
  profile: Uint8Array;
  layers: number;
  nested: number;
  format: number;
  lumaDepth: number;
  chromaDepth: number;
  /** each colour has slices of its own */
  isSplit: boolean;
  /** bits of the number that tells the order of display */
  orderBits: number;
}

/** Reads a sequence parameter set (7.3.2.2). How many frames a second a film has stands far behind in it and is mostly not said. */
function read(sequence: Uint8Array): Facts {
  const content = contentOf(sequence);
  const bits = new BitReader(content);
  bits.skip(16 + 4);
  const more = bits.u(3);
  const nested = bits.u(1);
  bits.skip(PROFILE_BYTES * 8);
  skipLayers(bits, more);
  bits.ue();
  const format = bits.ue();
  const isSplit = format === 3 && bits.flag();
  const width = bits.ue();
  const height = bits.ue();
  const crop = bits.flag() ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  return {
    width: width - (left + right) * (format === 1 || format === 2 ? 2 : 1),
    height: height - (top + bottom) * (format === 1 ? 2 : 1),
    fps: null,
    profile: content.subarray(3, 3 + PROFILE_BYTES),
    layers: more + 1,
    nested,
    format,
    lumaDepth: bits.ue(),
    chromaDepth: bits.ue(),
    isSplit,
    orderBits: bits.ue() + 4,
  };
}

/** Profiles of the layers below the whole one. */
function skipLayers(bits: BitReader, more: number): void {
  if (more === 0) return;
  const told = Array.from({ length: 8 }, () => ({ profile: bits.flag(), level: bits.flag() }));
  for (const { profile, level } of told.slice(0, more)) bits.skip((profile ? 88 : 0) + (level ? 8 : 0));
}

export const h265: Codec = {
  headBytes: 3,
  typeOf: (head) => ((head[0] ?? 0) >> 1) & 0x3f,
  sets: [nal.video, nal.sequence, nal.picture],
  sequence: nal.sequence,
  shapeOf: read,
  pictureOf(head) {
    const type = this.typeOf(head);
    if (type > nal.lastPicture) return null;
    return { begins: (head[2] ?? 0) >= 0x80, isKey: type >= nal.firstKey && type <= nal.lastKey };
  },
  precedes: (type) => (type >= nal.video && type <= nal.delimiter) || type === nal.info,
  orderIn(sets: Sets) {
    const { isSplit, orderBits } = read(sets.get(nal.sequence)?.at(-1) ?? new Uint8Array());
    const picture = new BitReader(contentOf(sets.get(nal.picture)?.at(-1) ?? new Uint8Array()));
    picture.skip(16);
    for (let i = 0; i < 2; i++) picture.ue();
    picture.skip(1);
    const saysOutput = picture.flag();
    const extra = picture.u(3);
    return {
      bits: orderBits,
      // the header of a picture's first slice (7.3.6.1)
      placeOf(peek) {
        const type = ((peek[0] ?? 0) >> 1) & 0x3f;
        const begins = type >= nal.firstKey && type <= nal.lastBeginning;
        const bits = new BitReader(contentOf(peek));
        bits.skip(16 + 1 + (type >= nal.firstKey && type <= nal.lastReserved ? 1 : 0));
        bits.ue();
        bits.skip(extra);
        bits.ue();
        bits.skip((saysOutput ? 1 : 0) + (isSplit ? 2 : 0));
        // IDR pictures are 0; leading ones and those that nothing refers to count for no other, nor do those of higher layers of time
        const isLeading = type >= nal.firstLeading && type <= nal.lastLeading;
        const isReferred = type >= nal.firstKey || type % 2 === 1;
        const isIdr = type === nal.idr || type === nal.idr + 1;
        return {
          low: isIdr ? 0 : bits.u(orderBits),
          begins,
          counts: ((peek[1] ?? 0) & 7) === 1 && isReferred && !isLeading,
        };
      },
    };
  },
  entry: 'hvc1',
  inBandEntry: 'hev1',
  configOf(sets, isComplete) {
    const { profile, layers, nested, format, lumaDepth, chromaDepth } = read(
      sets.get(nal.sequence)?.at(-1) ?? new Uint8Array(),
    );
    // array_completeness (ISO/IEC 14496-15 8.3.3.1): no set of this type among the pictures
    const arrays = this.sets.map((type) => {
      const all = sets.get(type) ?? [];
      const each = all.flatMap((set) => [u16(set.length), set]);
      return Buffer.concat([Uint8Array.of((isComplete ? 0x80 : 0) | type), u16(all.length), ...each]);
    });
    return box(
      'hvcC',
      Uint8Array.of(1),
      profile,
      u16(0xf000),
      Uint8Array.of(
        0xfc,
        0xfc | format,
        0xf8 | lumaDepth,
        0xf8 | chromaDepth,
        0,
        0,
        (layers << 3) | (nested << 2) | 3,
        arrays.length,
      ),
      ...arrays,
    );
  },
};
