import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes, fromHex, toHex } from '../src/bytes';
import { AttachmentSplitter, type AttachmentUnit } from '../src/jt808/attachment-stream';
import { decodeFrame, encodeMessage, msgId } from '../src/jt808/codec';
import { encodeFilePacket, packetNameOf } from '../src/jt808/messages/attachment/packet';
import { fixture, titleOf } from './fixtures';

const params = { phone: '13800138000', serial: 7, version: '2013' as const };
const file = { name: '00_65_6502_0_abc.jpg', kind: 0, bytes: 9 };

/** What the units say, independent of where pieces were cut: frames as hex, and the bytes of each file by offset. */
function toldBy(units: readonly AttachmentUnit[]) {
  const frames: string[] = [];
  const files = new Map<string, Map<number, number>>();
  for (const unit of units) {
    if (unit.what === 'frame') frames.push(toHex(unit.frame.payload));
    else {
      const bytes = files.get(unit.name) ?? new Map<number, number>();
      for (const [i, byte] of unit.data.entries()) bytes.set(unit.offset + i, byte);
      files.set(unit.name, bytes);
    }
  }
  return { frames, files: [...files].map(([name, bytes]) => [name, [...bytes].sort(([a], [b]) => a - b)]) };
}

/** Pushes a stream in pieces of these lengths, over and over. */
function pushIn(stream: Uint8Array, lengths: readonly number[]) {
  const splitter = new AttachmentSplitter();
  const units: AttachmentUnit[] = [];
  for (let at = 0, turn = 0; at < stream.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1;
    // a view of a chunk that is written over afterwards, as a socket's may be
    for (const unit of splitter.push(stream.slice(at, at + length)))
      units.push(unit.what === 'piece' ? { ...unit, data: unit.data.slice() } : unit);
    at += length;
  }
  return { told: toldBy(units), garbage: splitter.garbage, waiting: splitter.waiting };
}

const part = fc.oneof(
  fc
    .tuple(fc.nat({ max: 0xffff }), fc.constantFrom('a.jpg', 'b.h264'), fc.uint8Array({ minLength: 1, maxLength: 300 }))
    .map(([offset, name, data]) => encodeFilePacket({ name, offset, data })),
  fc.constant(encodeMessage(msgId.attachmentBegins, params, file)),
  fc.constant(encodeMessage(msgId.attachmentEnds, params, file)),
);
const lengths = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 6 });

describe('the stream of an attachment connection', () => {
  it.each(fixture('stream').map((line) => [titleOf(line), line] as const))('reads %s', (_, { hex, piece }) => {
    const [unit, ...more] = new AttachmentSplitter().push(fromHex(hex));
    expect(more).toEqual([]);
    expect(unit).toMatchObject({ what: 'piece', name: piece?.name, offset: piece?.offset });
    if (unit?.what === 'piece') expect(toHex(unit.data)).toBe(piece?.dataHex);
  });

  it('tells frames and pieces of files apart', () => {
    const data = Uint8Array.of(0x7e, 0x30, 0x31, 0x63, 0x64, 0x7d, 0x7e, 1, 2);
    const stream = concatBytes([
      encodeMessage(msgId.attachmentBegins, params, file),
      encodeFilePacket({ name: file.name, offset: 0, data }),
      encodeMessage(msgId.attachmentEnds, params, file),
    ]);
    const units = new AttachmentSplitter().push(stream);
    expect(units.map(({ what }) => what)).toEqual(['frame', 'piece', 'frame']);
    expect(units[1]).toMatchObject({ name: file.name, offset: 0, data });
    const [first] = units;
    const frame = first?.what === 'frame' ? decodeFrame(first.frame.payload) : '';
    expect(frame).toMatchObject({ message: { id: msgId.attachmentBegins, body: file } });
  });

  it('gives the same frames and files however it is cut', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), lengths, (parts, cuts) => {
        const stream = concatBytes(parts);
        const whole = pushIn(stream, [stream.length || 1]);
        expect(pushIn(stream, cuts)).toEqual(whole);
        expect(whole).toMatchObject({ garbage: 0, waiting: 0 });
      }),
    );
  });

  it('never throws, holds little, and gives the same of garbage however it is cut', () => {
    const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => bytes.map((byte) => (byte % 5 === 0 ? 0x7e : byte)));
    fc.assert(
      fc.property(fc.array(fc.oneof(part, noise), { maxLength: 8 }), lengths, (parts, cuts) => {
        const stream = concatBytes(parts);
        const cut = pushIn(stream, cuts);
        expect(cut).toEqual(pushIn(stream, [stream.length || 1]));
        expect(cut.waiting).toBeLessThanOrEqual(4096);
      }),
    );
  });

  it('goes on after bytes that belong to nothing, and after a length that cannot be', () => {
    const good = encodeMessage(msgId.attachmentEnds, params, file);
    const wild = encodeFilePacket({ name: 'a', offset: 0, data: new Uint8Array(0) });
    wild.set([0xff, 0xff, 0xff, 0xff], 58);
    const splitter = new AttachmentSplitter();
    expect(splitter.push(concatBytes([Uint8Array.of(1, 2, 3), good, wild, good])).map(({ what }) => what)).toEqual([
      'frame',
      'frame',
    ]);
    expect(splitter.garbage).toBe(3 + wild.length);
    // a frame that never ends does not fill the memory
    splitter.push(new Uint8Array(10_000).fill(0x41).fill(0x7e, 0, 1));
    expect(splitter.waiting).toBe(0);
  });

  it('cuts names as terminals do', () => {
    const name = `${'00_65_6502_0_'.padEnd(60, '7')}.jpg`;
    const [unit] = new AttachmentSplitter().push(encodeFilePacket({ name, offset: 3, data: Uint8Array.of(1) }));
    expect(unit).toMatchObject({ name: packetNameOf(name), offset: 3 });
  });
});
