import { bearingDeg, directionName } from '@tongda/geo/bearing';
import { distanceM } from '@tongda/geo/distance';
import { decodeLines } from '@tongda/geo/line-codec';
import { inPolygon } from '@tongda/geo/polygon';
import type { LngLat, Polygon } from '@tongda/geo/types';
import Flatbush from 'flatbush';
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { type CountyRow, Districts } from './district';

/** The administrative division of a position. */
export interface Place {
  adcode: string;
  province: string;
  /** '' for municipalities and for counties that the province governs directly. */
  city: string;
  district: string;
  /** From the seat of the district to the position. */
  distanceM: number;
  /** `西北`: where the position lies as seen from the seat. */
  direction: string;
  /** false: in no division (at sea, abroad); the place is the nearest seat. */
  inside: boolean;
}

/** Farther from any seat than this there is no address: open sea, abroad. */
const farthestKm = 60;

/** Answers which county holds a position, or which seat is nearest; borders are exact to about 1 km. */
export class Geocoder {
  readonly #counties: CountyRow[];
  /** Polygon parts in the order of the box index. */
  readonly #parts: Array<{ county: number; polygon: Polygon }> = [];
  readonly #boxes: Flatbush;
  readonly #seats: KDBush;
  /** Divisions by name, and their outlines. */
  readonly districts: Districts;

  constructor(rows: CountyRow[], borders: Uint8Array) {
    this.#counties = rows;
    const arcs = decodeLines(borders).map((line) => line.points);
    this.districts = new Districts(rows, arcs);
    rows.forEach((row, county) => {
      for (const rings of row[6]) this.#parts.push({ county, polygon: rings.map((ring) => joinArcs(ring, arcs)) });
    });
    this.#boxes = new Flatbush(this.#parts.length);
    for (const { polygon } of this.#parts) this.#boxes.add(...boxOf(polygon));
    this.#boxes.finish();
    this.#seats = new KDBush(rows.length);
    for (const [, , , , lng, lat] of rows) this.#seats.add(lng, lat);
    this.#seats.finish();
  }

  /** Place of a WGS-84 position; null when no county seat lies within 60 km of a position outside of every county. */
  placeOf(lng: number, lat: number): Place | null {
    const inside = this.countyAt(lng, lat);
    if (inside !== null) return this.placeIn(inside, lng, lat);
    const [nearest] = around(this.#seats, lng, lat, 1, farthestKm);
    return nearest === undefined ? null : this.#place(nearest, lng, lat, false);
  }

  /** The county that holds a position, by its place in the list; null outside of every county. */
  countyAt(lng: number, lat: number): number | null {
    const part = this.#boxes
      .search(lng, lat, lng, lat)
      .map((i) => this.#parts[i])
      .find((candidate) => candidate && inPolygon(lng, lat, candidate.polygon));
    return part ? part.county : null;
  }

  /** Place of a position that lies in a county, whose borders are not looked at. */
  placeIn(county: number, lng: number, lat: number): Place | null {
    return this.#place(county, lng, lat, true);
  }

  #place(county: number, lng: number, lat: number, inside: boolean): Place | null {
    const row = this.#counties[county];
    if (!row) return null;
    const [adcode, province, city, name, seatLng, seatLat] = row;
    return {
      adcode,
      province,
      city: city === name ? '' : city,
      district: name,
      distanceM: distanceM(seatLng, seatLat, lng, lat),
      direction: directionName(bearingDeg(seatLng, seatLat, lng, lat)),
      inside,
    };
  }
}

/** A ring is a chain of arcs; `~i` walks arc i backwards, and neighbours share their end. */
function joinArcs(ring: readonly number[], arcs: readonly LngLat[][]): LngLat[] {
  const points: LngLat[] = [];
  for (const number of ring) {
    const arc = arcs[number < 0 ? ~number : number];
    if (!arc) continue;
    const walk = number < 0 ? [...arc].reverse() : arc;
    points.push(...(points.length > 0 ? walk.slice(1) : walk));
  }
  return points;
}

function boxOf(polygon: Polygon): [number, number, number, number] {
  // no array a vertex: there are hundreds of thousands of them
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lng, lat] of polygon[0] ?? []) {
    if (lng < west) west = lng;
    if (lng > east) east = lng;
    if (lat < south) south = lat;
    if (lat > north) north = lat;
  }
  return [west, south, east, north];
}

/** Names end like this where the position lies near the seat; farther away distance and direction follow. */
const atSeatM = 500;

/** `广东省广州市天河区(距区中心3.2公里西北)`; a position outside of every county says 附近. */
export function formatPlace(place: Place): string {
  const name = `${place.province}${place.city}${place.district}`;
  if (!place.inside) return `${name}附近(${offsetWords(place)})`;
  return place.distanceM < atSeatM ? name : `${name}(${offsetWords(place)})`;
}

function offsetWords({ distanceM: metres, direction, district }: Place): string {
  const what = /[县市区旗]$/u.exec(district)?.[0];
  const km = metres < 950 ? `${Math.round(metres / 10) * 10}米` : `${(metres / 1000).toFixed(1)}公里`;
  return `距${what ?? ''}中心${km}${direction}`;
}
