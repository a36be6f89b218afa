import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeLines } from '../../packages/geo/src/line-codec';
import { bboxOf } from '../../packages/geo/src/polygon';
import type { LngLat } from '../../packages/geo/src/types';
import { type Divisions, provinceName } from './sources';
import { type CountiesTopology, type CountyGeometry, partsOf } from './topology';

/** Arcs as positions in degrees; the file has quantized differences. */
function arcPositions(topology: CountiesTopology): LngLat[][] {
  const { scale, translate } = topology.transform;
  return topology.arcs.map((arc) => {
    let x = 0;
    let y = 0;
    return arc.map((step) => {
      x += step[0] ?? 0;
      y += step[1] ?? 0;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]] as const;
    });
  });
}

/** Where the name of a county stands: its seat when the source has one, else the middle of its largest part. */
export function centreOf(topology: CountiesTopology, county: CountyGeometry): LngLat {
  const { cp } = county.properties;
  if (cp) return [round(cp[0]), round(cp[1])];
  const arcs = arcPositions(topology);
  const outlines = partsOf(county).map(([ring]) => (ring ?? []).flatMap((arc) => arcs[arc < 0 ? ~arc : arc] ?? []));
  const largest = outlines.reduce((best, outline) => (outline.length > best.length ? outline : best), []);
  const box = bboxOf(largest);
  return box ? [round((box[0] + box[2]) / 2), round((box[1] + box[3]) / 2)] : [0, 0];
}

const round = (n: number): number => Math.round(n * 10_000) / 10_000;

/** Writes the data of the reverse geocoder: borders.bin (arcs) and counties.json (names, seats, rings of arc numbers). */
export function writeServerData(topology: CountiesTopology, divisions: Divisions, folder: string): void {
  const bytes = encodeLines(arcPositions(topology).map((points) => ({ tag: 0, points })));
  writeFileSync(join(folder, 'borders.bin'), bytes);
  const rows = topology.objects.counties.geometries
    .filter((county) => county.properties?.a)
    .map((county) => {
      const [lng, lat] = centreOf(topology, county);
      const { a, n, p } = county.properties;
      return [a, provinceName(p), divisions.cityName(county.properties), n, lng, lat, partsOf(county)];
    });
  const path = join(folder, 'counties.json');
  writeFileSync(path, `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
  console.log(
    `server: ${rows.length} counties, ${topology.arcs.length} arcs, ${bytes.length} B + ${statSync(path).size} B`,
  );
}
