import { describe, expect, it } from 'vitest';
import { fromHex } from '../src/bytes';
import { decodeSafetyItem } from '../src/jsatl12/alarm-items';

const time = Date.UTC(2026, 10, 23, 3, 4, 5);
const timeHex = '261123110405';
/** 62 km/h, 5 m, 31.230368/121.4737, its time, ACC and fixed */
const base = `3e 0005 01dc89a0 073d8aa4 ${timeHex} 0401`;
/** Identifiers: terminal id, time, number within the second, files, reserved. */
const jiangsu = `54303030303031 ${timeHex} 01 02 00`;
const guangdong = `54303030303031${'00'.repeat(23)} ${timeHex} 01 02 0000`;
const decode = (id: number, hex: string, only?: 'jiangsu' | 'guangdong') =>
  decodeSafetyItem({ id, data: fromHex(hex.replaceAll(' ', '')) }, only);

describe('harsh driving (0x70)', () => {
  // id 9, begins, cornering, 3 s, 0.35 g
  const own = '00000009 01 03 0003 0023 0000';
  it.each([
    ['Jiangsu', jiangsu],
    ['Guangdong', guangdong],
  ])('is read by %s', (_, identifier) => {
    expect(decode(0x70, `${own} ${base} ${identifier}`)).toMatchObject({
      ...{ item: 0x70, alarmId: 9, flag: 1, type: 3, overS: 3, limit1: 35, limitRpm: 0 },
      ...{ speedKmh: 62, altitudeM: 5, lat: 31.230368, lng: 121.4737, time, vehicleStatus: 0x401 },
      identifier: { terminalId: 'T000001', sequence: 1, attachments: 2 },
    });
  });

  it('of another length is something else of a maker, and so is what the other standard would send', () => {
    expect(decode(0x70, '0102')).toBeNull();
    expect(decode(0x70, `${own} ${base} ${jiangsu} 00`)).toBeNull();
    expect(decode(0x70, `${own} ${base} ${jiangsu}`, 'guangdong')).toBeNull();
  });
});

it('signs and events of Guangdong are told as they are', () => {
  // solid line crossed, second level; no entry
  const ahead = decode(0x64, `00000009 00 12 02 00 00 00 04 00 ${base} ${guangdong}`, 'guangdong');
  expect(ahead).toMatchObject({ item: 0x64, type: 0x12, level: 2, signType: 4 });
  const driver = decode(0x65, `00000009 00 0a 01 00 00000000 ${base} ${guangdong}`, 'guangdong');
  expect(driver).toMatchObject({ item: 0x65, type: 0x0a, level: 1 });
});
