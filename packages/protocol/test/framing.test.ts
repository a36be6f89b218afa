import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../src/bytes';
import { decodeFrame } from '../src/jt808/codec';
import { FrameSplitter, unescapeFrame, wrapFrame } from '../src/jt808/frame';
import { fixture, type Line, titleOf } from './fixtures';

/** What each kind of malformed input must give: the number of frames with a readable header, and the reasons why the rest was refused. */
const expected: Record<string, { frames: number; refused: string[] }> = {
  'leading-garbage': { frames: 1, refused: ['garbage'] },
  'sticky-two-frames': { frames: 2, refused: [] },
  'double-delimiter': { frames: 2, refused: [] },
  'shared-delimiter': { frames: 2, refused: [] },
  'truncated-no-end-delimiter': { frames: 0, refused: [] },
  'empty-frames': { frames: 0, refused: [] },
  'bad-checksum': { frames: 0, refused: ['checksum'] },
  'flipped-body-bit': { frames: 0, refused: ['checksum'] },
  'bad-escape': { frames: 0, refused: ['escape'] },
  'truncated-body-valid-checksum': { frames: 0, refused: ['length'] },
  'length-field-larger-or-wrong': { frames: 0, refused: ['length'] },
  'oversize-unterminated-2': { frames: 0, refused: ['oversize'] },
  'subpackage-no-greater-than-total': { frames: 0, refused: ['package'] },
  // the capture was logged after unescaping: its unescaped 7E cuts the frame into two pieces, neither of which is a frame
  'issue-thread': { frames: 0, refused: ['checksum', 'checksum'] },
  'rsa-flag-set': { frames: 1, refused: [] },
  'impossible-date': { frames: 1, refused: [] },
  'non-bcd-time': { frames: 1, refused: [] },
  'coordinate-out-of-range': { frames: 1, refused: [] },
};

/** Decodes a stream; answers its frames and the reasons for what was refused. */
function receive(hex: string): { frames: ReturnType<typeof decodeFrame>[]; refused: string[] } {
  const splitter = new FrameSplitter();
  const decoded = splitter.push(fromHex(hex)).map((f) => decodeFrame(f.payload));
  const refused = Object.entries(splitter.refused).flatMap(([why, n]) => Array.from({ length: n }, () => why));
  for (const d of decoded) if (typeof d === 'string') refused.push(d);
  return { frames: decoded.filter((d) => typeof d !== 'string'), refused };
}

describe('malformed input', () => {
  const lines = fixture('framing').filter((l) => l.malformation);
  it.each(lines.map((l) => [titleOf(l), l] as const))('%s', (_, line: Line) => {
    const want = expected[line.malformation ?? ''];
    const { frames, refused } = receive(line.hex);
    expect({ frames: frames.length, refused }, line.policy).toEqual(want);
  });

  it.each(
    fixture('framing')
      .filter((l) => l.kind === 'malformed' && !l.malformation)
      .map((l) => [titleOf(l), l] as const),
  )('go-jt808 also refuses %s', (_, line: Line) => {
    expect(line.asserted[0]?.error).toBeTruthy();
    expect(receive(line.hex).frames).toEqual([]);
  });
});

describe('streams', () => {
  const lines = fixture('framing').filter((l) => l.kind === 'stream-split');
  it.each(lines.map((l) => [titleOf(l), l] as const))('%s', (_, line: Line) => {
    const want = line.asserted.find((a) => a.frames?.length)?.frames ?? [];
    const splitter = new FrameSplitter();
    const frames = splitter.push(fromHex(line.hex)).map((f) => toHex(wrapFrame(f.payload)));
    // go-jt808 stops at the first bad frame of a stream; our splitter loses only the bad one
    const more = line.source.includes('部分错误') ? ['7e000200000123456789017fff0a7e'] : [];
    expect(frames).toEqual([...want, ...more]);
  });

  it('waits for the rest of half a frame', () => {
    const wire = fromHex('7e000200000123456789017fff0a7e');
    const splitter = new FrameSplitter();
    expect(splitter.push(wire.subarray(0, 9))).toEqual([]);
    expect(splitter.waiting).toBe(8);
    expect(splitter.push(wire.subarray(9)).length).toBe(1);
    expect(splitter.waiting).toBe(0);
  });

  it('gives up a frame of more than 4 KiB and finds the next one', () => {
    const splitter = new FrameSplitter();
    const next = fromHex('7e000200000123456789017fff0a7e');
    splitter.push(Uint8Array.of(0x7e));
    for (let i = 0; i < 50; i++) splitter.push(new Uint8Array(100).fill(0x11));
    expect(splitter.waiting).toBe(0);
    expect(splitter.push(next).length).toBe(1);
    expect(splitter.refused).toEqual({ garbage: 0, short: 0, oversize: 1, escape: 0, checksum: 0 });
  });

  it('hands out a frame with a wrong checksum, marked, when it is lenient', () => {
    const splitter = new FrameSplitter({ lenient: true });
    const [frame] = splitter.push(fromHex('7e000200000123456789017fff0b7e'));
    expect(frame?.checksumOk).toBe(false);
    expect(splitter.refused.checksum).toBe(1);
  });
});

describe('escapes', () => {
  it('undoes escapes as traccar does', () => {
    const [line] = fixture('framing').filter((l) => l.kind === 'unescape');
    const wire = fromHex(line?.hex ?? '');
    const plain = unescapeFrame(wire.subarray(1, -1));
    expect(`7e${toHex(plain ?? new Uint8Array(0))}7e`).toBe(line?.asserted[0]?.unescapedFrame);
  });

  it('takes a checksum of 7D that was not escaped', () => {
    expect(receive('7e0002000000000000067900007d7e')).toMatchObject({ frames: [{ message: { id: 2 } }], refused: [] });
  });
});
