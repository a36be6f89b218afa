import { type ByteReader, ByteWriter } from '../../../bytes';
import type { HeaderVersion } from '../../header';
import { type CircleArea, type RectArea, readCircle, readRect, writeCircle, writeRect } from './8600';
import { encodeSetPolygon, readPolygon, type SetPolygon } from './8604';
import { encodeSetRoute, readRoute, type SetRoute } from './8606';
import { areaKind, readIds } from './8608';

/** Areas of a terminal (0x0608, 2019 8.41), its answer to 0x8608. Only the list of the kind that was asked for has entries. */
export interface AreaList {
  /** One of `areaKind`. */
  kind: number;
  circles: CircleArea[];
  rects: RectArea[];
  polygons: SetPolygon[];
  routes: SetRoute[];
  /** For kinds that the standard does not know: bare ids. */
  ids: number[];
}

type ReadOne<T> = (r: ByteReader, version: HeaderVersion) => T;

/** Decodes areas, each in the layout of the message that sets it. Throws RangeError when an area that was counted is cut off. */
export function decodeAreaList(r: ByteReader, version: HeaderVersion): AreaList {
  const list: AreaList = { kind: r.u8('kind'), circles: [], rects: [], polygons: [], routes: [], ids: [] };
  const all = <T>(read: ReadOne<T>): T[] => readAll(r, version, read);
  switch (list.kind) {
    case areaKind.circle:
      return { ...list, circles: all(readCircle) };
    case areaKind.rect:
      return { ...list, rects: all(readRect) };
    case areaKind.polygon:
      return { ...list, polygons: all(readPolygon) };
    case areaKind.route:
      return { ...list, routes: all(readRoute) };
    default:
      return { ...list, ids: readIds(r) };
  }
}

/**
 * Reads a count and as many areas. Circles and rectangles come either directly one after the other, or each behind the two bytes (mode and count) that
 * a body of 0x8600 and 0x8602 begins with: the layout that uses the body up is the right one.
 */
function readAll<T>(r: ByteReader, version: HeaderVersion, read: ReadOne<T>): T[] {
  const count = r.u32('count');
  // an area has more bytes than this, so that a wrong count costs no memory
  if (count * 8 > r.remaining) throw new RangeError(`${count} areas in ${r.remaining} bytes`);
  return readExactly(r.attempt(), count, version, read, 2) ?? readRow(r, count, version, read, 0);
}

/** As many areas, when they use the bytes up; else null. */
function readExactly<T>(
  r: ByteReader,
  count: number,
  version: HeaderVersion,
  read: ReadOne<T>,
  skip: number,
): T[] | null {
  try {
    const areas = readRow(r, count, version, read, skip);
    return r.remaining === 0 && count > 0 ? areas : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const readRow = <T>(r: ByteReader, count: number, version: HeaderVersion, read: ReadOne<T>, skip: number): T[] =>
  r.list('areas', count, () => {
    r.bytes(skip, 'modeAndCount');
    return read(r, version);
  });

/** Body of areas, one directly behind the other. */
export function encodeAreaList(m: AreaList, version: HeaderVersion): Uint8Array {
  const count = Math.max(m.circles.length, m.rects.length, m.polygons.length, m.routes.length, m.ids.length);
  const w = new ByteWriter(256).u8(m.kind).u32(count);
  for (const circle of m.circles) writeCircle(w, circle, version);
  for (const rect of m.rects) writeRect(w, rect, version);
  for (const polygon of m.polygons) w.bytes(encodeSetPolygon(polygon, version));
  for (const route of m.routes) w.bytes(encodeSetRoute(route, version));
  for (const id of m.ids) w.u32(id);
  return w.result();
}
