import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { MultiLineString, MultiPolygon, Position } from 'geojson';
import type { LngLat } from '../../packages/geo/src/types';
import type { CountyProps } from './sources';

/** A county in the TopoJSON that mapshaper writes: rings of arc numbers and its properties. */
export type CountyGeometry =
  | { type: 'Polygon'; arcs: number[][]; properties: CountyProps }
  | { type: 'MultiPolygon'; arcs: number[][][]; properties: CountyProps };
interface CountyCollection {
  type: 'GeometryCollection';
  geometries: CountyGeometry[];
}
/** What this build reads of that TopoJSON: quantized arcs and the counties made of them. */
export interface CountiesTopology {
  type: 'Topology';
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: number[][][];
  objects: { counties: CountyCollection };
}

/** The functions used of topojson-client, which is one of the source packages. */
export interface TopoTools {
  merge(topology: CountiesTopology, counties: CountyGeometry[]): MultiPolygon;
  mesh(
    topology: CountiesTopology,
    counties: CountyCollection,
    wanted: (a: CountyGeometry, b: CountyGeometry) => boolean,
  ): MultiLineString;
}

/** Loads topojson-client from the source packages. */
export const topoTools = (modules: string): TopoTools =>
  // a package outside of the workspace has no types here
  createRequire(join(modules, 'topojson-client', 'package.json'))('topojson-client') as TopoTools;

/** Positions of GeoJSON, which may have any length, as pairs. */
export const toLngLats = (positions: readonly Position[]): LngLat[] =>
  positions.map(([lng = 0, lat = 0]) => [lng, lat]);

/** Rings of a county as arc numbers, one list of rings for each part. As in TopoJSON, `~i` is arc i backwards. */
export const partsOf = (county: CountyGeometry): number[][][] =>
  county.type === 'Polygon' ? [county.arcs] : county.arcs;
