import { type ByteReader, ByteWriter, u16At, u32At } from '../../../bytes';
import { decodeTime, encodeTime } from '../../time';

/** One item of additional information in a location report, as sent: {id, length, data}, 255 bytes of data at most. */
export interface Item {
  id: number;
  data: Uint8Array;
}

/** Location report (0x0200, JT/T 808-2013 8.18): 28 basic bytes and items of additional information behind them. */
export interface Location {
  /** Alarm word as sent, 32 bits. */
  alarmBits: number;
  /** Status word as sent, 32 bits; read by the helpers below. */
  statusBits: number;
  /** Degrees, WGS-84, negative in the south. Whatever was sent stands here: {@link hasFix} says whether it is a place. */
  lat: number;
  /** Degrees, WGS-84, negative in the west. */
  lng: number;
  /** Metres, negative below sea level. */
  altitudeM: number;
  /** One decimal. */
  speedKmh: number;
  /** Degrees clockwise from north, 0-359, as sent. */
  directionDeg: number;
  /** Epoch ms; null when the date is impossible. */
  time: number | null;
  items: Item[];
  /** Bytes behind the last whole item (an item that runs past the body, or a single byte); null when there are none. */
  remainder: Uint8Array | null;
}

/** Bytes of a location without items. */
export const BASIC_BYTES = 28;
const SOUTH = 1 << 2;
const WEST = 1 << 3;

/**
 * Decodes a location report. Throws RangeError when the 28 basic bytes are incomplete. Damaged items do not make the report unreadable: they become
 * its remainder.
 */
export function decodeLocation(data: Uint8Array): Location {
  if (data.length < BASIC_BYTES) throw new RangeError(`a location of ${data.length} bytes`);
  const statusBits = u32At(data, 4);
  const altitude = u16At(data, 16);
  const location: Location = {
    alarmBits: u32At(data, 0),
    statusBits,
    lat: toDegrees(u32At(data, 8), 90e6, (statusBits & SOUTH) !== 0),
    lng: toDegrees(u32At(data, 12), 180e6, (statusBits & WEST) !== 0),
    altitudeM: altitude > 0x7fff ? altitude - 0x10000 : altitude,
    speedKmh: u16At(data, 18) / 10,
    directionDeg: u16At(data, 20),
    time: decodeTime(data, 22),
    items: [],
    remainder: null,
  };
  let at = BASIC_BYTES;
  while (at < data.length) {
    const end = at + 2 + (data[at + 1] ?? Number.POSITIVE_INFINITY);
    if (end > data.length) {
      location.remainder = data.subarray(at);
      break;
    }
    location.items.push({ id: data[at] ?? 0, data: data.subarray(at + 2, end) });
    at = end;
  }
  return location;
}

/**
 * What stands where in a location report, for whoever traces it. {@link decodeLocation} itself reads at fixed places: it is what a gateway does most.
 * A test holds the two together.
 */
export function readLocationFields(r: ByteReader): void {
  r.u32('alarmBits');
  r.u32('statusBits');
  r.u32('lat');
  r.u32('lng');
  r.u16('altitudeM');
  r.u16('speedKmh');
  r.u16('directionDeg');
  r.bytes(6, 'time', 'time');
  for (let i = 0; r.remaining > 1; i++)
    r.entry('items', i, () => {
      r.u8('id');
      r.bytes(r.u8('dataLength'), 'data');
    });
}

/**
 * Degrees of a field in millionths. By the standard it is unsigned and the status word has the hemisphere; a few encoders send two's complement
 * instead.
 */
function toDegrees(raw: number, limit: number, negative: boolean): number {
  if (raw > limit && raw > 0x7fffffff) return (raw - 0x1_0000_0000) / 1e6;
  return (negative && raw !== 0 ? -raw : raw) / 1e6;
}

/** Status bit 1: the terminal has a fix. */
const FIXED = 1 << 1;
/** Status bits 18-21: GPS, Beidou, GLONASS or Galileo took part in the fix. */
const BY_SATELLITE = 0xf << 18;

/**
 * Whether the place of a report is that of a base station or a wireless network. The standard has no bit for it, so it is recognised by a contradiction:
 * the terminal says that it has a fix, but counts no satellites (item 0x31) and names no satellite system (status bits 18-21).
 */
export const isStationFix = (statusBits: number, satellites: number | undefined): boolean =>
  satellites === 0 && (statusBits & FIXED) !== 0 && (statusBits & BY_SATELLITE) === 0;

/**
 * Body of a location report. Throws RangeError without a time, and when an item has more than 255 bytes. The hemisphere bits follow the signs of the
 * place.
 */
export function encodeLocation(m: Location): Uint8Array {
  if (m.time === null) throw new RangeError('a location needs a time');
  const hemisphere = (m.lat < 0 ? SOUTH : 0) | (m.lng < 0 ? WEST : 0);
  const w = new ByteWriter(96)
    .u32(m.alarmBits)
    .u32((m.statusBits & ~(SOUTH | WEST)) | hemisphere)
    .u32(Math.round(Math.abs(m.lat) * 1e6))
    .u32(Math.round(Math.abs(m.lng) * 1e6))
    .u16(m.altitudeM)
    .u16(Math.round(m.speedKmh * 10))
    .u16(m.directionDeg)
    .bytes(encodeTime(m.time));
  for (const item of m.items) {
    if (item.data.length > 0xff) throw new RangeError(`item ${item.id} is too long`);
    w.u8(item.id).u8(item.data.length).bytes(item.data);
  }
  if (m.remainder) w.bytes(m.remainder);
  return w.result();
}

/** No vehicle is faster, km/h; 0xFFFF is 6553.5. */
const fastestKmh = 500;
/** 0xFFFF, 0x7FFF and 0x8000 as a signed word. */
const noAltitudes: ReadonlySet<number> = new Set([-1, 0x7fff, -0x8000]);

/** Speed (km/h), direction (degrees) and altitude (m) of a report; null where it does not know them: terminals then set all bits of a field, or send what its field cannot mean. */
export const motionOf = ({ speedKmh, directionDeg, altitudeM }: Location) => ({
  speedKmh: speedKmh > fastestKmh ? null : speedKmh,
  directionDeg: directionDeg > 359 ? null : directionDeg,
  altitudeM: noAltitudes.has(altitudeM) ? null : altitudeM,
});

/** Whether the ignition (ACC, status bit 0) is on. */
export const isAccOn = (statusBits: number): boolean => (statusBits & 1) !== 0;

/** Doors 1-5 (front, middle, rear, driver's, free; status bits 13-17) in this order; true = open. */
export function doorStatesOf(statusBits: number): boolean[] {
  return [13, 14, 15, 16, 17].map((bit) => ((statusBits >>> bit) & 1) === 1);
}

/** Whether the report has a fix (status bit 1) at a place that exists. Modules without a fix send 0/0 or all ones, sometimes with the bit set. */
export function hasFix(m: Location): boolean {
  if ((m.statusBits & 2) === 0 || Math.abs(m.lat) > 90 || Math.abs(m.lng) > 180) return false;
  return !(m.lat === 0 && m.lng === 0) && !(m.lat === -1e-6 && m.lng === -1e-6);
}
