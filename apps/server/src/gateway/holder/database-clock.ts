/** A look at the clock is worse by this factor, or older by this time (ms), before another one replaces it. */
const WORSE = 2;
const OLD_MS = 600_000;

/** How far the database's clock was ahead of the process's, and how long it took to ask, ms. */
interface Look {
  offsetMs: number;
  tookMs: number;
}
/** Whether two looks fit together; where they do not, one of the clocks was set in between. */
const mayBothHold = (one: Look, other: Look): boolean =>
  Math.abs(one.offsetMs - other.offsetMs) <= (one.tookMs + other.tookMs) / 2;

/** What the database's clock shows, told from a process's own steady clock: processes on several machines compare times by it. */
export class DatabaseClock {
  private look: (Look & { atMs: number }) | null = null;

  constructor(
    /** a steady clock, ms */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Reads the database's clock (epoch ms). The quickest look is the truest: its error is at most half the time that it took. */
  async read(ask: () => Promise<number>): Promise<void> {
    const asked = this.now();
    const told = await ask();
    const atMs = this.now();
    const tookMs = atMs - asked;
    const { look } = this;
    const offsetMs = told - (asked + atMs) / 2;
    if (look && tookMs > look.tookMs * WORSE && atMs - look.atMs < OLD_MS && mayBothHold(look, { offsetMs, tookMs }))
      return;
    this.look = { offsetMs, tookMs, atMs };
  }

  /** When it was, by the database's clock (epoch ms), at a time of the steady clock. Throws before the first look. */
  at(ms: number): number {
    if (!this.look) throw new Error('the clock of the database was not read');
    return ms + this.look.offsetMs;
  }
}
