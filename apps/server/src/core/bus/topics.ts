import type { TopicName, Topics } from '@tongda/contract/core/topics';

/**
 * What a handler may answer. Messages of one key are delivered strictly in order: the next one waits until the handler's promise resolves. A handler
 * that has taken a message but not stored it yet answers `{ safe }`: then the next message is delivered, but `publish` resolves only when
 * `safe` does. So several messages of one terminal are stored together, and each is acknowledged after its commit.
 */
export type Handled = void | { safe: Promise<void> };
export type Handler<T extends TopicName> = (message: Topics[T], key: string) => Promise<Handled> | Handled;

/** The message bus between gateway, stream, modules and API, which do not import each other. The topics are in contract/core/topics. */
export interface Bus {
  /**
   * Hands `message` to every subscriber of `topic`; `key` (device or vehicle id) decides what stays in order.
   * Resolves when the message is safe with all of them; rejects with the first handler's error.
   */
  publish<T extends TopicName>(topic: T, key: string, message: Topics[T]): Promise<void>;
  /** Adds a handler; the function returned removes it. */
  subscribe<T extends TopicName>(topic: T, handler: Handler<T>): () => void;
  /** Resolves when everything published so far has been handled. */
  close(): Promise<void>;
}
