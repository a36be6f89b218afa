import { ByteReader, concatBytes } from '../../../bytes';
import { encodeReplySerial } from '../session/0001';
import { decodeLocation, encodeLocation, type Location } from './0200';

/** Answer to a position query (0x0201, JT/T 808-2013 8.20): the serial of the query and a location. */
export interface LocationReply {
  replySerial: number;
  location: Location;
}

/** Decodes an answer. Throws RangeError when the serial or the 28 basic bytes of the location are incomplete. */
export function decodeLocationReply(data: Uint8Array): LocationReply {
  const r = new ByteReader(data);
  return { replySerial: r.u16(), location: decodeLocation(r.rest()) };
}

/** Body of an answer. Throws RangeError for a location that cannot be encoded, see `encodeLocation`. */
export function encodeLocationReply(m: LocationReply): Uint8Array {
  return concatBytes([encodeReplySerial(m.replySerial), encodeLocation(m.location)]);
}
