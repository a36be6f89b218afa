import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fromHex, toHex } from '../src/bytes';
import { type Bodies, decodeBody, decodeFrame, encodeBody, type Message, msgId } from '../src/jt808/codec';
import { FrameSplitter } from '../src/jt808/frame';
import type { HeaderVersion } from '../src/jt808/header';

/** A line of fixtures/areas.jsonl. */
interface Line {
  source: string;
  form: 'frame' | 'body';
  msgId: string;
  version: HeaderVersion;
  hex: string;
}
const lines = readFileSync(new URL('../fixtures/areas.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  // the fixture has these fields
  .map((line) => JSON.parse(line) as Line);

/** The decoded message of a line, and the bytes of its body. */
function bodyOf({ form, hex, msgId: id, version }: Line): { message: Message; data: Uint8Array } {
  const bytes = fromHex(hex);
  if (form === 'body') {
    const header = { msgId: Number.parseInt(id, 16), version } as Parameters<typeof decodeBody>[0];
    return { message: decodeBody(header, bytes) as Message, data: bytes };
  }
  const [raw] = new FrameSplitter().push(bytes);
  const frame = raw && decodeFrame(raw.payload);
  if (!frame || typeof frame === 'string') throw new Error('no frame');
  return { message: frame.message as Message, data: frame.data };
}

it.each(lines.map((line) => [`${line.msgId} ${line.version} ${line.source.slice(-40)}`, line] as const))(
  'decodes and encodes areas and lines of other projects byte for byte: %s',
  (_, line) => {
    const { message, data } = bodyOf(line);
    expect(message.id).toBe(Number.parseInt(line.msgId, 16));
    expect(toHex(encodeBody(message.id, message.body as Bodies[typeof message.id], line.version))).toBe(toHex(data));
  },
);

it('decodes the values that the sources state', () => {
  const of = (part: string) => {
    const line = lines.find(({ source }) => source.includes(part));
    if (!line) throw new Error(part);
    return bodyOf(line).message;
  };
  expect(of('Msg8604Test.java#testBuild0x8604V2019').body).toMatchObject({
    id: 100,
    speed: { limitKmh: 77, seconds: 111, nightKmh: 666 },
    points: [
      { lat: 31.23593, lng: 121.48054 },
      { lat: 31.19832, lng: 121.54796 },
    ],
  });
  expect(of('JT808_0x8606Test.cs#Test3').body).toMatchObject({
    id: 9999,
    period: { from: '181120000012', to: '181121000012' },
    points: [
      {
        id: 1000,
        sectionId: 1287,
        widthM: 56,
        times: { atMostS: 50, atLeastS: 123 },
        speed: { limitKmh: 69, seconds: 23 },
      },
      { id: 1001, sectionId: 12007, widthM: 75, speed: { limitKmh: 42, seconds: 26 } },
    ],
  });
  expect(of('JT808_0x8603Test').id).toBe(msgId.deleteRects);
  expect(of('JT808_0x8603Test').body).toEqual({ ids: [2838, 1717, 772] });
});
