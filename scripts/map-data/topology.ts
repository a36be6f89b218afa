import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification';
import type { CountyProps } from './sources';

/** What mapshaper writes: one object, named after its input file. */
export type CountyGeometry = (Polygon<CountyProps> | MultiPolygon<CountyProps>) & { properties: CountyProps };
export type CountiesTopology = Topology<{
  counties: GeometryCollection<CountyProps> & { geometries: CountyGeometry[] };
}>;

/** Rings of arc numbers of a county, one list of rings a part; `~i` walks arc i backwards, as TopoJSON has it. */
export const partsOf = (county: CountyGeometry): number[][][] =>
  county.type === 'Polygon' ? [county.arcs] : county.arcs;
