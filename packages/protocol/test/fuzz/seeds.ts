import { fromHex } from '../../src/bytes';
import { decodeFrame } from '../../src/jt808/codec';
import { FrameSplitter } from '../../src/jt808/frame';
import { fixture } from '../fixtures';

/** The body of a real message. */
export interface Seed {
  msgId: number;
  body: Uint8Array;
}

/** Fixtures whose lines are whole messages. */
const files = [
  'attachment',
  'command',
  'link',
  'media',
  'parameter',
  'position',
  'recorder',
  'reports',
  'session',
  'vehicle',
  'vendor',
  'video',
];

/** The bodies of all fixtures, which the fuzzing begins with. */
export function readSeeds(): Seed[] {
  return files.flatMap(fixture).flatMap(({ form, hex, msgId }): Seed[] => {
    const bytes = fromHex(hex);
    if (form === 'body') return [{ msgId: Number.parseInt(msgId ?? '', 16), body: bytes }];
    const payload = new FrameSplitter({ lenient: true }).push(bytes)[0]?.payload;
    const frame = payload && decodeFrame(payload, { lenient: true });
    return frame && typeof frame !== 'string' ? [{ msgId: frame.header.msgId, body: frame.data }] : [];
  });
}
