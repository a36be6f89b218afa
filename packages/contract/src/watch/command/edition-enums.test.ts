import { expect, it } from 'vitest';
import { compareVersions, firmwareFits, hasDottedVersion } from './edition-enums';

it.each([
  ['1.0.26', '1.0.9', 1],
  ['V2.3', '2.3.0', 0],
  ['1.9', '1.10', -1],
  ['T8-BD_V2.9.0', '2.9.0', 0],
  ['T8-BD_V2.9.0', '3.0.0', -1],
  ['JT808.2 V1.4', '1.4.0', 0],
  ['T8_v3', '2.9', 1],
  ['3', 'V2.9', 1],
])('%s against %s', (a, b, sign) => expect(Math.sign(compareVersions(a, b) ?? Number.NaN)).toBe(sign));

it('a version without numbers cannot be compared, and firmware that is not known fits', () => {
  expect(compareVersions('beta', '1.0')).toBeNull();
  expect(compareVersions('www.jtt808.cn', '2.0.0')).toBeNull();
  expect(compareVersions('T8-BD', '2.0.0')).toBeNull();
  expect(firmwareFits(null, '1.0', '2.0')).toBe(true);
  expect(firmwareFits('1.5', '1.0', '2.0')).toBe(true);
  expect(firmwareFits('0.9', '1.0', null)).toBe(false);
  expect(firmwareFits('2.0.1', null, '2.0')).toBe(false);
});

it.each([
  ['T8-BD_V2.9.0', true],
  ['2.9', true],
  ['V3', false],
  ['www.jtt808.cn', false],
  ['T8-BD', false],
])('%s has a version with dots: %s', (text, has) => expect(hasDottedVersion(text)).toBe(has));
