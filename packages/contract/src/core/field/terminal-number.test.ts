import { expect, it } from 'vitest';
import { deviceFields } from '../../resources/device/calls';
import { terminalForm } from './terminal-number';

it.each([
  ['00000000014400260074', '014400260074'],
  ['014400260074', '014400260074'],
  // eleven digits stand as they were typed
  ['14400260074', '14400260074'],
  // longer than twelve by more than zeros
  ['00000123456789012345', '123456789012345'],
  ['12345678901234567890', '12345678901234567890'],
])('%s is kept and shown as %s', (typed, shown) => expect(terminalForm(typed)).toBe(shown));

it('a terminal that is entered has its number in that form', () => {
  expect(deviceFields.shape.terminalNo.parse(' 00000000014400260074 ')).toBe('014400260074');
});
