import type { Parameters } from '@tongda/protocol/jt808/messages/parameter/8103';
import type { GeneralReply } from '@tongda/protocol/jt808/messages/session/0001';
import { replyResult } from '@tongda/protocol/jt808/messages/session/0001';

/** How a terminal answered a message: it did it, refused, does not know the message, did not answer in time, or the connection ended first. */
export interface Answer {
  result: 'done' | 'failed' | 'unsupported' | 'silent' | 'gone';
  parameters?: Parameters['parameters'];
}

interface Waiting {
  id: number;
  serials: readonly number[];
  /** one of several packages was acknowledged */
  begun: boolean;
  settle: (answer: Answer) => void;
  timer: NodeJS.Timeout;
}

/** Messages of a connection that are remembered whatever became of them: a second answer belongs to them. */
const BEGUN = 64;

/** The messages of one connection that wait for the terminal's answer. Serial numbers are only valid within a connection. */
export class Asked {
  private readonly waiting = new Set<Waiting>();
  private begun: Array<readonly number[]> = [];

  constructor(private readonly patienceMs: number) {}

  /** Whether something was asked here with this serial. */
  hasAsked(serial: number): boolean {
    return this.begun.some((serials) => serials.includes(serial));
  }

  wait(id: number, serials: readonly number[]): Promise<Answer> {
    this.begun = [...this.begun.slice(1 - BEGUN), serials];
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
        // some terminals answer only the first package of a long message
        timer: setTimeout(() => settle({ result: entry.begun ? 'done' : 'silent' }), this.patienceMs).unref(),
      };
      this.waiting.add(entry);
    });
  }

  /** Takes a general reply; false when it belongs to nothing here. For a message in packages the reply to the last one counts, for an earlier one only a refusal. */
  replied({ replySerial, replyId, result }: GeneralReply): boolean {
    for (const entry of this.waiting) {
      if (entry.id !== replyId || !entry.serials.includes(replySerial)) continue;
      if (result === replyResult.unsupported) entry.settle({ result: 'unsupported' });
      else if (result !== replyResult.ok) entry.settle({ result: 'failed' });
      else if (replySerial === entry.serials.at(-1)) entry.settle({ result: 'done' });
      else entry.begun = true;
      return true;
    }
    return false;
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

  /** The connection has closed: every waiting message gets `gone`. */
  gone(): void {
    for (const entry of [...this.waiting]) entry.settle({ result: 'gone' });
  }
}
