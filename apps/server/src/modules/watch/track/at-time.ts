import { dayMs } from '@tongda/contract/core/durations';
import { type Shape, shapeBbox } from '@tongda/geo/shape';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField } from '../../../core/http/errors';
import { type FixAt, findInsideAt, findNearestAt } from '../../../core/telemetry/at-time';
import { wallToMs } from '../../../kernel/day/edges';
import { visibleVehicleRows } from '../../base/org/door';

/** A vehicle whose last fix is older than this at the moment asked for is left out. */
const maxAgeMs = dayMs;
/** so many vehicles are answered at most */
const limit = 200;

/** The moment that a call asks about as epoch ms. Throws 4000 for a date that does not exist and for the future. */
export function momentOf(time: string, timeZone: string, now = Date.now()): number {
  const at = wallToMs(time, timeZone);
  if (at === null) throw invalidField('time', '时刻不是有效的日期和时间');
  if (at > now) throw invalidField('time', '时刻不能晚于现在');
  return at;
}

/** Ids of the vehicles whose position at a moment the caller may know: his own, and shared ones whose share opens the tracks of that time. */
async function listReadableAt(trx: Trx, ctx: Ctx, at: number): Promise<string[]> {
  const moment = new Date(at);
  const { rows } = await sql<{ id: string }>`select v.id::text from vehicle v
    where v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')} and exists (select from vehicle_access a
      where a.vehicle_id = v.id and a.client_id = ${ctx.clientId} and (a.source = 'own' or 'track' = any(a.scopes))
        and a.valid_from <= ${moment} and (a.valid_until is null or a.valid_until > ${moment}))`.execute(trx);
  return rows.map((row) => row.id);
}

/** Vehicles that were within `radiusM` metres of a position at a moment (epoch ms), nearest first. */
export async function findFixesNear(
  trx: Trx,
  ctx: Ctx,
  { at, ...wish }: { lng: number; lat: number; radiusM: number; at: number },
): Promise<Array<FixAt & { distanceM: number }>> {
  return findNearestAt(trx, { ...wish, at, maxAgeMs, limit, vehicleIds: await listReadableAt(trx, ctx, at) });
}

/** Vehicles that were inside a shape, or within `bufferM` metres of it, at a moment (epoch ms). */
export async function findFixesInside(
  trx: Trx,
  ctx: Ctx,
  {
    shape,
    bufferM,
    at,
    inside,
  }: { shape: Shape; bufferM: number; at: number; inside: (lng: number, lat: number) => boolean },
): Promise<FixAt[]> {
  const box = shapeBbox(shape, bufferM);
  if (!box) return [];
  const [west, south, east, north] = box;
  const wish = { at, maxAgeMs, inside, box: { west, south, east, north } };
  return findInsideAt(trx, { ...wish, vehicleIds: await listReadableAt(trx, ctx, at) });
}
