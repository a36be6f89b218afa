import type { TopicName, Topics } from '@tongda/contract/core/topics';
import type { Bus, Handled, Handler } from './topics';

const ignore = () => undefined;
const nothing: readonly Handled[] = [];
const done: Promise<void> = Promise.resolve();

const isPromise = (value: Handled | Promise<Handled>): value is Promise<Handled> => value instanceof Promise;

/** Resolves when all handlers have stored the message. */
function safeOf(answers: readonly Handled[]): Promise<void> {
  if (answers.length === 1) return answers[0]?.safe ?? done;
  const waits = answers.flatMap((answer) => (answer ? answer.safe : []));
  return waits.length === 0 ? done : Promise.all(waits).then(ignore);
}

/**
 * The bus within one process. A chain of promises for every topic and key keeps the order; messages are neither copied nor stored. A message whose
 * handlers take it at once, while nothing of its key is waiting, needs no chain: that is nearly every position.
 */
export function memoryBus(): Bus {
  const handlers = new Map<TopicName, readonly Handler<TopicName>[]>();
  const tails = new Map<string, Promise<unknown>>();
  let open = 0;
  let emptied: () => void = ignore;
  let closed = false;

  function leave(): void {
    open--;
    if (open === 0) emptied();
  }

  /** Calls every handler, also when one before it fails. */
  function handOver(
    topic: TopicName,
    key: string,
    message: Topics[TopicName],
  ): readonly Handled[] | Promise<Handled[]> {
    const list = handlers.get(topic);
    if (!list) return nothing;
    const answers: Array<Handled | Promise<Handled>> = [];
    let waits = false;
    for (const handler of list) {
      let answer: Handled | Promise<Handled>;
      try {
        answer = handler(message, key);
      } catch (error) {
        answer = Promise.reject(error);
      }
      waits ||= isPromise(answer);
      answers.push(answer);
    }
    // none of them is a promise: `waits` would be set
    return waits ? Promise.all(answers) : (answers as Handled[]);
  }

  function deliver(topic: TopicName, key: string, message: Topics[TopicName]): Promise<void> {
    // the usual case: no message waits anywhere
    const before = tails.size === 0 ? undefined : tails.get(`${topic} ${key}`);
    const taken = before ? before.then(() => handOver(topic, key, message)) : handOver(topic, key, message);
    if (!(taken instanceof Promise)) return safeOf(taken);
    const chain = `${topic} ${key}`;
    const settled = taken.then(ignore, ignore);
    tails.set(chain, settled);
    void settled.then(() => {
      if (tails.get(chain) === settled) tails.delete(chain);
    });
    return taken.then(safeOf);
  }

  return {
    publish(topic, key, message) {
      if (closed) return Promise.reject(new Error('bus is closed'));
      const safe = deliver(topic, key, message);
      if (safe === done) return safe;
      open++;
      safe.then(leave, leave);
      return safe;
    },
    subscribe(topic, handler) {
      // it is called with messages of its own topic only
      const own = handler as Handler<TopicName>;
      handlers.set(topic, [...(handlers.get(topic) ?? []), own]);
      return () => {
        handlers.set(
          topic,
          (handlers.get(topic) ?? []).filter((other) => other !== own),
        );
      };
    },
    close() {
      closed = true;
      if (open === 0) return done;
      return new Promise((resolve) => {
        emptied = resolve;
      });
    },
  };
}
