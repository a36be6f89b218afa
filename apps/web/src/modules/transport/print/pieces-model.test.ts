import { expect, test } from 'vitest';
import { sumPieces } from './pieces-model';

test('each column is summed by itself: 10 of 12 fetched leaves 12 planned', () => {
  expect(
    sumPieces([
      { planPieces: 12, loadPieces: 10, loadCounted: false },
      { planPieces: 5, loadPieces: 5, loadCounted: true },
    ]),
  ).toEqual({ planned: 17, loaded: 15 });
});

test('while nobody has counted a leg, the sum of what was loaded is left to be written', () => {
  expect(
    sumPieces([
      { planPieces: 12, loadPieces: 10, loadCounted: true },
      { planPieces: 5, loadPieces: 0, loadCounted: false },
    ]),
  ).toEqual({ planned: 17, loaded: null });
});

test('a leg of which nothing was there is a count of 0 and is summed', () => {
  expect(
    sumPieces([
      { planPieces: 12, loadPieces: 10, loadCounted: true },
      { planPieces: 5, loadPieces: 0, loadCounted: true },
    ]),
  ).toEqual({ planned: 17, loaded: 10 });
});
