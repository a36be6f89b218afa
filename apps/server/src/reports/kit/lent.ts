import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import type { Ctx } from '../../core/http/ctx';
import { notFound } from '../../core/http/errors';
import type { ScopeOf } from '../../modules/base/org/door';
import { type DataScope, findReadableVehicle, type ReadableVehicle } from '../../modules/watch/track/door';

/**
 * SQL condition: may the caller's company have reports of the vehicle `v`? Of its own always; of one that it is lent while a share that opens 报表 lasts. Which facts a
 * report then shows follows from what else the share opens (`mayReadFact`).
 */
export const mayReport = ({ clientId }: Pick<ScopeOf, 'clientId'>): RawBuilder<boolean> =>
  sql<boolean>`(v.client_id = ${clientId} or exists (select from vehicle_access r where r.vehicle_id = v.id and r.client_id = ${clientId}
    and 'report' = any(r.scopes) and r.valid_from <= now() and (r.valid_until is null or r.valid_until > now())))`;

/** A vehicle whose points a report reads: 4004 as for any reader of its history, and where it is lent without 报表. */
export async function findReportVehicle(
  trx: Trx,
  ctx: Ctx,
  vehicleId: string,
  scope: DataScope,
  plateAt?: number,
): Promise<ReadableVehicle> {
  const { rows } = await sql`select from vehicle v where v.id = ${vehicleId} and ${mayReport(ctx)}`.execute(trx);
  if (rows.length === 0) throw notFound('车辆');
  return findReadableVehicle(trx, ctx, vehicleId, scope, plateAt);
}
