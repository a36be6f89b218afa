import { setTimeout as sleep } from 'node:timers/promises';
import type { Stop } from './app';
import { asError } from './error-code';

/** Ms that the part which is just being started gets to end in order before everything is stopped under it. */
const patienceMs = 8_000;

/** The reason of `Lifetime.signal`, and what `start` throws once the end was asked for. */
class Ended extends Error {
  override name = 'Ended';
  constructor() {
    super('stopped while starting');
  }
}

/** Starts the parts of a program one after the other and stops them in reverse, also when the end is asked for in the middle of the start. */
export class Lifetime {
  private readonly stops: Stop[] = [];
  private readonly stopping = new AbortController();
  private starting: Promise<unknown> = Promise.resolve();
  private stopped: Promise<void> | null = null;

  /** `failed` is told why a part did not stop in order; the others are stopped all the same. */
  constructor(private readonly failed: (error: Error) => void) {}

  /** Aborted when the end is asked for; long starts look at it between their steps. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Adds what must be stopped; the last one added is stopped first. */
  add(...stops: readonly Stop[]): void {
    this.stops.push(...stops);
  }

  /** Runs a step of the start, and adds the stop that it answers. Throws without running it when the end was asked for, and what the step throws. */
  async start<T>(step: () => Promise<T>, stopOf?: (made: T) => Stop): Promise<T> {
    if (this.signal.aborted) throw new Ended();
    const work = step().then((made) => {
      if (stopOf) this.add(stopOf(made));
      return made;
    });
    this.starting = work.catch(() => undefined);
    return work;
  }

  /** Stops everything once; whoever asks again waits for the same end. A part that is being started may end first. */
  stop(): Promise<void> {
    this.stopped ??= this.end();
    return this.stopped;
  }

  private async end(): Promise<void> {
    this.stopping.abort(new Ended());
    const waited = new AbortController();
    await Promise.race([this.starting, sleep(patienceMs, undefined, { signal: waited.signal }).catch(() => undefined)]);
    waited.abort();
    // a part that comes too late is added at the end and stopped there
    for (let stop = this.stops.pop(); stop; stop = this.stops.pop())
      await stop().catch((error: unknown) => this.failed(asError(error)));
  }
}
