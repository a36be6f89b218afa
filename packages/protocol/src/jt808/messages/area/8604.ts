import { type ByteReader, ByteWriter } from '../../../bytes';
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

/** One polygonal area for a terminal (0x8604, JT/T 808-2013 8.39). It replaces the one that has the same id. */
export interface SetPolygon extends AreaRules {
  points: AreaPoint[];
}

/** Decodes a polygon. Throws RangeError when the body ends too early. */
export const decodeSetPolygon = (r: ByteReader, version: HeaderVersion): SetPolygon => readPolygon(r, version);

/** Reads one polygon. */
export function readPolygon(r: ByteReader, version: HeaderVersion): SetPolygon {
  const head = readIdAndAttributes(r);
  const period = readPeriod(r, head.attributes);
  const speed = readSpeed(r, head.attributes);
  const points = r.list('points', r.u16('count'), () => readPoint(r, head.attributes));
  return { ...head, period, points, ...readNightSpeedAndName(r, version, speed) };
}

/** Body of 0x8604. In 2019 night speed and name come last, behind the corners. */
export function encodeSetPolygon(area: SetPolygon, version: HeaderVersion): Uint8Array {
  const w = new ByteWriter(1024).u32(area.id).u16(attributesOf(area, area.points[0]));
  writeSpeed(writePeriod(w, area), area).u16(area.points.length);
  for (const point of area.points) writePoint(w, point);
  return writeNightSpeedAndName(w, version, area).result();
}
