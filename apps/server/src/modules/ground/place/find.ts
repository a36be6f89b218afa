import { placeType } from '@tongda/contract/ground/place/enums';
import type { SearchHit } from '@tongda/contract/ground/place/find';
import type { LngLat } from '@tongda/geo/types';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField } from '../../../core/http/errors';
import { likePattern } from '../../../core/record/options';
import { wireShapeOf } from '../../../kernel/ground/place-shape';
import { pointFlag } from '../../../kernel/point';
import { addressOf, loadGeocoder } from '../../base/map/door';
import { visibleVehicles } from '../../base/org/door';
import { vehiclesIn } from './inside';
import { listGrounds, selectPlaces } from './repo';

const hitsOfKind = 6;

/** `121.38, 31.25`, `121.38 31.25`; latitude first is recognised where only that makes sense in China. */
export function parsePoint(text: string): LngLat | null {
  const parts = /^\s*(-?\d{1,3}(?:\.\d+)?)(?:\s*[,，]\s*|\s+)(-?\d{1,3}(?:\.\d+)?)\s*$/u.exec(text);
  if (!parts) return null;
  const [a, b] = [Number(parts[1]), Number(parts[2])];
  if (Math.abs(b) <= 85 && Math.abs(a) <= 180 && !(a < 60 && b > 60)) return [a, b];
  return Math.abs(a) <= 85 && Math.abs(b) <= 180 ? [b, a] : null;
}

/** Searches everything that has a position: a coordinate, own places, vehicles, districts, in this order. */
export async function searchMap(ctx: Ctx, keyword: string): Promise<SearchHit[]> {
  const { districts } = await loadGeocoder();
  const point = parsePoint(keyword);
  if (point) {
    const [lng, lat] = point;
    return [{ kind: 'point', id: '', name: `${lng}, ${lat}`, note: addressOf(lng, lat), lng, lat, zoom: 15 }];
  }
  const own = await ctx.db(async (trx) => [
    ...(await searchPlaces(trx, ctx, keyword)),
    ...(await searchVehicles(trx, ctx, keyword)),
  ]);
  const areas = districts.search(keyword, hitsOfKind).map(
    (d): SearchHit => ({
      kind: 'district',
      id: d.adcode,
      name: d.name,
      note: '行政区',
      lng: d.lng,
      lat: d.lat,
      zoom: { province: 6.5, city: 9, county: 11 }[d.level],
    }),
  );
  return [...own, ...areas];
}

async function searchPlaces(trx: Trx, ctx: Ctx, keyword: string): Promise<SearchHit[]> {
  const rows = await selectPlaces(trx, ctx)
    .select(['p.id', 'p.name', 'p.place_type', 'p.address', 'g.lng', 'g.lat'])
    .where((e) => e.or([e('p.name', 'ilike', likePattern(keyword)), e('p.code', 'ilike', likePattern(keyword))]))
    .orderBy('p.name')
    .limit(hitsOfKind)
    .execute();
  return rows.map((r) => ({
    kind: 'place',
    id: r.id,
    name: r.name,
    note: `${placeType.label(r.place_type)} ${r.address}`.trim(),
    lng: r.lng,
    lat: r.lat,
    zoom: 13,
  }));
}

async function searchVehicles(trx: Trx, ctx: Ctx, keyword: string): Promise<SearchHit[]> {
  const rows = await trx
    .selectFrom('vehicle as v')
    .innerJoin('device_state as s', 's.vehicle_id', 'v.id')
    .select(['v.id', 'v.plate_no', 'v.remark_no', sql<number>`s.lng`.as('lng'), sql<number>`s.lat`.as('lat')])
    .where('v.deleted_at', 'is', null)
    .where('s.lng', 'is not', null)
    .where(visibleVehicles(ctx, 'v.id'))
    .where((e) =>
      e.or([e('v.plate_no', 'ilike', likePattern(keyword)), e('v.remark_no', 'ilike', likePattern(keyword))]),
    )
    .orderBy('v.plate_no')
    .limit(hitsOfKind)
    .execute();
  return rows.map((r) => ({
    kind: 'vehicle',
    id: r.id,
    name: r.plate_no,
    note: `车辆当前位置 ${addressOf(r.lng, r.lat)}`.trim(),
    lng: r.lng,
    lat: r.lat,
    zoom: 15,
  }));
}

export async function searchDistricts(keyword: string) {
  const { districts } = await loadGeocoder();
  return districts.search(keyword, 20).map(({ adcode, name, level }) => ({ adcode, name, level }));
}

export async function shapeOfDistrict(adcode: string) {
  const { districts } = await loadGeocoder();
  const found = districts.find(adcode);
  if (!found) throw invalidField('adcode', '行政区不存在');
  const geometry = { type: 'MultiPolygon', coordinates: districts.parts(adcode) };
  return { name: found.name, shape: wireShapeOf({ kind: 'district', geometry, radius_m: null, adcode }) };
}

/** Proposals look so far back, and only at cells where vehicles stood so long altogether. */
const proposalHours = 48;
const proposalMinutes = 45;
const proposals = 12;
/** Edge of a cell, degrees: about 200 m. */
const cellDeg = 0.002;

/**
 * Where the caller's vehicles stood longest in the last two days, away from known places. Stored points of parked vehicles count with the
 * time until their next one (five minutes at most: a silent terminal proves nothing); of packed hours their longest stand counts.
 */
export async function proposeStops(ctx: Ctx) {
  await loadGeocoder();
  return ctx.db(async (trx) => {
    const rows = await sql<{ lng: number; lat: number; vehicles: number; minutes: number }>`
      with stood as (
        select p.vehicle_id, p.lng, p.lat, case when p.flags & ${pointFlag.noSpeed}::int = 0 then p.speed_kmh end as speed_kmh,
          least(extract(epoch from lead(p.device_time) over (partition by p.vehicle_id order by p.device_time) - p.device_time), 300) as seconds
        from position p
        where p.device_time > now() - make_interval(hours => ${proposalHours}) and p.flags & 2 <> 0 and ${visibleVehicles(ctx, 'p.vehicle_id')}
        union all
        select p.vehicle_id, p.stood_lng, p.stood_lat, 0, p.stood_s from position_hour p
        where p.hour > now() - make_interval(hours => ${proposalHours}) and p.stood_s > 0 and ${visibleVehicles(ctx, 'p.vehicle_id')}
      )
      select avg(lng)::float8 as lng, avg(lat)::float8 as lat, count(distinct vehicle_id)::int as vehicles, round(sum(seconds) / 60)::int as minutes
      from stood where speed_kmh < 3 and seconds is not null
      group by floor(lng / ${cellDeg}), floor(lat / ${cellDeg})
      having sum(seconds) >= ${proposalMinutes * 60}
      order by minutes desc limit 100`.execute(trx);
    const grounds = (await listGrounds(trx, ctx, {})).filter((g) => g.placeKind === 'site');
    const unknown = rows.rows.filter(
      (r) => !grounds.some((g) => vehiclesIn(g, [{ id: '', lng: r.lng, lat: r.lat }]).length > 0),
    );
    return unknown.slice(0, proposals).map((r) => ({
      lng: Math.round(r.lng * 1e5) / 1e5,
      lat: Math.round(r.lat * 1e5) / 1e5,
      address: addressOf(r.lng, r.lat),
      vehicles: r.vehicles,
      minutes: r.minutes,
    }));
  });
}
