import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { MultiLineString, MultiPolygon } from 'geojson';
import type { CountyProps } from './sources';

/** The parts of TopoJSON that mapshaper writes and this build reads. */
export type CountyGeometry =
  | { type: 'Polygon'; arcs: number[][]; properties: CountyProps }
  | { type: 'MultiPolygon'; arcs: number[][][]; properties: CountyProps };
interface CountyCollection {
  type: 'GeometryCollection';
  geometries: CountyGeometry[];
}
export interface CountiesTopology {
  type: 'Topology';
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: number[][][];
  objects: { counties: CountyCollection };
}

/** What is used of topojson-client, which lives among the source packages. */
export interface TopoTools {
  merge(topology: CountiesTopology, counties: CountyGeometry[]): MultiPolygon;
  mesh(
    topology: CountiesTopology,
    counties: CountyCollection,
    wanted: (a: CountyGeometry, b: CountyGeometry) => boolean,
  ): MultiLineString;
}

export const topoTools = (modules: string): TopoTools =>
  createRequire(join(modules, 'topojson-client', 'package.json'))('topojson-client') as TopoTools;

/** Rings of arc numbers of a county, one list of rings a part; `~i` walks arc i backwards, as TopoJSON has it. */
export const partsOf = (county: CountyGeometry): number[][][] =>
  county.type === 'Polygon' ? [county.arcs] : county.arcs;
