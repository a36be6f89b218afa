import { instructionSending } from '@tongda/contract/resources/device/enums';
import { ownMessages } from '@tongda/contract/watch/command/edition-enums';
import type { Message, RawMessage } from '@tongda/protocol/jt808/codec';
import type { HeaderVersion } from '@tongda/protocol/jt808/header';
import { type GeneralReply, replyResult } from '@tongda/protocol/jt808/messages/session/0001';
import { hasBody, stepOf } from './order';
import type { SentCommand, SentLately, TakenCommand, WentOut } from './store';
import { type AwaitedState, holds, type Outcome, refusalOf } from './talks';
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

const { queued, sent, acknowledged, noAnswer } = instructionSending;

/**
 * The command, of what went out lately, that an answer belongs to. Null when it is none of them, or when it may be several, whatever became of the
 * others: serials begin anew with every connection, and terminals repeat what they believe unheard. A yes counts also for what is still under way (over a
 * connection that is not yet known to be gone, or once more) or waits to go out once more. `later` when it is a no to what is under way, or when the serials of that are
 * being written just now.
 */
export function lateFit(
  { commands, own }: SentLately,
  answer: LateAnswer,
  version: HeaderVersion,
): LateFit | 'later' | null {
  if (own.some((message) => repliesTo(message, answer))) return null;
  const [only, ...others] = commands.filter((command) => mayAnswer(command, answer, version));
  if (!only || others.length > 0 || only.strayed) return null;
  const isUnderWay = only.state === sent || only.state === acknowledged;
  if (!isUnderWay && only.state !== queued && only.state !== noAnswer) return null;
  const outcome = outcomeOf(only, answer, version);
  if (isUnderWay && (outcome === null || outcome.what === 'refused')) return 'later';
  return outcome && { command: only, outcome };
}

const isId = (hex: string, id: number): boolean => Number.parseInt(hex, 16) === id;

/** Whether a message, or one of its packages, had the serial that an answer names. */
const hasSerial = ({ first, packages }: Pick<WentOut, 'first' | 'packages'>, { serial }: LateAnswer): boolean =>
  holds({ first, count: packages }, serial);

/** Whether an answer is the general reply to a message. */
const repliesTo = (message: SentLately['own'][number], answer: LateAnswer): boolean =>
  'reply' in answer && isId(message.msgId, answer.reply.replyId) && hasSerial(message, answer);

/** The messages of a command that an answer may belong to. */
const answeredOf = (command: SentCommand, answer: LateAnswer, version: HeaderVersion): WentOut[] =>
  command.wentOut.filter((message) =>
    'reply' in answer
      ? repliesTo(message, answer)
      : hasSerial(message, answer) && resultOf(command, message.no, version)?.answerId === answer.id,
  );

/** Whether an answer may belong to a command: by its serials, or because it went out under some that are not written down. */
function mayAnswer(command: SentCommand, answer: LateAnswer, version: HeaderVersion): boolean {
  if (answeredOf(command, answer, version).length > 0) return true;
  return unwrittenOf(command, version).some(({ id, answerId }) =>
    'reply' in answer ? id === answer.reply.replyId : answerId === answer.id,
  );
}

/**
 * The messages of a command that may have gone out under serials that are not written down: the process was killed before it had written them, or writes
 * them just now. Of a sending whose end its own process wrote down there are none.
 */
function unwrittenOf(command: SentCommand, version: HeaderVersion): Shown[] {
  const steps = stepsOf(command, version);
  const { attempts, told, wentOut } = command;
  return Array.from({ length: attempts }, (_, i) => i + 1)
    .filter((attempt) => !told.includes(attempt))
    .flatMap((attempt) => steps.slice(wentOut.filter((message) => message.attempt === attempt).length));
}

/** What an answer makes of the command that it belongs to; null when it says nothing of its result. */
function outcomeOf(command: SentCommand, answer: LateAnswer, version: HeaderVersion): LateFit['outcome'] | null {
  const { serial } = answer;
  const messages = answeredOf(command, answer, version);
  if (messages.length === 0) return null;
  if ('message' in answer) return { what: 'answered', message: answer.message, data: answer.data, serial };
  const { result } = answer.reply;
  if (result !== replyResult.ok) return { what: 'refused', cause: refusalOf(result), serial };
  return messages.every((message) => ends(command, message, serial, version)) ? { what: 'accepted', serial } : null;
}

/** Whether the yes to a package of a message is the result of the whole: to the last package of the last one, of which nothing else shows the result. */
function ends(command: SentCommand, message: WentOut, serial: number, version: HeaderVersion): boolean {
  const { no, of, first, packages } = message;
  if (no !== of || serial !== ((first + packages - 1) & 0xffff)) return false;
  const result = resultOf(command, no, version);
  return result !== undefined && result.answerId === undefined && !result.until;
}

/** A message of a command, and what its result shows by. */
interface Shown {
  id: number;
  answerId?: number;
  until?: AwaitedState;
}

/** By what the result of the message `no` (from 1) of a command shows. */
const resultOf = (command: TakenCommand, no: number, version: HeaderVersion): Shown | undefined =>
  stepsOf(command, version)[no - 1];

/** The messages of a command; none where one answer does not tell its result. */
function stepsOf({ order, written }: TakenCommand, version: HeaderVersion): Shown[] {
  try {
    if (order.kind === 'custom') return [{ id: order.msgId, answerId: order.answerId ?? undefined }];
    if (hasBody(order)) return [];
    if (order.kind !== 'write') return [stepOf(order, version)];
    return written ? writtenSteps(written, version) : [];
  } catch (error) {
    // the terminal speaks another edition by now
    if (error instanceof RangeError) return [];
    throw error;
  }
}

const own: ReadonlySet<number> = new Set(ownMessages.map((id) => Number.parseInt(id, 16)));
/** Whether the platform says a message by itself, and no command does. */
export const isOwn = (id: number): boolean => own.has(id);

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
    if ('reply' in answer && isOwn(answer.reply.replyId)) return false;
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
