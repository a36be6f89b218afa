import type { TopicName, Topics } from '@tongda/contract/core/topics';

/**
 * What a handler may answer. Messages of one key are handed over strictly in order: the next one waits until the handler's promise has
 * resolved. A handler that has taken a message but not yet stored it answers `{ safe }`: the next message may come, yet `publish`
 * resolves only when `safe` does. So a batch of one terminal is written together and still acknowledged after its commit.
 */
export type Handled = void | { safe: Promise<void> };
export type Handler<T extends TopicName> = (message: Topics[T], key: string) => Promise<Handled> | Handled;

/** Rooms of the server meet here and in the tables, never in each other's code (design.md 2). */
export interface Bus {
  /**
   * Hands `message` to every subscriber of `topic`; `key` (device or vehicle id) decides what stays in order.
   * Resolves when the message is safe with all of them; rejects with the first handler's error.
   */
  publish<T extends TopicName>(topic: T, key: string, message: Topics[T]): Promise<void>;
  /** Adds a handler; the returned function takes it away again. */
  subscribe<T extends TopicName>(topic: T, handler: Handler<T>): () => void;
  /** Resolves when everything published so far has been handled. */
  close(): Promise<void>;
}
