import type { NotifiedWay } from '@tongda/contract/transport/tracking/notify';
import { sql } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { type NewMessage, tellUsers } from '../../../base/message/door';
import { waybillScope } from '../../../base/org/door';

/** The crew of a waybill and how to reach it. */
export interface Crew {
  waybillId: string;
  waybillCode: string;
  vehicleId: string | null;
  plateNo: string;
  driverName: string;
  phone: string;
  /** active accounts of driver and co-driver */
  userIds: string[];
}

/** Loads the crew of a waybill; 4004 when the caller may not see it. */
export async function loadCrew(trx: Trx, ctx: Ctx, waybillCode: string): Promise<Crew> {
  const { rows } =
    await sql<Crew>`select w.id::text as "waybillId", w.waybill_code as "waybillCode", w.vehicle_id::text as "vehicleId",
      coalesce(v.plate_no, '') as "plateNo", coalesce(d.name, '') as "driverName", coalesce(d.phone, '') as phone,
      array(select u.id::text from app_user u where u.client_id = w.client_id and u.driver_id in (w.driver_id, w.co_driver_id)
        and u.status = 1 and u.deleted_at is null) as "userIds"
    from waybill w left join vehicle v on v.id = w.vehicle_id left join driver d on d.id = w.driver_id
    where w.client_id = ${ctx.clientId} and w.waybill_code = ${waybillCode} and w.voided_at is null and ${waybillScope(ctx, 'w')}`.execute(
      trx,
    );
  return requireRow(rows[0], '运单');
}

type Said = Pick<NewMessage, 'type' | 'typeName' | 'title' | 'content' | 'onceKey'>;

/** Sends a message to the crew's accounts; the answer says whom to call when there are none. */
export async function tellCrew(trx: Trx, ctx: Ctx, crew: Crew, said: Said): Promise<NotifiedWay> {
  const way = '站内消息';
  if (crew.driverName === '') return { way, ok: false, msg: '运单还没有司机' };
  if (crew.userIds.length === 0) {
    // the number itself is for 拨打, which notes who asked for it
    return { way, ok: false, msg: `司机${crew.driverName}没有登录账号${crew.phone ? '，请拨打电话联系' : ''}` };
  }
  await tellUsers(
    trx,
    {
      ...said,
      clientId: ctx.clientId,
      category: 12,
      objTag: `waybill:${crew.waybillCode}`,
      objName: crew.plateNo || crew.waybillCode,
    },
    crew.userIds,
    true,
  );
  return { way, ok: true, msg: `已通知司机${crew.driverName}` };
}
