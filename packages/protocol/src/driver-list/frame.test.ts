import { expect, it } from 'vitest';
import { fromHex, toHex } from '../bytes';
import { type DriverList, decodeDriverList, driverListMode, encodeDriverList } from './frame';

const list: DriverList = {
  mode: driverListMode.append,
  drivers: [
    { cardNo: '0A1B2C3D', name: '周强' },
    { cardNo: '04A1B2C3D4E5F6', name: '李' },
  ],
};

it('reads what it writes, byte by byte', () => {
  expect(toHex(encodeDriverList(list))).toBe('010202040a1b2c3d04d6dcc7bf0704a1b2c3d4e5f602c0ee');
  expect(decodeDriverList(encodeDriverList(list))).toEqual(list);
  const emptied: DriverList = { mode: driverListMode.replace, drivers: [] };
  expect(toHex(encodeDriverList(emptied))).toBe('010100');
  expect(decodeDriverList(encodeDriverList(emptied))).toEqual(emptied);
});

it('takes no order that is cut, too long or of another kind, and writes no number that is not hexadecimal', () => {
  for (const hex of ['', '01', '0102', '010201040a1b2c', '01010000', '020100'])
    expect(decodeDriverList(fromHex(hex)), hex).toBeNull();
  expect(() => encodeDriverList({ mode: 1, drivers: [{ cardNo: 'XY', name: '周' }] })).toThrow();
});
