import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatPlace, Geocoder, type Place } from './geocoder';

/** Edge of a cache cell, degrees: about 500 m, less than the borders' own error. */
const cell = 0.005;
const cacheSize = 50_000;

let geocoder: Geocoder | undefined;
let loading: Promise<Geocoder> | undefined;
/** Cell → the county that holds all of it, null: a border runs through it. A Map keeps the order of insertion, so the first key is the oldest. */
const cache = new Map<number, number | null>();

/** Reads the borders once (about 0.5 s and 80 MB), when the first address is asked for. Rejects when the files are missing. */
export function loadGeocoder(): Promise<Geocoder> {
  loading ??= readBorders().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function readBorders(): Promise<Geocoder> {
  const folder = dataFolder();
  const [rows, borders] = await Promise.all([
    readFile(join(folder, 'counties.json'), 'utf8'),
    readFile(join(folder, 'borders.bin')),
  ]);
  geocoder = new Geocoder(JSON.parse(rows), borders);
  return geocoder;
}

/** The data lies in apps/server/assets/geo, whether the sources run or the bundle in dist/. */
function dataFolder(): string {
  let at = import.meta.dirname;
  for (;;) {
    for (const folder of [join(at, 'assets/geo'), join(at, 'apps/server/assets/geo')]) {
      if (existsSync(join(folder, 'borders.bin'))) return folder;
    }
    const up = dirname(at);
    if (up === at) throw new Error('apps/server/assets/geo not found');
    at = up;
  }
}

/** The division that an address begins with, and its seat; null when there is none. Call `loadGeocoder` first. */
export function divisionOf(address: string): ReturnType<Geocoder['districts']['startOf']> {
  if (!geocoder) throw new Error('loadGeocoder was not awaited');
  return geocoder.districts.startOf(address);
}

/** The province or city whose full name a text begins with, one of the province of `adcode` first. Call `loadGeocoder` first. */
export function fullyNamedOf(text: string, adcode: string): ReturnType<Geocoder['districts']['fullyNamed']> {
  if (!geocoder) throw new Error('loadGeocoder was not awaited');
  return geocoder.districts.fullyNamed(text, adcode);
}

/**
 * Place of a WGS-84 position; null far from any county. Which county holds a whole cell is remembered, distance and direction are those of the position itself:
 * lists, lookups and messages say the same of one position, whichever was asked for first. Call `loadGeocoder` first.
 */
export function placeOf(lng: number, lat: number): Place | null {
  if (!geocoder) throw new Error('loadGeocoder was not awaited');
  const county = countyOfCell(geocoder, lng, lat);
  return county === null ? geocoder.placeOf(lng, lat) : geocoder.placeIn(county, lng, lat);
}

/** The county in which the cell of a position lies with all its corners; null where a border runs through it. */
function countyOfCell(of: Geocoder, lng: number, lat: number): number | null {
  const [row, column] = [Math.floor((lat + 90) / cell), Math.floor((lng + 180) / cell)];
  const key = row * 100_000 + column;
  const known = cache.get(key);
  if (known !== undefined) {
    // put back to the end, as the most recently used
    cache.delete(key);
    cache.set(key, known);
    return known;
  }
  const [south, west] = [row * cell - 90, column * cell - 180];
  const corners = [south, south + cell].flatMap((y) => [west, west + cell].map((x) => of.countyAt(x, y)));
  const [first = null] = corners;
  const county = corners.every((corner) => corner === first) ? first : null;
  if (cache.size >= cacheSize) {
    const oldest = cache.keys().next().value;
    if (oldest !== undefined) cache.delete(oldest);
  }
  cache.set(key, county);
  return county;
}

/** Chinese address of a WGS-84 position, '' where there is none (open sea, abroad, no fix). Throws when `loadGeocoder` was not awaited before. */
export function addressOf(lng: number, lat: number): string {
  if (!Number.isFinite(lng) || !Number.isFinite(lat) || (lng === 0 && lat === 0)) return '';
  const place = placeOf(lng, lat);
  return place ? formatPlace(place) : '';
}
