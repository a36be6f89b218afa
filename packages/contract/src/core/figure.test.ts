import { expect, it } from 'vitest';
import { degreesText, figureText } from './figure';

it('writes numbers and temperatures of sentences the same everywhere', () => {
  expect([-20.5, -18, 0, -0.04, 3.26].map(figureText)).toEqual(['−20.5', '−18', '0', '0', '3.3']);
  expect(degreesText(-20.5)).toBe('−20.5℃');
});
