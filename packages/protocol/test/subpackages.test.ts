import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fromHex } from '../src/bytes';
import { decodeFrame, type Frame } from '../src/jt808/codec';
import { FrameSplitter } from '../src/jt808/frame';
import { SubpackageAssembler } from '../src/jt808/subpackages';
import { fixture, titleOf } from './fixtures';

function framesOf(hex: string): Frame[] {
  return new FrameSplitter().push(fromHex(hex)).map((f) => {
    const frame = decodeFrame(f.payload);
    if (typeof frame === 'string') throw new Error(frame);
    return frame;
  });
}

describe('subpackage sets', () => {
  it.each(fixture('subpackages').map((l) => [titleOf(l), l] as const))('%s', (_, line) => {
    const assembler = new SubpackageAssembler();
    const bodies = framesOf(line.hex)
      .map((f) => assembler.add(f.header, f.data, 0))
      .filter((b) => b !== null);
    const sums = bodies.map((b) => createHash('sha256').update(b).digest('hex'));
    expect(sums, line.note).toEqual(line.computed?.bodySha256 ? [line.computed.bodySha256] : []);
  });

  it('gives up sets that are too old, and the oldest of too many', () => {
    const [line] = fixture('subpackages');
    const [first, second] = framesOf(line?.hex ?? '');
    if (!first || !second) throw new Error('no packages');
    const assembler = new SubpackageAssembler();
    assembler.add(first.header, first.data, 0);
    assembler.add(second.header, second.data, 61_000);
    expect(assembler.dropped).toBe(1);
    for (let i = 0; i < 8; i++) assembler.add({ ...first.header, msgId: 0x0900 + i }, first.data, 61_000);
    expect(assembler.dropped).toBe(2);
    assembler.add({ ...first.header, subpackage: { total: 5000, no: 1 } }, first.data, 61_000);
    expect(assembler.dropped).toBe(3);
  });
});
