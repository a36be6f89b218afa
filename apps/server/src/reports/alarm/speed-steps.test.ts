import { expect, test } from 'vitest';
import type { PlaceShape } from '../../kernel/detect/place/types';
import { placesByTime } from './speed-steps';

const place = (placeId: string): PlaceShape => ({
  placeId,
  kind: 'region',
  shape: { kind: 'circle', centre: [121.4737, 31.2304], radiusM: 200 },
  bufferM: 0,
  stayMs: 0,
  speedLimitKmh: 30,
  pieces: null,
});
const period = (placeId: string, from: number, to: number) => ({ from, to, value: place(placeId) });

test('the places as they were are indexed anew only when one of them began or ended', () => {
  const placesAt = placesByTime([
    period('old', -Infinity, 20),
    period('new', 20, Infinity),
    period('short', 25, 30),
    period('later', 1_000, Infinity),
  ]);
  const indexes = [0, 10, 19, 20, 24, 25, 29, 30, 999].map((t) => placesAt(t));
  expect(indexes.map(({ places }) => places.map(({ placeId }) => placeId).join())).toEqual([
    ...['old', 'old', 'old'],
    ...['new', 'new'],
    ...['new,short', 'new,short'],
    ...['new', 'new'],
  ]);
  expect(new Set(indexes).size).toBe(4);
});

test('a company without places has one index', () => {
  const placesAt = placesByTime([]);
  expect(placesAt(1).places).toEqual([]);
  expect(placesAt(2)).toBe(placesAt(1));
});
