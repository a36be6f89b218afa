import type { BoardRoute } from '@tongda/contract/transport/waybill/stow/board';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { invalidField } from '../../../../core/http/errors';
import { orgOrNone } from '../../../base/org/door';

/** 线路 of the caller's departments; those out of use can be filtered by, but no longer chosen. */
export async function listRoutes(trx: Trx, ctx: Ctx, ids?: readonly string[]): Promise<BoardRoute[]> {
  const wanted = ids ? sql`r.id = any(${ids}::bigint[])` : sql`true`;
  const { rows } =
    await sql<BoardRoute>`select r.id::text, r.name, r.code, round(r.plan_mileage_m / 1000.0, 1)::float8 as "distanceKm",
      r.plan_duration_min as "durationMin", r.status = 1 as enabled
    from transport_route r where r.client_id = ${ctx.clientId} and r.deleted_at is null and ${wanted} and ${orgOrNone(ctx, 'r.org_id')}
    order by r.status desc, r.name limit 500`.execute(trx);
  return rows;
}

/** Finds the 线路 that a waybill is to follow; one that it had before may stay although it is out of use now. */
export async function findRoute(
  trx: Trx,
  ctx: Ctx,
  id: string | null,
  before: string | null,
): Promise<BoardRoute | null> {
  if (!id) return null;
  const [route] = await listRoutes(trx, ctx, [id]);
  if (!route && id !== before) throw invalidField('routeId', '所选线路不存在或不在您的权限范围内');
  if (route && !route.enabled && id !== before)
    throw invalidField('routeId', `线路${route.name}已停用，请选择其他线路`);
  return route ?? null;
}
