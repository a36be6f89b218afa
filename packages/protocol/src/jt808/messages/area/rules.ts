import { type ByteReader, type ByteWriter, toBcd, toHex } from '../../../bytes';
import { encodeText, readSizedText } from '../../../text';
import type { HeaderVersion } from '../../header';

/**
 * Rules of an area, the same for circles, rectangles and polygons (JT/T 808-2013 8.35-8.40). Attribute bits 0 and 1 say whether period and speed are
 * sent.
 */
export interface AreaRules {
  id: number;
  /** Bit 0 period, 1 speed limit; on entering tell 2 the driver, 3 the platform; on leaving tell 4 the driver, 5 the platform; 6 south, 7 west. */
  attributes: number;
  /** When the rules hold: digits YYMMDDhhmmss in China's time; a date of 00-00-00 means every day. Null without bit 0. */
  period: { from: string; to: string } | null;
  /** Highest speed and the seconds it may be exceeded; the limit at night exists in 2019 only, else 0. Null without bit 1. */
  speed: { limitKmh: number; seconds: number; nightKmh: number } | null;
  /** 2019 only, else empty. */
  name: string;
}

/** Attribute bits of an area. */
export const areaAttribute = {
  period: 1,
  speed: 2,
  driverIn: 4,
  platformIn: 8,
  driverOut: 16,
  platformOut: 32,
} as const;
const SOUTH = 64;
const WEST = 128;

/** What the terminal does with the areas it has: replace all of them, add the new ones, or change those that have the same id. */
export const areaMode = { update: 0, append: 1, modify: 2 } as const;

/** A place in degrees, WGS-84. */
export interface AreaPoint {
  lat: number;
  lng: number;
}

/** Reads the first fields of an area. */
export const readIdAndAttributes = (r: ByteReader): Pick<AreaRules, 'id' | 'attributes'> => ({
  id: r.u32('id'),
  attributes: r.u16('attributes'),
});

/** Reads the period when the attributes say that there is one. */
export const readPeriod = (r: ByteReader, attributes: number): AreaRules['period'] =>
  attributes & areaAttribute.period
    ? { from: toHex(r.bytes(6, 'from', 'digits')), to: toHex(r.bytes(6, 'to', 'digits')) }
    : null;

/** Reads the speed limit by day when the attributes say that there is one. */
export const readSpeed = (r: ByteReader, attributes: number): AreaRules['speed'] =>
  attributes & areaAttribute.speed ? { limitKmh: r.u16('limitKmh'), seconds: r.u8('seconds'), nightKmh: 0 } : null;

/** Reads what 2019 has behind everything else of an area: the limit at night, when there is a limit, and the name. */
export function readNightSpeedAndName(
  r: ByteReader,
  version: HeaderVersion,
  speed: AreaRules['speed'],
): Pick<AreaRules, 'speed' | 'name'> {
  if (version !== '2019') return { speed, name: '' };
  const late = speed && { ...speed, nightKmh: r.u16('nightKmh') };
  return { speed: late, name: readSizedText(r, 'name', 2) };
}

/** The attributes with bits 0, 1, 6 and 7 set by what the area has: period, speed limit and the hemisphere of its first point. */
export const attributesOf = (rules: AreaRules, first: AreaPoint | undefined): number =>
  (rules.attributes & ~(areaAttribute.period | areaAttribute.speed | SOUTH | WEST)) |
  (rules.period ? areaAttribute.period : 0) |
  (rules.speed ? areaAttribute.speed : 0) |
  (first && first.lat < 0 ? SOUTH : 0) |
  (first && first.lng < 0 ? WEST : 0);

/** Writes the period, if there is one. */
export const writePeriod = (w: ByteWriter, { period }: AreaRules): ByteWriter =>
  period ? w.bytes(toBcd(period.from, 6)).bytes(toBcd(period.to, 6)) : w;

/** Writes the speed limit by day, if there is one. */
export const writeSpeed = (w: ByteWriter, { speed }: AreaRules): ByteWriter =>
  speed ? w.u16(speed.limitKmh).u8(speed.seconds) : w;

/** Writes what 2019 has behind everything else of an area. */
export function writeNightSpeedAndName(w: ByteWriter, version: HeaderVersion, { speed, name }: AreaRules): ByteWriter {
  if (version !== '2019') return w;
  if (speed) w.u16(speed.nightKmh);
  const text = encodeText(name);
  return w.u16(text.length).bytes(text);
}

/** Reads a place: millionths of degrees, whose signs stand in the attributes. */
export const readPoint = (r: ByteReader, attributes: number): AreaPoint => {
  const lat = r.u32('lat') / 1e6;
  const lng = r.u32('lng') / 1e6;
  return { lat: attributes & SOUTH ? -lat : lat, lng: attributes & WEST ? -lng : lng };
};

/** Writes a place without its signs, which stand in the attributes. */
export const writePoint = (w: ByteWriter, { lat, lng }: AreaPoint): ByteWriter =>
  w.u32(Math.round(Math.abs(lat) * 1e6)).u32(Math.round(Math.abs(lng) * 1e6));
