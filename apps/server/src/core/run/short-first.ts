/** A piece of work that waits for its place. */
interface Waiting {
  since: number;
  enter: () => void;
}

/**
 * Lets a few pieces of work run at a time, as long as they are short: one that lasts longer than `shortMs` gives its place to the next one and goes on beside
 * it, so that short work never waits for long work. Who has waited longest in all is next: a call that asks in several pieces does not queue anew behind all
 * others with each of them.
 */
export class ShortFirst {
  private running = 0;
  /** by `since`, the oldest first */
  private readonly waiting: Waiting[] = [];

  constructor(
    private readonly most: number,
    private readonly shortMs: number,
  ) {}

  /** Answers what the work does; its errors are the caller's. `since`: when that which the work belongs to began, ms of `performance.now()`. */
  async run<T>(work: () => Promise<T>, since = performance.now()): Promise<T> {
    if (this.running < this.most) this.running++;
    else await new Promise<void>((enter) => this.wait({ since, enter }));
    let inside = true;
    const leave = (): void => {
      if (inside) this.handOn();
      inside = false;
    };
    const clock = setTimeout(leave, this.shortMs);
    try {
      return await work();
    } finally {
      clearTimeout(clock);
      leave();
    }
  }

  private wait(one: Waiting): void {
    const at = this.waiting.findLastIndex(({ since }) => since <= one.since);
    this.waiting.splice(at + 1, 0, one);
  }

  private handOn(): void {
    const next = this.waiting.shift();
    if (next) next.enter();
    else this.running--;
  }
}
