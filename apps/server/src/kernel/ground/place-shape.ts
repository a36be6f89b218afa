import type { WireShape } from '@tongda/contract/ground/place/shape';
import { bboxOf } from '@tongda/geo/polygon';
import { rectRing, type Shape, shapeCentre } from '@tongda/geo/shape';
import type { LngLat, Polygon } from '@tongda/geo/types';

/** The ground of a place as the table `place_shape` keeps it: GeoJSON in WGS-84, with the radius of a circle or the half width of a line beside it. */
export interface StoredShape {
  kind: string;
  geometry: unknown;
  radius_m: number | null;
  adcode: string | null;
}

interface GeoJson {
  type: string;
  coordinates: unknown;
}

/** The ground as the geometry functions take it. A geometry that does not fit its kind becomes a district without parts: nothing lies in it. */
export function shapeOf(row: StoredShape): Shape {
  // the column is jsonb; `storedShapeOf` is the only writer, and what each kind holds is what it writes
  const { type, coordinates } = row.geometry as GeoJson;
  const radiusM = row.radius_m ?? 0;
  switch (row.kind) {
    case 'circle':
      // a Point
      return { kind: 'circle', centre: coordinates as LngLat, radiusM };
    case 'rect': {
      // a Polygon
      const ring = (coordinates as Polygon)[0] ?? [];
      return { kind: 'rect', box: bboxOf(ring) ?? [0, 0, 0, 0] };
    }
    case 'polygon':
      // a Polygon
      return { kind: 'polygon', rings: (coordinates as Polygon).map(openRing) };
    case 'line':
      // a LineString
      return { kind: 'line', path: coordinates as LngLat[], halfWidthM: radiusM };
    default:
      // the type says so
      return { kind: 'district', parts: type === 'MultiPolygon' ? (coordinates as Polygon[]) : [] };
  }
}

/** A stored ground as the API answers it. */
export function wireShapeOf(row: StoredShape): WireShape {
  const shape = shapeOf(row);
  switch (shape.kind) {
    case 'circle':
      return { kind: 'circle', lng: shape.centre[0], lat: shape.centre[1], radiusM: shape.radiusM };
    case 'rect': {
      const [west, south, east, north] = shape.box;
      return { kind: 'rect', west, south, east, north };
    }
    case 'polygon':
      return { kind: 'polygon', points: (shape.rings[0] ?? []).map(toPair) };
    case 'line':
      return { kind: 'line', points: shape.path.map(toPair), halfWidthM: shape.halfWidthM };
    case 'district':
      return {
        kind: 'district',
        adcode: row.adcode ?? '',
        parts: shape.parts.map((part) => part.map((ring) => ring.map(toPair))),
      };
  }
}

/** A ground as the table keeps it. Coordinates are rounded to six decimals, which is 0.1 m. */
export function storedShapeOf(shape: Shape, adcode: string | null = null): StoredShape {
  const row = (type: string, coordinates: unknown, radius: number | null = null): StoredShape => ({
    kind: shape.kind,
    geometry: { type, coordinates },
    radius_m: radius,
    adcode,
  });
  switch (shape.kind) {
    case 'circle':
      return row('Point', toRoundedPair(shape.centre), shape.radiusM);
    case 'rect':
      return row('Polygon', [closeRing(rectRing(shape.box))]);
    case 'polygon':
      return row('Polygon', shape.rings.map(closeRing));
    case 'line':
      return row('LineString', shape.path.map(toRoundedPair), shape.halfWidthM);
    case 'district':
      return row(
        'MultiPolygon',
        shape.parts.map((part) => part.map(closeRing)),
      );
  }
}

/** Moves a stored ground so that its centre lies at the given position. Districts cannot be moved and stay as they are. */
export function moveShape(row: StoredShape, [lng, lat]: LngLat): StoredShape {
  const shape = shapeOf(row);
  const centre = shapeCentre(shape);
  if (!centre) return row;
  const [east, north] = [lng - centre[0], lat - centre[1]];
  const shifted = (at: LngLat): LngLat => [at[0] + east, at[1] + north];
  switch (shape.kind) {
    case 'circle':
      return storedShapeOf({ ...shape, centre: [lng, lat] });
    case 'rect': {
      const [w, s, e, n] = shape.box;
      return storedShapeOf({ ...shape, box: [w + east, s + north, e + east, n + north] });
    }
    case 'polygon':
      return storedShapeOf({ ...shape, rings: shape.rings.map((ring) => ring.map(shifted)) });
    case 'line':
      return storedShapeOf({ ...shape, path: shape.path.map(shifted) });
    default:
      return row;
  }
}

/** The ground that a user drew on the map; districts are not drawn but looked up. */
export function shapeOfDrawn(wire: Exclude<WireShape, { kind: 'district' }>): Shape {
  switch (wire.kind) {
    case 'circle':
      return { kind: 'circle', centre: [wire.lng, wire.lat], radiusM: wire.radiusM };
    case 'rect':
      return { kind: 'rect', box: [wire.west, wire.south, wire.east, wire.north] };
    case 'polygon':
      return { kind: 'polygon', rings: [wire.points] };
    case 'line':
      return { kind: 'line', path: wire.points, halfWidthM: wire.halfWidthM };
  }
}

const toPair = ([lng, lat]: LngLat): [number, number] => [lng, lat];
const toRoundedPair = ([lng, lat]: LngLat): [number, number] => [round6(lng), round6(lat)];
const round6 = (n: number): number => Math.round(n * 1e6) / 1e6;

/** GeoJSON repeats the first position of a ring at its end. */
function closeRing(ring: readonly LngLat[]): Array<[number, number]> {
  const points = openRing(ring).map(toRoundedPair);
  const [first] = points;
  return first ? [...points, first] : points;
}
function openRing(ring: readonly LngLat[]): LngLat[] {
  const [first, last] = [ring[0], ring.at(-1)];
  const isClosed = ring.length > 1 && first && last && first[0] === last[0] && first[1] === last[1];
  return isClosed ? ring.slice(0, -1) : [...ring];
}
