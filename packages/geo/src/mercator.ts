/** Spherical (web) Mercator on a unit square: x grows east, y grows south, both 0-1 over the map. */

/** Largest latitude of the square map, degrees. */
export const maxLat = 85.051_128_779_806_59;

/** Pixels of the whole map at zoom 0 as MapLibre counts zoom (512-pixel tiles). */
export const tilePx = 512;

const rad = Math.PI / 180;

/** 0-1 west to east. */
export const mercatorX = (lng: number): number => (lng + 180) / 360;

/** 0-1 north to south; latitudes beyond the square map are clamped. */
export function mercatorY(lat: number): number {
  const clamped = Math.max(-maxLat, Math.min(maxLat, lat));
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (clamped * rad) / 2)) / (2 * Math.PI);
}

/** Longitude of x. */
export const lngOfX = (x: number): number => x * 360 - 180;

/** Latitude of y. */
export const latOfY = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / Math.PI) * 180;

/** Metres of one pixel at a latitude and a MapLibre zoom (512-pixel tiles, equatorial radius of the projection). */
export const metresPerPixel = (lat: number, zoom: number): number =>
  (2 * Math.PI * 6_378_137 * Math.cos(lat * rad)) / (tilePx * 2 ** zoom);
