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

/** What is done with an address that sends frames which are refused. */
type Verdict = 'fine' | 'slowed' | 'cut';

/** Refused frames, halved every ten seconds, from which on an address is slowed, and cut: about 14 and 134 a second for long. */
const SLOWED_FROM = 200;
const CUT_FROM = 2_000;
const HALF_LIFE_MS = 10_000;
/** Connections without an admitted terminal that a flooding address may still have where known ones speak from it, too. */
const MOST_OF_FLOOD = 20;
/** Addresses that are remembered although nothing is open; beyond that those that sent little are forgotten. */
const MOST_REMEMBERED = 10_000;

/** Refused frames that a session is not blamed for, and after how long each of them is forgotten, ms: a terminal that is set badly sends them every few seconds, and for ever. */
const FREE_REFUSALS = 10;
const FORGIVEN_AFTER_MS = 3_000;

/** How many refused frames of one session are its own affair. Its address, where others may speak, answers for more than those. Times are those of performance.now(). */
export class Indulgence {
  private used = 0;
  private at = 0;

  /** A frame was refused; answers whether its address has to answer for it. */
  isSpent(now: number): boolean {
    this.used = Math.max(0, this.used - (now - this.at) / FORGIVEN_AFTER_MS);
    this.at = now;
    if (this.used > FREE_REFUSALS - 1) return true;
    this.used++;
    return false;
  }
}

interface Address {
  /** open connections on which no terminal has been let in, and those on which one has */
  strangers: number;
  known: number;
  /** refused frames, as they were at `at` */
  score: number;
  at: number;
}

/**
 * Where connections come from. Those on which no terminal has been let in are limited by address; terminals that we have let in are not: thousands of them may come from one address,
 * behind a carrier's NAT or a proxy. What an address sends that is refused (invalid frames, terminals that nobody knows, or many frames of one that is not let in) is counted and fades: terminals that are
 * not entered yet stay below the limits, as do a few broken ones behind one address; a flood does not. Times are those of performance.now().
 */
export class Addresses {
  private readonly all = new Map<string, Address>();

  constructor(private readonly maxStrangers: number) {}

  /** A connection comes; null when it is not taken, and not counted: too many strangers, or a flood from an address where nobody is known. */
  enter(address: string, now: number): 'taken' | 'slowed' | null {
    const one = this.of(address, now);
    const verdict = verdictOf(scoreOf(one, now));
    const most = verdict !== 'cut' ? this.maxStrangers : one.known > 0 ? MOST_OF_FLOOD : 0;
    if (one.strangers >= most) return null;
    one.strangers++;
    return verdict === 'fine' ? 'taken' : 'slowed';
  }

  /** On a connection a terminal has been let in. */
  introduce(address: string, now: number): void {
    const one = this.of(address, now);
    one.strangers--;
    one.known++;
  }

  /** A connection has gone. */
  leave(address: string, isKnown: boolean, now: number): void {
    const one = this.of(address, now);
    if (isKnown) one.known--;
    else one.strangers--;
    if (this.isForgettable(one, now)) this.all.delete(address);
  }

  /** Frames of an address were refused; answers what that comes to. */
  blame(address: string, frames: number, now: number): Verdict {
    const one = this.of(address, now);
    one.score = scoreOf(one, now) + frames;
    one.at = now;
    return verdictOf(one.score);
  }

  /** What an address has come to. */
  verdict(address: string, now: number): Verdict {
    const one = this.all.get(address);
    return one ? verdictOf(scoreOf(one, now)) : 'fine';
  }

  /** Forgets addresses that have nothing open and do no harm; all that have nothing open when they are too many. */
  tidy(now: number): void {
    const isCrowded = this.all.size > MOST_REMEMBERED;
    for (const [address, one] of this.all)
      if (this.isForgettable(one, now) || (isCrowded && one.strangers + one.known === 0)) this.all.delete(address);
  }

  private of(address: string, now: number): Address {
    const before = this.all.get(address);
    if (before) return before;
    const one = { strangers: 0, known: 0, score: 0, at: now };
    this.all.set(address, one);
    return one;
  }

  private isForgettable(one: Address, now: number): boolean {
    return one.strangers + one.known === 0 && scoreOf(one, now) < 1;
  }
}

const scoreOf = ({ score, at }: Address, now: number): number =>
  score === 0 ? 0 : score * 2 ** ((at - now) / HALF_LIFE_MS);

function verdictOf(score: number): Verdict {
  if (score >= CUT_FROM) return 'cut';
  return score >= SLOWED_FROM ? 'slowed' : 'fine';
}
