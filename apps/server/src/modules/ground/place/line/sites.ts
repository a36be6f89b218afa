import { minuteMs } from '@tongda/contract/core/durations';
import type { FieldError } from '@tongda/contract/core/endpoint';
import { type PlaceFields, placeFields } from '@tongda/contract/ground/place/calls';
import { placeSource, placeType, placeVisible, useStatus } from '@tongda/contract/ground/place/enums';
import { type NewSite, stopSiteRadiusM } from '@tongda/contract/ground/place/track-line';
import { overlapOf } from '@tongda/geo/overlap';
import { type Shape, shapeBbox } from '@tongda/geo/shape';
import type { Trx } from '../../../../core/db/trx';
import { wireTime } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { invalid } from '../../../../core/http/errors';
import { shapeOf, storedShapeOf } from '../../../../kernel/ground/place-shape';
import { findAddress } from '../../../watch/track/door';
import { type Ground, listGrounds } from '../repo';
import { placeWrites } from '../service';

interface Stand {
  start: number;
  end: number;
  lng: number;
  lat: number;
}
interface Spot {
  lng: number;
  lat: number;
}

const groundAround = ({ lng, lat }: Spot): Shape => ({
  kind: 'circle',
  centre: [round5(lng), round5(lat)],
  radiusM: stopSiteRadiusM,
});
const shapesTouch = (a: Shape, b: Shape): boolean => overlapOf(a, b) > 0;

/** The site in use whose ground a new one around this position would lie on. */
function findSiteAt(sites: readonly Ground[], spot: Spot): Ground | undefined {
  const shape = groundAround(spot);
  const [west = 0, south = 0, east = 0, north = 0] = shapeBbox(shape) ?? [];
  return sites.find(
    (site) =>
      site.west <= east &&
      site.east >= west &&
      site.south <= north &&
      site.north >= south &&
      shapesTouch(shape, shapeOf(site)),
  );
}
const listUsedSites = (trx: Trx, ctx: Ctx): Promise<Ground[]> =>
  listGrounds(trx, ctx, { kind: 'site', status: useStatus.on });

/** Stops of a track as proposals for sites: several at one place become one, each with the existing site there or else a free name. */
export async function proposeSites(trx: Trx, ctx: Ctx, stands: readonly Stand[]) {
  const sites = await listUsedSites(trx, ctx);
  const taken = new Set(await listSiteNames(trx, ctx));
  const found: Array<Stand & { minutes: number; shape: Shape }> = [];
  for (const stand of stands) {
    const minutes = Math.round((stand.end - stand.start) / minuteMs);
    const same = found.find(({ shape }) => shapesTouch(shape, groundAround(stand)));
    if (same) same.minutes += minutes;
    else found.push({ ...stand, minutes, shape: groundAround(stand) });
  }
  const stops = [];
  for (const { start, minutes, lng, lat } of found) {
    const address = await findAddress(lng, lat);
    const placeName = findSiteAt(sites, { lng, lat })?.name ?? '';
    const name = placeName ? '' : takeFreeName(address, taken);
    stops.push({
      startTime: wireTime(start, ctx.timeZone),
      minutes,
      lng: round5(lng),
      lat: round5(lat),
      address,
      placeName,
      name,
    });
  }
  return stops;
}

/** Names of all sites of the company, which a new site may not have, whether the caller sees them or not. */
const listSiteNames = async (trx: Trx, ctx: Ctx): Promise<string[]> =>
  (
    await trx
      .selectFrom('place')
      .select('name')
      .where('client_id', '=', ctx.clientId)
      .where('kind', '=', 'site')
      .where('deleted_at', 'is', null)
      .execute()
  ).map(({ name }) => name);

/** A free name for a site, `嘉定区安亭镇停靠点2`; it is added to `taken`. */
function takeFreeName(address: string, taken: Set<string>): string {
  const base = `${address.slice(-20)}停靠点`;
  let name = base;
  for (let n = 2; taken.has(name); n++) name = `${base}${n}`;
  taken.add(name);
  return name;
}

/** Inserts the sites that were chosen, with the visibility of the line. Throws 4000 with the site's name. */
export async function insertSites(
  trx: Trx,
  ctx: Ctx,
  wished: readonly NewSite[],
  { visible, orgId }: Pick<PlaceFields, 'visible' | 'orgId'>,
): Promise<string[]> {
  const faults = siteFaults(wished, await listUsedSites(trx, ctx), new Set(await listSiteNames(trx, ctx)));
  if (faults.length > 0) throw invalid(faults);
  const ids: string[] = [];
  for (const site of wished) {
    const fields = placeFields.parse({
      kind: 'site',
      placeType: placeType.other,
      name: site.name,
      address: site.address,
      visible: visible ?? placeVisible.company,
      orgId,
    });
    const shape = storedShapeOf(groundAround(site));
    ids.push(await placeWrites.insert(trx, ctx, { ...fields, shape, source: placeSource.stop }));
  }
  return ids;
}

function siteFaults(wished: readonly NewSite[], sites: readonly Ground[], taken: ReadonlySet<string>): FieldError[] {
  return wished.flatMap((site, i): FieldError[] => {
    const fault = (msg: string): FieldError[] => [{ field: 'sites', msg }];
    const before = wished.slice(0, i);
    const here = findSiteAt(sites, site);
    if (here) return fault(`新站点“${site.name}”与站点“${here.name}”重叠，请去掉它，直接使用该站点`);
    const near = before.find((other) => shapesTouch(groundAround(other), groundAround(site)));
    if (near) return fault(`新站点“${site.name}”与新站点“${near.name}”重叠，请只保留一个`);
    if (taken.has(site.name) || before.some(({ name }) => name === site.name))
      return fault(`站点“${site.name}”已存在，请改名`);
    return [];
  });
}

const round5 = (n: number): number => Math.round(n * 1e5) / 1e5;
