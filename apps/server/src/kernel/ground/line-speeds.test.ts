import { simplifyIndices } from '@tongda/geo/simplify';
import type { LngLat } from '@tongda/geo/types';
import { expect, it } from 'vitest';
import { percentile85, speedPiecesOf } from './line-speeds';

/** Fixes eastwards at 31° north, each so many metres after the one before, thirty seconds apart. */
const drive = (legs: ReadonlyArray<readonly [metres: number, speedKmh: number, seconds?: number]>) => {
  let [t, lng] = [0, 121];
  return legs.map(([metres, speedKmh, seconds = 30]) => {
    t += seconds * 1000;
    lng += metres / (111_194.93 * Math.cos((31 * Math.PI) / 180));
    return { t, lng, lat: 31, speedKmh };
  });
};
const pieces = (fixes: ReturnType<typeof drive>, most = 500) =>
  speedPiecesOf(
    fixes,
    simplifyIndices(
      fixes.map(({ lng, lat }): LngLat => [lng, lat]),
      30,
    ),
    most,
  );
const many = (n: number, metres: number, speedKmh: number) =>
  Array.from({ length: n }, (): readonly [number, number] => [metres, speedKmh]);

it('the 85th of a hundred, to the next five', () => {
  expect(percentile85(Array.from({ length: 100 }, (_, i) => i + 1))).toBe(85);
  expect(percentile85([62, 62, 63])).toBe(65);
  expect(percentile85([131])).toBe(120);
  expect(percentile85([])).toBeNull();
});

it('tells each km by what was driven there, and joins neighbours of one speed', () => {
  // three km at 60, then one at 90 and one of crawling in a jam
  const fixes = drive([[0, 60], ...many(6, 500, 60), ...many(2, 500, 90), ...many(50, 20, 8)]);
  expect(pieces(fixes)).toEqual([
    { fromKm: 0, toKm: 3, speedLimitKmh: 60 },
    { fromKm: 3, toKm: 4, speedLimitKmh: 90 },
    { fromKm: 4, toKm: 5, speedLimitKmh: 10 },
  ]);
});

it('says nothing of what nobody saw, and of standing', () => {
  const fixes = drive([[0, 70], ...many(4, 500, 70), [3000, 70, 1200], ...many(4, 500, 50)]);
  expect(pieces(fixes)).toEqual([
    { fromKm: 0, toKm: 2, speedLimitKmh: 70 },
    { fromKm: 5, toKm: 6, speedLimitKmh: 65 },
    { fromKm: 6, toKm: 7, speedLimitKmh: 50 },
  ]);
  expect(pieces(drive([[0, 0], ...many(6, 500, 3)]))).toEqual([]);
});

it('takes longer pieces when there would be too many', () => {
  const fixes = drive([
    [0, 40],
    ...Array.from({ length: 12 }, (_, i): readonly [number, number] => [1000, 40 + i * 6]),
  ]);
  expect(pieces(fixes).length).toBeGreaterThan(6);
  const few = pieces(fixes, 6);
  expect(few.length).toBeLessThanOrEqual(6);
  expect([few[0]?.fromKm, few.at(-1)?.toKm]).toEqual([0, 12]);
});
