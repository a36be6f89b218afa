import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../src/bytes';
import { cardUidOf } from '../src/card-uid';
import { decodeFrame, encodeFrame, encodeMessage, msgId } from '../src/jt808/codec';
import { FrameSplitter } from '../src/jt808/frame';
import { transparentType } from '../src/jt808/messages/vehicle/0900';

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

describe('transparent data (0x0900)', () => {
  // from a card reader at serial port 1: 0A1B2C3D CR LF
  const hex = '7e0900000b01391234432300074130413142324333440d0a397e';
  const params = { phone: '13912344323', serial: 7, version: '2013' } as const;
  const read = (wire: Uint8Array) => {
    const payload = new FrameSplitter({}).push(wire)[0]?.payload;
    const frame = payload && decodeFrame(payload);
    if (!frame || typeof frame === 'string') throw new Error('no frame');
    return frame.message;
  };

  it('is decoded to type and data and encoded back', () => {
    const message = read(fromHex(hex));
    expect(message).toEqual({
      id: msgId.transparent,
      body: { type: transparentType.serial1, data: ascii('0A1B2C3D\r\n') },
    });
    if (message.id !== msgId.transparent) throw new Error('not transparent data');
    expect(cardUidOf(message.body.data)).toBe('0A1B2C3D');
    expect(toHex(encodeMessage(msgId.transparent, params, message.body))).toBe(hex);
  });

  it('may have no data, but is damaged without a type', () => {
    const empty = { type: 0x42, data: new Uint8Array() };
    expect(read(encodeMessage(msgId.transparent, params, empty))).toEqual({ id: msgId.transparent, body: empty });
    expect(read(encodeFrame({ ...params, msgId: msgId.transparent, body: new Uint8Array() }))).toMatchObject({
      id: null,
      why: 'damaged',
    });
  });
});

describe('the number of a card', () => {
  it.each([
    ['0A1B2C3D', '0A1B2C3D'],
    ['0a:1b:2c:3d\r\n', '0A1B2C3D'],
    ['UID: 04A2B3C4D5E680\r\n', '04A2B3C4D5E680'],
    // EM4100: five bytes and their XOR
    ['\x020F00A1B2C3DF\x03', '0F00A1B2C3'],
    // six bytes, the last of which is no checksum of the others
    ['\x020F00A1B2C300\x03', '0F00A1B2C300'],
    ['$OBD-RT,12.3,0,20', null],
    ['OK\r\n', null],
    ['0A1B2C', null],
    ['0A1B2C3D0', null],
    ['', null],
  ])('%j', (text, uid) => {
    expect(cardUidOf(ascii(text))).toBe(uid);
  });

  it.each([
    ['0a1b2c3d', '0A1B2C3D'],
    ['04a2b3c4d5e680', '04A2B3C4D5E680'],
    ['0a1b2c', null],
    ['0a1b2c3d4e5f', null],
  ])('bare bytes %s', (hex, uid) => {
    expect(cardUidOf(fromHex(hex))).toBe(uid);
  });
});
