/** A picture in shades of grey, one byte a pixel, row by row. */
export interface GreyPicture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** Quantisation of the luminance (ITU-T T.81 K.1) and the order in which coefficients are written. */
const quantisation = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];
const zigzag = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
];
/** Huffman tables of the luminance (K.3, K.5): how many codes of each length, and their values. */
const dcCounts = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
const dcValues = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const acCounts = [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125];
const acValues = [
  ...[0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07, 0x22, 0x71],
  ...[0x14, 0x32, 0x81, 0x91, 0xa1, 0x08, 0x23, 0x42, 0xb1, 0xc1, 0x15, 0x52, 0xd1, 0xf0, 0x24, 0x33, 0x62, 0x72],
  ...[0x82, 0x09, 0x0a, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x34, 0x35, 0x36, 0x37],
  ...[0x38, 0x39, 0x3a, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59],
  ...[0x5a, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7a, 0x83],
  ...[0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0xa2, 0xa3],
  ...[0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xc2, 0xc3],
  ...[0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xe1, 0xe2],
  ...[0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa],
];

type Codes = ReadonlyMap<number, readonly [code: number, bits: number]>;

function codesOf(counts: readonly number[], values: readonly number[]): Codes {
  const codes = new Map<number, readonly [number, number]>();
  let code = 0;
  let at = 0;
  for (const [i, count] of counts.entries()) {
    for (let n = 0; n < count; n++) codes.set(values[at++] ?? 0, [code++, i + 1]);
    code <<= 1;
  }
  return codes;
}
const dcCodes = codesOf(dcCounts, dcValues);
const acCodes = codesOf(acCounts, acValues);
/** The transform's factors, row k for frequency k. */
const cosines = Float64Array.from({ length: 64 }, (_, i) => {
  const [k, x] = [i >> 3, i & 7];
  return (k === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * k * Math.PI) / 16);
});

/** Writes bits, with the zero byte that follows each 0xFF. */
class BitWriter {
  readonly bytes: number[] = [];
  private held = 0;
  private count = 0;

  put(value: number, bits: number): void {
    for (let i = bits - 1; i >= 0; i--) {
      this.held = (this.held << 1) | ((value >> i) & 1);
      if (++this.count < 8) continue;
      this.bytes.push(this.held);
      if (this.held === 0xff) this.bytes.push(0);
      this.held = 0;
      this.count = 0;
    }
  }

  end(): void {
    while (this.count > 0) this.put(1, 1);
  }
}

const bitsOf = (value: number): number => (value === 0 ? 0 : 32 - Math.clz32(Math.abs(value)));

/** A value as JPEG has it: its number of bits by the code table, then the bits themselves; negative ones less one. */
function putValue(out: BitWriter, codes: Codes, run: number, value: number): void {
  const bits = bitsOf(value);
  const [code, length] = codes.get((run << 4) | bits) ?? [0, 0];
  out.put(code, length);
  out.put(value < 0 ? value + (1 << bits) - 1 : value, bits);
}

/** Coefficients of the 8x8 block at (left, top), quantised, in zigzag order. Pixels beyond the edge repeat the last ones. */
function blockOf({ width, height, pixels }: GreyPicture, left: number, top: number): number[] {
  const rows = new Float64Array(64);
  for (let y = 0; y < 8; y++) {
    const row = Math.min(height - 1, top + y) * width;
    for (let k = 0; k < 8; k++) {
      let sum = 0;
      for (let x = 0; x < 8; x++)
        sum += (cosines[8 * k + x] ?? 0) * ((pixels[row + Math.min(width - 1, left + x)] ?? 0) - 128);
      rows[8 * y + k] = sum;
    }
  }
  return zigzag.map((place) => {
    let sum = 0;
    for (let y = 0; y < 8; y++) sum += (cosines[8 * (place >> 3) + y] ?? 0) * (rows[8 * y + (place & 7)] ?? 0);
    return Math.round(sum / (quantisation[place] ?? 1));
  });
}

const word = (value: number): [number, number] => [(value >> 8) & 0xff, value & 0xff];
const segment = (marker: number, body: readonly number[]): number[] => [
  0xff,
  marker,
  ...word(body.length + 2),
  ...body,
];

/** A baseline JPEG of a grey picture (ITU-T T.81). */
export function encodeJpeg(picture: GreyPicture): Uint8Array {
  const out = new BitWriter();
  let before = 0;
  for (let top = 0; top < picture.height; top += 8)
    for (let left = 0; left < picture.width; left += 8) {
      const [dc = 0, ...ac] = blockOf(picture, left, top);
      putValue(out, dcCodes, 0, dc - before);
      before = dc;
      let zeros = 0;
      const last = ac.findLastIndex((value) => value !== 0);
      for (const value of ac.slice(0, last + 1)) {
        if (value === 0) {
          zeros++;
          continue;
        }
        for (; zeros > 15; zeros -= 16) out.put(...(acCodes.get(0xf0) ?? [0, 0]));
        putValue(out, acCodes, zeros, value);
        zeros = 0;
      }
      if (last < ac.length - 1) out.put(...(acCodes.get(0) ?? [0, 0]));
    }
  out.end();
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...segment(0xdb, [0, ...zigzag.map((place) => quantisation[place] ?? 1)]),
    ...segment(0xc0, [8, ...word(picture.height), ...word(picture.width), 1, 1, 0x11, 0]),
    ...segment(0xc4, [0x00, ...dcCounts, ...dcValues]),
    ...segment(0xc4, [0x10, ...acCounts, ...acValues]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...out.bytes,
    ...[0xff, 0xd9],
  ]);
}
