import { BitReader, contentOf } from './bits';
import { box, u16 } from './boxes';
import type { Codec, Shape } from './codec';

/** Types of units (ITU-T H.265 table 7-1). */
const nal = {
  lastPicture: 31,
  firstKey: 16,
  lastKey: 21,
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
  if (format === 3) bits.skip(1);
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
  entry: 'hvc1',
  configOf(sets) {
    const { profile, layers, nested, format, lumaDepth, chromaDepth } = read(
      sets.get(nal.sequence)?.at(-1) ?? new Uint8Array(),
    );
    const arrays = this.sets.map((type) => {
      const all = sets.get(type) ?? [];
      const each = all.flatMap((set) => [u16(set.length), set]);
      return Buffer.concat([Uint8Array.of(0x80 | type), u16(all.length), ...each]);
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
