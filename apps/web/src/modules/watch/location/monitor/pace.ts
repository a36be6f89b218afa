/** The longest pause after a picture that took long, ms: a position is not to be much older than it must be. */
const longestPauseMs = 1_000;
/** A picture that was not shown after so long is given up, so that the next change is shown. */
const longestMs = 10_000;

/**
 * When changes are shown that come faster than an eye follows: together, `everyMs` after the last picture stood, and after a pause as long as drawing
 * it took, but of a second at most. React draws a panel that waited for its file after all transitions; on a slow computer, transitions that follow
 * each other without a pause would keep it waiting for ever.
 */
export class Pace {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private begunAt: number | null = null;
  private waits = false;
  private nextAt = 0;

  constructor(
    private readonly show: () => void,
    private readonly everyMs: number,
  ) {}

  /** Something changed. */
  heard(): void {
    const now = performance.now();
    if (this.begunAt !== null && now - this.begunAt < longestMs) this.waits = true;
    else
      this.timer ??= setTimeout(
        () => {
          this.timer = undefined;
          this.begunAt = performance.now();
          this.show();
        },
        Math.max(0, this.nextAt - now),
      );
  }

  /** The picture that `show` began stands on the screen. */
  shown(): void {
    if (this.begunAt === null) return;
    const now = performance.now();
    this.nextAt = now + Math.max(this.everyMs, Math.min(now - this.begunAt, longestPauseMs));
    this.begunAt = null;
    if (!this.waits) return;
    this.waits = false;
    this.heard();
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
