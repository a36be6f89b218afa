import { type decodeFrame, msgId } from '@tongda/protocol/jt808/codec';
import type { Location } from '@tongda/protocol/jt808/messages/position/0200';

type Message = Exclude<ReturnType<typeof decodeFrame>, string>['message'];

/** The locations in a message, in their order; none in one that is no report. */
export function locationsOf(message: Message): readonly Location[] {
  switch (message.id) {
    case msgId.location:
      return [message.body];
    case msgId.locationReply:
    case msgId.vehicleControlReply:
      return [message.body.location];
    case msgId.locationBatch:
    case msgId.smallBatch:
      return message.body.locations;
    default:
      return [];
  }
}
