import type { Refused } from './stats';

/** A connection, as far as its patience goes: times of the monotonic clock (performance.now), ms. */
export interface Waited {
  /** since when it is open without a frame that names a terminal; null: one has come */
  namelessSince: number | null;
  /** since when bytes of a frame wait for its end; null: none do */
  halfSince: number | null;
}

/** How long a connection may do so, ms. */
interface Patience {
  halfFrameMs: number;
  namelessMs: number;
}

/** Why a connection is cut at a moment; null while it may stay. */
export function overdueOf(
  { namelessSince, halfSince }: Waited,
  { halfFrameMs, namelessMs }: Patience,
  now: number,
): Extract<Refused, 'halfFrame' | 'nameless'> | null {
  if (halfSince !== null && now - halfSince >= halfFrameMs) return 'halfFrame';
  return namelessSince !== null && now - namelessSince >= namelessMs ? 'nameless' : null;
}

/**
 * Connections that have not named a terminal we know, by the address that they come from. Terminals that we know are not counted: thousands of them may come from one address, behind a
 * carrier's NAT or a proxy.
 */
export class Strangers {
  private readonly counts = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** Counts one more of an address; false when there are too many already, and it is not counted. */
  enter(address: string): boolean {
    const count = this.counts.get(address) ?? 0;
    if (count >= this.most) return false;
    this.counts.set(address, count + 1);
    return true;
  }

  /** One of them has gone, or named a terminal that we know. */
  leave(address: string): void {
    const left = (this.counts.get(address) ?? 1) - 1;
    if (left > 0) this.counts.set(address, left);
    else this.counts.delete(address);
  }
}
