import { minuteMs } from '@tongda/contract/core/durations';
import type { LineSegment } from '@tongda/contract/ground/place/segments';
import type { Shape } from '@tongda/geo/shape';
import type { Polygon } from '@tongda/geo/types';
import { sql } from 'kysely';
import { linePiecesOf } from '../../../kernel/detect/place/line-pieces';
import type { PlaceShape } from '../../../kernel/detect/place/types';
import { type Db, from, to } from '../spans';
import type { Period } from '../timeline';

export interface Geometry {
  type: string;
  coordinates: unknown;
}

/** A stored ground as the geometry functions take it; null for an unknown kind. What the geometry of each kind holds is said in the migrations. */
export function shapeOf(
  kind: string,
  { coordinates }: Geometry,
  radiusM: number,
  box: [number, number, number, number],
): Shape | null {
  switch (kind) {
    case 'circle':
      // the table's check constraints make sure of the form of each kind
      return { kind, centre: coordinates as [number, number], radiusM };
    case 'rect':
      return { kind, box };
    case 'polygon':
      // a Polygon by the check constraint
      return { kind, rings: coordinates as Polygon };
    case 'district':
      // a MultiPolygon by the check constraint
      return { kind, parts: coordinates as Polygon[] };
    case 'line':
      // a LineString by the check constraint
      return { kind, path: coordinates as [number, number][], halfWidthM: radiusM };
    default:
      return null;
  }
}

/** Reads the places of a company as detectors see them, with their history. */
export async function readShapes(db: Db, clientId: string): Promise<Period<PlaceShape>[]> {
  interface Row {
    place_id: string;
    from: number;
    to: number;
    place_kind: 'site' | 'region' | 'line';
    kind: string;
    geometry: Geometry;
    radius_m: number | null;
    buffer_m: number;
    stay_min: number;
    speed_limit_kmh: number | null;
    segments: LineSegment[];
  }
  const { rows } =
    await sql<Row>`select s.place_id::text, ${from} as from, ${to} as to, p.kind as place_kind, s.kind, s.geometry, s.radius_m, s.buffer_m,
      s.stay_min, s.speed_limit_kmh, s.segments from place_shape s join place p on p.id = s.place_id where s.client_id = ${clientId} and not isempty(during) order by s.id`.execute(
      db,
    );
  return rows.flatMap((row) => {
    const shape = shapeOf(row.kind, row.geometry, row.radius_m ?? 0, boxOf(row.geometry));
    if (!shape) return [];
    const value: PlaceShape = {
      placeId: row.place_id,
      kind: row.place_kind,
      shape,
      bufferM: row.buffer_m,
      stayMs: row.stay_min * minuteMs,
      speedLimitKmh: row.speed_limit_kmh,
      pieces: shape.kind === 'line' ? linePiecesOf(shape.path, row.segments) : null,
    };
    return [{ from: row.from, to: row.to, value }];
  });
}

/** The bounding box of a rectangle's ring as [west, south, east, north]; meaningless for other kinds. */
export function boxOf({ type, coordinates }: Geometry): [number, number, number, number] {
  // the type says so
  const ring = type === 'Polygon' ? ((coordinates as Polygon)[0] ?? []) : [];
  const [lngs, lats] = [ring.map(([lng]) => lng), ring.map(([, lat]) => lat)];
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}
