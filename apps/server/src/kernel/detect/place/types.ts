import type { Shape } from '@tongda/geo/shape';
import type { Way } from '@tongda/geo/way';

/** The pieces of an electronic line that have their own speed limit, from and to in metres along the line. */
export interface LinePieces {
  way: Way;
  rows: ReadonlyArray<{ fromM: number; toM: number; limitKmh: number }>;
}

/** A place of the company as detectors see it, with the ground it had at the time. */
export interface PlaceShape {
  placeId: string;
  /** site: vehicles load, unload or park there; region: an area with rules; line: an electronic line (a road with a width) */
  kind: 'site' | 'region' | 'line';
  shape: Shape;
  /** a vehicle that was inside leaves only when it is this far outside, m (hysteresis against drift) */
  bufferM: number;
  /** ms; a shorter visit counts as passing through */
  stayMs: number;
  speedLimitKmh: number | null;
  /** of a line: limits of its pieces */
  pieces?: LinePieces | null;
}
