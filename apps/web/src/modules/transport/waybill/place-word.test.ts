import { expect, it } from 'vitest';
import { placeWord } from './place-word';

const legs = (...codes: string[]) => codes.map((orderCode) => ({ orderCode }));

it('a trip of 提货单 names where they are fetched, any other who receives the goods', () => {
  expect(placeWord(legs('TH26112400001', 'TH26112400002'))).toBe('提货点');
  expect(placeWord(legs('DD26112400001'))).toBe('收货点');
  expect(placeWord(legs('TH26112400001', 'DD26112400001'))).toBe('收货点');
  expect(placeWord([])).toBe('收货点');
});
