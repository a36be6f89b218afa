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
  /** its checksum is wrong */
  refused: boolean;
  /** nobody spoke for the terminal with it: it was not let in, or another connection had taken it over */
  unheeded: boolean;
}

/** What becomes of a frame that a terminal sends. */
export type FrameFate = Pick<RecentFrame, 'refused' | 'unheeded'>;
const taken: FrameFate = { refused: false, unheeded: false };

/** The bytes of one terminal's frames: at first, then four times as many again and again, and at most: the reports of a quarter of an hour, one every ten seconds. */
const firstBytes = 256;
const mostBytes = 16_384;
const growth = 4;
const sizes = [mostBytes, mostBytes / growth, mostBytes / growth ** 2, firstBytes] as const;
/** Bytes of all terminals: 2,000 of them have room for as much as one may have, 8,000 for a quarter of it, 32,000 for a quarter of that. */
const mostBytesInAll = 32 * 1024 * 1024;
/** A terminal that was silent for so long has left, and its bytes go to others, ms. */
const departedMs = 10 * 60_000;
/** Of one terminal where people look at them, so that heartbeats do not make the list endless. */
export const mostRecent = 50;

/** Before each frame: its length (16 bits), way and what became of it (8), and when it came (48). Written byte by byte, as this happens for every frame. */
const headBytes = 9;
const HIGH = 2 ** 32;
const REFUSED = 0x80;
const UNHEEDED = 0x40;

/** What a ring asks of who keeps all of them. */
interface Room {
  /** it is used at a moment (epoch ms) */
  use(ring: FrameRing, at: number): void;
  /** may it be larger? `must`: the frame has no room otherwise */
  grow(ring: FrameRing, must: boolean): boolean;
}

/** The newest frames of one terminal, one behind the other; the oldest make room for new ones. */
export class FrameRing {
  /** its bytes were needed for another one */
  gone = false;
  bytes = new Uint8Array(firstBytes);
  /** epoch ms */
  usedAt = 0;
  /** when it was used as it was last put on its shelf, epoch ms */
  shelvedAt = 0;
  private end = 0;

  constructor(
    readonly deviceId: string,
    readonly clientId: string,
    private readonly room: Room,
  ) {}

  /** Remembers a frame that went this way at a moment (epoch ms). */
  put(at: number, way: number, frame: Uint8Array, { refused, unheeded } = taken): void {
    const need = headBytes + frame.length;
    this.room.use(this, at);
    while (
      this.end + need > this.bytes.length &&
      this.bytes.length < mostBytes &&
      this.room.grow(this, need > this.bytes.length)
    );
    if (need > this.bytes.length) return;
    if (this.end + need > this.bytes.length) this.forget(need);
    const { bytes, end } = this;
    bytes[end] = frame.length >>> 8;
    bytes[end + 1] = frame.length;
    bytes[end + 2] = way | (refused ? REFUSED : 0) | (unheeded ? UNHEEDED : 0);
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
    const from = this.frameFrom(Math.max(this.end + need - this.bytes.length, this.bytes.length / 2));
    this.bytes.copyWithin(0, from, this.end);
    this.end -= from;
  }

  /** Has so many bytes from now on, with the newest frames that have room in them. */
  resize(size: number): void {
    const from = this.frameFrom(this.end - size);
    const bytes = new Uint8Array(size);
    bytes.set(this.bytes.subarray(from, this.end));
    this.bytes = bytes;
    this.end -= from;
  }

  /** Where the first frame begins that does not lie before a byte. */
  private frameFrom(goal: number): number {
    let from = 0;
    while (from < goal && from < this.end) from += headBytes + u16At(this.bytes, from);
    return from;
  }

  /** The newest ones, the oldest first. */
  frames(most: number): RecentFrame[] {
    const frames: RecentFrame[] = [];
    for (let from = 0; from < this.end; ) {
      const length = u16At(this.bytes, from);
      const flags = this.bytes[from + 2] ?? 0;
      const start = from + headBytes;
      frames.push({
        at: u16At(this.bytes, from + 3) * HIGH + u32At(this.bytes, from + 5),
        direction: flags & ~(REFUSED | UNHEEDED),
        bytes: this.bytes.slice(start, start + length),
        refused: (flags & REFUSED) !== 0,
        unheeded: (flags & UNHEEDED) !== 0,
      });
      from = start + length;
    }
    return frames.slice(-most);
  }
}

/**
 * The rings of one size, about in the order in which they were used last. A ring that is used stays where it is, as that happens for every frame; only when
 * somebody asks for the idlest one, those at the beginning that have been used meanwhile go to the end.
 */
class Shelf {
  private readonly rings = new Map<string, FrameRing>();
  /** Goes on where it was, as what lay before it has moved to the end or away: from the beginning it would pass all the places that are left there. */
  private passing = this.rings.values();
  private head: FrameRing | undefined;

  put(ring: FrameRing): void {
    this.remove(ring);
    ring.shelvedAt = ring.usedAt;
    this.rings.set(ring.deviceId, ring);
  }

  remove(ring: FrameRing): void {
    this.rings.delete(ring.deviceId);
    if (ring === this.head) this.head = undefined;
  }

  /** The ring that has been idle longest. */
  get idlest(): FrameRing | undefined {
    for (;;) {
      this.head ??= this.next();
      const { head } = this;
      if (!head || head.usedAt === head.shelvedAt) return head;
      this.put(head);
    }
  }

  private next(): FrameRing | undefined {
    const next = this.passing.next();
    if (!next.done) return next.value;
    this.passing = this.rings.values();
    return this.passing.next().value;
  }
}

/**
 * The last frames of every terminal, both ways, in memory: what came and went before somebody began to look. Nothing is decoded and nothing is kept for
 * long; a terminal has 16 KB at most, all together 32 MB. When these are full, terminals that have left are forgotten first; then those that have more than who
 * speaks would get keep their newest frames only, the one that is idle longest first, so that none begins anew at each of its frames.
 */
export class RecentFrames implements Room {
  private readonly rings = new Map<string, FrameRing>();
  private readonly shelves = new Map<number, Shelf>(sizes.map((size) => [size, new Shelf()]));
  private total = 0;
  /** When a frame came last, epoch ms. */
  private now = 0;

  constructor(private readonly mostInAll = mostBytesInAll) {}

  /** Where the frames of a company's terminal go, until it is `gone`. */
  ringOf(deviceId: string, clientId: string): FrameRing {
    const ring = this.rings.get(deviceId);
    return ring?.clientId === clientId ? ring : this.begin(deviceId, clientId);
  }

  /** The newest frames of a terminal since it belongs to this company, the oldest first. */
  of(deviceId: string, clientId: string, most = mostRecent): RecentFrame[] {
    const ring = this.rings.get(deviceId);
    return ring?.clientId === clientId ? ring.frames(most) : [];
  }

  use(ring: FrameRing, at: number): void {
    if (ring.gone) return;
    this.now = at;
    ring.usedAt = at;
  }

  grow(ring: FrameRing, must: boolean): boolean {
    const size = ring.bytes.length * growth;
    // from those that keep as much as this one will have
    if (ring.gone || !this.makeRoom(size - ring.bytes.length, must ? firstBytes : size * growth, ring)) return false;
    this.resize(ring, size);
    return true;
  }

  private begin(deviceId: string, clientId: string): FrameRing {
    const before = this.rings.get(deviceId);
    if (before) this.forget(before);
    this.makeRoom(firstBytes, firstBytes);
    const ring = new FrameRing(deviceId, clientId, this);
    ring.usedAt = this.now;
    this.rings.set(deviceId, ring);
    this.shelves.get(firstBytes)?.put(ring);
    this.total += firstBytes;
    return ring;
  }

  /** Takes bytes from rings of a size or larger ones, never from `but`; false when there are not as many. */
  private makeRoom(more: number, fromSize: number, but?: FrameRing): boolean {
    while (this.total + more > this.mostInAll) {
      const found = sizes.flatMap((size) => this.shelves.get(size)?.idlest ?? []).filter((ring) => ring !== but);
      const departed = found.find(({ usedAt }) => usedAt < this.now - departedMs);
      const ring = departed ?? found.find(({ bytes }) => bytes.length >= fromSize);
      if (!ring) return false;
      if (ring === departed || ring.bytes.length === firstBytes) this.forget(ring);
      else this.resize(ring, ring.bytes.length / growth);
    }
    return true;
  }

  private resize(ring: FrameRing, size: number): void {
    this.shelves.get(ring.bytes.length)?.remove(ring);
    this.total += size - ring.bytes.length;
    ring.resize(size);
    this.shelves.get(size)?.put(ring);
  }

  private forget(ring: FrameRing): void {
    ring.gone = true;
    this.total -= ring.bytes.length;
    this.rings.delete(ring.deviceId);
    this.shelves.get(ring.bytes.length)?.remove(ring);
  }
}
