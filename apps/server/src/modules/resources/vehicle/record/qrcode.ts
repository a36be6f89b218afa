import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { vehicleStatus } from '@tongda/contract/resources/vehicle/enums';
import type { vehicleQrcode, vehicleQrcodeRenew } from '@tongda/contract/resources/vehicle/qrcode';
import { sql } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { blockedByRule, changedMeanwhile } from '../../../../core/http/errors';
import { recordChanges } from '../../../../core/record/audit';
import { foreignCode, readVehicleCode, vehicleCodePath } from '../../../../core/record/scan-code';
import type { Secrets } from '../../../../core/run/secrets';
import { entity, requireOwnVehicle } from './service';

type Code = Output<typeof vehicleQrcode>;

/** 二维码 of a vehicle that the caller may edit. */
export const loadQrcode = (ctx: Ctx, secrets: Secrets, id: string): Promise<Code> =>
  ctx.db(async (trx) => {
    await requireOwnVehicle(trx, ctx, id);
    return loadCode(trx, ctx, secrets, id);
  });

/** 作废重发: withdraws the code with number `no` and makes the next one; 4009 when it is no longer the present one. */
export const renewQrcode = (ctx: Ctx, secrets: Secrets, { id, no }: Parsed<typeof vehicleQrcodeRenew>): Promise<Code> =>
  ctx.db(async (trx) => {
    await requireOwnVehicle(trx, ctx, id);
    const renewed = await trx
      .updateTable('vehicle')
      .set({ qr_no: sql<number>`qr_no + 1`, qr_renewed_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('client_id', '=', ctx.clientId)
      .where('qr_no', '=', no)
      .returning('qr_no')
      .executeTakeFirst();
    if (!renewed) throw changedMeanwhile('vehicle', id);
    await recordChanges(trx, ctx, [
      {
        entity,
        entityId: id,
        action: '作废二维码',
        changes: [{ field: 'qrNo', label: '二维码', before: `第${no}版`, after: `第${renewed.qr_no}版` }],
      },
    ]);
    return loadCode(trx, ctx, secrets, id);
  });

async function loadCode(trx: Trx, ctx: Ctx, secrets: Secrets, id: string): Promise<Code> {
  const row = await trx
    .selectFrom('vehicle as v')
    .leftJoin('driver as d', 'd.id', 'v.driver_id')
    .select([
      'v.plate_no as plateNo',
      'v.vehicle_color as vehicleColor',
      'v.vehicle_type as vehicleType',
      'v.qr_no as no',
    ])
    .select([
      sql<string>`coalesce(d.name, '')`.as('driverName'),
      sql<string | null>`${wireTimeSql(sql<Date | null>`v.qr_renewed_at`, ctx.timeZone)}`.as('renewTime'),
    ])
    .where('v.id', '=', id)
    .executeTakeFirst();
  const vehicle = requireRow(row, '车辆');
  return { ...vehicle, companyName: ctx.clientName, url: vehicleCodePath(secrets, id, vehicle.no) };
}

export interface CodedVehicle {
  id: string;
  plateNo: string;
  vehicleColor: number;
  vehicleType: string;
  /** present main driver */
  driver: { id: string; name: string } | null;
}

/** The vehicle of a scanned code; 4011 when the code was withdrawn, or when the vehicle is deleted or disabled. */
export async function findVehicleOfCode(trx: Trx, ctx: Ctx, secrets: Secrets, code: string): Promise<CodedVehicle> {
  const { vehicleId, no } = readVehicleCode(secrets, code);
  const row = await trx
    .selectFrom('vehicle as v')
    .leftJoin('driver as d', 'd.id', 'v.driver_id')
    .select(['v.id', 'v.plate_no as plateNo', 'v.vehicle_color as vehicleColor', 'v.vehicle_type as vehicleType'])
    .select(['v.qr_no', 'v.vehicle_status', 'v.deleted_at', 'd.id as driverId', 'd.name as driverName'])
    .where('v.id', '=', vehicleId)
    .where('v.client_id', '=', ctx.clientId)
    .executeTakeFirst();
  if (!row) throw foreignCode();
  const { driverId, driverName, qr_no, vehicle_status, deleted_at, ...vehicle } = row;
  if (deleted_at) throw blockedByRule(`车辆${vehicle.plateNo}已删除，不能绑定`);
  if (qr_no !== no) throw blockedByRule(`车辆${vehicle.plateNo}的这张二维码已作废，请扫描重新打印的二维码`);
  if (vehicle_status === vehicleStatus.disabled) throw blockedByRule(`车辆${vehicle.plateNo}已停用，不能绑定`);
  return { ...vehicle, driver: driverId === null ? null : { id: driverId, name: driverName ?? '' } };
}
