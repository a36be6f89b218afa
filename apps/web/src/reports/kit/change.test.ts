import { expect, test } from 'vitest';
import { changeText } from './change';

test.each([
  [112.3, 100, '较上期 +12.3%'],
  [50, 100, '较上期 −50.0%'],
  [-15, -20, '较上期 +25.0%'],
  [3, 0, '较上期 +3.0'],
  [7, 7, '与上期相同'],
  [null, 5, '较上期 --'],
  [5, undefined, '较上期 --'],
])('%s after %s: %s', (value, last, text) => expect(changeText(value, last)).toBe(text));
