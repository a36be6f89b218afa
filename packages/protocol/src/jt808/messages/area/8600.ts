import { type ByteReader, ByteWriter, writeCount } from '../../../bytes';
import type { HeaderVersion } from '../../header';
import {
  type AreaPoint,
  type AreaRules,
  attributesOf,
  readIdAndAttributes,
  readNightSpeedAndName,
  readPeriod,
  readPoint,
  readSpeed,
  writeNightSpeedAndName,
  writePeriod,
  writePoint,
  writeSpeed,
} from './rules';

/** A circular area. */
export interface CircleArea extends AreaRules {
  centre: AreaPoint;
  radiusM: number;
}
/** Circular areas for a terminal (0x8600, JT/T 808-2013 8.35). */
export interface SetCircles {
  /** One of `areaMode`. */
  mode: number;
  areas: CircleArea[];
}
/** A rectangular area by two of its corners. */
export interface RectArea extends AreaRules {
  northWest: AreaPoint;
  southEast: AreaPoint;
}
/** Rectangular areas for a terminal (0x8602, JT/T 808-2013 8.37). */
export interface SetRects {
  /** One of `areaMode`. */
  mode: number;
  areas: RectArea[];
}

/** Decodes circles. Throws RangeError when the body ends too early. */
export function decodeSetCircles(r: ByteReader, version: HeaderVersion): SetCircles {
  return { mode: r.u8('mode'), areas: r.list('areas', r.u8('count'), () => readCircle(r, version)) };
}

/** Reads one circle. */
export function readCircle(r: ByteReader, version: HeaderVersion): CircleArea {
  const head = readIdAndAttributes(r);
  const centre = readPoint(r, head.attributes);
  const radiusM = r.u32('radiusM');
  const period = readPeriod(r, head.attributes);
  return { ...head, centre, radiusM, period, ...readNightSpeedAndName(r, version, readSpeed(r, head.attributes)) };
}

/** Body of 0x8600 with as many circles as given. Throws RangeError for more than 255. */
export function encodeSetCircles({ mode, areas }: SetCircles, version: HeaderVersion): Uint8Array {
  const w = writeCount(new ByteWriter(256).u8(mode), areas.length);
  for (const area of areas) writeCircle(w, area, version);
  return w.result();
}

/** Writes one circle. */
export function writeCircle(w: ByteWriter, area: CircleArea, version: HeaderVersion): void {
  writePoint(w.u32(area.id).u16(attributesOf(area, area.centre)), area.centre).u32(area.radiusM);
  writeNightSpeedAndName(writeSpeed(writePeriod(w, area), area), version, area);
}

/** Decodes rectangles. Throws RangeError when the body ends too early. */
export function decodeSetRects(r: ByteReader, version: HeaderVersion): SetRects {
  return { mode: r.u8('mode'), areas: r.list('areas', r.u8('count'), () => readRect(r, version)) };
}

/** Reads one rectangle. */
export function readRect(r: ByteReader, version: HeaderVersion): RectArea {
  const head = readIdAndAttributes(r);
  const northWest = readPoint(r, head.attributes);
  const southEast = readPoint(r, head.attributes);
  const period = readPeriod(r, head.attributes);
  const rest = readNightSpeedAndName(r, version, readSpeed(r, head.attributes));
  return { ...head, northWest, southEast, period, ...rest };
}

/** Body of 0x8602 with as many rectangles as given. Throws RangeError for more than 255. */
export function encodeSetRects({ mode, areas }: SetRects, version: HeaderVersion): Uint8Array {
  const w = writeCount(new ByteWriter(256).u8(mode), areas.length);
  for (const area of areas) writeRect(w, area, version);
  return w.result();
}

/** Writes one rectangle. */
export function writeRect(w: ByteWriter, area: RectArea, version: HeaderVersion): void {
  writePoint(w.u32(area.id).u16(attributesOf(area, area.northWest)), area.northWest);
  writePoint(w, area.southEast);
  writeNightSpeedAndName(writeSpeed(writePeriod(w, area), area), version, area);
}
