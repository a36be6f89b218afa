import type { GeneralReply } from '@tongda/protocol/jt808/messages/0001';
import { replyResult } from '@tongda/protocol/jt808/messages/0001';
import type { Parameters } from '@tongda/protocol/jt808/messages/8103';

/** How a terminal answered: done, refused, does not know the message, not at all, or the connection ended before. */
export interface Answer {
  result: 'done' | 'failed' | 'unsupported' | 'silent' | 'gone';
  parameters?: Parameters['parameters'];
}

interface Waiting {
  id: number;
  serials: readonly number[];
  /** one of several packages was taken */
  begun: boolean;
  settle: (answer: Answer) => void;
  timer: NodeJS.Timeout;
}

/** Messages that wait for their terminal's answer, on one connection: serials mean nothing on another one. */
export class Asked {
  private readonly waiting = new Set<Waiting>();

  constructor(private readonly patienceMs: number) {}

  wait(id: number, serials: readonly number[]): Promise<Answer> {
    return new Promise((resolve) => {
      const settle = (answer: Answer): void => {
        clearTimeout(entry.timer);
        this.waiting.delete(entry);
        resolve(answer);
      };
      const entry: Waiting = {
        id,
        serials,
        begun: false,
        settle,
        // Some terminals answer the first package of a long message and no other.
        timer: setTimeout(() => settle({ result: entry.begun ? 'done' : 'silent' }), this.patienceMs).unref(),
      };
      this.waiting.add(entry);
    });
  }

  /** A general reply: of the last package it is the answer, of another one only when it is a refusal. */
  replied({ replySerial, replyId, result }: GeneralReply): void {
    for (const entry of this.waiting) {
      if (entry.id !== replyId || !entry.serials.includes(replySerial)) continue;
      if (result === replyResult.unsupported) entry.settle({ result: 'unsupported' });
      else if (result !== replyResult.ok) entry.settle({ result: 'failed' });
      else if (replySerial === entry.serials.at(-1)) entry.settle({ result: 'done' });
      else entry.begun = true;
      return;
    }
  }

  parameters({ replySerial, parameters }: Parameters): void {
    for (const entry of this.waiting)
      if (entry.serials.includes(replySerial)) {
        entry.settle({
          result: 'done',
          parameters: parameters.map(({ id, value }) => ({ id, value: Uint8Array.from(value) })),
        });
        return;
      }
  }

  /** The connection is gone: nobody answers any more. */
  gone(): void {
    for (const entry of [...this.waiting]) entry.settle({ result: 'gone' });
  }
}
