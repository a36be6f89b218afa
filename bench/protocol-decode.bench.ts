import { readFileSync } from 'node:fs';
import { concatBytes, fromHex } from '@tongda/protocol/bytes';
import { releaseReaders } from '@tongda/protocol/items/registry';
import { decodeFrame, encodeFrame, encodeMessage, msgId } from '@tongda/protocol/jt808/codec';
import { FrameSplitter } from '@tongda/protocol/jt808/frame';
import { replyParams } from '@tongda/protocol/jt808/header';
import { sized } from './kit/form';

/**
 * Frames a second of decoding real location reports (framing, checksum, header, body, items to channels, and encoding the answer), beside a bare loop over
 * the same bytes that only removes escapes and computes the checksum. On one core, in one run.
 */

/** A line of the fixture. */
interface Line {
  hex: string;
  kind: string;
  form: string;
  msgId: string;
}

const lines = readFileSync(new URL('../packages/protocol/fixtures/position.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  // the fixture has these fields
  .map((line) => JSON.parse(line) as Line)
  .filter((line) => line.form === 'frame' && line.msgId === '0200');
const payloads = lines
  .flatMap((line) => new FrameSplitter().push(fromHex(line.hex)))
  .map(({ payload }) => decodeFrame(payload))
  .filter((frame) => typeof frame !== 'string');
const stream = concatBytes(
  payloads.map((frame) =>
    encodeFrame({ ...replyParams(frame.header, frame.header.serial), msgId: msgId.location, body: frame.data }),
  ),
);
const chunkBytes = 16 * 1024;

/** Frames per second of `work` over the stream, for about two seconds after a warm-up. */
function rate(work: () => number): number {
  for (let until = performance.now() + sized(500, 5); performance.now() < until; ) work();
  let frames = 0;
  const from = performance.now();
  while (performance.now() - from < sized(2_000, 20)) frames += work();
  return (frames / (performance.now() - from)) * 1_000;
}

/** Takes results, so that the compiler cannot leave the work out. */
let sink = 0;

/** Removes escapes and computes checksums; answers the number of frames. */
function bareLoop(): number {
  let sum = 0;
  for (let i = 0; i < stream.length; i++) {
    let b = stream[i] ?? 0;
    if (b === 0x7e) {
      sink += sum;
      sum = 0;
      continue;
    }
    if (b === 0x7d) b = stream[++i] === 1 ? 0x7d : 0x7e;
    sum ^= b;
  }
  return payloads.length;
}

/** Decodes the whole stream, with `answer` also encodes an answer to each report; answers the number of frames. */
function decodeAll(answer: boolean): number {
  const splitter = new FrameSplitter();
  let frames = 0;
  for (let at = 0; at < stream.length; at += chunkBytes) {
    for (const { payload } of splitter.push(stream.subarray(at, at + chunkBytes))) {
      const frame = decodeFrame(payload);
      if (typeof frame === 'string' || frame.message.id !== msgId.location) throw new Error('not a location');
      sink += releaseReaders.mapLocation('gps51', frame.message.body).odometerM ?? 0;
      if (answer) {
        const reply = { replySerial: frame.header.serial, replyId: msgId.location, result: 0 };
        sink += encodeMessage(msgId.platformReply, replyParams(frame.header, frames), reply).length;
      }
      frames++;
    }
  }
  return frames;
}

const bare = rate(bareLoop);
const decoded = rate(() => decodeAll(false));
const answered = rate(() => decodeAll(true));
const formatRate = (r: number): string => `${Math.round(r).toLocaleString('en')} frames/s`;
console.log(
  `${payloads.length} real frames, ${Math.round(stream.length / payloads.length)} bytes each on average (${sink > 0 ? 'read' : ''})`,
);
console.log(`bare unescape and checksum   ${formatRate(bare)}`);
console.log(`decode to channels           ${formatRate(decoded)}   ratio ${(bare / decoded).toFixed(1)}`);
console.log(`decode and encode the answer ${formatRate(answered)}   ratio ${(bare / answered).toFixed(1)}`);
