import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import type { temHumRemark, temHumRemarks } from '@tongda/contract/reports/cold-chain/remarks';
import { sql } from 'kysely';
import { requireRow } from '../../core/db/rows';
import type { Trx } from '../../core/db/trx';
import { wireTimeSql } from '../../core/http/answer/wire-time';
import type { Ctx } from '../../core/http/ctx';
import { recordChanges } from '../../core/record/audit';
import { findReportVehicle } from '../kit/lent';
import { wishOf } from '../kit/query';

/** Adds a remark to a vehicle's time. 4004 for a vehicle whose temperatures the caller may not read. */
export function addRemark(
  ctx: Ctx,
  { vehicleId, text, ...ends }: Parsed<typeof temHumRemark>,
): Promise<{ id: string }> {
  const { from, until } = wishOf(ends, ctx.timeZone);
  return ctx.db(async (trx) => {
    await findReportVehicle(trx, ctx, vehicleId, 'temperature', until);
    const { rows } = await sql<{
      id: string;
    }>`insert into temperature_remark (client_id, vehicle_id, from_time, until_time, text, created_by, created_by_name)
      values (${ctx.clientId}, ${vehicleId}, ${new Date(from)}, ${new Date(until - 1000)}, ${text}, ${ctx.userId}, ${ctx.userName}) returning id::text`.execute(
      trx,
    );
    const after = `${ends.startTime} ~ ${ends.endTime}：${text}`;
    const changes = [{ field: 'remark', label: '温湿度备注', before: '', after }];
    await recordChanges(trx, ctx, [{ entity: 'vehicle', entityId: vehicleId, action: '温湿度备注', changes }]);
    return requireRow(rows[0], '备注');
  });
}

/** The company's remarks that touch a range (epoch ms). */
export async function remarksOf(
  trx: Trx,
  ctx: Pick<Ctx, 'clientId' | 'timeZone'>,
  { vehicleIds, from, until }: { vehicleIds: readonly string[]; from: number; until: number },
): Promise<Output<typeof temHumRemarks>> {
  const time = (column: string) => wireTimeSql(sql<Date>`${sql.ref(column)}`, ctx.timeZone);
  const { rows } = await sql<
    Output<typeof temHumRemarks>[number]
  >`select r.id::text, plate_at(r.vehicle_id, r.from_time) as "plateNo",
      ${time('r.from_time')} as "startTime", ${time('r.until_time')} as "endTime", r.text, r.created_by_name as "userName", ${time('r.created_at')} as "createTime"
    from temperature_remark r where r.client_id = ${ctx.clientId} and r.vehicle_id = any(${[...vehicleIds]}::bigint[])
      and r.from_time < ${new Date(until)} and r.until_time >= ${new Date(from)} order by r.from_time, r.id limit 500`.execute(
    trx,
  );
  return rows;
}

/** The same for who asks: 4004 when he may not read one of the vehicles. */
export function listRemarks(
  ctx: Ctx,
  { vehicleIds, ...ends }: Parsed<typeof temHumRemarks>,
): Promise<Output<typeof temHumRemarks>> {
  const range = wishOf(ends, ctx.timeZone);
  return ctx.db(async (trx) => {
    for (const id of vehicleIds) await findReportVehicle(trx, ctx, id, 'temperature', range.until);
    return remarksOf(trx, ctx, { vehicleIds, ...range });
  });
}
