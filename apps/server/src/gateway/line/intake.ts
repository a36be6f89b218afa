import { FrameSplitter, type RawFrame } from '@tongda/protocol/jt808/frame';
import { overdueOf, type Waited } from '../limits';
import type { Gateway } from '../server';
import type { Refused } from '../stats';
import type { Pipe } from './pipe';

/** After a chunk of this size there is mostly more to read: the other connections have their turn first. */
const TURN_BYTES = 16 * 1024;
/** Frames of one connection that are taken in one turn; the others of a chunk wait for the next one. */
const TURN_FRAMES = 200;
/** Bytes in a row without the end of a frame, after which a connection is closed. */
const STRAY_BYTES = 64 * 1024;

/**
 * What comes in on one connection: cuts bytes into frames, counts those that are none, and stops reading while too much waits for the database, while others have their
 * turn, or for a second when its address sends too much that is refused.
 */
export class Intake {
  private readonly splitter = new FrameSplitter({ lenient: true });
  private readonly waited: Waited = { namelessSince: performance.now(), halfSince: null };
  private inFlight = 0;
  /** frames of the last chunk that wait for their turn */
  private later: RawFrame[] = [];
  /** invalid frames in a row, and bytes since the end of the last frame */
  private garbage = 0;
  private strayBytes = 0;
  /** why nothing is read now: too much waits; its turn is over; its address is slowed */
  private full = false;
  private yielding = false;
  private resting = false;
  private ending = false;

  constructor(
    private readonly gateway: Gateway,
    private readonly pipe: Pipe,
    /** whether a terminal that we know has been let in on it */
    private readonly isKnown: () => boolean,
    private readonly receive: (frame: RawFrame) => void,
  ) {}

  get busy(): boolean {
    return this.inFlight > 0;
  }

  /** Cuts bytes into frames and hands these on. */
  take(chunk: Uint8Array): void {
    const { splitter } = this;
    const before = splitter.refusedTotal - splitter.refused.checksum;
    const frames = splitter.push(chunk);
    if (!this.pipe.connected) splitter.endDatagram();
    else if (chunk.length >= TURN_BYTES) this.yield();
    this.strayBytes = frames.length > 0 ? 0 : this.strayBytes + chunk.length;
    if (splitter.waiting === 0) this.waited.halfSince = null;
    else if (frames.length > 0 || this.waited.halfSince === null) this.waited.halfSince = performance.now();
    if (frames.length > TURN_FRAMES) {
      this.later = frames.splice(TURN_FRAMES);
      this.yield();
    }
    const refused = splitter.refusedTotal - splitter.refused.checksum - before;
    const open = this.hand(frames);
    // counted in any case: a frame of the same bytes may have closed the connection
    if (refused > 0) this.refuse('frame', refused);
    if (!open) return;
    if (this.strayBytes > STRAY_BYTES) this.cut('flood');
  }

  /** Hands frames on; false when that has closed the connection. */
  private hand(frames: readonly RawFrame[]): boolean {
    for (const frame of frames) {
      this.receive(frame);
      if (this.pipe.closed) return false;
    }
    return true;
  }

  /** A frame names a terminal. */
  named(): void {
    this.waited.namelessSince = null;
  }

  /** A frame was valid. */
  good(): void {
    this.garbage = 0;
  }

  /** Counts invalid frames; a connection that sends too many of them in a row is closed. */
  refuse(why: 'frame' | 'header' | 'checksum', frames = 1): void {
    this.gateway.stats.refused[why] += frames;
    this.garbage += frames;
    if (this.garbage >= this.gateway.options.maxGarbage) this.pipe.destroy();
    this.blame(frames);
  }

  /** `frames` more were refused: its address is slowed when they become many, then cut. A terminal that we know is never cut for what others of its address send. */
  blame(frames: number): void {
    const verdict = this.gateway.addresses.blame(this.pipe.address, frames, performance.now());
    if (verdict === 'fine' || this.pipe.closed) return;
    if (verdict === 'cut' && !this.isKnown()) this.cut('flood');
    else this.rest();
  }

  /** Reads nothing for a second. */
  rest(): void {
    if (this.resting || this.ending) return;
    this.resting = true;
    this.pipe.pause();
    setTimeout(() => {
      this.resting = false;
      this.goOn();
    }, this.gateway.options.restMs).unref();
  }

  /** Counts points (or frames) that begin to wait; stops reading when they are too many. */
  began(count: number): void {
    const { maxInFlightPerConnection: own, maxInFlight: all } = this.gateway.options;
    this.inFlight += count;
    this.gateway.stats.inFlight += count;
    if (this.full || (this.inFlight < own && this.gateway.stats.inFlight < all)) return;
    this.full = true;
    this.gateway.paused.add(this);
    this.pipe.pause();
  }

  /** Counts points (or frames) that do not wait any more. */
  ended(count: number): void {
    this.inFlight -= count;
    this.gateway.stats.inFlight -= count;
    this.gateway.relieve();
  }

  /** Reads again if few enough points wait. */
  relieve(): void {
    const { maxInFlightPerConnection: own, maxInFlight: all } = this.gateway.options;
    if (!this.full || this.ending || this.inFlight > own / 2 || this.gateway.stats.inFlight > all * 0.8) return;
    this.full = false;
    this.gateway.paused.delete(this);
    this.goOn();
  }

  /** Closes the connection when it leaves a frame unfinished, or names no terminal, for too long; `now` is performance.now(). */
  cutIfOverdue(now: number): void {
    if (this.full || this.resting || this.ending) return;
    const why = overdueOf(this.waited, this.gateway.options, now);
    if (why !== null) this.cut(why);
  }

  /** Reads nothing more; frames that wait are still answered. */
  stop(): void {
    this.ending = true;
    this.pipe.pause();
  }

  /** To be called when the connection has closed. */
  closed(): void {
    this.ending = true;
    this.later = [];
    this.gateway.paused.delete(this);
  }

  /** Goes on in the next turn of the event loop. */
  private yield(): void {
    if (this.yielding) return;
    this.yielding = true;
    this.pipe.pause();
    setImmediate(() => {
      this.yielding = false;
      this.goOn();
    });
  }

  /** Reads again when nothing else speaks against it. */
  private goOn(): void {
    if (this.full || this.resting || this.yielding || this.ending || this.pipe.closed) return;
    if (this.later.length > 0) {
      const frames = this.later;
      this.later = frames.splice(TURN_FRAMES);
      this.yield();
      this.hand(frames);
      return;
    }
    // the rest of a frame could not come meanwhile
    if (this.waited.halfSince !== null) this.waited.halfSince = performance.now();
    this.pipe.resume();
  }

  private cut(why: Extract<Refused, 'halfFrame' | 'nameless' | 'flood'>): void {
    if (this.pipe.closed) return;
    this.gateway.stats.refused[why]++;
    this.pipe.destroy();
  }
}
