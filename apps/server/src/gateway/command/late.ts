import { instructionSending } from '@tongda/contract/resources/device/enums';
import { ownMessages } from '@tongda/contract/watch/command/edition-enums';
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

const { sent, acknowledged, noAnswer } = instructionSending;

/**
 * The command, of those that went out lately, that an answer belongs to. Null when it is none of them, or when it may be several, whatever became of the
 * others: serials begin anew with every connection, and terminals repeat what they believe unheard. `later` when it is one whose connection, or process,
 * is not yet known to be gone: it has no result by then, or waits to go out once more.
 */
export function lateFit(
  commands: readonly SentCommand[],
  answer: LateAnswer,
  version: HeaderVersion,
): LateFit | 'later' | null {
  const [only, ...others] = commands.filter((command) => mayAnswer(command, answer, version));
  if (!only || others.length > 0 || only.serial !== answer.serial || only.strayed) return null;
  if (only.state === sent || only.state === acknowledged) return 'later';
  if (only.state !== noAnswer) return null;
  const outcome = outcomeOf(only, answer, version);
  return outcome && { command: only, outcome };
}

/** Whether an answer may belong to a command. */
function mayAnswer(command: SentCommand, answer: LateAnswer, version: HeaderVersion): boolean {
  if ('message' in answer) return resultOf(command, version)?.answerId === answer.id;
  return command.sentIds.some((id) => Number.parseInt(id, 16) === answer.reply.replyId);
}

/** What an answer makes of the command that it belongs to; null when it says nothing of its result. */
function outcomeOf(command: SentCommand, answer: LateAnswer, version: HeaderVersion): LateFit['outcome'] | null {
  const { serial } = answer;
  const step = resultOf(command, version);
  if (!step) return null;
  if ('message' in answer) return { what: 'answered', message: answer.message, data: answer.data, serial };
  const { result } = answer.reply;
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

/** What the platform says by itself, and no command. */
const own: ReadonlySet<number> = new Set(ownMessages.map((id) => Number.parseInt(id, 16)));

/** For so many answers of a terminal, over all its connections within this time (ms), a command is looked up. */
const MOST_LOOKS = 32;
const LOOKS_MS = 600_000;

/** Which answers are looked up: what a terminal sends without end, or to what no command ever says, costs the database nothing. */
export class LateLooks {
  private readonly counts = new Map<string, number>();
  private since = 0;

  constructor(
    /** a steady clock, ms */
    private readonly now: () => number = () => performance.now(),
  ) {}

  allow(deviceId: string, answer: LateAnswer): boolean {
    if ('reply' in answer && own.has(answer.reply.replyId)) return false;
    if (this.now() - this.since >= LOOKS_MS) {
      this.counts.clear();
      this.since = this.now();
    }
    const count = this.counts.get(deviceId) ?? 0;
    if (count >= MOST_LOOKS) return false;
    this.counts.set(deviceId, count + 1);
    return true;
  }
}
