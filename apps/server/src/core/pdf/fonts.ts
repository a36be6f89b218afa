import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

/** The weights that documents are set in. */
export const weights = { regular: 400, bold: 700 } as const;
export type Weight = keyof typeof weights;

const resolvePackage = createRequire(import.meta.url).resolve;
const kept = new Map<Weight, Buffer>();

/** Noto Sans SC (OFL) as TrueType. Its package holds WOFF, which takes pdfkit half a minute to read; the same tables as they are take 0.2 s. */
export function loadFont(weight: Weight): Buffer {
  let font = kept.get(weight);
  if (!font) {
    const file = `@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-${weights[weight]}-normal.woff`;
    font = woffToSfnt(readFileSync(resolvePackage(file)));
    kept.set(weight, font);
  }
  return font;
}

const align4 = (n: number): number => (n + 3) & ~3;

/** Unpacks a WOFF 1.0 file (W3C recommendation of 2012, sections 3-5) into the font that it holds. Throws RangeError for anything else. */
export function woffToSfnt(woff: Buffer): Buffer {
  if (woff.length < 44 || woff.toString('latin1', 0, 4) !== 'wOFF') throw new RangeError('not a WOFF file');
  const count = woff.readUInt16BE(12);
  const entries = Array.from({ length: count }, (_, i) => {
    const at = 44 + i * 20;
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const body = woff.subarray(offset, offset + packed);
    return {
      tag: woff.toString('latin1', at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      data: packed < length ? inflateSync(body) : body,
    };
  });
  let end = 12 + count * 16;
  const out = Buffer.alloc(entries.reduce((size, { data }) => size + align4(data.length), end));
  out.writeUInt32BE(woff.readUInt32BE(4), 0);
  out.writeUInt16BE(count, 4);
  const power = 2 ** Math.floor(Math.log2(count));
  out.writeUInt16BE(power * 16, 6);
  out.writeUInt16BE(Math.log2(power), 8);
  out.writeUInt16BE(count * 16 - power * 16, 10);
  entries.forEach(({ tag, checksum, data }, i) => {
    const at = 12 + i * 16;
    out.write(tag, at, 'latin1');
    out.writeUInt32BE(checksum, at + 4);
    out.writeUInt32BE(end, at + 8);
    out.writeUInt32BE(data.length, at + 12);
    data.copy(out, end);
    end += align4(data.length);
  });
  return out;
}
