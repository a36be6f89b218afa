import type { Parsed } from '@tongda/contract/core/endpoint';
import { placeType } from '@tongda/contract/enums/place';
import type { lineFromTrack, SearchHit } from '@tongda/contract/place/find';
import { distanceM, pathLengthM } from '@tongda/geo/distance';
import { inShape } from '@tongda/geo/shape';
import { simplify } from '@tongda/geo/simplify';
import type { LngLat } from '@tongda/geo/types';
import { sql, type Transaction } from 'kysely';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { invalidField } from '../../core/errors';
import { containing } from '../../core/options';
import { wireTime } from '../../core/wire-time';
import { wallToMs } from '../../kernel/day';
import { shapeOf, wireOf } from '../../kernel/place-shape';
import { addressOf, loadGeocoder } from '../map/geocoder.service';
import { visibleVehicles } from '../org/org.scope';
import { addressAt, loadTrack } from '../track/track.service';
import { vehiclesIn } from './place.inside';
import { fromPlaces, listGrounds } from './place.repo';

type Trx = Transaction<DB>;
const hitsOfKind = 6;

/** `121.38, 31.25`, `121.38 31.25`; latitude first is recognised where only that makes sense in China. */
export function pointIn(text: string): LngLat | null {
  const parts = /^\s*(-?\d{1,3}(?:\.\d+)?)\s*[,，\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/u.exec(text);
  if (!parts) return null;
  const [a, b] = [Number(parts[1]), Number(parts[2])];
  if (Math.abs(b) <= 85 && Math.abs(a) <= 180 && !(a < 60 && b > 60)) return [a, b];
  return Math.abs(a) <= 85 && Math.abs(b) <= 180 ? [b, a] : null;
}

/** Everything with a position that answers to a text: a coordinate, own places, vehicles, districts, in this order. */
export async function searchMap(ctx: Ctx, keyword: string): Promise<SearchHit[]> {
  const { districts } = await loadGeocoder();
  const point = pointIn(keyword);
  if (point) {
    const [lng, lat] = point;
    return [{ kind: 'point', id: '', name: `${lng}, ${lat}`, note: addressOf(lng, lat), lng, lat, zoom: 15 }];
  }
  const own = await ctx.db(async (trx) => [
    ...(await placeHits(trx, ctx, keyword)),
    ...(await vehicleHits(trx, ctx, keyword)),
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

async function placeHits(trx: Trx, ctx: Ctx, keyword: string): Promise<SearchHit[]> {
  const rows = await fromPlaces(trx, ctx)
    .select(['p.id', 'p.name', 'p.place_type', 'p.address', 'g.lng', 'g.lat'])
    .where((e) => e.or([e('p.name', 'ilike', containing(keyword)), e('p.code', 'ilike', containing(keyword))]))
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

async function vehicleHits(trx: Trx, ctx: Ctx, keyword: string): Promise<SearchHit[]> {
  const rows = await trx
    .selectFrom('vehicle as v')
    .innerJoin('device_state as s', 's.vehicle_id', 'v.id')
    .select(['v.id', 'v.plate_no', 'v.remark_no', sql<number>`s.lng`.as('lng'), sql<number>`s.lat`.as('lat')])
    .where('v.deleted_at', 'is', null)
    .where('s.lng', 'is not', null)
    .where(visibleVehicles(ctx, 'v.id'))
    .where((e) => e.or([e('v.plate_no', 'ilike', containing(keyword)), e('v.remark_no', 'ilike', containing(keyword))]))
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
  return { name: found.name, shape: wireOf({ kind: 'district', geometry, radius_m: null, adcode }) };
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
        select p.vehicle_id, p.lng, p.lat, p.speed_kmh,
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

const leastTrackPoints = 20;
const longestTrackMs = 3 * 86_400_000;
/** A silence longer than this and wider than this is shown as a gap of the line. */
const gapMs = 10 * 60_000;
const gapM = 1000;

/** The way of a vehicle between two moments, thinned; positions flagged as jumps are left out by the reader. */
export async function trackLine(ctx: Ctx, q: Parsed<typeof lineFromTrack>) {
  const from = wallToMs(q.startTime, ctx.timeZone);
  const to = wallToMs(q.endTime, ctx.timeZone);
  if (from === null) throw invalidField('startTime', '开始时间不是有效的日期');
  if (to === null) throw invalidField('endTime', '结束时间不是有效的日期');
  if (to <= from) throw invalidField('endTime', '结束时间应晚于开始时间');
  if (to - from > longestTrackMs) throw invalidField('endTime', '轨迹时间跨度不能超过3天');
  const { facts, sites } = await ctx.db(async (trx) => ({
    facts: (await loadTrack(trx, ctx, { vehicleId: q.vehicleId, range: { from, to } })).facts,
    sites: await listGrounds(trx, ctx, { kind: 'site' }),
  }));
  const track = facts.inRange;
  const moving = track.filter((p, i) => {
    const before = track[i - 1];
    return p.located && (!before || distanceM(before.lng, before.lat, p.lng, p.lat) > 5);
  });
  if (moving.length < leastTrackPoints)
    throw invalidField('startTime', `该时段轨迹点过少(<${leastTrackPoints})，请换一个时段`);
  const gaps = moving.flatMap((p, i) => {
    const before = moving[i - 1];
    if (!before) return [];
    const metres = distanceM(before.lng, before.lat, p.lng, p.lat);
    if (p.t - before.t < gapMs || metres < gapM) return [];
    const km = Math.round(metres / 100) / 10;
    return [{ startTime: wireTime(before.t, ctx.timeZone), endTime: wireTime(p.t, ctx.timeZone), km }];
  });
  const points = simplify(
    moving.map((p): LngLat => [p.lng, p.lat]),
    q.toleranceM,
  );
  return {
    points: points.map(([lng, lat]): [number, number] => [round5(lng), round5(lat)]),
    lengthKm: Math.round(pathLengthM(points) / 100) / 10,
    sourcePoints: track.length,
    gaps: gaps.sort((a, b) => b.km - a.km).slice(0, 10),
    trips: await Promise.all(
      facts.trips.map(async (trip) => ({
        startTime: wireTime(trip.start, ctx.timeZone),
        endTime: wireTime(trip.end, ctx.timeZone),
        km: Math.round(trip.mileageM / 100) / 10,
        from: await addressAt(trip.from.lng, trip.from.lat),
        to: await addressAt(trip.to.lng, trip.to.lat),
      })),
    ),
    stops: await Promise.all(
      facts.stays
        .filter(({ start, end }) => end - start > longStopMs)
        .map(async ({ start, end, lng, lat }) => ({
          startTime: wireTime(start, ctx.timeZone),
          minutes: Math.round((end - start) / 60_000),
          lng: round5(lng),
          lat: round5(lat),
          address: await addressAt(lng, lat),
          placeName: sites.find((site) => inShape(lng, lat, shapeOf(site)))?.name ?? '',
        })),
    ),
    usualKmh: usualSpeed(moving.map(({ speedKmh }) => speedKmh)),
  };
}
/** A stand longer than this may be a site. */
const longStopMs = 15 * 60_000;
const movingKmh = 5;

/** The speed that 85 of 100 moving reports kept to, to the next 5 km/h: what the road allows in practice. */
export function usualSpeed(speeds: readonly number[]): number | null {
  const moving = speeds.filter((kmh) => kmh > movingKmh).sort((a, b) => a - b);
  if (moving.length < leastTrackPoints) return null;
  return Math.min(120, Math.round((moving[Math.ceil(0.85 * moving.length) - 1] ?? 0) / 5) * 5);
}
const round5 = (n: number): number => Math.round(n * 1e5) / 1e5;
