import { expect, it } from 'vitest';
import { recordFilm, recordSound, takePicture } from './picture';

/** Lengths of the segments of a JPEG up to the picture's data, by marker. */
function segmentsOf(jpeg: Uint8Array): Map<number, number> {
  const found = new Map<number, number>();
  const view = new DataView(jpeg.buffer);
  for (let at = 2; at < jpeg.length && !found.has(0xda); at += 2 + view.getUint16(at + 2))
    found.set(view.getUint8(at + 1), view.getUint16(at + 2));
  return found;
}

it('a photo is a small baseline JPEG of 320 x 240, and the same for the same moment', () => {
  for (const view of ['road', 'driver', 'box'] as const) {
    const photo = takePicture(view, 64, 7, Date.UTC(2026, 10, 21, 3));
    expect([...photo.subarray(0, 3), ...photo.subarray(-2)]).toEqual([0xff, 0xd8, 0xff, 0xff, 0xd9]);
    expect([...segmentsOf(photo).keys()]).toEqual([0xe0, 0xdb, 0xc0, 0xc4, 0xda]);
    expect(photo.length).toBeGreaterThan(2_000);
    expect(photo.length).toBeLessThan(20_000);
    expect(takePicture(view, 64, 7, Date.UTC(2026, 10, 21, 3))).toEqual(photo);
  }
});

it('a sound is a WAV of two seconds', () => {
  const sound = recordSound(3);
  expect(String.fromCharCode(...sound.subarray(0, 4), ...sound.subarray(8, 16))).toBe('RIFFWAVEfmt ');
  expect(sound.length).toBe(44 + 16_000);
});

/** Boxes of an MP4 at one level, by name. */
function boxesOf(mp4: Uint8Array): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  const view = new DataView(mp4.buffer, mp4.byteOffset, mp4.length);
  for (let at = 0; at < mp4.length; at += view.getUint32(at)) {
    const name = String.fromCharCode(...mp4.subarray(at + 4, at + 8));
    found.set(name, mp4.subarray(at + 8, at + view.getUint32(at)));
  }
  return found;
}

it('a film is an MP4 of five seconds of H.264: a key frame of all samples, then what moves, without a start code inside', () => {
  const film = recordFilm('driver', 65, 7, Date.UTC(2026, 10, 21, 3));
  const boxes = boxesOf(film);
  expect([...boxes.keys()]).toEqual(['ftyp', 'moov', 'mdat']);
  expect(film.length).toBeLessThan(300_000);
  const header = boxesOf(boxes.get('moov') ?? new Uint8Array()).get('mvhd') ?? new Uint8Array();
  const times = new DataView(header.buffer, header.byteOffset);
  expect(times.getUint32(16) / times.getUint32(12)).toBe(5);
  const frames = boxes.get('mdat') ?? new Uint8Array();
  const view = new DataView(frames.buffer, frames.byteOffset);
  const units: Uint8Array[] = [];
  for (let at = 0; at < frames.length; at += 4 + view.getUint32(at))
    units.push(frames.subarray(at + 4, at + 4 + view.getUint32(at)));
  expect(units.map((unit) => (unit[0] ?? 0) & 0x1f)).toEqual([5, ...Array.from({ length: 24 }, () => 1)]);
  // 10 × 8 macroblocks of 384 bytes
  expect(units[0]?.length).toBeGreaterThan(80 * 384);
  for (const unit of units.slice(1)) expect(unit.length).toBeLessThan(80 * 200);
  for (const unit of units)
    expect(unit.some((byte, i) => i > 1 && byte < 3 && unit[i - 1] === 0 && unit[i - 2] === 0)).toBe(false);
});
