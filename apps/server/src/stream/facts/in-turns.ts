/** A queue whose items are worked off in small portions, one each turn of the event loop, in the order they came. */
export interface InTurnsOptions<T> {
  work(item: T): void;
  /** longest piece of work in one turn, ms */
  turnMs: number;
  /** most items that may wait: whoever adds one more has all of them done first, so that memory stays bounded */
  most: number;
}

const lookEvery = 32;

export class InTurns<T> {
  private items: T[] = [];
  /** items before this are done */
  private head = 0;
  private turn: NodeJS.Immediate | null = null;

  constructor(private readonly options: InTurnsOptions<T>) {}

  get size(): number {
    return this.items.length - this.head;
  }

  push(item: T): void {
    this.items.push(item);
    if (this.size > this.options.most) this.drain();
    else this.turn ??= setImmediate(this.next);
  }

  /** Does all waiting work now. An item whose work throws is dropped, the others stay for later. */
  drain(): void {
    this.until(Number.POSITIVE_INFINITY);
  }

  private readonly next = (): void => {
    this.turn = null;
    try {
      this.until(performance.now() + this.options.turnMs);
    } finally {
      if (this.size > 0) this.turn ??= setImmediate(this.next);
    }
  };

  private until(end: number): void {
    for (let n = 1; this.head < this.items.length; n++) {
      // head is below the length
      const item = this.items[this.head++] as T;
      if (this.head === this.items.length) {
        this.items = [];
        this.head = 0;
      }
      this.options.work(item);
      if (n % lookEvery === 0 && performance.now() >= end) return;
    }
  }
}
