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

export interface CircleArea extends AreaRules {
  centre: AreaPoint;
  radiusM: number;
}
/** Circular areas (0x8600). */
export interface SetCircles {
  /** areaMode */
  mode: number;
  areas: CircleArea[];
}
export interface RectArea extends AreaRules {
  northWest: AreaPoint;
  southEast: AreaPoint;
}
/** Rectangular areas (0x8602). */
export interface SetRects {
  mode: number;
  areas: RectArea[];
}

export function decodeSetCircles(data: Uint8Array, version: HeaderVersion): SetCircles {
  const r = new ByteReader(data);
  return {
    mode: r.u8(),
    areas: Array.from({ length: r.u8() }, () => {
      const head = readId(r);
      const centre = readPoint(r, head.attributes);
      const radiusM = r.u32();
      const period = readPeriod(r, head.attributes);
      return { ...head, centre, radiusM, period, ...readTail(r, version, readSpeed(r, head.attributes)) };
    }),
  };
}

export function encodeSetCircles({ mode, areas }: SetCircles, version: HeaderVersion): Uint8Array {
  const w = new ByteWriter(256).u8(mode).u8(areas.length);
  for (const area of areas) {
    writePoint(w.u32(area.id).u16(attributesOf(area, area.centre)), area.centre).u32(area.radiusM);
    writeTail(writeSpeed(writePeriod(w, area), area), version, area);
  }
  return w.result();
}

export function decodeSetRects(data: Uint8Array, version: HeaderVersion): SetRects {
  const r = new ByteReader(data);
  return {
    mode: r.u8(),
    areas: Array.from({ length: r.u8() }, () => {
      const head = readId(r);
      const northWest = readPoint(r, head.attributes);
      const southEast = readPoint(r, head.attributes);
      const period = readPeriod(r, head.attributes);
      return { ...head, northWest, southEast, period, ...readTail(r, version, readSpeed(r, head.attributes)) };
    }),
  };
}

export function encodeSetRects({ mode, areas }: SetRects, version: HeaderVersion): Uint8Array {
  const w = new ByteWriter(256).u8(mode).u8(areas.length);
  for (const area of areas) {
    writePoint(w.u32(area.id).u16(attributesOf(area, area.northWest)), area.northWest);
    writePoint(w, area.southEast);
    writeTail(writeSpeed(writePeriod(w, area), area), version, area);
  }
  return w.result();
}
