import type { LngLat } from '@tongda/geo/types';
import { alongWay, wayOf } from '@tongda/geo/way';
import type { LinePieces, PlaceShape } from './types';

/** Those rows of a line that set a limit; null when none does. */
export function linePieces(
  path: readonly LngLat[],
  segments: ReadonlyArray<{ fromKm: number; toKm: number; speedLimitKmh: number | null }>,
): LinePieces | null {
  const rows = segments.flatMap(({ fromKm, toKm, speedLimitKmh }) =>
    speedLimitKmh === null ? [] : [{ fromM: fromKm * 1000, toM: toKm * 1000, limitKmh: speedLimitKmh }],
  );
  return rows.length === 0 ? null : { way: wayOf(path), rows };
}

/** The limit of a place at a position in it: that of the line's piece there, else the place's own. */
export function placeLimitAt(place: PlaceShape | undefined, at: { lng: number; lat: number }): number | null {
  if (!place?.pieces) return place?.speedLimitKmh ?? null;
  const hit = alongWay(place.pieces.way, at.lng, at.lat);
  const piece = hit && place.pieces.rows.find(({ fromM, toM }) => hit.atM >= fromM && hit.atM < toM);
  return piece ? piece.limitKmh : place.speedLimitKmh;
}
