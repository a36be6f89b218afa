import type { Parsed } from '@tongda/contract/core/endpoint';
import { placeKind, placeType } from '@tongda/contract/ground/place/enums';
import type { placeSetPasses, TruckPass, TruckPasses } from '@tongda/contract/ground/place/passes';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { changedMeanwhile, invalidField } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { visiblePlaces, visibleVehicleRows } from '../../base/org/door';
import { placeRegister } from './register';
import { refuseUneditable } from './service';

/** The version of a 限行区 that the caller sees; 4004 for anything else. */
async function loadLimitAreaVersion(trx: Trx, ctx: Ctx, id: string): Promise<number> {
  const { rows } = await sql<{
    version: number;
  }>`select p.version from place p where p.id = ${id} and p.client_id = ${ctx.clientId} and p.deleted_at is null
    and p.kind = ${placeKind.region} and p.place_type = ${placeType.truckLimit} and ${visiblePlaces(ctx, 'p')}`.execute(
    trx,
  );
  return requireRow(rows[0], '限行区').version;
}

/** The passes of an area for vehicles that the caller sees. */
async function selectPasses(trx: Trx, ctx: Ctx, id: string): Promise<TruckPass[]> {
  const { rows } =
    await sql<TruckPass>`select v.id::text as "vehicleId", v.plate_no as "plateNo", t.pass_no as "passNo",
      to_char(t.valid_from, 'YYYY-MM-DD') as "validFrom", to_char(t.valid_until, 'YYYY-MM-DD') as "validUntil"
    from truck_pass t join vehicle v on v.id = t.vehicle_id and v.deleted_at is null
    where t.client_id = ${ctx.clientId} and t.place_id = ${id} and ${visibleVehicleRows(ctx, 'v')} order by v.plate_no`.execute(
      trx,
    );
  return rows;
}

export const listPasses = (ctx: Ctx, id: string): Promise<TruckPasses> =>
  ctx.db(async (trx) => {
    // the version first: passes read later than it are at worst refused
    const version = await loadLimitAreaVersion(trx, ctx, id);
    return { version, passes: await selectPasses(trx, ctx, id) };
  });

const passesText = (passes: readonly TruckPass[]): string =>
  passes
    .map(({ plateNo, passNo, validFrom, validUntil }) =>
      [plateNo, passNo, validFrom || validUntil ? `${validFrom ?? ''}~${validUntil ?? ''}` : '']
        .filter(Boolean)
        .join(' '),
    )
    .join('、');

/**
 * Replaces the passes of an area; passes of vehicles that the caller does not see stay. 4009 when the area or its passes changed since they were
 * read.
 */
export function setPasses(ctx: Ctx, { id, version, passes }: Parsed<typeof placeSetPasses>): Promise<TruckPasses> {
  return ctx.db(async (trx) => {
    await loadLimitAreaVersion(trx, ctx, id);
    await refuseUneditable(trx, ctx, [id]);
    const moved = await trx
      .updateTable('place')
      .set({ version: version + 1, updated_at: new Date(), updated_by: ctx.userId })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (Number(moved.numUpdatedRows) === 0) throw changedMeanwhile(placeRegister.entity, id);
    const wanted = passes.map(({ vehicleId }) => vehicleId);
    const { rows: vehicles } = await sql<{
      id: string;
      plateNo: string;
    }>`select v.id::text, v.plate_no as "plateNo" from vehicle v
      where v.client_id = ${ctx.clientId} and v.deleted_at is null and v.id = any(${wanted}::bigint[]) and ${visibleVehicleRows(ctx, 'v')}`.execute(
      trx,
    );
    const plates = new Map(vehicles.map((v) => [v.id, v.plateNo]));
    for (const [i, { vehicleId }] of passes.entries()) {
      if (!plates.has(vehicleId)) throw invalidField(`passes.${i}.vehicleId`, '所选车辆不存在或不在您的权限范围内');
      if (wanted.indexOf(vehicleId) !== i)
        throw invalidField(`passes.${i}.vehicleId`, `${plates.get(vehicleId)}已有该区域的通行证`);
    }
    const before = await selectPasses(trx, ctx, id);
    await sql`delete from truck_pass where client_id = ${ctx.clientId} and place_id = ${id}
      and vehicle_id = any(${[...before.map(({ vehicleId }) => vehicleId), ...wanted]}::bigint[])`.execute(trx);
    if (passes.length > 0)
      await trx
        .insertInto('truck_pass')
        .values(
          passes.map(({ vehicleId, passNo, validFrom, validUntil }) => ({
            client_id: ctx.clientId,
            place_id: id,
            vehicle_id: vehicleId,
            pass_no: passNo ?? '',
            valid_from: validFrom,
            valid_until: validUntil,
            created_by: ctx.userId,
          })),
        )
        .execute();
    const after = await selectPasses(trx, ctx, id);
    const change = { field: 'passes', label: '通行证', before: passesText(before), after: passesText(after) };
    if (change.before !== change.after)
      await recordChanges(trx, ctx, [
        { entity: placeRegister.entity, entityId: id, action: '编辑', changes: [change] },
      ]);
    return { version: version + 1, passes: after };
  });
}
