import { type ByteReader, ByteWriter, fromHex, toBcd, toHex } from '../../../bytes';
import type { Item } from './0200';

/**
 * Location of an electronic lock (0x5501, and 0x5502 for one without a fix; in no standard, as Traccar reads it). Its frame has a serial of one byte.
 * Lock makers (Jointech and others) send it.
 */
export interface LockLocation {
  /** Epoch ms; null when the date is impossible. The lock's clock runs in UTC. */
  time: number | null;
  /** Degrees, WGS-84, negative in the south. */
  lat: number;
  /** Degrees, WGS-84, negative in the west. */
  lng: number;
  /** Whether the place was found by satellite. */
  fixed: boolean;
  /** Upper bit of the flags behind the longitude, which is not explained. */
  flag: boolean;
  /** Knots, two digits. */
  speedKnots: number;
  /** Degrees from north in steps of 2. */
  directionDeg: number;
  signal: number;
  satellites: number;
  odometerKm: number;
  /** Per cent up to 100; 0xAA and 0xAB = charging. */
  battery: number;
  /** Cell of the radio network. */
  cellId: number;
  areaCode: number;
  /** Kind of lock, which the meaning of the next two words depends on. */
  product: number;
  statusBits: number;
  alarmBits: number;
  items: Item[];
}

const FIXED = 1;
const NORTH = 2;
const EAST = 4;
const FLAG = 8;

/** Decodes a lock's location. Throws RangeError when it ends inside a field and when a coordinate is not made of digits. */
export function decodeLockLocation(r: ByteReader): LockLocation {
  const time = readTime(r);
  const lat = degreesOf(toHex(r.bytes(4, 'lat', 'digits')));
  // nine digits of the longitude and the flags share five bytes
  const packed = toHex(r.bytes(5, 'lngAndFlags', 'digits'));
  const flags = Number.parseInt(packed.slice(9), 16);
  const lng = degreesOf(packed.slice(0, 9));
  return {
    time,
    lat: flags & NORTH ? lat : -lat,
    lng: flags & EAST ? lng : -lng,
    fixed: (flags & FIXED) !== 0,
    flag: (flags & FLAG) !== 0,
    speedKnots: digitsOf(toHex(r.bytes(1, 'speedKnots', 'digits'))),
    directionDeg: r.u8('directionDeg') * 2,
    signal: r.u8('signal'),
    satellites: r.u8('satellites'),
    odometerKm: r.u32('odometerKm'),
    battery: r.u8('battery'),
    cellId: r.u32('cellId'),
    areaCode: r.u16('areaCode'),
    product: r.u8('product'),
    statusBits: r.u16('statusBits'),
    alarmBits: r.u16('alarmBits'),
    items: readItems(r),
  };
}

/** BCD[6] with the day first: DDMMYYhhmmss in UTC. */
function readTime(r: ByteReader): number | null {
  const [, day, month, year, clock] = /^(\d\d)(\d\d)(\d\d)(\d{6})$/.exec(toHex(r.bytes(6, 'lockTime', 'digits'))) ?? [];
  if (!day || !clock) return null;
  const text = `20${year}-${month}-${day}T${clock.slice(0, 2)}:${clock.slice(2, 4)}:${clock.slice(4)}.000Z`;
  const time = new Date(text).getTime();
  // a date such as 31 February is moved on by Date, or is none
  return Number.isNaN(time) || new Date(time).toISOString() !== text ? null : time;
}

/** Number of decimal digits. Throws RangeError when they are none. */
function digitsOf(digits: string): number {
  if (!/^\d+$/.test(digits)) throw new RangeError(`not digits: ${digits}`);
  return Number(digits);
}

/** Degrees of digits that are whole degrees and then minutes with four decimals. */
function degreesOf(digits: string): number {
  const value = digitsOf(digits);
  const degrees = Math.floor(value / 1e6);
  return (degrees * 60e4 + (value - degrees * 1e6)) / 60e4;
}

/** The other way round. */
function toDigits(degrees: number, length: number): string {
  const minutes = Math.round(Math.abs(degrees) * 60e4);
  const whole = Math.floor(minutes / 60e4);
  return String(whole * 1e6 + (minutes - whole * 60e4)).padStart(length, '0');
}

const readItem = (r: ByteReader): Item => ({
  id: r.u8('id'),
  data: r.bytes(Math.min(r.u8('dataLength'), r.remaining), 'data'),
});

function readItems(r: ByteReader): Item[] {
  const items: Item[] = [];
  while (r.remaining > 1) items.push(r.entry('items', items.length, () => readItem(r)));
  return items;
}

/** Body of a lock's location. Throws RangeError without a time, for an item of more than 255 bytes and a speed of more than 99 knots. */
export function encodeLockLocation(m: LockLocation): Uint8Array {
  if (m.time === null) throw new RangeError('a location needs a time');
  const iso = new Date(m.time).toISOString();
  const flags = (m.fixed ? FIXED : 0) | (m.lat >= 0 ? NORTH : 0) | (m.lng >= 0 ? EAST : 0) | (m.flag ? FLAG : 0);
  const w = new ByteWriter(64)
    .bytes(fromHex(iso.slice(8, 10) + iso.slice(5, 7) + iso.slice(2, 4) + iso.slice(11, 19).replaceAll(':', '')))
    .bytes(toBcd(toDigits(m.lat, 8), 4))
    .bytes(fromHex(toDigits(m.lng, 9) + flags.toString(16)))
    .bytes(toBcd(String(m.speedKnots), 1))
    .u8(Math.round(m.directionDeg / 2))
    .u8(m.signal)
    .u8(m.satellites)
    .u32(m.odometerKm)
    .u8(m.battery)
    .u32(m.cellId)
    .u16(m.areaCode)
    .u8(m.product)
    .u16(m.statusBits)
    .u16(m.alarmBits);
  for (const { id, data } of m.items) {
    if (data.length > 0xff) throw new RangeError(`item ${id} is too long`);
    w.u8(id).u8(data.length).bytes(data);
  }
  return w.result();
}
