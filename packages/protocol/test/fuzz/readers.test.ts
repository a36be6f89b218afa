import { expect, it } from 'vitest';
import { toHex } from '../../src/bytes';
import { inspectBytes } from '../../src/inspect/bytes';
import { releaseReaders as readers } from '../../src/items/registry';
import { decodeSafetyItem } from '../../src/jsatl12/alarm-items';
import { AttachmentSplitter } from '../../src/jt808/attachment-stream';
import { decodeFrame, msgId } from '../../src/jt808/codec';
import { FrameSplitter } from '../../src/jt808/frame';
import { encodeFilePacket } from '../../src/jt808/messages/attachment/packet';
import { Chance, mutate } from './mutate';
import { randomWire } from './run';
import { readSeeds } from './seeds';

const frames = 20_000;

it('whatever reports, alarms, files and pasted bytes hold, their readers take it or leave it', {
  timeout: 60_000,
}, () => {
  const chance = new Chance(809);
  const seeds = readSeeds();
  const frameSplitter = new FrameSplitter({ lenient: true });
  let attachments = new AttachmentSplitter();
  let [reports, units, pieces] = [0, 0, 0];
  for (let n = 0; n < frames; n++) {
    const wire = randomWire(chance, seeds);
    try {
      for (const { payload } of frameSplitter.push(wire)) {
        const frame = decodeFrame(payload);
        if (typeof frame === 'string' || frame.message.id !== msgId.location) continue;
        reports++;
        const { body } = frame.message;
        const items = body.items.map(({ id, data }) => ({ id, data: mutate(chance, data) }));
        for (const profile of readers.names) readers.mapLocation(profile, { ...body, items });
        for (const item of items)
          decodeSafetyItem({ ...item, id: chance.below(2) === 0 ? item.id : 0x64 + chance.below(13) });
      }
      if (n % 100 === 0) attachments = new AttachmentSplitter();
      const packet = encodeFilePacket({ name: '00_65_6502_0_1.jpg', offset: n, data: chance.bytes(chance.below(80)) });
      const chunk = chance.below(2) === 0 ? wire : mutate(chance, packet);
      units += attachments.push(chunk).length;
      if (n % 4 === 0)
        for (const { fields, bytes } of inspectBytes(chunk)) {
          pieces++;
          // every byte belongs to one field
          expect(fields.reduce((sum, { length }) => sum + length, 0)).toBe(bytes.length);
        }
    } catch (error) {
      throw new Error(`frame ${n}: ${toHex(wire)}`, { cause: error });
    }
  }
  expect(Math.min(reports, units, pieces)).toBeGreaterThan(300);
});
