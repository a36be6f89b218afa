import { type ByteReader, ByteWriter, toBcd } from '../../../bytes';
import { encodeText, readSizedText } from '../../../text';
import type { HeaderVersion } from '../../header';
import { type AreaPoint, areaAttribute, readPeriod } from './rules';

/** A corner of a line, with the rules of the section that begins at it. */
export interface RoutePoint extends AreaPoint {
  id: number;
  sectionId: number;
  /** Width of the section, metres. */
  widthM: number;
  /** Seconds that driving the section should take at most and at least; null = not watched. */
  times: { atMostS: number; atLeastS: number } | null;
  /** Highest speed and the seconds it may be exceeded; null = none. The limit at night exists in 2019 only, else 0. */
  speed: { limitKmh: number; seconds: number; nightKmh: number } | null;
}
/** One line (route) for a terminal (0x8606, JT/T 808-2013 8.41). It replaces the one that has the same id. */
export interface SetRoute {
  id: number;
  /** Attribute bits as of areas ({@link areaAttribute}), of which a line has 0 and 2-5. */
  attributes: number;
  /** When the line is watched, as of areas. */
  period: { from: string; to: string } | null;
  points: RoutePoint[];
  /** 2019 only, else empty. */
  name: string;
}

/** Attribute bits of a section. */
const TIMES = 1;
const SPEED = 2;
const SOUTH = 4;
const WEST = 8;

/** Reads a corner and its section. */
function readRoutePoint(r: ByteReader, version: HeaderVersion): RoutePoint {
  const [id, sectionId, latMicro, lngMicro, widthM, flags] = [
    r.u32('id'),
    r.u32('sectionId'),
    r.u32('lat'),
    r.u32('lng'),
    r.u8('widthM'),
    r.u8('flags'),
  ];
  const times = flags & TIMES ? { atMostS: r.u16('atMostS'), atLeastS: r.u16('atLeastS') } : null;
  const speed =
    flags & SPEED
      ? { limitKmh: r.u16('limitKmh'), seconds: r.u8('seconds'), nightKmh: version === '2019' ? r.u16('nightKmh') : 0 }
      : null;
  return {
    id,
    sectionId,
    lat: (flags & SOUTH ? -latMicro : latMicro) / 1e6,
    lng: (flags & WEST ? -lngMicro : lngMicro) / 1e6,
    widthM,
    times,
    speed,
  };
}

/** Decodes a line. Throws RangeError when the body ends too early. */
export const decodeSetRoute = (r: ByteReader, version: HeaderVersion): SetRoute => readRoute(r, version);

/** Reads one line. */
export function readRoute(r: ByteReader, version: HeaderVersion): SetRoute {
  const id = r.u32('id');
  const attributes = r.u16('attributes');
  const period = readPeriod(r, attributes);
  const points = r.list('points', r.u16('count'), () => readRoutePoint(r, version));
  return { id, attributes, period, points, name: version === '2019' ? readSizedText(r, 'name', 2) : '' };
}

/** Body of 0x8606; night speeds and the name are sent in 2019 only. */
export function encodeSetRoute(line: SetRoute, version: HeaderVersion): Uint8Array {
  const { period } = line;
  const attributes = (line.attributes & ~areaAttribute.period) | (period ? areaAttribute.period : 0);
  const w = new ByteWriter(1024).u32(line.id).u16(attributes);
  if (period) w.bytes(toBcd(period.from, 6)).bytes(toBcd(period.to, 6));
  w.u16(line.points.length);
  for (const p of line.points) {
    const flags = (p.times ? TIMES : 0) | (p.speed ? SPEED : 0) | (p.lat < 0 ? SOUTH : 0) | (p.lng < 0 ? WEST : 0);
    w.u32(p.id)
      .u32(p.sectionId)
      .u32(Math.round(Math.abs(p.lat) * 1e6))
      .u32(Math.round(Math.abs(p.lng) * 1e6));
    w.u8(p.widthM).u8(flags);
    if (p.times) w.u16(p.times.atMostS).u16(p.times.atLeastS);
    if (p.speed) w.u16(p.speed.limitKmh).u8(p.speed.seconds);
    if (p.speed && version === '2019') w.u16(p.speed.nightKmh);
  }
  if (version !== '2019') return w.result();
  const name = encodeText(line.name);
  return w.u16(name.length).bytes(name).result();
}
