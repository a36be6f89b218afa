import { normalizePlate } from '@tongda/contract/resources/vehicle/fields';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import type { Ctx } from '../../core/http/ctx';
import type { CellReader } from '../../core/import/cells';
import { visibleVehicleRows } from '../../modules/base/org/door';

/** Reads a plate as one of `refs.vehicle`. */
export const asVehicle: CellReader = (text, refs) => {
  const id = refs.vehicle?.get(normalizePlate(text));
  return typeof id === 'string' ? id : { fault: '车辆不存在，或您没有它的查看权限' };
};

/** The vehicles that the caller sees: ids by plate, and plates by `vehicle <id>`. */
export async function loadVehicleNames(
  trx: Trx,
  ctx: Ctx,
): Promise<{ byPlate: Map<string, string>; names: Map<string, string> }> {
  const { rows } = await sql<{ id: string; plate: string }>`select v.id::text, v.plate_no as plate from vehicle v
    where v.client_id = ${ctx.clientId} and v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')}`.execute(trx);
  return {
    byPlate: new Map(rows.map(({ id, plate }) => [plate, id])),
    names: new Map(rows.map(({ id, plate }) => [`vehicle ${id}`, plate])),
  };
}
