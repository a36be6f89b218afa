import type { EnumCode } from '@tongda/contract/core/enum';
import { transportStatus } from '@tongda/contract/transport/enums';
import type { waybillKind } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { createMessage } from '../../../base/message/door';
import { driversLeft } from '../../../resources/driver/door';
import { menuOf } from './report';

interface Left {
  id: string;
  waybillCode: string;
  kind: EnumCode<typeof waybillKind>;
  vehicleId: string | null;
  plateNo: string;
  driverId: string;
  driverName: string;
  running: boolean;
}

/** Tells dispatchers about the unfinished trips of drivers who left (`word`: 离职 or 停用). Nothing is reassigned automatically. */
async function tellLeavers(trx: Trx, ctx: Ctx, driverIds: readonly string[], word: string): Promise<void> {
  const { rows } =
    await sql<Left>`select w.id::text, w.waybill_code as "waybillCode", w.waybill_kind as kind, w.vehicle_id::text as "vehicleId",
      coalesce(v.plate_no, '') as "plateNo", d.id::text as "driverId", d.name as "driverName",
      w.transport_status = ${transportStatus.inTransit} as running
    from waybill w join driver d on d.id in (w.driver_id, w.co_driver_id) left join vehicle v on v.id = w.vehicle_id
    where w.client_id = ${ctx.clientId} and w.voided_at is null and w.transport_status < ${transportStatus.complete}
      and d.id = any(${[...driverIds]}::bigint[]) order by w.id`.execute(trx);
  for (const { id, waybillCode, kind, vehicleId, plateNo, driverId, driverName, running } of rows) {
    await createMessage(trx, {
      clientId: ctx.clientId,
      category: 12,
      type: 12_107,
      typeName: '司机离职停用',
      objTag: [`waybill:${waybillCode}`, ...(vehicleId === null ? [] : [`vehicle:${vehicleId}`])].join('|'),
      objName: plateNo || waybillCode,
      title: `${driverName} 已${word}`,
      content: `司机${driverName}已${word}，${running ? '在途' : '待发车'}的运单${waybillCode}还由他承运，请改派${running ? '或确认由他送完' : ''}`,
      vehicleId,
      menu: menuOf[kind],
      onceKey: `driverLeft:${id}:${driverId}:${word}`,
    });
  }
}

driversLeft.add(tellLeavers);
