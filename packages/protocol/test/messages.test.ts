import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../src/bytes';
import { decodeBody, decodeFrame, encodeBody, type Frame, type Message } from '../src/jt808/codec';
import { FrameSplitter } from '../src/jt808/frame';
import type { HeaderVersion } from '../src/jt808/header';
import { fixture, type Line, titleOf } from './fixtures';
import { messageExceptionOf } from './message-exceptions';
import { statedOf, valuesOf } from './stated';

/** Files of one subject each, whose lines are all read by the same rules. */
const subjects = [
  'attachment',
  'command',
  'link',
  'media',
  'parameter',
  'recorder',
  'reports',
  'vehicle',
  'vendor',
  'video',
];
const lines = subjects.flatMap(fixture);
const titled = lines.map((line) => [titleOf(line), line] as const);

/** Decodes a line, which is a frame or a bare body. Frames that violate the framing are read leniently; their exception says why. */
function read(line: Line): {
  frame: Frame | null;
  message: Frame['message'];
  data: Uint8Array;
  version: HeaderVersion;
} {
  const bytes = fromHex(line.hex);
  if (line.form === 'body') {
    const version = line.version ?? '2013';
    const header = { msgId: Number.parseInt(line.msgId ?? '', 16), version } as Frame['header'];
    return { frame: null, message: decodeBody(header, bytes), data: bytes, version };
  }
  const lenient = messageExceptionOf(line, 'frame') !== null;
  const payload = messageExceptionOf(line, 'whole')
    ? bytes.subarray(1, -2)
    : new FrameSplitter({ lenient }).push(bytes)[0]?.payload;
  const frame = payload && decodeFrame(payload, { lenient });
  if (!frame || typeof frame === 'string') throw new Error(`no frame: ${frame}`);
  return { frame, message: frame.message, data: frame.data, version: frame.header.version };
}

const isMessage = (message: Frame['message']): message is Message => message.id !== null;

describe.each(titled)('%s', (_, line) => {
  it('is read', () => {
    const { frame, message } = read(line);
    // one package of several says nothing by itself; subpackages.test.ts puts them together
    const why = messageExceptionOf(line, 'body')?.reason ?? (frame?.header.subpackage ? 'package' : undefined);
    expect(isMessage(message) ? message.id : message.why).toBe(why ?? Number.parseInt(line.msgId ?? '', 16));
    if (!frame || !line.computed || messageExceptionOf(line, 'header')) return;
    expect(toHex(frame.header.phone)).toBe(line.computed.phoneBcd);
    expect(frame.header.serial).toBe(line.computed.serial);
    expect(frame.header.bodyLength).toBe(line.computed.bodyLength);
  });

  it('has every value that its source states', () => {
    const { frame, message } = read(line);
    const values = valuesOf(frame, message);
    const missing = statedOf(line).filter(({ name, value }) => !values.has(value) && !messageExceptionOf(line, name));
    expect(missing).toEqual([]);
  });

  it('is written again with the same bytes', () => {
    const { message, data, version } = read(line);
    if (!isMessage(message) || messageExceptionOf(line, 'bytes')) return;
    // id and body belong together, which the compiler does not see
    expect(toHex(encodeBody(message.id, message.body as never, version))).toBe(toHex(data));
  });
});
