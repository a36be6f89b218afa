import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/bytes';
import { encodeBody, msgId } from '../../src/jt808/codec';
import {
  encodeChangedFields,
  encodeParameterValue,
  nameParameter,
  type ParameterValue,
} from '../../src/jt808/messages/parameter/values';
import { checkExample, example } from './examples';

const properties = {
  terminalType: 0x0007,
  maker: 'MAKER',
  model: 'TD-1',
  terminalId: 'T000001',
  iccid: '89860833192330760501',
  hardwareVersion: 'H1',
  firmwareVersion: 'F2.0',
  gnssBits: 3,
  networkBits: 0x20,
  makerBytes: 5,
};
const ends = '89860833192330760501 02 4831 04 46322e30 03 20';

describe('what a terminal is', () => {
  checkExample(
    example({
      name: 'properties',
      id: msgId.properties,
      version: '2013',
      hex: `0007 4d414b4552 54442d31${'00'.repeat(16)} 54303030303031 ${ends}`,
      body: properties,
    }),
  );
  checkExample(
    example({
      name: 'properties',
      id: msgId.properties,
      version: '2019',
      hex: `0007 4d414b4552 54442d31${'00'.repeat(26)} 54303030303031${'00'.repeat(23)} ${ends}`,
      body: properties,
    }),
  );
  checkExample(
    example({
      name: 'properties with a maker of 11 bytes',
      id: msgId.properties,
      version: '2019',
      hex: `0007 4d414b4552${'00'.repeat(6)} 54442d31${'00'.repeat(26)} 54303030303031${'00'.repeat(23)} ${ends}`,
      body: { ...properties, makerBytes: 11 },
    }),
  );
  checkExample(
    example({
      name: 'firmware',
      id: msgId.upgradePackage,
      hex: '00 4d414b4552 04 46322e31 00000003 010203',
      body: { kind: 0, maker: 'MAKER', version: 'F2.1', data: Uint8Array.of(1, 2, 3) },
    }),
  );
  checkExample(example({ name: 'upgraded', id: msgId.upgradeResult, hex: '34 00', body: { kind: 52, result: 0 } }));
  checkExample(
    example({
      name: 'an upgrade goes on (Guangdong)',
      id: msgId.upgradeProgress,
      hex: '0102 34 04 3c 00',
      body: { upgradeSerial: 0x102, kind: 52, step: 4, percent: 60, errorCode: 0 },
    }),
  );
});

/** Bytes without the spaces between their fields. */
const plain = (hex: string): string => hex.replaceAll(' ', '');

describe('settings by name and unit', () => {
  it.each<[number, string, string | null, string, ParameterValue]>([
    [0x0001, 'heartbeatInterval', 's', '0000003c', 60],
    [0x0013, 'mainServer', null, '3132372e302e302e31', '127.0.0.1'],
    [0x0031, 'illegalMoveRadius', 'm', '01f4', 500],
    [0x005b, 'overspeedPreWarning', '0.1 km/h', '0032', 50],
    [0x0083, 'plate', null, 'bba6413132333435', '沪A12345'],
    [0x0084, 'plateColor', null, '02', 2],
    [0x005d, 'collision', null, '0a 14', { fields: { acceleration: 10, duration: 20 }, rows: [], rest: '' }],
    [
      0x0032,
      'forbiddenDriving',
      null,
      '16 00 06 1e',
      { fields: { fromHour: 22, fromMinute: 0, toHour: 6, toMinute: 30 }, rows: [], rest: '' },
    ],
    [
      0x0110,
      'canId',
      null,
      '000003e8 58fef100',
      { fields: { interval: 1000, idAndFlags: 0x58fef100 }, rows: [], rest: '' },
    ],
    [
      0x0076,
      'channels',
      null,
      '01 00 01 01 01 00 01 02 02 02 00',
      {
        fields: { soundAndPicture: 1, soundOnly: 0, pictureOnly: 1 },
        rows: [
          { physicalChannel: 1, logicalChannel: 1, kind: 0, ptz: 1 },
          { physicalChannel: 2, logicalChannel: 2, kind: 2, ptz: 0 },
        ],
        rest: '',
      },
    ],
    [0xf367, 'blindSpot', null, '03 04 ff', { fields: { rearTime: 3, sideTime: 4 }, rows: [], rest: 'ff' }],
    [
      0xf366,
      'tyres',
      null,
      `31323352 ${'00'.repeat(8)} 0001 0320 0014 000a 0258 0384 0050 0014 003c 000000000000`,
      {
        fields: {
          tyreType: '123R',
          pressureUnit: 1,
          normalPressure: 800,
          imbalance: 20,
          slowLeak: 10,
          lowPressure: 600,
          highPressure: 900,
          highTemperature: 80,
          lowBattery: 20,
          reportInterval: 60,
          reserved: '000000000000',
        },
        rows: [],
        rest: '',
      },
    ],
  ])('%i is %s in %s', (id, name, unit, hex, value) => {
    const data = fromHex(plain(hex));
    expect(nameParameter({ id, value: data })).toEqual({ id, name, unit, value });
    expect(toHex(encodeParameterValue(id, value))).toBe(plain(hex));
  });

  it('an unknown one is kept as it came, and so is one whose bytes do not fit', () => {
    const value = fromHex('0102030405');
    expect(nameParameter({ id: 0xf001, value })).toEqual({ id: 0xf001, name: null, unit: null, value: null });
    expect(nameParameter({ id: 0x0001, value })).toMatchObject({ name: 'heartbeatInterval', value: null });
    expect(nameParameter({ id: 0xf364, value })).toMatchObject({ name: 'adas', value: null });
    const parameters = [{ id: 0xf001, value }];
    expect(toHex(encodeBody(msgId.setParameters, { parameters }, '2013'))).toBe('010000f001050102030405');
  });

  it.each([
    ['blind spots', 0xf367, { sideTime: 5 }, 'ff 05'],
    [
      'tyres, whose type is a text',
      0xf366,
      { pressureUnit: 2, normalPressure: 830, lowPressure: 700, highPressure: 950, highTemperature: 90 },
      `${'ff'.repeat(12)} 0002 033e ffff ffff 02bc 03b6 005a ffff ffff ${'ff'.repeat(6)}`,
    ],
    ['nothing of the tyres', 0xf366, {}, 'ff'.repeat(36)],
  ])('what a setting of active safety is not told stays as it is: %s', (_, id, changed, hex) => {
    expect(toHex(encodeChangedFields(id, changed))).toBe(plain(hex));
  });

  it('a number in fewer bytes than it has is read', () => {
    expect(nameParameter({ id: 0x0029, value: Uint8Array.of(30) })).toMatchObject({ value: 30 });
  });

  it.each<[string, number, ParameterValue]>([
    ['too large', 0x0084, 256],
    ['no number', 0x0029, 'abc'],
    ['a fraction', 0x0029, 1.5],
    ['not known', 0xf001, 1],
    ['a field is missing', 0x005d, { fields: { acceleration: 1 }, rows: [], rest: '' }],
    ['a text is too long', 0xf366, { fields: { tyreType: '1234567890123' }, rows: [], rest: '' }],
  ])('a value is refused: %s', (_, id, value) => {
    expect(() => encodeParameterValue(id, value)).toThrow(RangeError);
  });
});
