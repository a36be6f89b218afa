import { bearingDeg, directionName } from '@tongda/geo/bearing';
import { distanceM } from '@tongda/geo/distance';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';

export interface Position {
  lng: number | null;
  lat: number | null;
}
interface Site {
  name: string;
  lng: number;
  lat: number;
  /** within so many metres of its middle one is there */
  reachM: number;
}

/** A dispatcher thinks in the places of his company; farther away than this none of them says where something is. */
const farthestM = 10_000;
/** The same as degrees for the index, a little more than enough up to 53° north. */
const boxDeg = { lng: 0.15, lat: 0.09 };

/** 苏州园区仓 for who is there, 望亭中转站东北 7.5 km for who is near it, '' for everybody else. */
export function siteWords(site: Site | null, lng: number, lat: number): string {
  if (!site) return '';
  const away = distanceM(site.lng, site.lat, lng, lat);
  if (away <= site.reachM) return site.name;
  if (away > farthestM) return '';
  return `${site.name}${directionName(bearingDeg(site.lng, site.lat, lng, lat))} ${(away / 1000).toFixed(1)} km`;
}

/**
 * Where positions (WGS-84) are by the company's own sites, in the order of the list. Only sites that everybody of the company sees, as these words stand in messages and
 * files for many.
 */
export async function nearSites(db: Kysely<DB>, clientId: string, list: readonly Position[]): Promise<string[]> {
  const asked = list.flatMap(({ lng, lat }, at) => (lng === null || lat === null ? [] : [{ at, lng, lat }]));
  if (asked.length === 0) return list.map(() => '');
  const { rows } = await sql<
    { at: number } & Site
  >`select q.at::int, s.name, s.lng, s.lat, s."reachM" from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as q(at int, lng float8, lat float8)
    join lateral (select p.name, x.lng, x.lat,
        greatest(coalesce(x.radius_m, 0), sqrt(x.area_m2 / pi()), 100)::float8 + x.buffer_m as "reachM" from place_shape x join place p on p.id = x.place_id
      where x.client_id = ${clientId} and upper_inf(x.during) and p.kind = 'site' and p.status = 1 and p.visible = 1 and p.deleted_at is null
        and box(point(x.west, x.south), point(x.east, x.north))
          && box(point(q.lng - ${boxDeg.lng}, q.lat - ${boxDeg.lat}), point(q.lng + ${boxDeg.lng}, q.lat + ${boxDeg.lat}))
      order by ((x.lng - q.lng) * cos(radians(q.lat))) ^ 2 + (x.lat - q.lat) ^ 2 limit 1) s on true`.execute(db);
  const found = new Map(rows.map(({ at, ...site }) => [at, site]));
  return list.map(({ lng, lat }, at) =>
    lng === null || lat === null ? '' : siteWords(found.get(at) ?? null, lng, lat),
  );
}

/** The own site first, then the address: what one knows before what one looks up. */
export const placeLine = (site: string, address: string): string => [site, address].filter(Boolean).join('，');
