import { expect, test } from 'vitest';
import { decodeValue, encodeValue, readListState, writeListState } from './url';

test.each([
  [5],
  ['5'],
  ['沪A'],
  ['-'],
  [true],
  ['true'],
  [[1, 2]],
  [['a']],
  ['2026-11-21 00:00:00'],
  ['[x'],
  [null],
  ['null'],
])('%j survives the address', (value) => expect(decodeValue(encodeValue(value))).toEqual(value));

test('text stands as it is: an address can be read and typed', () => {
  expect(encodeValue('沪AD8F21')).toBe('沪AD8F21');
  expect(encodeValue('2026-11-21 00:00:00')).toBe('2026-11-21 00:00:00');
});

test('a state goes to the address and back', () => {
  const state = {
    filters: { plateNo: '沪A', status: 0, types: [1, 2], gone: '' },
    page: 3,
    size: 30,
    sort: 'plateNo desc',
    view: 'task',
  };
  const query = writeListState(state);
  expect(readListState(query)).toEqual({ ...state, filters: { plateNo: '沪A', status: 0, types: [1, 2] } });
});

test('first page and default size are not written; a removed default is', () => {
  expect(writeListState({ filters: { a: null }, page: 1, size: null, sort: null }).toString()).toBe('a=null');
});

test('nonsense in the address counts as absent', () => {
  expect(readListState(new URLSearchParams('page=-1&size=x'))).toMatchObject({ page: 1, size: null });
});
