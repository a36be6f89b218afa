import type { Socket } from 'node:net';
import type { Topics } from '@tongda/contract/core/topics';
import { isLinkedTopic, type LinkedTopic } from './topics';

/** One message of the bus on its way to another process. */
export interface Linked {
  topic: LinkedTopic;
  key: string;
  message: Topics[LinkedTopic];
}

/** A process that has not read this much is cut off, and comes back when it can, bytes. */
const mostWaiting = 32 * 1024 * 1024;
/** No message is longer, characters. */
const longestLine = 8 * 1024 * 1024;

/** Text lines over a socket, each the JSON of one message `[topic, key, message]`. What is said within one turn of the event loop leaves together. */
export class Wire {
  private waiting: string[] = [];
  private rest = '';

  constructor(
    private readonly socket: Socket,
    private readonly hear: (linked: Linked) => void,
  ) {
    socket.setEncoding('utf8');
    socket.on('data', (text) => this.take(String(text)));
  }

  /** Says a message that is JSON already (`encodeLinked`). */
  say(line: string): void {
    if (this.waiting.push(line) > 1) return;
    setImmediate(() => {
      const lines = this.waiting;
      this.waiting = [];
      if (this.socket.destroyed) return;
      this.socket.write(`${lines.join('\n')}\n`);
      if (this.socket.writableLength > mostWaiting) this.socket.destroy(new Error('the other process does not read'));
    });
  }

  private take(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop() ?? '';
    if (this.rest.length > longestLine) this.socket.destroy(new Error('a message of the link is too long'));
    for (const line of lines) {
      const linked = decodeLinked(line);
      if (linked) this.hear(linked);
    }
  }
}

export const encodeLinked = ({ topic, key, message }: Linked): string => JSON.stringify([topic, key, message]);

/** The message of a line; null for a line that is none, as of a process of another version. */
export function decodeLinked(line: string): Linked | null {
  try {
    const parts: unknown = JSON.parse(line);
    if (!Array.isArray(parts)) return null;
    const [topic, key, message] = parts;
    if (!isLinkedTopic(topic) || typeof key !== 'string' || typeof message !== 'object' || message === null)
      return null;
    // a topic that is linked was written by `encodeLinked`, with a message of its kind
    return { topic, key, message: message as Linked['message'] };
  } catch {
    return null;
  }
}
