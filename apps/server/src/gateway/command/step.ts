import type { Bodies, Message, MsgId } from '@tongda/protocol/jt808/codec';
import type { AwaitedState } from './talks';

/** The message of a command, and how its result is recognised where the general reply is not all. */
export interface Step {
  id: MsgId;
  body: Bodies[MsgId];
  /** the message that carries the result */
  answerId?: MsgId;
  /** another message that shows it as well */
  also?: (message: Message) => boolean;
  /** the result shows in the status word of reports */
  until?: AwaitedState;
}

/** A step whose body is that of its message. */
export const stepWith = <K extends MsgId>(
  id: K,
  body: Bodies[K],
  more: Pick<Step, 'answerId' | 'also' | 'until'> = {},
): Step => ({
  id,
  body,
  ...more,
});
