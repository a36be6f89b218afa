import { dayMs } from '@tongda/contract/core/durations';
import { type Shape, shapeBbox } from '@tongda/geo/shape';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField } from '../../../core/http/errors';
import { type FixAt, findInsideAt, findNearestAt } from '../../../core/telemetry/at-time';
import { wallToMs } from '../../../kernel/day/edges';
import { visibleVehicleRows } from '../../base/org/door';

/** A vehicle that was last heard of longer ago than this is not said to have been anywhere. */
const maxAgeMs = dayMs;
/** so many vehicles are answered at most */
const limit = 200;

/** The moment that a call asks about, epoch ms. Throws on dates that do not exist and on the future. */
export function momentOf(time: string, timeZone: string, now = Date.now()): number {
  const at = wallToMs(time, timeZone);
  if (at === null) throw invalidField('time', '时刻不是有效的日期和时间');
  if (at > now) throw invalidField('time', '时刻不能晚于现在');
  return at;
}

/** Vehicles of which the caller may know where they were at a moment: his own, and shared ones whose share opens tracks of that time. */
async function readableAt(trx: Trx, ctx: Ctx, at: number): Promise<string[]> {
  const moment = new Date(at);
  const { rows } = await sql<{ id: string }>`select v.id::text from vehicle v
    where v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')} and exists (select from vehicle_access a
      where a.vehicle_id = v.id and a.client_id = ${ctx.clientId} and (a.source = 'own' or 'track' = any(a.scopes))
        and a.valid_from <= ${moment} and (a.valid_until is null or a.valid_until > ${moment}))`.execute(trx);
  return rows.map((row) => row.id);
}

/** Who was within `radiusM` of a place at a moment, nearest first. */
export async function fixesNear(
  trx: Trx,
  ctx: Ctx,
  { at, ...wish }: { lng: number; lat: number; radiusM: number; at: number },
): Promise<Array<FixAt & { distanceM: number }>> {
  return findNearestAt(trx, { ...wish, at, maxAgeMs, limit, vehicleIds: await readableAt(trx, ctx, at) });
}

/** Who was inside a shape, or within `bufferM` of it, at a moment. */
export async function fixesInside(
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
  return findInsideAt(trx, { ...wish, vehicleIds: await readableAt(trx, ctx, at) });
}
