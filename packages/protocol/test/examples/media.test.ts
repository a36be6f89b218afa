import { describe, expect, it } from 'vitest';
import { fromHex } from '../../src/bytes';
import { decodeFrame, encodeBody, encodePackages, msgId } from '../../src/jt808/codec';
import { FrameSplitter } from '../../src/jt808/frame';
import { SubpackageAssembler } from '../../src/jt808/subpackages';
import { checkExample, example } from './examples';
import { location, locationHex } from './location';

const event = { mediaId: 0x15c1, kind: 0, format: 0, event: 2, channel: 3 };
const eventHex = '000015c1 00 00 02 03';
/** Beginning of a JPEG file. */
const jpeg = fromHex('ffd8ffe000104a46494600010101004800480000ffdb0043000806060706');
const [from, to] = [Date.UTC(2026, 10, 22, 16), Date.UTC(2026, 10, 23, 15, 59, 59)];
const range = '261123000000 261123235959';

describe('photos, sound and video', () => {
  checkExample(example({ name: 'event', id: msgId.mediaEvent, hex: eventHex, body: event }));
  checkExample(
    example({
      name: 'photo with its place',
      id: msgId.mediaData,
      hex: `${eventHex} ${locationHex} ffd8ffe0`,
      body: { ...event, location, data: fromHex('ffd8ffe0') },
    }),
  );
  checkExample(
    example({
      name: 'photo of 2011 without a place',
      id: msgId.mediaData,
      version: '2013',
      hex: `${eventHex} ffd8ffe000104a46494600010101004800480000ffdb0043000806060706`,
      body: { ...event, location: null, data: jpeg },
    }),
  );
  checkExample(
    example({ name: 'complete', id: msgId.mediaReply, hex: '00000081', body: { mediaId: 129, missing: [] } }),
  );
  checkExample(
    example({
      name: 'two packages are missing',
      id: msgId.mediaReply,
      hex: '00000081 02 0102 0304',
      body: { mediaId: 129, missing: [258, 772] },
    }),
  );
  checkExample(
    example({
      name: 'three photos of camera 1',
      id: msgId.shoot,
      hex: '01 0003 0005 00 02 05 7f 40 40 80',
      body: {
        channel: 1,
        command: 3,
        intervalS: 5,
        save: false,
        resolution: 2,
        quality: 5,
        brightness: 127,
        contrast: 64,
        saturation: 64,
        chroma: 128,
      },
    }),
  );
  checkExample(
    example({
      name: 'two photos were taken',
      id: msgId.shootReply,
      hex: '0007 00 0002 00000001 00000002',
      body: { replySerial: 7, result: 0, mediaIds: [1, 2] },
    }),
  );
  checkExample(
    example({
      name: 'no such camera',
      id: msgId.shootReply,
      hex: '0007 02',
      body: { replySerial: 7, result: 2, mediaIds: [] },
    }),
  );
  checkExample(
    example({
      name: 'search of a day',
      id: msgId.searchMedia,
      hex: `00 01 03 ${range}`,
      body: { kind: 0, channel: 1, event: 3, from, to },
    }),
  );
  checkExample(
    example({
      name: 'search without times',
      id: msgId.searchMedia,
      hex: '02 00 00 000000000000 000000000000',
      body: { kind: 2, channel: 0, event: 0, from: null, to: null },
    }),
  );
  checkExample(
    example({
      name: 'found',
      id: msgId.mediaList,
      hex: `0009 0001 00000005 00 01 03 ${locationHex}`,
      body: { replySerial: 9, media: [{ mediaId: 5, kind: 0, channel: 1, event: 3, location }] },
    }),
  );
  checkExample(
    example({
      name: 'found by a terminal of 2011, without numbers',
      id: msgId.mediaList,
      hex: `0009 0001 00 01 03 ${locationHex}`,
      body: { replySerial: 9, media: [{ mediaId: null, kind: 0, channel: 1, event: 3, location }] },
    }),
  );
  checkExample(
    example({
      name: 'upload of a day',
      id: msgId.uploadMedia,
      hex: `00 01 03 ${range} 01`,
      body: { kind: 0, channel: 1, event: 3, from, to, remove: true },
    }),
  );
  checkExample(
    example({
      name: 'upload of one',
      id: msgId.uploadOneMedia,
      hex: '00006efa 00',
      body: { mediaId: 28410, remove: false },
    }),
  );
  checkExample(
    example({
      name: 'half a minute of sound',
      id: msgId.recordAudio,
      hex: '01 001e 00 01',
      body: { start: true, seconds: 30, save: false, sampleRate: 1 },
    }),
  );
});

it('a photo in packages is whole again when the last one has come', () => {
  const data = new Uint8Array(2_500).map((_, i) => i);
  const body = encodeBody(msgId.mediaData, { ...event, location, data }, '2019');
  const wires = encodePackages({ phone: '13800138000', serial: 65535, version: '2019', msgId: msgId.mediaData, body });
  expect(wires).toHaveLength(3);
  const assembler = new SubpackageAssembler();
  const bodies = wires.map((wire) => {
    const frame = decodeFrame(new FrameSplitter().push(wire)[0]?.payload ?? new Uint8Array(0));
    if (typeof frame === 'string') throw new Error(frame);
    expect(frame.message).toEqual({ id: null, why: 'package' });
    return assembler.add(frame.header, frame.data, 0);
  });
  expect(bodies).toEqual([null, null, body]);
});
