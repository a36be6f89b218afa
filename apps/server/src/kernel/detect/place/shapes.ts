import { inBbox } from '@tongda/geo/polygon';
import { inShape, shapeBbox } from '@tongda/geo/shape';
import type { Bbox } from '@tongda/geo/types';
import type { PlaceShape } from './types';

interface Entry {
  place: PlaceShape;
  /** ground and buffer */
  box: Bbox;
}

/** size of a grid cell, degrees: about 10 km */
const cellDeg = 0.1;
/** a place that covers more cells than this is kept apart and checked for every position */
const wideCells = 400;
/** margin around a place's box, m: the widest buffer that detectors ask for (K9, K13) */
const marginM = 600;

/** Finds a company's places by position with a grid of their boxes, so that thousands of stores cost no more than a few depots. */
export class ShapeIndex {
  private readonly byId = new Map<string, PlaceShape>();
  private readonly cells = new Map<string, Entry[]>();
  private readonly wide: Entry[] = [];

  constructor(readonly places: readonly PlaceShape[]) {
    for (const place of places) this.add(place);
  }

  get(placeId: string): PlaceShape | undefined {
    return this.byId.get(placeId);
  }

  /** The places whose box (with margin) holds a position; the caller tests their exact ground. */
  near(lng: number, lat: number): PlaceShape[] {
    if (this.byId.size === 0) return none;
    const cell = this.cells.get(keyOf(cellOf(lng), cellOf(lat)));
    if (!cell && this.wide.length === 0) return none;
    const hits: PlaceShape[] = [];
    for (const { place, box } of cell ?? []) if (inBbox(lng, lat, box)) hits.push(place);
    for (const { place, box } of this.wide) if (inBbox(lng, lat, box)) hits.push(place);
    return hits;
  }

  /** Whether a position lies in a site (one of `ids`, or any when empty), or within `bufferM` metres of it. */
  inSite(lng: number, lat: number, ids: readonly string[], bufferM: number): boolean {
    return this.near(lng, lat).some(
      (place) =>
        (ids.length > 0 ? ids.includes(place.placeId) : place.kind === 'site') &&
        inShape(lng, lat, place.shape, bufferM),
    );
  }

  private add(place: PlaceShape): void {
    const box = shapeBbox(place.shape, marginM);
    if (!box) return;
    this.byId.set(place.placeId, place);
    const entry = { place, box };
    const [west, south, east, north] = [cellOf(box[0]), cellOf(box[1]), cellOf(box[2]), cellOf(box[3])];
    if ((east - west + 1) * (north - south + 1) > wideCells) {
      this.wide.push(entry);
      return;
    }
    for (let x = west; x <= east; x++) {
      for (let y = south; y <= north; y++) {
        const key = keyOf(x, y);
        const cell = this.cells.get(key);
        if (cell) cell.push(entry);
        else this.cells.set(key, [entry]);
      }
    }
  }
}

const none: PlaceShape[] = [];
const cellOf = (degrees: number): number => Math.floor(degrees / cellDeg);
const keyOf = (x: number, y: number): string => `${x} ${y}`;
/** A company without places. */
export const noShapes = new ShapeIndex([]);
