import { transportStatus } from '@tongda/contract/transport/enums';
import {
  driverConfirmStatus,
  stopStatus,
  stopType,
  stowStatus,
  waybillKind,
} from '@tongda/contract/transport/waybill/enums';
import { destinationOf } from '@tongda/geo/distance';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { storedShapeOf } from '../../kernel/ground/place-shape';
import { measuredShape } from '../../modules/ground/place/door';
import { orgId } from '../fleet/vehicle/rows';
import { demoClients, demoOrgs } from '../people/users';

const { id: clientId } = demoClients.cold;

/** Condition: a driver whose papers have expired or will within two days. */
const unfit = sql<boolean>`coalesce(least(d.license_end, d.qualification_end) < current_date + 2, false)`;
const home = sql<boolean>`(o.id = ${orgId('华东分公司')} or ${orgId('华东分公司')} = any(o.path))`;

/**
 * Makes an account of a demo driver for the phone pages: a driver who may drive, is under way to stores of the register (so that their codes can be
 * scanned) and, where his truck leaves again soon, has that trip waiting for an answer. Trips under way were accepted.
 */
export async function seedDriverAccount(trx: Trx, now: Date, pwdHash: string): Promise<void> {
  await sql`update waybill set driver_confirm = ${driverConfirmStatus.accepted}
    where client_id = ${clientId} and transport_status <> ${transportStatus.toDepart}`.execute(trx);
  const running = await findRunningTrip(trx);
  if (running) await standStores(trx, running.id);
  const driverId = running?.driverId ?? (await findWaitingDriver(trx, now));
  if (!driverId) return;
  await sql`insert into app_user (client_id, org_id, account_code, name, pwd_hash, driver_id)
    select ${clientId}, ${demoOrgs.cold[0]?.[0]}, 'siji', d.name, ${pwdHash}, d.id from driver d where d.id = ${driverId}`.execute(
    trx,
  );
}

/** The driver of a confirmed trip that leaves next, for an hour at which nobody is on the road. */
async function findWaitingDriver(trx: Trx, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{
    driverId: string;
  }>`select w.driver_id::text as "driverId" from waybill w join driver d on d.id = w.driver_id
    where w.client_id = ${clientId} and w.transport_status = ${transportStatus.toDepart} and w.stow_status = ${stowStatus.stowed}
      and w.voided_at is null and w.plan_depart_at > ${now} order by ${unfit}, w.plan_depart_at, w.id limit 1`.execute(
    trx,
  );
  return rows[0]?.driverId;
}

/** Name of the store at a stop: that of the stop, or of the customer's warehouse in the yard of a cold store. */
const storeName = sql`regexp_replace(p.name, '(冷库|配送中心)$', '客户仓')`;
const ahead = sql<boolean>`p.stop_type = ${stopType.unload} and p.stop_status = ${stopStatus.toCome}
  and exists (select from store s where s.client_id = ${clientId} and s.deleted_at is null and s.name in (p.name, ${storeName}))`;

/** Finds a delivery on the road with a store ahead, preferably of a driver who has a next trip, in the home region and with the longest way to go. */
async function findRunningTrip(trx: Trx) {
  const { rows } = await sql<{
    id: string;
    driverId: string;
  }>`select w.id::text, w.driver_id::text as "driverId"
    from waybill w join driver d on d.id = w.driver_id left join org o on o.id = w.org_id
    where w.client_id = ${clientId} and w.transport_status = ${transportStatus.inTransit} and w.waybill_kind = ${waybillKind.transportTask}
      and w.voided_at is null and not ${unfit} and exists (select from waybill_stop p where p.waybill_id = w.id and ${ahead})
    order by exists (select from waybill n where n.driver_id = w.driver_id and n.transport_status = ${transportStatus.toDepart} and n.voided_at is null) desc,
      ${home} desc nulls last, w.plan_arrive_at desc, w.id limit 1`.execute(trx);
  return rows[0];
}

/**
 * From the middle of a yard, where trucks stand within 90 m, to the doors of a customer's warehouse: near enough to be an arrival there (300 m),
 * and beyond the warehouse's own fence, so that one stand is not a visit of two places.
 */
const doorM = 200;
const [fenceM, bufferM] = [50, 50];

/** Puts the customers' warehouses of a trip beside the yards where its truck stands, so that their codes can be scanned there. */
async function standStores(trx: Trx, waybillId: string): Promise<void> {
  const { rows } = await sql<{
    stopId: string;
    seq: number;
    yardName: string;
    lng: number;
    lat: number;
    placeId: string;
    name: string;
    address: string;
    contact: string;
    phone: string;
  }>`select p.id::text as "stopId", p.seq, p.name as "yardName", p.lng, p.lat, s.place_id::text as "placeId", s.name, s.address, s.contact, coalesce(s.phone, '') as phone
    from waybill_stop p join store s on s.client_id = ${clientId} and s.deleted_at is null and s.name = ${storeName} and s.name <> p.name
    where p.waybill_id = ${waybillId} and ${ahead} and s.place_id is not null`.execute(trx);
  for (const { stopId, seq, yardName, placeId, name, address, contact, phone, ...yard } of rows) {
    const door = destinationOf(yard.lng, yard.lat, 120, doorM);
    const [lng = 0, lat = 0] = door.map((degrees) => Math.round(degrees * 1e6) / 1e6);
    const ground = storedShapeOf({ kind: 'circle', centre: [lng, lat], radiusM: fenceM });
    await trx
      .updateTable('place_shape')
      .set(measuredShape(ground, bufferM))
      .where('place_id', '=', placeId)
      .where(sql<boolean>`upper_inf(during)`)
      .execute();
    await sql`update waybill_stop set name = ${name}, address = ${address}, contact = ${contact}, phone = ${phone}, lng = ${lng}, lat = ${lat}
      where id = ${stopId}`.execute(trx);
    await sql`update waybill set to_name = replace(to_name, ${yardName}, ${name}) where id = ${waybillId}`.execute(trx);
    await sql`update customer_order o set receiver = ${name.slice(0, 20)}, receive_phone = ${phone}, receive_lng = ${lng}, receive_lat = ${lat}
      from waybill_leg l where l.order_id = o.id and l.waybill_id = ${waybillId} and l.to_seq = ${seq}`.execute(trx);
  }
}
