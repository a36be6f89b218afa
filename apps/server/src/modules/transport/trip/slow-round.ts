/**
 * A round over very many things that nobody waits for: it works for so many ms at a time and then lets others work for so many times as long. It takes a
 * fifth of a core, and what is urgent waits for one slice of it and not for the whole.
 */
const sliceMs = 200;
const restShare = 4;

/** Does the things one after the other until the time (`performance.now()`) is over; answers those that are left. */
export type WorkUntil<T> = (things: readonly T[], untilMs: number) => Promise<T[]>;

export class SlowRound<T> {
  private left: T[] = [];
  private wanted = false;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;

  /** `inTurn` runs work after what is already being done; it does not throw. */
  constructor(
    private readonly load: () => Promise<T[]>,
    private readonly work: WorkUntil<T>,
    private readonly inTurn: (work: () => Promise<void>) => Promise<void>,
  ) {}

  /** Wants a round over everything; one that is under way comes to its end before. */
  want(): void {
    this.wanted = true;
    this.goOn(0);
  }

  /** Does everything that is wanted or left at once, in the turn of the caller. */
  async finish(): Promise<void> {
    while (this.wanted || this.left.length > 0) await this.slice(Number.POSITIVE_INFINITY);
  }

  /** Nothing is begun any more. */
  stop(): void {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
  }

  private goOn(afterMs: number): void {
    if (this.stopped || (!this.wanted && this.left.length === 0)) return;
    this.timer ??= setTimeout(() => {
      this.timer = null;
      void this.inTurn(async () => {
        const began = performance.now();
        try {
          await this.slice(began + sliceMs);
        } finally {
          this.goOn(restShare * (performance.now() - began));
        }
      });
    }, afterMs);
  }

  private async slice(untilMs: number): Promise<void> {
    if (this.stopped) {
      this.left = [];
      this.wanted = false;
      return;
    }
    if (this.left.length === 0 && this.wanted) {
      this.left = await this.load();
      this.wanted = false;
    }
    this.left = await this.work(this.left, untilMs);
  }
}
