import { splitFlag } from '@tongda/contract/transport/waybill/enums';
import { expect, test } from 'vitest';
import { rowsToSum } from './rows-to-sum';

const pieces = (rows: ReadonlyArray<{ pieces: number }>): number => rows.reduce((sum, row) => sum + row.pieces, 0);

test('an order of 100 pieces that was split counts once: by its parts, or as a parent where only parents are listed', () => {
  const [whole, parent] = [
    { splitFlag: splitFlag.whole, pieces: 20 },
    { splitFlag: splitFlag.parent, pieces: 100 },
  ];
  const parts = [60, 40].map((count) => ({ splitFlag: splitFlag.child, pieces: count }));
  expect(pieces(rowsToSum([whole, parent, ...parts], false))).toBe(120);
  expect(pieces(rowsToSum([parent], true))).toBe(100);
});
