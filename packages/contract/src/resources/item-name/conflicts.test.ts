import { expect, test } from 'vitest';
import { groupsExclude, tidyPairs } from './conflicts';

test('a pair is kept once, whichever way round it was given, and nothing excludes itself', () => {
  expect(
    tidyPairs([
      ['药品', '食品'],
      ['食品', '药品'],
      ['异味', '乳品'],
      ['食品', '食品'],
    ]),
  ).toEqual([
    ['乳品', '异味'],
    ['药品', '食品'],
  ]);
});

test('exclusion does not depend on the order', () => {
  const pairs = tidyPairs([['异味', '乳品']]);
  expect(groupsExclude(pairs, '异味', '乳品')).toBe(true);
  expect(groupsExclude(pairs, '乳品', '异味')).toBe(true);
  expect(groupsExclude(pairs, '乳品', '食品')).toBe(false);
});
