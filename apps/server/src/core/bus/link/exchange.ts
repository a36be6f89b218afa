import type { Bus } from '../topics';
import { linkedTopics } from './topics';
import { encodeLinked, type Linked } from './wire';

/** Between the bus of this process and the wires to others: what is published here goes out, and what comes in is published here. */
export class Exchange {
  /** What came in, which does not go out again. */
  private readonly foreign = new WeakSet<object>();
  private readonly stops: Array<() => void>;

  /** `send` gets each message that began in this process, as a line of a wire. */
  constructor(
    private readonly bus: Bus,
    send: (line: string) => void,
    private readonly failed: (error: unknown) => void,
  ) {
    this.stops = linkedTopics.map((topic) =>
      bus.subscribe(topic, (message, key) => {
        if (!this.foreign.has(message)) send(encodeLinked({ topic, key, message }));
      }),
    );
  }

  /** Publishes what another process said. */
  take({ topic, key, message }: Linked): void {
    this.foreign.add(message);
    this.bus.publish(topic, key, message).catch(this.failed);
  }

  close(): void {
    for (const stop of this.stops) stop();
  }
}
