import { ByteReader, ByteWriter } from '../../bytes';
import type { HeaderVersion } from '../header';
import {
  type AreaPoint,
  type AreaRules,
  attributesOf,
  readId,
  readPeriod,
  readPoint,
  readSpeed,
  readTail,
  writePeriod,
  writePoint,
  writeSpeed,
  writeTail,
} from './area-rules';

/** One polygon (0x8604); the one of the same id is replaced. */
export interface SetPolygon extends AreaRules {
  points: AreaPoint[];
}

export function decodeSetPolygon(data: Uint8Array, version: HeaderVersion): SetPolygon {
  const r = new ByteReader(data);
  const head = readId(r);
  const period = readPeriod(r, head.attributes);
  const speed = readSpeed(r, head.attributes);
  const points = Array.from({ length: r.u16() }, () => readPoint(r, head.attributes));
  return { ...head, period, points, ...readTail(r, version, speed) };
}

export function encodeSetPolygon(area: SetPolygon, version: HeaderVersion): Uint8Array {
  const w = new ByteWriter(1024).u32(area.id).u16(attributesOf(area, area.points[0]));
  writeSpeed(writePeriod(w, area), area).u16(area.points.length);
  for (const point of area.points) writePoint(w, point);
  return writeTail(w, version, area).result();
}
