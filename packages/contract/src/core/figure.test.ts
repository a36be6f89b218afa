import { expect, it } from 'vitest';
import { degreesText, figureText, noBreak, rangeText } from './figure';

it('writes numbers and temperatures of sentences the same everywhere', () => {
  expect([-20.5, -18, 0, -0.04, 3.26].map(figureText)).toEqual(['−20.5', '−18', '0', '0', '3.3']);
  expect(degreesText(-20.5)).toBe('−20.5℃');
  expect([rangeText(-30, -18, '℃'), rangeText(null, 8, '℃'), rangeText(2, null)]).toEqual(['−30~−18℃', '~8℃', '2~']);
  expect(noBreak('−25 ~ −18')).toBe('−25\u00A0~\u00A0−18');
});
