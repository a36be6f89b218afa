import { expect, test } from 'vitest';
import { changeText } from './change';

test.each([
  [112.3, 100, '较上期 +12.3%'],
  [50, 100, '较上期 −50.0%'],
  [-15, -20, '较上期 +25.0%'],
  [3, 0, '较上期 +3'],
  [7, 7, '与上期相同'],
  [null, 5, '较上期 --'],
  [5, undefined, '较上期 --'],
])('%s after %s: %s', (value, last, text) => expect(changeText(value, last)).toBe(text));

test.each([
  [97.7, 96.5, 1, '较上期 +1.2 百分点'],
  [40, 45, 0, '较上期 −5.0 百分点'],
  [98.25, 98, 2, '较上期 +0.25 百分点'],
  [5, 0, 1, '较上期 +5.0 百分点'],
])('a rate of %s%% after %s%%, of %s decimals: %s', (value, last, decimals, text) =>
  expect(changeText(value, last, { unit: '%', decimals })).toBe(text),
);

test('what was 0 before is told as exactly as the figure', () =>
  expect(changeText(12.34, 0, { unit: 'h', decimals: 2 })).toBe('较上期 +12.34'));
