/**
 * JT/T 808 framing: 7E | header | body | xor | 7E, with 7E and 7D escaped between the delimiters. Every 7E ends what came before it and
 * begins what follows, so that sticky, shared and doubled delimiters need no rule of their own and a damaged frame costs nothing but itself.
 */
const DELIMITER = 0x7e;
const ESCAPE = 0x7d;
/** Twice the largest frame that the standard allows (2,092 bytes on the wire). */
export const MAX_FRAME_BYTES = 4096;
/** Header of 12 bytes and the checksum. */
const MIN_FRAME_BYTES = 13;

/** Why bytes were not a frame. `garbage`: bytes outside of any frame. */
export type RefuseReason = 'garbage' | 'short' | 'oversize' | 'escape' | 'checksum';

export interface RawFrame {
  /** Header and body, unescaped, without the checksum. May be a view of the chunk that was pushed. */
  payload: Uint8Array;
  /** False only from a lenient splitter. */
  checksumOk: boolean;
}

/** Cuts a byte stream into frames; one per connection. */
export class FrameSplitter {
  /** How often each reason occurred since the start. */
  readonly refused: Record<RefuseReason, number> = { garbage: 0, short: 0, oversize: 0, escape: 0, checksum: 0 };
  private pending = new Uint8Array(0);
  private pendingLength = 0;
  private synced = false;
  private outside = false;

  /** `lenient` also hands out frames whose checksum is wrong, marked so. */
  constructor(private readonly options: { lenient?: boolean } = {}) {}

  /** Bytes of a frame that has begun and not ended. */
  get waiting(): number {
    return this.pendingLength;
  }

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
        this.keep(chunk.subarray(at));
        break;
      }
      const frame = this.close(chunk, at, end);
      if (frame) frames.push(frame);
      this.synced = true;
      this.outside = false;
      at = end + 1;
    }
    return frames;
  }

  private close(chunk: Uint8Array, from: number, to: number): RawFrame | null {
    if (!this.synced) {
      if (to > from) this.countOutside();
      return null;
    }
    if (this.pendingLength + to - from > MAX_FRAME_BYTES) {
      this.refused.oversize++;
      this.pendingLength = 0;
      return null;
    }
    if (this.pendingLength === 0) return to > from ? this.read(chunk.subarray(from, to)) : null;
    this.keep(chunk.subarray(from, to));
    const segment = this.pending.slice(0, this.pendingLength);
    this.pendingLength = 0;
    return this.read(segment);
  }

  private countOutside(): void {
    if (!this.outside) this.refused.garbage++;
    this.outside = true;
  }

  private keep(part: Uint8Array): void {
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

  private read(segment: Uint8Array): RawFrame | null {
    const whole = unescapeFrame(segment);
    if (!whole) return this.refuse('escape');
    if (whole.length < MIN_FRAME_BYTES) return this.refuse('short');
    const checksumOk = xor(whole, whole.length) === 0;
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

function xor(data: Uint8Array, length: number): number {
  let sum = 0;
  for (let i = 0; i < length; i++) sum ^= data[i] ?? 0;
  return sum;
}

/**
 * The bytes between two delimiters without escapes; null when 7D is followed by anything but 01 or 02. A 7D at the very end stands for itself:
 * it is the checksum of a terminal that forgot to escape it. Without escapes the same array comes back, not a copy.
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

/** Wire bytes of header and body: checksum, escapes and delimiters added. */
export function wrapFrame(payload: Uint8Array): Uint8Array {
  const sum = xor(payload, payload.length);
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
