/** Runs pieces of work, a few of them at a time and the others in the order in which they came. */
export class FewAtOnce {
  private running = 0;
  private readonly waiting: Array<() => void> = [];

  constructor(private readonly most: number) {}

  /** Answers what the work does; its errors are the caller's. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running++;
    try {
      return await work();
    } finally {
      // hands the place on to the next one that waits
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}

/** Does the same work for each of a list, `most` at a time, so that a long list does not take every connection to the database. Answers in the order of the list; throws the first error. */
export function mapFew<T, R>(list: readonly T[], most: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const few = new FewAtOnce(most);
  return Promise.all(list.map((one) => few.run(() => work(one))));
}
