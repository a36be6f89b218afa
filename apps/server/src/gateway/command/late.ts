import type { Message, RawMessage } from '@tongda/protocol/jt808/codec';
import type { HeaderVersion } from '@tongda/protocol/jt808/header';
import { type GeneralReply, replyResult } from '@tongda/protocol/jt808/messages/session/0001';
import { hasBody, stepOf } from './order';
import type { SentCommand, TakenCommand } from './store';
import { type AwaitedState, type Outcome, refusalOf } from './talks';
import { writtenSteps } from './written';

/** An answer that belongs to nothing on its connection, with the serial of what it answers. */
export type LateAnswer = { serial: number } & (
  | { reply: GeneralReply }
  | { id: number; message: Message | RawMessage; data: Uint8Array }
);

/** What becomes of a command by such an answer. */
export interface LateFit {
  command: TakenCommand;
  outcome: Exclude<Outcome, { what: 'silent' | 'lost' | 'followed' }>;
}

/**
 * The command, of those that went out with the serial of an answer and never got one, that the answer belongs to; null when it is none of them, or when it
 * may be several: serials begin anew with every connection.
 */
export function lateFit(commands: readonly SentCommand[], answer: LateAnswer, version: HeaderVersion): LateFit | null {
  const fits = commands.flatMap((command) => {
    const outcome = outcomeOf(command, answer, version);
    return outcome ? [{ command, outcome }] : [];
  });
  const [only] = fits;
  return only && fits.length === 1 ? only : null;
}

function outcomeOf(command: SentCommand, answer: LateAnswer, version: HeaderVersion): LateFit['outcome'] | null {
  const { serial } = answer;
  const step = resultOf(command, version);
  if (!step) return null;
  if ('message' in answer)
    return step.answerId === answer.id
      ? { what: 'answered', message: answer.message, data: answer.data, serial }
      : null;
  const { replyId, result } = answer.reply;
  if (Number.parseInt(command.sentId, 16) !== replyId) return null;
  if (result !== replyResult.ok) return { what: 'refused', cause: refusalOf(result), serial };
  // of others the yes alone says nothing of the result
  return step.answerId === undefined && !step.until ? { what: 'accepted', serial } : null;
}

/** What a result shows by. */
interface Result {
  answerId?: number;
  until?: AwaitedState;
}

/** By what the result of a command shows; null where one answer does not tell it. */
function resultOf({ order, written }: TakenCommand, version: HeaderVersion): Result | null {
  try {
    if (order.kind === 'custom') return order.answerId === null ? {} : { answerId: order.answerId };
    if (hasBody(order)) return null;
    if (order.kind !== 'write') return stepOf(order, version);
    const [first, ...rest] = written ? writtenSteps(written, version) : [];
    return first && rest.length === 0 ? first : null;
  } catch (error) {
    // the terminal speaks another edition by now
    if (error instanceof RangeError) return null;
    throw error;
  }
}
