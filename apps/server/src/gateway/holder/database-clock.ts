/** A look at the clock is worse by this factor, or older by this time (ms), before another one replaces it. */
const WORSE = 2;
const OLD_MS = 600_000;

/** What the database's clock shows, told from a process's own steady clock: processes on several machines compare times by it. */
export class DatabaseClock {
  private look: { offsetMs: number; tookMs: number; atMs: number } | null = null;

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
    if (look && tookMs > look.tookMs * WORSE && atMs - look.atMs < OLD_MS) return;
    this.look = { offsetMs: told - (asked + atMs) / 2, tookMs, atMs };
  }

  /** When it was, by the database's clock (epoch ms), at a time of the steady clock. Throws before the first look. */
  at(ms: number): number {
    if (!this.look) throw new Error('the clock of the database was not read');
    return ms + this.look.offsetMs;
  }
}
