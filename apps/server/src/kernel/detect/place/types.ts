import type { Shape } from '@tongda/geo/shape';
import type { Way } from '@tongda/geo/way';

/** Pieces of an electronic line with limits of their own, by metres along it. */
export interface LinePieces {
  way: Way;
  rows: ReadonlyArray<{ fromM: number; toM: number; limitKmh: number }>;
}

/** A place of the company as the calculation sees it, with the shape of its time. */
export interface PlaceShape {
  placeId: string;
  /** 1 the vehicle is served there (site), 2 policy area (region), 3 electronic line */
  kind: 'site' | 'region' | 'line';
  shape: Shape;
  /** metres outside that still count as inside for somebody who was inside */
  bufferM: number;
  /** ms; a shorter visit is a passage */
  stayMs: number;
  speedLimitKmh: number | null;
  /** of a line: limits of its pieces */
  pieces?: LinePieces | null;
}
