/** A position in degrees, GeoJSON order: longitude first. WGS-84 unless a name says otherwise. */
export type LngLat = readonly [lng: number, lat: number];

/** A closed or open ring of positions; the last edge back to the first is implied. */
export type Ring = readonly LngLat[];

/** Outer ring first, holes after it. */
export type Polygon = readonly Ring[];

/** West, south, east, north in degrees. */
export type Bbox = readonly [west: number, south: number, east: number, north: number];
