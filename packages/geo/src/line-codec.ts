import type { LngLat } from './types';

/**
 * Compact binary form of many lines, used for the bundled base map and the borders of the reverse geocoder: about 3 bytes
 * a vertex where JSON takes 20. Layout: varint line count, then for each line varint tag, varint vertex count and the
 * zigzag varint differences (lng, lat) to the vertex before, in units of 1e-4 degree (11 m). The first vertex of a line
 * is relative to the first vertex of the line before it.
 */
export interface TaggedLine {
  /** What the line is; the file's own numbering. */
  tag: number;
  points: LngLat[];
}

/** Grid steps per degree. */
const scale = 10_000;

/** Encodes lines; positions are rounded to 1e-4 degree and repeated vertices dropped. */
export function encodeLines(lines: readonly { tag: number; points: readonly LngLat[] }[]): Uint8Array {
  const out: number[] = [];
  pushVarint(out, lines.length);
  let startX = 0;
  let startY = 0;
  for (const { tag, points } of lines) {
    const grid = snapToGrid(points);
    pushVarint(out, tag);
    pushVarint(out, grid.length);
    let x = startX;
    let y = startY;
    grid.forEach(([gx, gy], i) => {
      pushVarint(out, zigzag(gx - x));
      pushVarint(out, zigzag(gy - y));
      x = gx;
      y = gy;
      if (i === 0) {
        startX = gx;
        startY = gy;
      }
    });
  }
  return Uint8Array.from(out);
}

/** Decodes what {@link encodeLines} made. Throws RangeError when the bytes end too early. */
export function decodeLines(bytes: Uint8Array): TaggedLine[] {
  let at = 0;
  const next = (): number => {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('line file ends too early');
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
  };
  const lines: TaggedLine[] = [];
  let startX = 0;
  let startY = 0;
  for (let left = next(); left > 0; left--) {
    const tag = next();
    const count = next();
    const points: LngLat[] = [];
    let x = startX;
    let y = startY;
    for (let i = 0; i < count; i++) {
      x += unzigzag(next());
      y += unzigzag(next());
      if (i === 0) {
        startX = x;
        startY = y;
      }
      points.push([x / scale, y / scale]);
    }
    lines.push({ tag, points });
  }
  return lines;
}

/** Positions as whole steps of the grid, without repeated ones. */
function snapToGrid(points: readonly LngLat[]): Array<[number, number]> {
  const grid: Array<[number, number]> = [];
  for (const [lng, lat] of points) {
    const x = Math.round(lng * scale);
    const y = Math.round(lat * scale);
    const last = grid[grid.length - 1];
    if (!last || last[0] !== x || last[1] !== y) grid.push([x, y]);
  }
  return grid;
}

/** Whole numbers as natural ones: 0, -1, 1, -2 … become 0, 1, 2, 3 …, so that small differences take one byte. */
const zigzag = (n: number): number => (n < 0 ? -2 * n - 1 : 2 * n);
const unzigzag = (n: number): number => (n % 2 === 1 ? -(n + 1) / 2 : n / 2);

/** Appends a natural number, 7 bits a byte, low bits first; the top bit says that more follows. */
function pushVarint(out: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    out.push((rest % 128) | 0x80);
    rest = Math.floor(rest / 128);
  }
  out.push(rest);
}
