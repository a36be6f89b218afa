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

/** Units of a raw film, without their start codes. */
function unitsOf(film: Uint8Array): Uint8Array[] {
  const starts: number[] = [];
  for (let i = 0; i + 3 < film.length; i++)
    if (film[i] === 0 && film[i + 1] === 0 && film[i + 2] === 0 && film[i + 3] === 1) starts.push(i + 4);
  return starts.map((from, i) => film.subarray(from, (starts[i + 1] ?? film.length + 4) - 4));
}

it('a film is five seconds of raw H.264: a key frame of all samples, then what moves, without a start code inside', () => {
  const film = recordFilm('driver', 65, 7, Date.UTC(2026, 10, 21, 3));
  expect(film.length).toBeLessThan(300_000);
  const [sequence, picture, ...units] = unitsOf(film);
  expect([sequence?.[0], picture?.[0]]).toEqual([0x67, 0x68]);
  expect(units.map((unit) => (unit[0] ?? 0) & 0x1f)).toEqual([5, ...Array.from({ length: 24 }, () => 1)]);
  // 10 × 8 macroblocks of 384 bytes
  expect(units[0]?.length).toBeGreaterThan(80 * 384);
  for (const unit of units.slice(1)) expect(unit.length).toBeLessThan(80 * 200);
  for (const unit of units)
    expect(unit.some((byte, i) => i > 1 && byte < 3 && unit[i - 1] === 0 && unit[i - 2] === 0)).toBe(false);
});
