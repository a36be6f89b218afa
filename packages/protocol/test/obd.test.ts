import { expect, it } from 'vitest';
import { ByteReader, fromHex } from '../src/bytes';
import { readObdFaults, readObdText } from '../src/jt808/messages/vehicle/obd';

it('values of a diagnostic socket are read from a real reader’s text', () => {
  // of a frame of Traccar's tests, whose fuel used it states
  const said =
    '244f42442d52542c31322e332c302c32302c302e30302c302e30302c302c31302e38392c33312e31352c3138312e36382c3138312c35342e32362c3536352e39362c302c302c300d0a';
  expect(readObdText(fromHex(said))).toEqual({
    ...{ voltageV: 12.3, rpm: 0, speedKmh: 20, loadPct: 0, coolantC: 0 },
    fuelUsedL: 565.96,
  });
  expect(readObdText(fromHex('244f42442d52542c2c35352e3030302c'))).toMatchObject({
    voltageV: null,
    rpm: 55,
    fuelUsedL: null,
  });
  expect(readObdText(fromHex('3041314232'))).toBeNull();
});

it('codes of faults are read unit by unit; other blocks are left alone, and one that is cut off is damaged', () => {
  const code = (text: string): string =>
    `0000000100000002${text.length.toString(16).padStart(4, '0')}${Buffer.from(text).toString('hex')}`;
  const block = `2611300810000001020002000000070002${code('P0171')}${code('U029F')}000000080001${code('C1234')}`;
  const read = (hex: string) => readObdFaults(new ByteReader(fromHex(hex)));
  expect(read(`${block}0000000300000000`)).toEqual({ time: '261130081000', codes: ['P0171', 'U029F', 'C1234'] });
  expect(read('261130081000000101')).toBeNull();
  expect(() => read(block.slice(0, -4))).toThrow(RangeError);
});
