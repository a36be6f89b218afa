import type { TopicName, Topics } from '@tongda/contract/topics';
import type { Bus, Handled, Handler } from './bus';

/** The bus inside one process: a promise chain for every topic and key keeps order; nothing is copied, nothing is kept. */
export function memoryBus(): Bus {
  const handlers = new Map<TopicName, Set<Handler<TopicName>>>();
  const tails = new Map<string, Promise<unknown>>();
  const open = new Set<Promise<void>>();
  let closed = false;

  function handOver(topic: TopicName, key: string, message: Topics[TopicName]): Promise<Handled[]> {
    return Promise.all([...(handlers.get(topic) ?? [])].map(async (handler) => await handler(message, key)));
  }

  async function deliver(topic: TopicName, key: string, message: Topics[TopicName]): Promise<void> {
    const chain = `${topic} ${key}`;
    const before = tails.get(chain);
    const taken = before ? before.then(() => handOver(topic, key, message)) : handOver(topic, key, message);
    const settled = taken.catch(() => undefined);
    tails.set(chain, settled);
    try {
      const answers = await taken;
      await Promise.all(answers.map((answer) => (answer ? answer.safe : undefined)));
    } finally {
      if (tails.get(chain) === settled) tails.delete(chain);
    }
  }

  return {
    publish(topic, key, message) {
      if (closed) return Promise.reject(new Error('bus is closed'));
      const done = deliver(topic, key, message);
      const tracked = done.catch(() => undefined).then(() => void open.delete(tracked));
      open.add(tracked);
      return done;
    },
    subscribe(topic, handler) {
      const list = handlers.get(topic) ?? new Set();
      handlers.set(topic, list);
      list.add(handler as Handler<TopicName>);
      return () => void list.delete(handler as Handler<TopicName>);
    },
    async close() {
      closed = true;
      await Promise.all(open);
    },
  };
}
