import type { CommandOrder } from '@tongda/contract/watch/command/kind';
import { type Bodies, type Message, type MsgId, msgId } from '@tongda/protocol/jt808/codec';
import type { HeaderVersion } from '@tongda/protocol/jt808/header';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';

/** The message of a command, and how its result is recognised where the general reply is not all. */
export interface Step {
  id: MsgId;
  body: Bodies[MsgId];
  /** the message that carries the result */
  answerId?: MsgId;
}

/** Flags of a text (0x8300): urgent is bit 0 in 2013, and the two lowest bits 10 in 2019, where 11 is a notice. */
function textFlags({ urgent, show, speak }: Extract<CommandOrder, { kind: 'text' }>, version: HeaderVersion): number {
  const kind = version === '2019' ? (urgent ? 2 : 3) : urgent ? 1 : 0;
  return kind | (show ? 4 : 0) | (speak ? 8 : 0);
}

/** The message that a command is, for a terminal of this edition of the standard. */
export function stepOf(order: CommandOrder, version: HeaderVersion): Step {
  switch (order.kind) {
    case 'text':
      return { id: msgId.text, body: { flags: textFlags(order, version), kind: 1, text: order.text } };
    case 'locate':
      return { id: msgId.queryLocation, body: emptyMessage, answerId: msgId.locationReply };
  }
}

/** What is kept of a result, as plain data. */
export function answerOf(message: Message): unknown {
  switch (message.id) {
    case msgId.locationReply: {
      const { time, lng, lat, speedKmh, statusBits } = message.body.location;
      return { time, lng, lat, speedKmh, located: (statusBits & 2) !== 0 };
    }
    default:
      return undefined;
  }
}
