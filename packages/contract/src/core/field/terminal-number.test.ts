import { expect, it } from 'vitest';
import { deviceFields } from '../../resources/device/calls';
import { terminalForm, terminalSearch } from './terminal-number';

it.each([
  ['00000000014400260074', '014400260074'],
  ['014400260074', '014400260074'],
  // a phone number without the zero that a frame has before it
  ['14400260074', '014400260074'],
  ['123456', '000000123456'],
  // longer than twelve by more than zeros
  ['00000123456789012345', '123456789012345'],
  ['12345678901234567890', '12345678901234567890'],
  // the number of a recorder need not be one
  ['WK-0012', 'WK-0012'],
])('%s is kept and shown as %s', (typed, shown) => expect(terminalForm(typed)).toBe(shown));

it('a terminal that is entered has its number in that form', () => {
  expect(deviceFields.shape.terminalNo.parse(' 00000000014400260074 ')).toBe('014400260074');
  expect(deviceFields.shape.terminalNo.parse('14400260074')).toBe('014400260074');
});

it.each([
  ['00000000014400260074', '014400260074'],
  ['14400260074', '14400260074'],
  // a part of a number
  ['0074', '0074'],
  ['沪A', '沪A'],
])('%s finds what contains %s', (typed, looked) => expect(terminalSearch(typed)).toBe(looked));
