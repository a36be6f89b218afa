import type { Pin } from '../../../map/places/pin-layer';
import { pinColours } from '../../../theme/map-colours';

/** Where the goods of a row lie, in lists of goods. */
export interface AtSite {
  siteName?: string | null;
  siteLng?: number | null;
  siteLat?: number | null;
}

/** The sites where goods of the rows lie, each once, with how many orders wait there. */
export function sitesOf(rows: readonly AtSite[]): Pin[] {
  const sites = new Map<string, { lng: number; lat: number; count: number }>();
  for (const { siteName, siteLng, siteLat } of rows) {
    if (!siteName || typeof siteLng !== 'number' || typeof siteLat !== 'number') continue;
    sites.set(siteName, { lng: siteLng, lat: siteLat, count: (sites.get(siteName)?.count ?? 0) + 1 });
  }
  return [...sites].map(([name, { lng, lat, count }]) => ({
    lng,
    lat,
    label: `${name} ${count} 单在站`,
    colour: pinColours.warehouse,
  }));
}
