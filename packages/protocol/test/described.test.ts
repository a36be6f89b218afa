import { describe, expect, it } from 'vitest';
import { fromHex } from '../src/bytes';
import { type DescribedRow, rowFault } from '../src/items/described';
import { ItemReaders, releaseReaders } from '../src/items/registry';

/** Readings of one item, `id:data` in hexadecimal digits. */
function read(profile: string, item: string) {
  const [id = '', data = ''] = item.split(':');
  const { channels, odometerM, rawItems } = releaseReaders.mapItems(profile, [
    { id: Number.parseInt(id, 16), data: fromHex(data) },
  ]);
  return { ...channels, ...(odometerM === null ? {} : { odometerM }), ...(rawItems === null ? {} : { rawItems }) };
}

describe('what makers mean by an item', () => {
  it.each([
    ['tracker', 'e1:007b', { extVoltageV: 12.3 }],
    ['tracker', 'e3:00550182', { battPct: 85, battVoltageV: 3.86 }],
    ['tracker', 'e4:0063', { charging: true, battPct: 99 }],
    ['tracker', 'e4:0163', { charging: false, battPct: 99 }],
    ['tracker', 'd4:64', { battPct: 100 }],
    ['tracker', 'fe:5a', { battPct: 90 }],
    ['tracker', 'fe:0029', { battVoltageV: 4.1 }],
    ['tracker', 'fe:00000090', { odometerM: 144 }],
    ['tracker', '56:0900', { battPct: 90 }],
    ['tracker', '68:2328', { battPct: 90 }],
    // FEs of other lengths, and E1 with cells, are another maker's
    ['tracker', 'fe:001122', { rawItems: 'fe03001122' }],
    ['tracker', 'e1:00010002000300000004', { rawItems: 'e10a00010002000300000004' }],
    ['bsj-fuel', 'eb:000800233030312e3437000a000300000000000000000005000101a500', { fuelL: [42.1, 1.47] }],
    ['bsj', 'eb:00050001016d00', { fuelL: [36.5] }],
    ['tracker', 'e2:00000e42', { fuelL: [365] }],
    ['tracker', 'ee:155dc00f3c0b', { signal: 21, extVoltageV: 24, battVoltageV: 3.9, satellites: 11 }],
    ['bsj-fuel', 'eb:0008002320202d2d2020', { fuelL: [null, null] }],
    ['bsj-fuel', 'eb:0004002d0fa5000300a85c', { battVoltageV: 4.005, battPct: 92 }],
    ['bsj-fuel', 'eb:0006002d00002db4', { extVoltageV: 11.7 }],
    ['c5', 'ea:1502025816020276', { humPct: [60], tempC: [13] }],
    ['c5', 'f8:0140', { tempC: [-18] }],
    ['c5', 'f8:ffff', { tempC: [null] }],
    ['c5', 'f7:0258', { humPct: [60] }],
    ['lock', '06:3e', { battPct: 62 }],
    ['obd', '82:0085', { extVoltageV: 13.3 }],
    ['obd', '8c:000200a8', { odometerM: 13_124_000 }],
    ['obd', '81:1388', { engineRpm: 5000 }],
    ['obd', '84:aa', { coolantC: 130 }],
    ['obd', 'a0:50353338662c5530323966', { faultCodes: 'P538f,U029f' }],
    ['obd', 'a0:', { faultCodes: '' }],
    ['obd', 'a0:0000', { faultCodes: '' }],
    ['tyres', '77:010000010140410002000002ffff4b00', { tyreKpa: [800, 2557.5], tyreTempC: [15, 25] }],
    ['driver-text', 'bc:cdf5bda8befc', { driverName: '王建军' }],
    ['driver-text', 'bd:33313031', { driverLicence: '3101' }],
    ['gps51', '51:ff4c0fa0ffff7fff', { tempC: [-18, null, null, null] }],
    ['gps51', '51:80b4', { tempC: [-18] }],
    ['gps51', '58:02580fff', { humPct: [60, null] }],
    ['gps51', 'fb:5a019a01', { battPct: 90, battVoltageV: 4.1, charging: true }],
    ['gps51-reefer', '25:00000200', { reeferOn: true }],
    ['gps51-co2', '2b:ffff0190', { co2Ppm: [400] }],
    ['gps51-reefer-co2', '2b:0190ffff', { co2Ppm: [null, 400] }],
    ['gps51-co2', '2b:ffffffff', {}],
    ['aovx', 'f6:000700aaff38025800', { tempC: [-20], humPct: [60] }],
    ['aovx', 'f7:00000fa00264', { battVoltageV: 4, charging: true, battPct: 100 }],
    ['ble-e6', 'e6:02aabbccddeeffee803c00', { tempC: [null, -18.5], humPct: [null, 60] }],
    ['aovx', 'f3:18aabbcc001122c4ff380258aabbcc001133c400e60190', { tempC: [null, -20, 23], humPct: [null, 60, 40] }],
    ['aovx', 'f3:1caabbcc001122c40bb800ff0258aa', { tempC: [null, 25.5], humPct: [null, 60] }],
    // of a real camera: supply 14.0 V, battery full of its own
    ['jc', 'e8:20050e200102008c000601040007020006', { extVoltageV: 14 }],
    ['jc', 'e8:200307010401951604b0', { charging: true, battVoltageV: 4.05, signal: 22, extVoltageV: 12 }],
    ['jc', 'e8:200509000102019600030155', { battVoltageV: 4.06, battPct: 85 }],
    // of a real reader
    [
      'obd-text',
      'e6:244f42442d52542c2c35352e3030302c3130332e37382c2c302e302c342c2c2c2c302e3030302c2c31323336302e32382c2c2c0d0a',
      { engineRpm: 55, engineLoadPct: 0, coolantC: 4 },
    ],
    ['obd-text', 'e6:02aabbccddeeffee803c00', { rawItems: 'e60b02aabbccddeeffee803c00' }],
    ['lock-seal', '63:0102030405060f0a310122', { rawItems: '630b0102030405060f0a310122' }],
    // under the standard none of them means anything
    ['standard', 'e4:0063', { rawItems: 'e4020063' }],
    ['standard', '06:3e', { rawItems: '06013e' }],
  ])('%s %s', (profile, item, readings) => {
    expect(read(profile, item)).toEqual(readings);
  });
});

it('a row whose part runs past it is read up to there', () => {
  expect(read('c5', 'ea:1502025816ff02')).toEqual({ humPct: [60] });
  expect(read('bsj-fuel', 'eb:000300a85cffff00')).toEqual({ battPct: 92 });
  expect(read('bsj-fuel', 'eb:00000000')).toEqual({});
});

const described = (row: Partial<DescribedRow>): DescribedRow => ({
  item: 1,
  length: 2,
  at: 0,
  form: 'u8',
  to: 'battPct',
  ...row,
});

it.each([
  [{ at: 2 }, 'at', 'beyond'],
  [{ at: 1, form: 'u16' }, 'at', 'beyond'],
  [{ layout: 'list', length: 0, to: 'tempC' }, 'length', 'record'],
  [{ layout: 'list', noAt: 2, to: 'tempC' }, 'noAt', 'beyond'],
  [{ noAt: 0 }, 'noAt', 'beyond'],
  [{ no: 2 }, 'no', 'channel'],
  [{ to: 'tempC', no: 9 }, 'no', 'channel'],
  [{ layout: 'byte-id-first' }, 'part', 'part'],
  [{ part: 1 }, 'part', 'part'],
  [{ layout: 'byte-id-first', part: 256 }, 'part', 'part'],
  [{ to: 'driverName' }, 'form', 'form'],
  [{ bit: 7, bits: 2 }, 'bit', 'bits'],
  [{ form: 'text', bit: 0 }, 'bit', 'bits'],
  [{ low: 2, high: 1 }, 'high', 'bounds'],
] as Array<[Partial<DescribedRow>, string, string]>)(
  'a description that cannot hold is refused: %o',
  (row, field, why) => {
    expect(rowFault(described(row))).toEqual({ field, why });
    expect(() => new ItemReaders([{ name: 'x', base: 'standard', rows: [described(row)] }])).toThrow(`${field} ${why}`);
  },
);

it('a profile whose base is not there, or leads back to it, is refused', () => {
  const profile = (name: string, base: string) => ({ name, base, rows: [] });
  expect(() => new ItemReaders([profile('a', 'b')])).toThrow('unknown');
  expect(() => new ItemReaders([profile('a', 'b'), profile('b', 'a')])).toThrow('based on itself');
  expect(() => new ItemReaders([profile('a', 'b'), profile('b', 'standard')])).not.toThrow();
});

it('ids of two bytes, bits of a word, words without a sign and values that cannot be are read as they are described', () => {
  const readers = new ItemReaders([
    {
      name: 'x',
      base: 'standard',
      rows: [
        described({
          item: 0xe8,
          layout: 'word-id-first',
          part: 0x2005,
          length: 2,
          form: 'u16',
          bit: 4,
          bits: 3,
          to: 'signal',
        }),
        described({ item: 0xe8, layout: 'word-id-first', part: 0x2003, length: 0, form: 'text', to: 'driverName' }),
        described({ item: 0xe9, length: 2, form: 's16', factor: 0.1, none: [0xfffe], low: -40, to: 'tempC', no: 2 }),
      ],
    },
  ]);
  const readItem = (id: number, hex: string) => readers.mapItems('x', [{ id, data: fromHex(hex) }]).channels;
  expect(readItem(0xe8, '200502ff5f200303cdf541')).toEqual({ signal: 5, driverName: '王A' });
  expect(readItem(0xe9, 'ff9c')).toEqual({ tempC: [null, -10] });
  expect(readItem(0xe9, 'fffe')).toEqual({ tempC: [null, null] });
  expect(readItem(0xe9, 'fe0c')).toEqual({ tempC: [null, null] });
});

it('what has no channel is explained, and stays among the items that nobody reads', () => {
  const item = { id: 0x57, data: fromHex('0500000000000000') };
  expect(releaseReaders.mapItems('mv710g', [item])).toEqual({
    channels: {},
    odometerM: null,
    rawItems: '57080500000000000000',
  });
  expect(releaseReaders.explain('mv710g', item)?.map(({ row, value }) => [row.meaning, value])).toEqual([
    ['急加速', 1],
    ['急减速', 0],
    ['急转弯', 1],
    ['车门报警', 0],
  ]);
  expect(releaseReaders.explain('standard', item)).toBeNull();
});

it('doors that come in an item are doors, and those of the status word stand where no item says otherwise', () => {
  const door = (no: number, bit: number): DescribedRow => ({
    ...{ item: 0xc2, length: 1, at: 0, form: 'u8', bit },
    ...{ to: 'doorOpen', no },
  });
  const readers = new ItemReaders([{ name: 'doors', base: 'standard', rows: [door(2, 0), door(3, 1)] }]);
  // doors 1 and 3 by the status word; the item says door 2 open and door 3 closed
  const location = {
    items: [{ id: 0xc2, data: Uint8Array.of(0b01) }],
    statusBits: (1 << 13) | (1 << 15),
    remainder: null,
  };
  // only these parts of a report are read
  const { channels } = readers.mapLocation('doors', location as unknown as Parameters<typeof readers.mapLocation>[1]);
  expect(channels.doorOpen).toEqual([true, true, false, false, false]);
  expect(rowFault(door(6, 0))).toEqual({ field: 'no', why: 'channel' });
});
