import { minuteMs } from '@tongda/contract/core/durations';

/** At most so many callers are remembered; the oldest are forgotten first. */
const mostKeys = 20_000;

/** Limits the calls of public endpoints by caller, in windows of a minute. It counts in memory, so every process counts by itself. */
export class PerMinute {
  private readonly counts = new Map<string, { since: number; n: number }>();

  constructor(
    private readonly most: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Calls of this minute that were counted. */
  count(key: string): number {
    const known = this.counts.get(key);
    return known && this.now() - known.since < minuteMs ? known.n : 0;
  }

  /** Counts one call; false when the caller has reached the limit in this minute. */
  allows(key: string): boolean {
    const at = this.now();
    const known = this.counts.get(key);
    if (known && at - known.since < minuteMs) return ++known.n <= this.most;
    this.counts.delete(key);
    this.counts.set(key, { since: at, n: 1 });
    for (const [old, { since }] of this.counts) {
      if (this.counts.size <= mostKeys && at - since < minuteMs) break;
      this.counts.delete(old);
    }
    return true;
  }
}
