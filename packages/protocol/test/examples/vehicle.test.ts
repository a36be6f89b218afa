import { describe, expect, it } from 'vitest';
import { fromHex } from '../../src/bytes';
import {
  decodePeripheralInfos,
  decodePeripheralStates,
  encodePeripheralInfos,
  encodePeripheralStates,
} from '../../src/jsatl12/peripherals';
import { msgId } from '../../src/jt808/codec';
import { checkExample, example } from './examples';

describe('devices behind the terminal', () => {
  checkExample(
    example({ name: 'waybill', id: msgId.waybill, hex: '00000003 414243', body: { data: fromHex('414243') } }),
  );
  checkExample(example({ name: 'gzip', id: msgId.compressed, hex: '00000002 1f8b', body: { data: fromHex('1f8b') } }));
  checkExample(
    example({
      name: 'two frames of the CAN bus',
      id: msgId.canData,
      hex: '0002 1104050678 c0000123 0102030405060708 38fef100 1112131415161718',
      body: {
        time: '1104050678',
        frames: [
          { channel: 1, extended: true, average: false, id: 0x123, data: fromHex('0102030405060708') },
          { channel: 0, extended: false, average: true, id: 0x18fef100, data: fromHex('1112131415161718') },
        ],
      },
    }),
  );
  checkExample(
    example({
      name: 'driver by the layout of 2011',
      id: msgId.driverCard,
      hex: `04 cdf5bea9 313031${'00'.repeat(17)} 4331${'00'.repeat(38)} 04 c9cfbaa3`,
      body: {
        inserted: true,
        time: null,
        timeless: true,
        result: 0,
        name: '王京',
        certificateNo: 'C1',
        authority: '上海',
        validUntil: null,
        idCard: '101',
      },
    }),
  );
  checkExample(
    example({
      name: 'data for serial port 1',
      id: msgId.transparentDown,
      hex: '41 54455354',
      body: { type: 0x41, data: fromHex('54455354') },
    }),
  );
});

describe('peripherals of active safety', () => {
  it('tell their state', () => {
    const data = fromHex('02 64 05 01 00000000 65 05 04 00000401'.replaceAll(' ', ''));
    const states = [
      { peripheral: 0x64, state: 1, alarmBits: 0 },
      { peripheral: 0x65, state: 4, alarmBits: 0x401 },
    ];
    expect(decodePeripheralStates(data)).toEqual(states);
    expect(encodePeripheralStates(states)).toEqual(data);
    expect(() => decodePeripheralStates(data.subarray(0, 10))).toThrow(RangeError);
  });

  it('tell what they are', () => {
    const info = {
      peripheral: 0x64,
      maker: '测试',
      model: 'T1',
      hardwareVersion: '1.0',
      firmwareVersion: '2.0',
      deviceId: 'id',
      customerNo: '',
    };
    const data = fromHex('01 64 14 04 b2e2cad4 02 5431 03 312e30 03 322e30 02 6964 00'.replaceAll(' ', ''));
    expect(decodePeripheralInfos(data)).toEqual([info]);
    expect(encodePeripheralInfos([info])).toEqual(data);
  });
});
