import { expect, it } from 'vitest';
import { editionMayHarm } from './edition-danger';

const int = (key: string, length: number, min: number | null, max: number | null) =>
  ({ key, type: 'int', length, min, max, options: [] }) as const;
const one = (codes: number[], length = 1) =>
  ({ key: 'x', type: 'enum', length, min: null, max: null, options: codes.map((code) => ({ code })) }) as const;

it.each([
  ['the restart alone', '8105', [int('word', 1, 4, 4)], false],
  ['the factory settings', '8105', [int('word', 1, 5, 5)], true],
  ['whatever word is typed', '8105', [int('word', 1, null, null)], true],
  ['the restart, or what cuts the engine', '8105', [one([4, 0xf0])], true],
  ['no word, which may be in the bytes of anything', '8105', [], true],
  ['the doors in 2013', '8500', [one([0, 1])], false],
  ['another bit in 2013', '8500', [one([0, 2])], true],
  ['the doors in 2019', '8500', [int('n', 2, 1, 1), int('kind', 2, 1, 1), int('lock', 1, 0, 1)], false],
  ["a maker's kind in 2019", '8500', [int('n', 2, 1, 1), int('kind', 2, 0xf001, 0xf001), int('v', 1, 0, 1)], true],
  ['fuel', 'a006', [], true],
  ['an interval', '8103', [int('0029', 4, null, null)], false],
  ["a maker's setting", '8103', [int('0029', 4, null, null), int('F030', 1, null, null)], true],
  ['a setting of active safety', '8103', [int('F364', 4, null, null)], false],
  ['a text', '8300', [int('flags', 1, null, null)], false],
])('%s', (_, msgId, params, harms) => expect(editionMayHarm(msgId, params)).toBe(harms));
