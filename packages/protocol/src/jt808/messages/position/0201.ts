import { type ByteReader, concatBytes } from '../../../bytes';
import { encodeReplySerial } from '../session/0001';
import { decodeLocation, encodeLocation, type Location } from './0200';

/** Answer to a position query (0x0201, JT/T 808-2013 8.20): the serial of the query and a location. */
export interface LocationReply {
  replySerial: number;
  location: Location;
}

/** Decodes an answer. Throws RangeError when the serial or the 28 basic bytes of the location are incomplete. */
export function decodeLocationReply(r: ByteReader): LocationReply {
  return { replySerial: r.u16('replySerial'), location: decodeLocation(r.rest('location', 'location')) };
}

/** Body of an answer. Throws RangeError for a location that cannot be encoded, see `encodeLocation`. */
export function encodeLocationReply(m: LocationReply): Uint8Array {
  return concatBytes([encodeReplySerial(m.replySerial), encodeLocation(m.location)]);
}
