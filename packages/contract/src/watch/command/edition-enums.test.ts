import { expect, it } from 'vitest';
import { compareVersions, firmwareFits } from './edition-enums';

it.each([
  ['1.0.26', '1.0.9', 1],
  ['V2.3', '2.3.0', 0],
  ['1.9', '1.10', -1],
])('%s against %s', (a, b, sign) => expect(Math.sign(compareVersions(a, b) ?? Number.NaN)).toBe(sign));

it('a version without numbers cannot be compared, and firmware that is not known fits', () => {
  expect(compareVersions('beta', '1.0')).toBeNull();
  expect(firmwareFits(null, '1.0', '2.0')).toBe(true);
  expect(firmwareFits('1.5', '1.0', '2.0')).toBe(true);
  expect(firmwareFits('0.9', '1.0', null)).toBe(false);
  expect(firmwareFits('2.0.1', null, '2.0')).toBe(false);
});
