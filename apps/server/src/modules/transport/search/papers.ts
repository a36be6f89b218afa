import { orderStatus, transportStatus } from '@tongda/contract/transport/enums';
import { searchMost } from '@tongda/contract/transport/search/calls';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { byInitials, byInitialsOfText, type Wanted } from '../../../core/record/initials';
import { orderScope, waybillScope } from '../../base/org/door';
import type { Found } from './resources';

/** Names of destinations and receivers are looked at in so many of the newest records: an older one is found by its number. */
const newest = 20_000;

/** Waybills of the given kinds by code, plate, driver or destination, the last two also by initials; those on the road first. */
export async function findWaybills(trx: Trx, ctx: Ctx, wanted: Wanted, kinds: readonly number[]): Promise<Found> {
  const { like } = wanted;
  const ofOwn = sql`w.client_id = ${ctx.clientId} and w.waybill_kind = any(${[...kinds]}::smallint[]) and ${waybillScope(ctx, 'w')}`;
  const driver = await byInitials(
    trx,
    wanted,
    sql`w.driver_id`,
    sql`select d.id::text, d.name from driver d where d.client_id = ${ctx.clientId} and d.deleted_at is null`,
  );
  const destination = await byInitialsOfText(
    trx,
    wanted,
    sql`w.to_name`,
    sql`select distinct n.name from (select w.to_name as name from waybill w where ${ofOwn} order by w.id desc limit ${newest}) n`,
  );
  const { rows } = await sql<{
    id: string;
    name: string;
    kind: number;
    plate: string | null;
    to: string;
    status: (typeof transportStatus.codes)[number];
    total: number;
  }>`select w.id::text, w.waybill_code as name, w.waybill_kind as kind, v.plate_no as plate, w.to_name as "to", w.transport_status as status,
      (count(*) over ())::int as total
    from waybill w left join vehicle v on v.id = w.vehicle_id left join driver d on d.id = w.driver_id
    where ${ofOwn}
      and (w.waybill_code ilike ${like} or v.plate_no ilike ${like} or d.name ilike ${like} or w.to_name ilike ${like} or ${driver} or ${destination})
    order by w.waybill_code ilike ${like} desc, w.transport_status = ${transportStatus.inTransit} desc, w.id desc limit ${searchMost}`.execute(
    trx,
  );
  return {
    total: rows[0]?.total ?? 0,
    hits: rows.map(({ id, name, kind, plate, to, status }) => ({
      id,
      name,
      relation: [plate, to && `→ ${to}`].filter(Boolean).join(' '),
      state: transportStatus.label(status),
      waybillKind: kind,
    })),
  };
}

/** From whom to whom an order goes; the receiver alone where only he was looked for: why it was found must be in sight, and there is no room for both. */
export function wayOf(customer: string, receiver: string, text: string): string {
  const isIn = (name: string): boolean => name.toLowerCase().includes(text.toLowerCase());
  return isIn(receiver) && !isIn(customer) ? `→ ${receiver}` : `${customer} → ${receiver}`;
}

/** Orders by their own and the customer's number, customer or receiver (also by initials), or the plate of their truck; parts and parents count as orders, as in their list. */
export async function findOrders(trx: Trx, ctx: Ctx, wanted: Wanted): Promise<Found> {
  const initials = await byInitials(
    trx,
    wanted,
    sql`o.customer_id`,
    sql`select k.id::text, k.name from customer k where k.client_id = ${ctx.clientId} and k.deleted_at is null`,
  );
  const receiver = await byInitialsOfText(
    trx,
    wanted,
    sql`o.receiver`,
    sql`select distinct n.name from (select o.receiver as name from customer_order o where o.client_id = ${ctx.clientId} and ${orderScope(ctx, 'o')}
      order by o.id desc limit ${newest}) n`,
  );
  const { like, text } = wanted;
  // from the few trucks that it may be to their orders, once for all of these
  const plate = sql`o.id in (select l.order_id from vehicle v join waybill w on w.vehicle_id = v.id join waybill_leg l on l.waybill_id = w.id
    where v.client_id = ${ctx.clientId} and v.plate_no ilike ${like} and w.voided_at is null and l.removed_at is null)`;
  const { rows } = await sql<{
    id: string;
    name: string;
    customer: string;
    receiver: string;
    status: (typeof orderStatus.codes)[number];
    total: number;
  }>`select o.id::text, o.order_code as name, k.name as customer, o.receiver, o.order_status as status, (count(*) over ())::int as total
    from customer_order o join customer k on k.id = o.customer_id
    where o.client_id = ${ctx.clientId} and ${orderScope(ctx, 'o')}
      and (o.order_code ilike ${like} or o.customer_order_no ilike ${like} or k.name ilike ${like} or o.receiver ilike ${like} or ${initials} or ${receiver} or ${plate})
    order by o.order_code ilike ${like} desc, o.id desc limit ${searchMost}`.execute(trx);
  return {
    total: rows[0]?.total ?? 0,
    hits: rows.map(({ id, name, customer, receiver, status }) => ({
      id,
      name,
      relation: wayOf(customer, receiver, text),
      state: orderStatus.label(status),
    })),
  };
}
