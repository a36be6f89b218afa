import { expect, it } from 'vitest';
import { recordSound, takePicture } from './picture';

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
