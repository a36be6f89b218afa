import type { LngLat } from '@tongda/geo/types';
import { locateOnWay, wayOf } from '@tongda/geo/way';
import type { LinePieces, PlaceShape } from './types';

/** The rows of a line's speed table that set a limit, in metres along the line; null when none does. */
export function linePiecesOf(
  path: readonly LngLat[],
  segments: ReadonlyArray<{ fromKm: number; toKm: number; speedLimitKmh: number | null }>,
): LinePieces | null {
  const rows = segments.flatMap(({ fromKm, toKm, speedLimitKmh }) =>
    speedLimitKmh === null ? [] : [{ fromM: fromKm * 1000, toM: toKm * 1000, limitKmh: speedLimitKmh }],
  );
  return rows.length === 0 ? null : { way: wayOf(path), rows };
}

/** The speed limit (km/h) of a place at a position in it: of the line's piece there, else the place's own; null = none. */
export function placeLimitAt(place: PlaceShape | undefined, at: { lng: number; lat: number }): number | null {
  if (!place?.pieces) return place?.speedLimitKmh ?? null;
  const hit = locateOnWay(place.pieces.way, at.lng, at.lat);
  const piece = hit && place.pieces.rows.find(({ fromM, toM }) => hit.atM >= fromM && hit.atM < toM);
  return piece ? piece.limitKmh : place.speedLimitKmh;
}
