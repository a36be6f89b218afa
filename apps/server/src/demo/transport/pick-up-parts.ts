import { orderStatus } from '@tongda/contract/transport/enums';
import { distanceM } from '@tongda/geo/distance';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { demoClients, demoUsers } from '../people/users';

const { id: clientId } = demoClients.cold;
/** The dispatcher (demo account diaodu). */
export const dispatcher = demoUsers.find(({ account }) => account === 'diaodu');

export interface Truck {
  id: string;
  driverId: string;
  orgId: string | null;
  kg: number;
  m3: number;
  types: number[];
}
export interface Waiting {
  id: string;
  code: string;
  orderId: string;
  orderCode: string;
  type: number;
  pieces: number;
  kg: number;
  m3: number;
  name: string;
  phone: string;
  address: string;
  lng: number | null;
  lat: number | null;
  /** place of the pick-up, in place of the order's own */
  shipArea?: string;
  shipAddress?: string;
}
export interface Site {
  id: string;
  name: string;
  lng: number;
  lat: number;
}

export const dateAt = (ms: number): Date => new Date(ms);

/** `TD26112100001`: the kind, the day, the number of the day. */
export const documentNumber = (prefix: string, day: string, no: number): string =>
  `${prefix}${day.slice(2).replaceAll('-', '')}${String(no).padStart(5, '0')}`;

export const saveCounter = (trx: Trx, prefix: string, day: string, last: number) =>
  sql`insert into code_counter (client_id, prefix, day, last) values (${clientId}, ${prefix}, ${day}::date, ${last})
    on conflict (client_id, prefix, day) do update set last = greatest(code_counter.last, excluded.last)`.execute(trx);

export async function nextNumber(trx: Trx, prefix: string, day: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`select last from code_counter
    where client_id = ${clientId} and prefix = ${prefix} and day = ${day}::date`.execute(trx);
  return (rows[0]?.last ?? 0) + 1;
}

/** Cooled trucks with a driver of their own that no waybill has at all, or none during the given time. */
export async function loadFreeTrucks(trx: Trx, during?: { from: Date; to: Date }): Promise<Truck[]> {
  const overlaps = during
    ? sql`tstzrange(w.busy_from, w.busy_until) && tstzrange(${during.from}, ${during.to}, '[]')`
    : sql`true`;
  const { rows } = await sql<Truck>`select v.id::text, v.driver_id::text as "driverId", v.org_id::text as "orgId",
      (v.load_weight_t * 1000)::float8 as kg, v.volume_m3::float8 as m3, v.temperature_types as types
    from vehicle v where v.client_id = ${clientId} and v.vehicle_status = 0 and v.refrigerator_count > 0 and v.deleted_at is null
      and v.driver_id is not null and v.license_end > current_date + 40 and v.inspect_end > current_date + 40 and v.insure_end > current_date + 40
      and not exists (select from waybill w where (w.vehicle_id = v.id or v.driver_id in (w.driver_id, w.co_driver_id)) and ${overlaps})
      and not exists (select from vehicle o where o.driver_id = v.driver_id and o.id < v.id) order by v.id desc`.execute(
    trx,
  );
  return rows;
}

/** Two distribution centres of the company. */
export async function loadSites(trx: Trx): Promise<Site[]> {
  const { rows } = await sql<Site>`select p.id::text, p.name, g.lng, g.lat from place p
      join place_shape g on g.place_id = p.id and upper(g.during) is null
    where p.client_id = ${clientId} and p.kind = 'site' and p.place_type = 1 and p.deleted_at is null order by p.id limit 2`.execute(
    trx,
  );
  return rows;
}

/** How far from its site a loop of pick-ups goes, m. */
const reachM = 200_000;

/** Waiting pick-ups that the truck can take together, all within reach of the site if one is given. */
export async function findWaitingFor(trx: Trx, truck: Truck, count: number, site?: Site): Promise<Waiting[]> {
  const { rows } =
    await sql<Waiting>`select p.id::text, p.pick_up_code as code, o.id::text as "orderId", o.order_code as "orderCode",
      p.temperature_type as type, p.total_pieces as pieces, p.total_weight_kg::float8 as kg, p.total_volume_m3::float8 as m3, k.name,
      p.ship_phone as phone, p.ship_area || p.ship_address as address, p.ship_lng as lng, p.ship_lat as lat
    from pick_up_order p join customer_order o on o.id = p.order_id join customer k on k.id = o.customer_id
    where p.client_id = ${clientId} and p.order_status = ${orderStatus.toDispatch} and p.split_flag = 0 and p.fail_count = 0
      and p.temperature_type = any(${truck.types}::smallint[]) and o.on_hand_status = 0 and o.pool_reason is null and o.split_flag = 0
      and not exists (select from waybill_leg l where l.order_id = o.id) order by p.id`.execute(trx);
  const taken: Waiting[] = [];
  for (const one of rows) {
    const sum = (of: (p: Waiting) => number) => taken.reduce((n, p) => n + of(p), of(one));
    const same = taken[0] === undefined || taken[0].type === one.type;
    const far =
      site && one.lng !== null && one.lat !== null && distanceM(site.lng, site.lat, one.lng, one.lat) > reachM;
    if (same && !far && sum((p) => p.kg) < truck.kg && sum((p) => p.m3) < truck.m3 * 0.9) taken.push(one);
    if (taken.length === count) break;
  }
  return taken;
}

export const headColumns = (truck: Truck, code: string, departAt: number, arriveAt: number) => ({
  client_id: clientId,
  org_id: truck.orgId,
  waybill_code: code,
  vehicle_id: truck.id,
  driver_id: truck.driverId,
  plan_depart_at: dateAt(departAt),
  plan_arrive_at: dateAt(arriveAt),
  busy_from: dateAt(departAt),
  busy_until: dateAt(arriveAt),
  created_by: dispatcher?.id ?? null,
});

export const logRow = (type: string, code: string, action: string, to: number, ms: number, remark: string) => ({
  client_id: clientId,
  obj_type: type,
  obj_code: code,
  action,
  to_status: to,
  at: dateAt(ms),
  remark,
  operator_id: dispatcher?.id ?? null,
  operator_name: dispatcher?.name ?? '',
});
