import { u16At, u32At } from '@tongda/protocol/bytes';

/** Which way a frame went. */
export const direction = { up: 1, down: 2 } as const;

/** A frame that is remembered. */
export interface RecentFrame {
  /** epoch ms */
  at: number;
  direction: number;
  /** from a terminal: header and body; to it: as it stands on the wire */
  bytes: Uint8Array;
  refused: boolean;
}

/** The bytes of one terminal's frames: at first, and at most. */
const firstBytes = 256;
const mostBytes = 4096;
/** Bytes of all terminals: 8,000 of them have room for as much as one may have. */
const mostBytesInAll = 32 * 1024 * 1024;
/** Of one terminal, so that heartbeats do not make the list endless. */
export const mostRecent = 50;

/** Before each frame: its length (16 bits), way and whether it was refused (8), and when it came (48). Written byte by byte, as this happens for every frame. */
const headBytes = 9;
const HIGH = 2 ** 32;
const REFUSED = 0x80;

/** The newest frames of one terminal, one behind the other; the oldest make room for new ones. */
export class FrameRing {
  /** its bytes were needed for another one */
  gone = false;
  bytes = new Uint8Array(firstBytes);
  private end = 0;

  constructor(
    readonly clientId: string,
    /** asks for more bytes */
    private readonly grow: (more: number) => boolean,
  ) {}

  /** Remembers a frame that went this way at a moment (epoch ms). */
  put(at: number, way: number, frame: Uint8Array, refused = false): void {
    const need = headBytes + frame.length;
    while (this.end + need > this.bytes.length && this.bytes.length < mostBytes && this.grow(this.bytes.length * 3)) {
      const larger = new Uint8Array(this.bytes.length * 4);
      larger.set(this.bytes.subarray(0, this.end));
      this.bytes = larger;
    }
    if (need > this.bytes.length) return;
    if (this.end + need > this.bytes.length) this.forget(need);
    const { bytes, end } = this;
    bytes[end] = frame.length >>> 8;
    bytes[end + 1] = frame.length;
    bytes[end + 2] = refused ? way | REFUSED : way;
    const high = Math.floor(at / HIGH);
    bytes[end + 3] = high >>> 8;
    bytes[end + 4] = high;
    bytes[end + 5] = at >>> 24;
    bytes[end + 6] = at >>> 16;
    bytes[end + 7] = at >>> 8;
    bytes[end + 8] = at;
    bytes.set(frame, end + headBytes);
    this.end = end + need;
  }

  /** Drops the oldest half, or as much as `need` bytes take, so that bytes are moved seldom. */
  private forget(need: number): void {
    const goal = Math.max(this.end + need - this.bytes.length, this.bytes.length / 2);
    let from = 0;
    while (from < goal && from < this.end) from += headBytes + u16At(this.bytes, from);
    this.bytes.copyWithin(0, from, this.end);
    this.end -= from;
  }

  /** The oldest first. */
  frames(): RecentFrame[] {
    const frames: RecentFrame[] = [];
    for (let from = 0; from < this.end; ) {
      const length = u16At(this.bytes, from);
      const flags = this.bytes[from + 2] ?? 0;
      const start = from + headBytes;
      frames.push({
        at: u16At(this.bytes, from + 3) * HIGH + u32At(this.bytes, from + 5),
        direction: flags & ~REFUSED,
        bytes: this.bytes.slice(start, start + length),
        refused: (flags & REFUSED) !== 0,
      });
      from = start + length;
    }
    return frames.slice(-mostRecent);
  }
}

/**
 * The last frames of every terminal, both ways, in memory: what came and went before somebody began to look. Nothing is decoded and nothing is kept for
 * long; a terminal has 4 KB at most, all together 32 MB, and beyond that the terminal that has been here longest begins anew.
 */
export class RecentFrames {
  private readonly rings = new Map<string, FrameRing>();
  private total = 0;

  constructor(private readonly mostInAll = mostBytesInAll) {}

  /** Where the frames of a company's terminal go, until it is `gone`. */
  ringOf(deviceId: string, clientId: string): FrameRing {
    const ring = this.rings.get(deviceId);
    return ring?.clientId === clientId ? ring : this.begin(deviceId, clientId);
  }

  /** The frames of a terminal since it belongs to this company, the oldest first. */
  of(deviceId: string, clientId: string): RecentFrame[] {
    const ring = this.rings.get(deviceId);
    return ring?.clientId === clientId ? ring.frames() : [];
  }

  private begin(deviceId: string, clientId: string): FrameRing {
    this.forget(deviceId);
    for (const oldest of this.rings.keys()) {
      if (this.total + firstBytes <= this.mostInAll) break;
      this.forget(oldest);
    }
    const ring = new FrameRing(clientId, this.grow);
    this.rings.set(deviceId, ring);
    this.total += firstBytes;
    return ring;
  }

  private forget(deviceId: string): void {
    const ring = this.rings.get(deviceId);
    if (!ring) return;
    ring.gone = true;
    this.total -= ring.bytes.length;
    this.rings.delete(deviceId);
  }

  private grow = (more: number): boolean => {
    if (this.total + more > this.mostInAll) return false;
    this.total += more;
    return true;
  };
}
