import type { Carrier } from './carrier';

/** What goes wrong with a terminal or its link, by name, with words for the help of the program. */
export const faultWords = {
  duplicates: 'every report is sent twice, with the same serial number',
  reboots: 'the terminal starts anew after twenty frames: its link breaks, and its serial numbers begin at 0',
  late: 'reports wait for ten to go as one catch-up batch (0x0704), in shuffled order',
  checksum: 'before every tenth frame comes a copy of it with a wrong checksum',
  lost: 'the second package of every long message is lost at the first time',
  missed: 'the second package of every long message of the platform is missed at the first time',
  slow: 'nothing is read for two seconds after every twenty frames',
  halfopen:
    'the link dies after every twenty frames without anybody being told, with half a frame under way, and a new one is opened',
} as const;

/** A way in which a terminal misbehaves. */
export type Fault = keyof typeof faultWords;

// the keys of an object whose keys are its type
export const faultNames = Object.keys(faultWords) as Fault[];

const everyFrames = 20;
const everyWrong = 10;
const slowMs = 2_000;
/** A link goes on for so long after its twentieth frame, so that something is answered and the terminal gets on. */
const dyingMs = 200;
const SUBPACKAGED = 0x20;
const REPORT = 0x0200;

/** Ends what a terminal has left half open. */
export type Abandoned = Set<Pick<Carrier, 'close'>>;

/** A carrier that misbehaves in one way. Links that it leaves half open go into `abandoned`. */
export function withFault(carrier: Carrier, fault: Fault, abandoned: Abandoned): Carrier {
  let frames = 0;
  let tell: () => void = () => undefined;
  let isGone = false;
  const lost = new Set<string>();
  const incoming = new FramesWithout((frame) => isLost(frame, lost));
  const leave = (frame: Uint8Array): void => {
    if (isGone) return;
    carrier.send(frame.subarray(0, Math.floor(frame.length / 2)));
    abandoned.add(carrier);
    isGone = true;
    tell();
  };
  const send = (bytes: Uint8Array): void => {
    if (isGone) return;
    frames++;
    const isDue = frames % everyFrames === 0;
    if (fault === 'checksum' && frames % everyWrong === 0) carrier.send(spoilt(bytes));
    if (fault === 'lost' && isLost(bytes, lost)) return;
    carrier.send(bytes);
    if (fault === 'duplicates' && u16(bytes, 1) === REPORT) carrier.send(bytes);
    if (frames === everyFrames && fault === 'reboots') setTimeout(() => carrier.close(), dyingMs).unref();
    if (frames === everyFrames && fault === 'halfopen') setTimeout(() => leave(bytes), dyingMs).unref();
    if (fault === 'slow' && isDue) {
      carrier.pause();
      setTimeout(() => carrier.resume(), slowMs).unref();
    }
  };
  return {
    ...carrier,
    send,
    hear: ({ data, closed }) => {
      tell = closed;
      carrier.hear({
        data: (chunk) => {
          if (isGone) return;
          if (fault === 'missed') for (const frame of incoming.take(chunk)) data(frame);
          else data(chunk);
        },
        closed: () => {
          abandoned.delete(carrier);
          if (!isGone) closed();
        },
      });
    },
    close: () => {
      if (!isGone) carrier.close();
    },
  };
}

const DELIMITER = 0x7e;

/** Cuts what comes into frames and leaves some of them out. */
class FramesWithout {
  private rest = new Uint8Array(0);

  constructor(private readonly out: (frame: Uint8Array) => boolean) {}

  take(chunk: Uint8Array): Uint8Array[] {
    this.rest = Uint8Array.of(...this.rest, ...chunk);
    const frames: Uint8Array[] = [];
    for (;;) {
      const from = this.rest.indexOf(DELIMITER);
      const end = from < 0 ? -1 : this.rest.indexOf(DELIMITER, from + 1);
      if (end < 0) return frames;
      const frame = this.rest.subarray(from, end + 1);
      if (!this.out(frame)) frames.push(frame);
      this.rest = this.rest.slice(end + 1);
    }
  }
}

const u16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** A frame whose last byte of content is another one; neither becomes one that has to be escaped. */
function spoilt(frame: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(frame);
  const at = copy.length - 2;
  copy[at] = copy[at] === 0x33 ? 0x35 : 0x33;
  return copy;
}

/** Whether a frame is the second package of a long message that comes for the first time; the number stands behind header and phone. */
function isLost(frame: Uint8Array, lost: Set<string>): boolean {
  if (((frame[3] ?? 0) & SUBPACKAGED) === 0) return false;
  const key = String.fromCharCode(...frame.subarray(0, 24));
  const number = u16(frame, (frame[3] ?? 0) & 0x40 ? 20 : 15);
  if (number !== 2 || lost.has(key)) return false;
  lost.add(key);
  return true;
}
