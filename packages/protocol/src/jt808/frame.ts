/**
 * JT/T 808 framing (2013 4.4): 7E | header | body | checksum | 7E, where 7E and 7D between the delimiters are escaped. Here every 7E both ends the frame
 * before it and begins the next one. So frames that follow each other directly, share a delimiter or have two between them need no rule of their own, and
 * a damaged frame never takes the next one with it.
 */
const DELIMITER = 0x7e;
const ESCAPE = 0x7d;
/** Longest frame that is waited for: about twice the longest that the standard allows (2,092 bytes on the wire). */
export const MAX_FRAME_BYTES = 4096;
/** Shortest frame between its delimiters, unescaped: a header of 12 bytes and the checksum. */
export const MIN_FRAME_BYTES = 13;

/** Why bytes were refused. `garbage`: bytes outside of any frame; `escape`: 7D followed by neither 01 nor 02. */
export type RefuseReason = 'garbage' | 'short' | 'oversize' | 'escape' | 'checksum';

/** What stands between two delimiters, unescaped and checked. */
export interface RawFrame {
  /** Header and body, unescaped, without the checksum. May be a view of the chunk that was pushed. */
  payload: Uint8Array;
  /** Whether the checksum is right; false only when the splitter is lenient. */
  checksumOk: boolean;
}

/** Cuts the byte stream of one connection into frames. */
export class FrameSplitter {
  /** How often bytes were refused for each reason since the connection began. */
  readonly refused: Record<RefuseReason, number> = { garbage: 0, short: 0, oversize: 0, escape: 0, checksum: 0 };
  private pending = new Uint8Array(0);
  private pendingLength = 0;
  /** A delimiter was seen: bytes that follow belong to a frame. */
  private synced = false;
  /** Bytes outside of a frame were counted already; a run of them counts once. */
  private outside = false;

  /** A `lenient` splitter also hands out frames whose checksum is wrong, with `checksumOk` false. */
  constructor(private readonly options: { lenient?: boolean } = {}) {}

  /** Number of bytes held of a frame that has not ended yet. */
  get waiting(): number {
    return this.pendingLength;
  }

  /** How often bytes were refused, for any reason. */
  get refusedTotal(): number {
    const r = this.refused;
    return r.garbage + r.short + r.oversize + r.escape + r.checksum;
  }

  /** Frames that `chunk` completes, in order. Never throws. */
  push(chunk: Uint8Array): RawFrame[] {
    const frames: RawFrame[] = [];
    let at = 0;
    while (at < chunk.length) {
      const end = chunk.indexOf(DELIMITER, at);
      if (end < 0) {
        this.keepPending(chunk.subarray(at));
        break;
      }
      const frame = this.endFrame(chunk, at, end);
      if (frame) frames.push(frame);
      this.synced = true;
      this.outside = false;
      at = end + 1;
    }
    return frames;
  }

  /** A datagram has ended, and with it every frame of it: what is left is refused, and the next one begins anew. */
  endDatagram(): void {
    if (this.pendingLength > 0) this.refused.short++;
    this.pendingLength = 0;
    this.synced = false;
    this.outside = false;
  }

  /** The frame that ends at `to`: what was kept of it and `chunk` from `from` on. Null when there is none, or it is refused. */
  private endFrame(chunk: Uint8Array, from: number, to: number): RawFrame | null {
    if (!this.synced) {
      if (to > from) this.countOutside();
      return null;
    }
    if (this.pendingLength + to - from > MAX_FRAME_BYTES) {
      this.refused.oversize++;
      this.pendingLength = 0;
      return null;
    }
    if (this.pendingLength === 0) return to > from ? this.readSegment(chunk.subarray(from, to)) : null;
    this.keepPending(chunk.subarray(from, to));
    const segment = this.pending.slice(0, this.pendingLength);
    this.pendingLength = 0;
    return this.readSegment(segment);
  }

  /** Counts a run of bytes outside of frames once. */
  private countOutside(): void {
    if (!this.outside) this.refused.garbage++;
    this.outside = true;
  }

  /** Keeps the beginning of a frame until the next chunk. A frame that grows too long is given up until the next delimiter. */
  private keepPending(part: Uint8Array): void {
    if (!this.synced) {
      this.countOutside();
      return;
    }
    const length = this.pendingLength + part.length;
    if (length > MAX_FRAME_BYTES) {
      this.refused.oversize++;
      this.pendingLength = 0;
      this.pending = new Uint8Array(0);
      this.synced = false;
      this.outside = true;
      return;
    }
    if (length > this.pending.length) {
      const bigger = new Uint8Array(Math.min(MAX_FRAME_BYTES, Math.max(128, 2 * length)));
      bigger.set(this.pending.subarray(0, this.pendingLength));
      this.pending = bigger;
    }
    this.pending.set(part, this.pendingLength);
    this.pendingLength = length;
  }

  /** Unescapes and checks what stood between two delimiters. */
  private readSegment(segment: Uint8Array): RawFrame | null {
    const whole = unescapeFrame(segment);
    if (!whole) return this.refuse('escape');
    if (whole.length < MIN_FRAME_BYTES) return this.refuse('short');
    const checksumOk = xorOf(whole, whole.length) === 0;
    if (!checksumOk) {
      this.refused.checksum++;
      if (!this.options.lenient) return null;
    }
    return { payload: whole.subarray(0, whole.length - 1), checksumOk };
  }

  private refuse(reason: RefuseReason): null {
    this.refused[reason]++;
    return null;
  }
}

/** Checksum of the first `length` bytes: the XOR of all of them. Over a payload and its checksum it is 0. */
export function xorOf(data: Uint8Array, length: number): number {
  let sum = 0;
  for (let i = 0; i < length; i++) sum ^= data[i] ?? 0;
  return sum;
}

/**
 * Undoes the escapes between two delimiters: 7D 02 is 7E, 7D 01 is 7D. Null when 7D is followed by anything else. A 7D at the very end stands for itself:
 * it is a checksum that the terminal forgot to escape. Bytes without escapes come back as the same array, not as a copy.
 */
export function unescapeFrame(segment: Uint8Array): Uint8Array | null {
  let from = segment.indexOf(ESCAPE);
  if (from < 0 || from === segment.length - 1) return segment;
  const plain = new Uint8Array(segment.length - 1);
  plain.set(segment.subarray(0, from));
  let length = from;
  for (; from < segment.length; from++) {
    const b = segment[from] ?? 0;
    if (b === ESCAPE && from < segment.length - 1) {
      const code = segment[++from];
      if (code !== 1 && code !== 2) return null;
      plain[length++] = code === 1 ? ESCAPE : DELIMITER;
    } else {
      plain[length++] = b;
    }
  }
  return plain.subarray(0, length);
}

/** Wire bytes of a payload (header and body): adds checksum, escapes and delimiters. */
export function wrapFrame(payload: Uint8Array): Uint8Array {
  const sum = xorOf(payload, payload.length);
  let escapes = isSpecial(sum) ? 1 : 0;
  for (let i = 0; i < payload.length; i++) if (isSpecial(payload[i] ?? 0)) escapes++;
  const wire = new Uint8Array(payload.length + 3 + escapes);
  let at = 0;
  wire[at++] = DELIMITER;
  for (let i = 0; i <= payload.length; i++) {
    const b = i < payload.length ? (payload[i] ?? 0) : sum;
    if (isSpecial(b)) {
      wire[at++] = ESCAPE;
      wire[at++] = b === ESCAPE ? 1 : 2;
    } else {
      wire[at++] = b;
    }
  }
  wire[at] = DELIMITER;
  return wire;
}

const isSpecial = (b: number): boolean => b === DELIMITER || b === ESCAPE;
