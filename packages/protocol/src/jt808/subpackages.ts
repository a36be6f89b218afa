import { concatBytes } from '../bytes';
import type { Header } from './header';

const MAX_PACKAGES = 1024;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_AGE_MS = 60_000;
const MAX_OPEN_SETS = 8;

/** A message of which some packages have arrived. */
interface OpenSet {
  /** Serial of each package received, by package number - 1. */
  serials: Array<number | undefined>;
  parts: Array<Uint8Array | undefined>;
  received: number;
  bytes: number;
  startedAt: number;
}

/**
 * Puts the packages of split messages together (JT/T 808-2013 7.12); one instance per connection. Incomplete sets are bounded: 8 at a time, 8 MiB
 * and 1,024 packages each, given up after 60 s.
 */
export class SubpackageAssembler {
  /** Number of sets given up because they were too old, too many or too large. */
  dropped = 0;
  private readonly sets = new Map<string, OpenSet>();

  /** Adds a copy of one package's body. Answers the whole body when the set is complete, else null. `now` is in ms of any steady clock. */
  add(header: Header, part: Uint8Array, now: number): Uint8Array | null {
    const { subpackage } = header;
    if (!subpackage || subpackage.total > MAX_PACKAGES) {
      this.dropped++;
      return null;
    }
    this.dropOldSets(now);
    // By the standard the packages of a set have consecutive serials. Real terminals send other frames in between, so serials cannot tell sets apart.
    const key = `${header.phoneKey} ${header.msgId} ${subpackage.total}`;
    const index = subpackage.no - 1;
    const current = this.sets.get(key);
    const begun = current?.serials[index];
    if (begun === header.serial) return null;
    if (begun !== undefined) this.dropSet(key);
    const set = this.sets.get(key) ?? this.beginSet(key, subpackage.total, now);
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
    return concatBytes(set.parts.filter((p) => p !== undefined));
  }

  private beginSet(key: string, total: number, now: number): OpenSet {
    if (this.sets.size >= MAX_OPEN_SETS) this.dropSet(this.sets.keys().next().value);
    const set: OpenSet = { serials: [], parts: new Array(total), received: 0, bytes: 0, startedAt: now };
    this.sets.set(key, set);
    return set;
  }

  private dropOldSets(now: number): void {
    for (const [key, set] of this.sets) if (now - set.startedAt > MAX_AGE_MS) this.dropSet(key);
  }

  private dropSet(key: string | undefined): void {
    if (key !== undefined && this.sets.delete(key)) this.dropped++;
  }
}
