import { isDeepStrictEqual } from 'node:util';
import { toHex } from '../../src/bytes';
import {
  decodeBody,
  decodeFrame,
  encodeBody,
  encodeFrame,
  type Frame,
  type Message,
  msgId,
} from '../../src/jt808/codec';
import { FrameSplitter, MAX_FRAME_BYTES, wrapFrame } from '../../src/jt808/frame';
import { encodePayload, type HeaderVersion } from '../../src/jt808/header';
import { SubpackageAssembler } from '../../src/jt808/subpackages';
import { decodeText, encodeText } from '../../src/text';
import { Chance, mutate } from './mutate';
import { readSeeds, type Seed } from './seeds';

/** What a run has seen. */
export interface FuzzReport {
  frames: number;
  /** Frames whose body was decoded; the others were refused somewhere, as they should be. */
  decoded: number;
  /** Messages that were written and read again. */
  written: number;
  /** Kinds of messages among those decoded. */
  kinds: number;
  /** Longest time that one chunk of bytes took, ms. */
  slowestMs: number;
}

/** One connection, as the gateway keeps it. */
interface Link {
  splitter: FrameSplitter;
  assembler: SubpackageAssembler;
}

/** A message and the edition that it was read by. */
interface Read {
  message: Message;
  version: HeaderVersion;
}

const phone = '13800138000';
const good = encodeFrame({ phone, serial: 1, version: '2013', msgId: msgId.heartbeat, body: new Uint8Array(0) });
/** A connection that only garbage came on is given up by the gateway, too. */
const LINK_FRAMES = 5_000;
/** One of so many messages is written and read again. */
const WRITTEN_OF = 16;

/**
 * Decodes `count` random frames on several connections and checks of each: nothing is thrown, what waits stays bounded, what was decoded can be written
 * and read again with the same values, and a good frame behind it is read. Throws Error with the frame and the seed when one of these does not hold.
 */
export function runFuzz(count: number, seed: number): FuzzReport {
  const { stackTraceLimit } = Error;
  // half of the frames are refused by a RangeError, and its stack would take a quarter of the time
  Error.stackTraceLimit = 0;
  try {
    return fuzz(count, seed);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function fuzz(count: number, seed: number): FuzzReport {
  const chance = new Chance(seed);
  const seeds = readSeeds();
  const report: FuzzReport = { frames: 0, decoded: 0, written: 0, kinds: 0, slowestMs: 0 };
  const kinds = new Set<number>();
  let links = newLinks();
  while (report.frames < count) {
    if (report.frames % LINK_FRAMES === 0) links = newLinks();
    const wire = randomWire(chance, seeds);
    const from = performance.now();
    try {
      for (const { message, version } of take(chance.of(links), wire, chance, report.frames)) {
        report.decoded++;
        kinds.add(message.id);
        if (report.decoded % WRITTEN_OF === 0 && writeAgain(message, version)) report.written++;
      }
      if (report.frames % LINK_FRAMES === LINK_FRAMES - 1) for (const link of links) hearsGood(link);
    } catch (error) {
      throw new Error(`seed ${seed}, frame ${report.frames}: ${toHex(wire)}`, { cause: error });
    }
    report.slowestMs = Math.max(report.slowestMs, performance.now() - from);
    report.frames++;
  }
  return { ...report, kinds: kinds.size };
}

const newLinks = (): Link[] =>
  Array.from({ length: 8 }, () => ({
    splitter: new FrameSplitter({ lenient: true }),
    assembler: new SubpackageAssembler(),
  }));

/** Bytes of a frame: mostly a real body with a few changes in a right frame, else a damaged frame or noise. */
export function randomWire(chance: Chance, seeds: readonly Seed[]): Uint8Array {
  const kind = chance.below(20);
  if (kind === 0) return chance.bytes(chance.below(120));
  // the shorter of two: long bodies take most of the time and hold the same fields again and again
  const [one, other] = [chance.of(seeds), chance.of(seeds)];
  const real = one.body.length < other.body.length ? one : other;
  const id = chance.below(30) === 0 ? chance.below(0x1_0000) : real.msgId;
  const body = chance.below(8) === 0 ? chance.bytes(chance.below(60)) : mutate(chance, real.body);
  const version = chance.below(2) === 0 ? '2013' : '2019';
  const total = 1 + chance.below(4);
  const subpackage = chance.below(12) === 0 ? { total, no: 1 + chance.below(total) } : undefined;
  const encryption = chance.below(40) === 0 ? 1 : 0;
  const params = { phone, serial: chance.below(0x1_0000), version, encryption } as const;
  const payload = encodePayload(id, params, body, subpackage);
  // the header counts as well
  if (kind === 1) return wrapFrame(mutate(chance, payload));
  const wire = wrapFrame(payload);
  return kind === 2 ? mutate(chance, wire) : wire;
}

/** The messages that a chunk completes, by the way that the gateway goes. */
function take(link: Link, wire: Uint8Array, chance: Chance, now: number): Read[] {
  const messages: Read[] = [];
  const middle = chance.below(wire.length + 1);
  for (const chunk of [wire.subarray(0, middle), wire.subarray(middle)]) {
    for (const { payload } of link.splitter.push(chunk)) {
      const frame = decodeFrame(payload);
      if (typeof frame === 'string') continue;
      const message = frame.header.subpackage ? whole(link, frame, now) : frame.message;
      if (message && message.id !== null) messages.push({ message, version: frame.header.version });
    }
  }
  if (link.splitter.waiting > MAX_FRAME_BYTES) throw new Error(`${link.splitter.waiting} bytes wait`);
  return messages;
}

function whole(link: Link, { header, data }: Frame, now: number): Frame['message'] | null {
  const body = link.assembler.add(header, data, now);
  return body && decodeBody(header, body);
}

/** Writes a message and reads it again; false when it cannot be written, because a value (a date that does not exist) does not fit its field. */
function writeAgain(message: Message, version: HeaderVersion): boolean {
  // writing leaves out what the standard does not send (a code with a refusal, points that were cut off); a second time nothing may change
  const first = rewrite(message, version);
  const second = first && rewrite(first, version);
  // a registration does not say which edition it follows, so a changed one may look like another
  if (second && first.id !== msgId.register && isWritable(first) && !isDeepStrictEqual(second, first))
    throw new Error('changed by writing and reading');
  // the other edition lacks some fields, but has to write the rest
  rewrite(message, version === '2013' ? '2019' : '2013');
  return second !== null;
}

function rewrite(message: Message, version: HeaderVersion): Message | null {
  let data: Uint8Array;
  try {
    // id and body belong together, which the compiler does not see
    data = encodeBody(message.id, message.body as never, version);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  const again = decodeBody({ msgId: message.id, version } as Frame['header'], data);
  if (again.id === null) throw new Error(`${again.why} after writing`);
  return again;
}

/** Whether all texts have a place in GBK: others, of damaged bytes, are written as question marks. */
function isWritable(value: unknown): boolean {
  if (typeof value === 'string') return decodeText(encodeText(value)) === value;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return true;
  return Object.values(value).every(isWritable);
}

/** Throws when a good frame is not read at once, whatever came before it. */
function hearsGood({ splitter }: Link): void {
  const frames = splitter.push(good);
  const last = frames.at(-1);
  const frame = last?.checksumOk && decodeFrame(last.payload);
  if (!frame || typeof frame === 'string' || frame.message.id !== msgId.heartbeat)
    throw new Error('a good frame is lost');
}
