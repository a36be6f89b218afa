import { describe, expect, it } from 'vitest';
import { piecesLeft, problemOf, resizeMatrix, splitByHand } from './model';

const item = {
  itemId: '1',
  name: '水饺',
  pieces: 10,
  weightKg: 100,
  volumeM3: 1,
  temperatureType: 3 as const,
};

describe('dividing by hand', () => {
  it('begins with all pieces in the first child', () => {
    expect(splitByHand([item], 3)).toEqual([[10, 0, 0]]);
  });
  it('loses no piece when the number of children changes', () => {
    expect(resizeMatrix([[4, 3, 3]], 2)).toEqual([[4, 6]]);
    expect(resizeMatrix([[4, 6]], 4)).toEqual([[4, 6, 0, 0]]);
  });
  it('says what is left, what is too much, and which child is empty', () => {
    expect(piecesLeft(item, [4, 3])).toBe(3);
    expect(problemOf([item], [[4, 3]])).toBe('水饺还有3件没有分');
    expect(problemOf([item], [[8, 3]])).toBe('水饺多分了1件');
    expect(problemOf([item], [[10, 0]])).toBe('子单2没有货物');
    expect(problemOf([item], [[6, 4]])).toBeNull();
  });
  it('takes a number as it was typed, and says when it is no number of pieces', () => {
    expect(problemOf([item], [[8.5, 1.5]])).toBe('水饺子单1的件数须为0或正整数');
    expect(problemOf([item], [[13, -3]])).toBe('水饺子单2的件数须为0或正整数');
  });
});
