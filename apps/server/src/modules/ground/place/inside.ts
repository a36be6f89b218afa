import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import type { PlaceRow, placeInside } from '@tongda/contract/ground/place/calls';
import { inShape } from '@tongda/geo/shape';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { shapeOf } from '../../../kernel/ground/place-shape';
import { visibleVehicles } from '../../base/org/door';
import { findFixesInside, momentOf } from '../../watch/track/door';
import { type FoundRow, findGroundAt, type Ground, listGrounds } from './repo';

export interface Standing {
  id: string;
  lng: number;
  lat: number;
}

/** Last valid fix of every vehicle that the caller sees, from west to east. */
export async function listStandingVehicles(trx: Trx, ctx: Ctx): Promise<Standing[]> {
  return trx
    .selectFrom('device_state as s')
    .innerJoin('vehicle as v', 'v.id', 's.vehicle_id')
    .select(['s.vehicle_id as id', sql<number>`s.lng`.as('lng'), sql<number>`s.lat`.as('lat')])
    .where('v.deleted_at', 'is', null)
    .where('s.lng', 'is not', null)
    .where('s.lat', 'is not', null)
    .where(visibleVehicles(ctx, 'v.id'))
    .orderBy('s.lng')
    .execute();
}

/** Which of the vehicles (sorted by longitude) stand in a place, its buffer included. */
export function vehiclesIn(
  place: Pick<Ground, 'kind' | 'geometry' | 'radius_m' | 'adcode' | 'buffer_m' | 'west' | 'south' | 'east' | 'north'>,
  vehicles: readonly Standing[],
): Standing[] {
  const shape = shapeOf(place);
  const found: Standing[] = [];
  for (let i = indexFromWest(vehicles, place.west); i < vehicles.length; i++) {
    const v = vehicles[i];
    if (!v || v.lng > place.east) break;
    if (v.lat >= place.south && v.lat <= place.north && inShape(v.lng, v.lat, shape, place.buffer_m)) found.push(v);
  }
  return found;
}

function indexFromWest(vehicles: readonly Standing[], west: number): number {
  let low = 0;
  let high = vehicles.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((vehicles[middle]?.lng ?? 0) < west) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many vehicles stand in each of the places. */
export async function countInside(trx: Trx, ctx: Ctx, grounds: readonly Ground[]): Promise<Map<string, number>> {
  if (grounds.length === 0) return new Map();
  const vehicles = await listStandingVehicles(trx, ctx);
  return new Map(grounds.map((g) => [g.id, vehiclesIn(g, vehicles).length]));
}

/** Adds to rows of the register how many vehicles are inside now, and how often vehicles entered since midnight in the company's zone. */
export async function addVehicleCounts(trx: Trx, ctx: Ctx, rows: readonly FoundRow[]): Promise<PlaceRow[]> {
  const ids = rows.map(({ id }) => id);
  const inside = await countInside(trx, ctx, await listGrounds(trx, ctx, { ids }));
  const entered = await sql<{ id: string; n: number }>`select e.place_id::text as id, count(*)::int as n from episode e
    where e.kind = 'visit' and e.place_id = any(${ids}::bigint[]) and e.status <> 2
      and e.start_time >= date_trunc('day', now() at time zone ${ctx.timeZone}) at time zone ${ctx.timeZone}
      and ${visibleVehicles(ctx, 'e.vehicle_id')} group by 1`.execute(trx);
  const today = new Map(entered.rows.map(({ id, n }) => [id, n]));
  return rows.map((row) => ({ ...row, insideCount: inside.get(row.id) ?? 0, todayCount: today.get(row.id) ?? 0 }));
}

/** Vehicles inside a place: now with their states, or at a moment of the past. */
export function listInside(ctx: Ctx, { id, time }: Parsed<typeof placeInside>): Promise<Output<typeof placeInside>> {
  return ctx.db(async (trx) => {
    const [ground] = await listGrounds(trx, ctx, { ids: [id] });
    if (!ground) throw notFound('区域或站点');
    if (time !== undefined) return listInsideThen(trx, ctx, ground, momentOf(time, ctx.timeZone));
    const ids = vehiclesIn(ground, await listStandingVehicles(trx, ctx)).map((v) => v.id);
    if (ids.length === 0) return [];
    return trx
      .selectFrom('vehicle as v')
      .innerJoin('device_state as s', 's.vehicle_id', 'v.id')
      .select(['v.id as vehicleId', 'v.plate_no as plateNo', sql<number>`(s.live->>'state')::int`.as('state')])
      .select([
        wireTimeSql(sql<Date>`to_timestamp((s.live->>'stateSince')::bigint / 1000)`, ctx.timeZone).as('stateSince'),
        sql<string>`coalesce(${wireTimeSql(sql<Date>`s.device_time`, ctx.timeZone)}, '')`.as('deviceTime'),
      ])
      .where('v.id', 'in', ids)
      .orderBy('v.plate_no')
      .execute();
  });
}

async function listInsideThen(trx: Trx, ctx: Ctx, ground: Ground, at: number): Promise<Output<typeof placeInside>> {
  const bufferM = ground.buffer_m;
  const shape = shapeOf((await findGroundAt(trx, ground.id, at)) ?? ground);
  const inside = (lng: number, lat: number) => inShape(lng, lat, shape, bufferM);
  const fixes = await findFixesInside(trx, ctx, { shape, bufferM, at, inside });
  if (fixes.length === 0) return [];
  const { rows } = await sql<{ vehicleId: string; plateNo: string; deviceTime: string }>`
    select v.id::text as "vehicleId", v.plate_no as "plateNo", ${wireTimeSql(sql<Date>`x.t`, ctx.timeZone)} as "deviceTime"
    from unnest(${fixes.map((fix) => fix.vehicleId)}::bigint[], ${fixes.map((fix) => new Date(fix.t))}::timestamptz[]) x(id, t)
    join vehicle v on v.id = x.id order by v.plate_no`.execute(trx);
  return rows.map((row) => ({ ...row, state: null, stateSince: null }));
}
