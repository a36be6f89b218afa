import { ByteWriter, u16At, u32At } from '../../bytes';
import { decodeTime, encodeTime } from '../time';

/** One additional item of a location report, as sent. */
export interface Item {
  id: number;
  data: Uint8Array;
}

/** Location report. */
export interface Location {
  /** 32 alarm bits and 32 status bits as sent; bit helpers below. */
  alarmBits: number;
  statusBits: number;
  /** Degrees with sign, WGS-84; whatever was sent, see hasFix. */
  lat: number;
  lng: number;
  /** Signed metres. */
  altitudeM: number;
  /** 1 decimal. */
  speedKmh: number;
  /** 0-359 clockwise from north, as sent. */
  directionDeg: number;
  /** Epoch ms; null when the date is impossible. */
  time: number | null;
  items: Item[];
  /** Bytes behind the last whole item (an item that runs past the body, or a single byte); null when there are none. */
  remainder: Uint8Array | null;
}

const BASIC_BYTES = 28;
const SOUTH = 1 << 2;
const WEST = 1 << 3;

/** Throws RangeError when the 28 basic bytes are not there; damaged items never cost the fix. */
export function decodeLocation(data: Uint8Array): Location {
  if (data.length < BASIC_BYTES) throw new RangeError(`a location of ${data.length} bytes`);
  const statusBits = u32At(data, 4);
  const altitude = u16At(data, 16);
  const location: Location = {
    alarmBits: u32At(data, 0),
    statusBits,
    lat: degrees(u32At(data, 8), 90e6, (statusBits & SOUTH) !== 0),
    lng: degrees(u32At(data, 12), 180e6, (statusBits & WEST) !== 0),
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

/** Millionths of a degree, unsigned with the hemisphere in the status word; a few encoders send two's complement instead. */
function degrees(raw: number, limit: number, negative: boolean): number {
  if (raw > limit && raw > 0x7fffffff) return (raw - 0x1_0000_0000) / 1e6;
  return (negative && raw !== 0 ? -raw : raw) / 1e6;
}

const FIXED = 1 << 1;
/** GPS, Beidou, GLONASS or Galileo took part in the fix. */
const BY_SATELLITE = 0xf << 18;

/**
 * The place is that of a base station or a wireless network: the terminal calls itself fixed, yet by its own words no satellite took part
 * (item 0x31 says none and no system of the status word is set). The standard has no bit of its own for it.
 */
export const ofStation = (statusBits: number, satellites: number | undefined): boolean =>
  satellites === 0 && (statusBits & FIXED) !== 0 && (statusBits & BY_SATELLITE) === 0;

/** Items may carry more than 255 bytes only in error: throws RangeError then, and when the time is missing. */
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

/** ACC (status bit 0). */
export const accOn = (statusBits: number): boolean => (statusBits & 1) !== 0;

/** Doors 1-5: front, middle, rear, driver, custom (status bits 13-17); true = open. */
export function doorsOpen(statusBits: number): boolean[] {
  return [13, 14, 15, 16, 17].map((bit) => ((statusBits >>> bit) & 1) === 1);
}

/** Fixed (status bit 1) at a place that exists. 0/0 and all-ones are what modules without a fix send with the bit set. */
export function hasFix(m: Location): boolean {
  if ((m.statusBits & 2) === 0 || Math.abs(m.lat) > 90 || Math.abs(m.lng) > 180) return false;
  return !(m.lat === 0 && m.lng === 0) && !(m.lat === -1e-6 && m.lng === -1e-6);
}
