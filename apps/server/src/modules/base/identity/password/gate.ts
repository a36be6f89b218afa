import { tooManyAtOnce } from '../../../../core/http/errors';

/**
 * Lets `slots` pieces of work run at once and so many more wait; what comes on top of that is refused (4029) at once, so that a flood of logins
 * neither fills the memory nor makes everybody wait for minutes.
 */
export class Gate {
  private running = 0;
  private readonly waiting: Array<() => void> = [];

  constructor(
    private readonly slots: number,
    private readonly mostWaiting: number,
  ) {}

  /** Runs `work` when it is its turn. Throws 4029 when too many wait already. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.slots) {
      if (this.waiting.length >= this.mostWaiting) throw tooManyAtOnce('当前登录人数过多，请稍后再试');
      // whoever is let in here takes over the slot of the one who leaves
      await new Promise<void>((go) => this.waiting.push(go));
    } else this.running++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
