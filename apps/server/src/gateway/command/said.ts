import type { CommandCause } from '@tongda/contract/watch/command/life';
import { toHex } from '@tongda/protocol/bytes';
import { encodeBody } from '@tongda/protocol/jt808/codec';
import type { Terminal } from '../server';
import type { Step } from './step';
import type { SentMessage } from './store';
import type { Outcome, Serials, Wish } from './talks';

/** Which of the messages of a command one is, from 1. */
export interface Place {
  no: number;
  of: number;
}

/** What is awaited of the messages of a command, and who hears which serials they have. */
export interface SayWish extends Pick<Wish, 'answerMs' | 'resultMs' | 'accepted' | 'late'> {
  /** a message of this id goes out */
  wentOut: (id: number, serials: Serials, place: Place) => void;
}

/** A message that was sent: its body, and what comes of it. */
export interface Said {
  sent: SentMessage;
  ending: Promise<Outcome>;
}

/** The wish of one message of a command. */
const placed = ({ wentOut, ...wish }: SayWish, id: number, place: Place) => ({
  ...wish,
  begun: (serials: Serials) => wentOut(id, serials, place),
});
/** The same where it is the only one. */
export const alone = (wish: SayWish, id: number) => placed(wish, id, { no: 1, of: 1 });

/**
 * Sends messages, each when the one before was accepted, until one is not: what comes of that is what comes of all. A late yes counts for the last message
 * only, as what should have followed another one did not go out.
 */
export function sayWritten(steps: readonly Step[], session: Terminal, wish: SayWish): Said | CommandCause {
  const [first, ...rest] = steps;
  if (!first) return 'unfit';
  const sent = sentOf(first.id, encodeBody(first.id, first.body, session.version));
  const more: SentMessage[] = [];
  const of = steps.length;
  const say = ({ id, body, answerId }: Step, no: number): Promise<Outcome> => {
    const late: Wish['late'] = (outcome) => {
      if (no === of || outcome.what === 'refused') wish.late(outcome);
    };
    return session.converse(id, body, { ...placed({ ...wish, late }, id, { no, of }), answerId });
  };
  const sayAll = async (begun: Promise<Outcome>): Promise<Outcome> => {
    let outcome = await begun;
    for (const [i, step] of rest.entries()) {
      if (outcome.what !== 'accepted') break;
      more.push(sentOf(step.id, encodeBody(step.id, step.body, session.version), roomAfter([sent, ...more])));
      outcome = await say(step, i + 2);
    }
    return outcome;
  };
  return { ending: sayAll(say(first, 1)), sent: rest.length > 0 ? { ...sent, more } : sent };
}

/** Bytes of a message that are kept for who looks what went out. */
const KEPT_BYTES = 1024;
/** The same of all messages of a task. */
const KEPT_TASK_BYTES = 8192;
/** How many bytes may still be kept of the next message of a task. */
const roomAfter = (sent: readonly SentMessage[]): number =>
  Math.max(0, KEPT_TASK_BYTES - sent.reduce((sum, { hex }) => sum + hex.length / 2, 0));

/** A message id as it is kept. */
export const hexOf = (id: number): string => id.toString(16).toUpperCase().padStart(4, '0');

/** What is kept of a message that goes out; `room`: bytes. */
export const sentOf = (id: number, body: Uint8Array, room = KEPT_BYTES): SentMessage => ({
  msgId: hexOf(id),
  hex: toHex(body.subarray(0, Math.min(room, KEPT_BYTES))),
  bytes: body.length,
});
