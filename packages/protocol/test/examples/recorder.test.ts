import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/bytes';
import { decodeBody, encodeBody, type Frame, msgId } from '../../src/jt808/codec';
import { encodeRecorderValue, readRecorderValue } from '../../src/jt808/messages/recorder/values';
import { checkExample, example } from './examples';

const clock = fromHex('261123110405');

describe('driving recorder', () => {
  checkExample(
    example({
      name: 'clock is asked for',
      id: msgId.readRecorder,
      hex: '02 aa75 02 0000 00 dd',
      body: {
        command: 2,
        block: { mark: 0xaa75, command: 2, reserved: 0, data: new Uint8Array(0), failed: false },
        other: new Uint8Array(0),
      },
    }),
  );
  checkExample(
    example({
      name: 'clock',
      id: msgId.recorderReply,
      hex: '0007 02 557a 02 0006 00 261123110405 2f',
      body: {
        replySerial: 7,
        command: 2,
        block: { mark: 0x557a, command: 2, reserved: 0, data: clock, failed: false },
        other: new Uint8Array(0),
      },
    }),
  );
  checkExample(
    example({
      name: 'refused',
      id: msgId.recorderReply,
      hex: '0001 fa 557a fa 00 d5',
      body: {
        replySerial: 1,
        command: 0xfa,
        block: { mark: 0x557a, command: 0xfa, reserved: 0, data: new Uint8Array(0), failed: true },
        other: new Uint8Array(0),
      },
    }),
  );
  checkExample(
    example({
      name: 'bytes that are no block',
      id: msgId.writeRecorder,
      hex: '82 0102',
      body: { command: 0x82, block: null, other: Uint8Array.of(1, 2) },
    }),
  );
});

describe('records', () => {
  const block = (command: number, hex: string) => ({
    mark: 0x557a,
    command,
    reserved: 0,
    data: fromHex(hex.replaceAll(' ', '')),
    failed: false,
  });
  it.each([
    [0x00, '19 01', { standardYear: '19', modification: 1 }],
    [0x01, '343330323233313939303037313236363837', { licenceNo: '430223199007126687' }],
    [
      0x03,
      '261123110405 250101000000 00001000 00005000',
      {
        time: Date.UTC(2026, 10, 23, 3, 4, 5),
        installTime: Date.UTC(2024, 11, 31, 16),
        firstMileage: '00001000',
        totalMileage: '00005000',
      },
    ],
    [0x04, '000000000000 0e10', { time: null, pulses: 3600 }],
  ])('command %i', (command, hex, fields) => {
    const value = { fields, rows: [], rest: '' };
    expect(readRecorderValue(block(command, hex))).toEqual(value);
    expect(toHex(encodeRecorderValue(command, value))).toBe(hex.replaceAll(' ', ''));
  });

  it('in rows', () => {
    expect(readRecorderValue(block(0x13, '261123110405 01 261123110406 02 ff'))).toEqual({
      fields: {},
      rows: [
        { time: Date.UTC(2026, 10, 23, 3, 4, 5), event: 1 },
        { time: Date.UTC(2026, 10, 23, 3, 4, 6), event: 2 },
      ],
      rest: 'ff',
    });
    expect(readRecorderValue(block(0x77, '00'))).toBeNull();
    expect(readRecorderValue(block(0x03, '00'))).toBeNull();
  });
});

it('a block with a wrong XOR is kept as it came', () => {
  const data = fromHex('02557a0200060026112311040599');
  const message = decodeBody({ msgId: msgId.readRecorder, version: '2013' } as Frame['header'], data);
  if (message.id !== msgId.readRecorder) throw new Error('no command');
  expect(message.body.block).toBeNull();
  expect(toHex(encodeBody(message.id, message.body, '2013'))).toBe(toHex(data));
});
