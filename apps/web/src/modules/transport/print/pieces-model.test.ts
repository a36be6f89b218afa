import { expect, test } from 'vitest';
import { sumPieces } from './pieces-model';

test('each column is summed by itself: 10 of 12 fetched leaves 12 planned', () => {
  expect(
    sumPieces([
      { planPieces: 12, loadPieces: 10 },
      { planPieces: 5, loadPieces: 5 },
    ]),
  ).toEqual({ planned: 17, loaded: 15 });
});

test('while a leg is not loaded, the sum of what was loaded is left to be written', () => {
  expect(
    sumPieces([
      { planPieces: 12, loadPieces: 10 },
      { planPieces: 5, loadPieces: 0 },
    ]),
  ).toEqual({ planned: 17, loaded: null });
});
