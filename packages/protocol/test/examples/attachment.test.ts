import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/bytes';
import { msgId } from '../../src/jt808/codec';
import { decodeFilePacket, encodeFilePacket } from '../../src/jt808/messages/attachment/packet';
import { checkExample, example } from './examples';

const time = Date.UTC(2026, 10, 23, 3, 4, 5);
const alarmNo = 'A'.repeat(32);
const alarmNoHex = '41'.repeat(32);
/** Terminal id, time, number within the second, files, reserved. */
const jiangsuHex = '54303030303031 261123110405 01 02 00';
const jiangsu = {
  terminalId: 'T000001',
  time,
  sequence: 1,
  attachments: 2,
  raw: fromHex(jiangsuHex.replaceAll(' ', '')),
};
const guangdongHex = `54303030303031${'00'.repeat(23)} 261123110405 01 02 0000`;
const guangdong = { ...jiangsu, raw: fromHex(guangdongHex.replaceAll(' ', '')) };
const files = [{ name: '00_65_6502_0.jpg', bytes: 1234 }];
const filesHex = '01 10 30305f36355f363530325f302e6a7067 000004d2';

describe('files of an alarm', () => {
  for (const [name, identifier, hex] of [
    ['Jiangsu', jiangsu, jiangsuHex],
    ['Guangdong', guangdong, guangdongHex],
  ] as const) {
    checkExample(
      example({
        name: `asked for (${name})`,
        id: msgId.askAttachments,
        hex: `07 312e322e332e34 1a98 0000 ${hex} ${alarmNoHex} ${'00'.repeat(16)}`,
        body: { host: '1.2.3.4', tcpPort: 6808, udpPort: 0, identifier, alarmNo },
      }),
    );
    checkExample(
      example({
        name: `listed (${name})`,
        id: msgId.attachmentList,
        hex: `54303030303031${name === 'Jiangsu' ? '' : '00'.repeat(23)} ${hex} ${alarmNoHex} 00 ${filesHex}`,
        body: { terminalId: 'T000001', identifier, alarmNo, again: false, files },
      }),
    );
  }
  checkExample(
    example({
      name: 'one begins',
      id: msgId.attachmentBegins,
      hex: '05 612e6a7067 00 000004d2',
      body: { name: 'a.jpg', kind: 0, bytes: 1234 },
    }),
  );
  checkExample(
    example({
      name: 'a part is missing',
      id: msgId.attachmentReply,
      hex: '05 612e6a7067 00 01 01 00000064 000000c8',
      body: { name: 'a.jpg', kind: 0, result: 1, missing: [{ offset: 100, length: 200 }] },
    }),
  );
});

describe('pieces of a file', () => {
  // from go-jt808 (MIT), testdata of its attachment session
  const name = '2024-11-22_10_00_00_data.txt';
  const head = `30316364323032342d31312d32325f31305f30305f30305f646174612e747874${'00'.repeat(22)}`;
  it.each([
    [`${head}000000000000000468656c6c`, 0, 'hell'],
    [`${head}000000080000000464313233`, 8, 'd123'],
  ])('%s', (hex, offset, text) => {
    const data = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    expect(decodeFilePacket(fromHex(hex))).toEqual({ name, offset, data });
    expect(toHex(encodeFilePacket({ name, offset, data }))).toBe(hex);
    expect(() => decodeFilePacket(fromHex(hex).subarray(0, 65))).toThrow(RangeError);
    expect(() => decodeFilePacket(fromHex(`7e${hex}`))).toThrow(RangeError);
  });
});
