import type { ShipmentFields } from '@tongda/contract/reports/customized/dispatch';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { visibleVehicleRows } from '../../../modules/base/org/door';

/** A stored shipment as its form has it, with the names of what it points at. */
export interface FoundShipment extends ShipmentFields {
  id: string;
  version: number;
  status: 1 | 2 | 3;
  cancelled: boolean;
  plateNo: string;
  customerName: string;
  driverName: string;
  loadPlaceName: string;
  stops: Array<ShipmentFields['stops'][number] & { name: string; arriveTime: string | null; leaveTime: string | null }>;
  notify: Array<{ id: string; name: string }>;
  preCoolingId: string | null;
  loadArriveTime: string | null;
  departTime: string | null;
  finishTime: string | null;
  updateTime: string;
  updateUser: string;
  /** the record of the audit: other fields by name */
  [field: string]: unknown;
}

/** A shipment whose vehicle the caller sees; locked for whoever writes. */
export async function findShipment(
  trx: Trx,
  ctx: Ctx,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<FoundShipment | undefined> {
  const time = (column: string) => wireTimeSql(sql<Date>`${sql.ref(column)}`, ctx.timeZone);
  const { rows } = await sql<FoundShipment>`
    select s.id::text, s.version, s.status, s.cancelled_at is not null as cancelled, s.code, s.customer_id::text as "customerId", c.name as "customerName",
      s.vehicle_id::text as "vehicleId", v.plate_no as "plateNo", s.driver_id::text as "driverId", d.name as "driverName",
      s.load_place_id::text as "loadPlaceId", l.name as "loadPlaceName", ${time('s.plan_load_at')} as "planLoadTime", s.goods, s.pieces,
      s.weight_kg / 1000.0::float8 as "weightT", s.volume_l / 1000.0::float8 as "volumeM3", s.temperature_type as "temperatureType",
      s.lower_c::float8 as "lowerC", s.upper_c::float8 as "upperC", p.target_c::float8 as "precoolC", p.minutes as "precoolMin",
      s.pre_cooling_id::text as "preCoolingId", array(select u::text from unnest(s.notify_ids) u) as "notifyIds",
      array(select f::text from unnest(s.file_ids) f) as "fileIds", s.remark,
      (select coalesce(jsonb_agg(jsonb_build_object('id', u.id::text, 'name', u.name) order by u.name), '[]') from app_user u where u.id = any(s.notify_ids)) as notify,
      (select jsonb_agg(jsonb_build_object('placeId', t.place_id::text, 'name', x.name, 'planArriveTime', ${time('t.plan_arrive_at')}, 'pieces', t.pieces,
          'contact', t.contact, 'arriveTime', ${time('t.arrive_at')}, 'leaveTime', ${time('t.leave_at')}) order by t.seq)
        from shipment_stop t join place x on x.id = t.place_id where t.shipment_id = s.id) as stops,
      ${time('s.load_arrive_at')} as "loadArriveTime", ${time('s.depart_at')} as "departTime", ${time('s.finish_at')} as "finishTime",
      ${time('s.updated_at')} as "updateTime", coalesce((select u.name from app_user u where u.id = s.updated_by), '') as "updateUser"
    from shipment s join vehicle v on v.id = s.vehicle_id join customer c on c.id = s.customer_id join driver d on d.id = s.driver_id
      join place l on l.id = s.load_place_id left join pre_cooling p on p.id = s.pre_cooling_id and p.stopped_at is null
    where s.id = ${id} and s.client_id = ${ctx.clientId} and ${visibleVehicleRows(ctx, 'v')} ${lock ? sql`for update of s` : sql``}`.execute(
    trx,
  );
  return rows[0];
}
