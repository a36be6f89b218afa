import { type ByteReader, ByteWriter, toHex, u32At } from '../../../bytes';
import { BASIC_BYTES, decodeLocation, encodeLocation, type Location } from '../position/0200';
import { type MediaEvent, readMediaEvent, writeMediaEvent } from './0800';

/**
 * A photo, sound or video (0x0801, JT/T 808-2013 8.52). It comes in many packages; only the body put together of all of them can be decoded. The
 * platform answers with 0x8800.
 */
export interface MediaData extends MediaEvent {
  /** Where it was taken, without items of additional information. Null in the layout of 2011, which has no place. */
  location: Location | null;
  /** The file. */
  data: Uint8Array;
}

const EVENT_BYTES = 8;

/** Decodes media. Throws RangeError when the event is incomplete. The header does not tell 2011 from 2013, so {@link looksLikeLocation} does. */
export function decodeMediaData(r: ByteReader): MediaData {
  const event = readMediaEvent(r);
  const location = looksLikeLocation(r.ahead) ? decodeLocation(r.bytes(BASIC_BYTES, 'location', 'location')) : null;
  return { ...event, location, data: r.rest('data') };
}

/**
 * Whether the first 28 bytes can be a location: degrees up to 180 and a time made of digits. The beginning of a file is neither. (Up to 180
 * for the latitude too, because some encoders swap the two.)
 */
function looksLikeLocation(data: Uint8Array): boolean {
  if (data.length < BASIC_BYTES) return false;
  return (
    isDegrees(u32At(data, 8)) && isDegrees(u32At(data, 12)) && /^\d{12}$/.test(toHex(data.subarray(22, BASIC_BYTES)))
  );
}

/** Millionths of degrees, as a number or as a negative one in two's complement. */
const isDegrees = (raw: number): boolean => raw <= 180e6 || raw >= 0x1_0000_0000 - 180e6;

/** Body of media. Throws RangeError for a location without a time. */
export function encodeMediaData(m: MediaData): Uint8Array {
  const w = writeMediaEvent(new ByteWriter(EVENT_BYTES + BASIC_BYTES + m.data.length), m);
  if (m.location) w.bytes(encodeLocation(m.location));
  return w.bytes(m.data).result();
}
