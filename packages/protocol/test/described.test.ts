import { describe, expect, it } from 'vitest';
import { fromHex } from '../src/bytes';
import { type DescribedField, readyProfile } from '../src/items/described';
import { mapItems } from '../src/items/registry';
import { standard } from '../src/items/standard';

/** Readings of one item, `id:data` in hexadecimal digits. */
function read(profile: string, item: string) {
  const [id = '', data = ''] = item.split(':');
  const { channels, odometerM, rawItems } = mapItems(profile, [{ id: Number.parseInt(id, 16), data: fromHex(data) }]);
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
    ['bsj-fuel', 'eb:000800233030312e3437000a000300000000000000000005000101a500', { fuelL: [null, 1.47] }],
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

it.each([
  [{ to: 'battPct', at: 2, form: 'u8' }, 'beyond its item'],
  [{ to: 'battPct', at: 1, form: 'u16' }, 'beyond its item'],
  [{ to: 'charging', at: 0, form: 'u8' }, 'do not fit'],
  [{ to: 'battPct', at: 0, form: 'u8', is: 1 }, 'do not fit'],
  [{ to: 'battPct', no: 2, at: 0, form: 'u8' }, 'no channel 2'],
  [{ to: 'tempC', no: 9, at: 0, form: 'u8' }, 'no channel 9'],
] as Array<[DescribedField, string]>)('a description that cannot hold is refused: %o', (field, why) => {
  const profile = { name: 'x', items: [{ id: 1, length: 2, fields: [field] }] };
  expect(() => readyProfile(profile, standard)).toThrow(why);
});
