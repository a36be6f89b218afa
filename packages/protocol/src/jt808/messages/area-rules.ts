import { type ByteReader, type ByteWriter, toBcd, toHex } from '../../bytes';
import { decodeText, encodeText } from '../../text';
import type { HeaderVersion } from '../header';

/** What an area or a line says beside its ground; which of it is sent stands in bits 0 (period) and 1 (speed) of its attributes. */
export interface AreaRules {
  id: number;
  /** bit 0 period, 1 speed limit, 2 tell the driver on entering, 3 the platform, 4 the driver on leaving, 5 the platform; 6 south, 7 west. */
  attributes: number;
  /** BCD digits YYMMDDhhmmss in China's time, 00 for "every"; null without bit 0. */
  period: { from: string; to: string } | null;
  /** null without bit 1; the limit at night is of 2019 and 0 where there is none. */
  speed: { limitKmh: number; seconds: number; nightKmh: number } | null;
  /** 2019 only. */
  name: string;
}

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

/** What the setting does with what the terminal has: replace all, add, change those of the same id. */
export const areaMode = { update: 0, append: 1, modify: 2 } as const;

export interface AreaPoint {
  lat: number;
  lng: number;
}

export const readId = (r: ByteReader): Pick<AreaRules, 'id' | 'attributes'> => ({ id: r.u32(), attributes: r.u16() });

export const readPeriod = (r: ByteReader, attributes: number): AreaRules['period'] =>
  attributes & areaAttribute.period ? { from: toHex(r.bytes(6)), to: toHex(r.bytes(6)) } : null;

export const readSpeed = (r: ByteReader, attributes: number): AreaRules['speed'] =>
  attributes & areaAttribute.speed ? { limitKmh: r.u16(), seconds: r.u8(), nightKmh: 0 } : null;

/** Limit at night and name of 2019, behind everything else of the area. */
export function readTail(
  r: ByteReader,
  version: HeaderVersion,
  speed: AreaRules['speed'],
): Pick<AreaRules, 'speed' | 'name'> {
  if (version !== '2019') return { speed, name: '' };
  const late = speed && { ...speed, nightKmh: r.u16() };
  return { speed: late, name: decodeText(r.bytes(r.u16())) };
}

/** The attributes that fit what is there. */
export const attributesOf = (rules: AreaRules, first: AreaPoint | undefined): number =>
  (rules.attributes & ~(areaAttribute.period | areaAttribute.speed | SOUTH | WEST)) |
  (rules.period ? areaAttribute.period : 0) |
  (rules.speed ? areaAttribute.speed : 0) |
  (first && first.lat < 0 ? SOUTH : 0) |
  (first && first.lng < 0 ? WEST : 0);

export const writePeriod = (w: ByteWriter, { period }: AreaRules): ByteWriter =>
  period ? w.bytes(toBcd(period.from, 6)).bytes(toBcd(period.to, 6)) : w;

export const writeSpeed = (w: ByteWriter, { speed }: AreaRules): ByteWriter =>
  speed ? w.u16(speed.limitKmh).u8(speed.seconds) : w;

export function writeTail(w: ByteWriter, version: HeaderVersion, { speed, name }: AreaRules): ByteWriter {
  if (version !== '2019') return w;
  if (speed) w.u16(speed.nightKmh);
  const text = encodeText(name);
  return w.u16(text.length).bytes(text);
}

/** Degrees with the sign that the attributes say. */
export const readPoint = (r: ByteReader, attributes: number): AreaPoint => {
  const lat = r.u32() / 1e6;
  const lng = r.u32() / 1e6;
  return { lat: attributes & SOUTH ? -lat : lat, lng: attributes & WEST ? -lng : lng };
};

export const writePoint = (w: ByteWriter, { lat, lng }: AreaPoint): ByteWriter =>
  w.u32(Math.round(Math.abs(lat) * 1e6)).u32(Math.round(Math.abs(lng) * 1e6));
