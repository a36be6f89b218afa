import { concat } from '../bytes';
import type { Header } from './header';

const MAX_PACKAGES = 1024;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_AGE_MS = 60_000;
const MAX_OPEN_SETS = 8;

interface OpenSet {
  /** Serial of each package received. */
  serials: Array<number | undefined>;
  parts: Array<Uint8Array | undefined>;
  received: number;
  bytes: number;
  startedAt: number;
}

/** Puts the packages of split messages together, one instance per connection; memory is bounded by count, size and age of the open sets. */
export class SubpackageAssembler {
  /** Sets given up: too old, too many or too large. */
  dropped = 0;
  private readonly sets = new Map<string, OpenSet>();

  /** Adds one package (copied); the whole body once its set is complete, else null. `now` in ms of any steady clock. */
  add(header: Header, part: Uint8Array, now: number): Uint8Array | null {
    const { subpackage } = header;
    if (!subpackage || subpackage.total > MAX_PACKAGES) {
      this.dropped++;
      return null;
    }
    this.expire(now);
    // By the standard the serials of a set are consecutive; real terminals send other frames in between, so they do not name the set.
    const key = `${header.phoneKey} ${header.msgId} ${subpackage.total}`;
    const index = subpackage.no - 1;
    const open = this.sets.get(key);
    const begun = open?.serials[index];
    if (begun === header.serial) return null;
    if (begun !== undefined) this.drop(key);
    const set = this.sets.get(key) ?? this.open(key, subpackage.total, now);
    set.serials[index] = header.serial;
    set.parts[index] = Uint8Array.prototype.slice.call(part);
    set.received++;
    set.bytes += part.length;
    if (set.bytes > MAX_BYTES) {
      this.sets.delete(key);
      this.dropped++;
      return null;
    }
    if (set.received < subpackage.total) return null;
    this.sets.delete(key);
    return concat(set.parts.filter((p) => p !== undefined));
  }

  private open(key: string, total: number, now: number): OpenSet {
    if (this.sets.size >= MAX_OPEN_SETS) this.drop(this.sets.keys().next().value);
    const set: OpenSet = { serials: [], parts: new Array(total), received: 0, bytes: 0, startedAt: now };
    this.sets.set(key, set);
    return set;
  }

  private expire(now: number): void {
    for (const [key, set] of this.sets) if (now - set.startedAt > MAX_AGE_MS) this.drop(key);
  }

  private drop(key: string | undefined): void {
    if (key !== undefined && this.sets.delete(key)) this.dropped++;
  }
}
