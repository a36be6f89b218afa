import { ByteReader, concat } from '../../bytes';
import { encodeReplySerial } from './0001';
import { decodeLocation, encodeLocation, type Location } from './0200';

/** Answer to a position query (0x8201) or to a vehicle control: the question's serial and a location. */
export interface LocationReply {
  replySerial: number;
  location: Location;
}

export function decodeLocationReply(data: Uint8Array): LocationReply {
  const r = new ByteReader(data);
  return { replySerial: r.u16(), location: decodeLocation(r.rest()) };
}

export function encodeLocationReply(m: LocationReply): Uint8Array {
  return concat([encodeReplySerial(m.replySerial), encodeLocation(m.location)]);
}
