import { orderStatus, transportationStatus, transportStatus } from '@tongda/contract/enums/transport';
import {
  driverConfirmStatus,
  eventSource,
  legType,
  onHandStatus,
  receiptOrderStatus,
  receiveType,
  stopStatus,
  stopType,
  stowStatus,
  waybillKind,
} from '@tongda/contract/enums/waybill';
import { distanceM } from '@tongda/geo/distance';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../core/db-types';
import { wireTime } from '../core/wire-time';
import { demoClients, demoUsers } from './people';

type Trx = Transaction<DB>;
const { id: clientId } = demoClients.cold;
const timeZone = 'Asia/Shanghai';
const hourMs = 3_600_000;
const minuteMs = 60_000;
/** Who dispatches (demo account diaodu). */
export const dispatcher = demoUsers.find(({ account }) => account === 'diaodu');

/** Loops past senders back to a site: when they leave, hours from now, and how many pick-ups they take. */
const loops = [
  { departs: -26, count: 3, state: 'done' },
  { departs: -20, count: 2, state: 'done' },
  { departs: 2.5, count: 3, state: 'stowed' },
  { departs: 6, count: 2, state: 'stowing' },
] as const;
type Loop = (typeof loops)[number];

export interface Truck {
  id: string;
  driverId: string;
  orgId: string | null;
  kg: number;
  m3: number;
  types: number[];
}
interface Waiting {
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
  /** where it is fetched instead of where its order says */
  shipArea?: string;
  shipAddress?: string;
}
export interface Site {
  id: string;
  name: string;
  lng: number;
  lat: number;
}

export const at = (ms: number): Date => new Date(ms);

/**
 * 提单 that brought goods to a site yesterday, that leave soon and that are being filled, and the receipts of what 提单 and trunk loads brought there.
 */
export async function seedPickUpTrips(trx: Trx, now: Date): Promise<void> {
  const day = wireTime(now, timeZone).slice(0, 10);
  const trucks = await freeTrucks(trx);
  const [site] = await sitesOf(trx);
  if (!site) return;
  let bills = (await nextOf(trx, 'TD', day)) - 1;
  for (const loop of loops) {
    // the first truck that suits pick-ups which wait
    for (const [i, truck] of trucks.entries()) {
      const picked = await waitingFor(trx, truck, loop.count, site);
      if (picked.length === 0) continue;
      trucks.splice(i, 1);
      await writeLoop(trx, { now, loop, truck, picked, site, code: numbered('TD', day, ++bills) });
      break;
    }
  }
  await counted(trx, 'TD', day, bills);
  await receiveAtSites(trx, (no) => numbered('SH', day, no), day);
}

/** `TD26112100001`: the kind, the day, the number of the day. */
export const numbered = (prefix: string, day: string, no: number): string =>
  `${prefix}${day.slice(2).replaceAll('-', '')}${String(no).padStart(5, '0')}`;

export const counted = (trx: Trx, prefix: string, day: string, last: number) =>
  sql`insert into code_counter (client_id, prefix, day, last) values (${clientId}, ${prefix}, ${day}::date, ${last})
    on conflict (client_id, prefix, day) do update set last = greatest(code_counter.last, excluded.last)`.execute(trx);

export async function nextOf(trx: Trx, prefix: string, day: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`select last from code_counter
    where client_id = ${clientId} and prefix = ${prefix} and day = ${day}::date`.execute(trx);
  return (rows[0]?.last ?? 0) + 1;
}

/** Cooled trucks with a driver of their own that no waybill has, ever or in that time. */
export async function freeTrucks(trx: Trx, during?: { from: Date; to: Date }): Promise<Truck[]> {
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
export async function sitesOf(trx: Trx): Promise<Site[]> {
  const { rows } = await sql<Site>`select p.id::text, p.name, g.lng, g.lat from place p
      join place_shape g on g.place_id = p.id and upper(g.during) is null
    where p.client_id = ${clientId} and p.kind = 'site' and p.place_type = 1 and p.deleted_at is null order by p.id limit 2`.execute(
    trx,
  );
  return rows;
}

/** A loop of pick-ups stays in reach of its site. */
const reachM = 200_000;

/** Pick-ups that nobody works with and that the truck takes together, all of them in reach of the site when one is given. */
export async function waitingFor(trx: Trx, truck: Truck, count: number, site?: Site): Promise<Waiting[]> {
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

/** What the truck of a loop really does, epoch ms: `stops` are where it calls, in its order. */
interface RoadTimes {
  departAt: number;
  stops: ReadonlyArray<{ arriveAt: number; leaveAt: number }>;
  endAt: number;
}

export interface LoopToWrite {
  now: Date;
  loop: { departs: number; state: Loop['state'] | 'road' };
  /** of a loop that a simulated truck makes: what was done by now is done */
  road?: RoadTimes;
  truck: Truck;
  picked: readonly Waiting[];
  site: Site;
  code: string;
}

/** One 提单: leaves the site empty, calls at each sender, and is counted where it began. */
export async function writeLoop(trx: Trx, { now, loop, road, truck, picked, site, code }: LoopToWrite): Promise<void> {
  const departAt =
    road?.departAt ?? Math.round((now.getTime() + loop.departs * hourMs) / (5 * minuteMs)) * 5 * minuteMs;
  const stopAt = (i: number): number => road?.stops[i]?.arriveAt ?? departAt + (i + 1) * 50 * minuteMs;
  const endAt = road?.endAt ?? stopAt(picked.length);
  const done = loop.state === 'done';
  const left = done || loop.state === 'road';
  // fetched by now: everything, or what the truck has left behind it
  const leaveAt = (i: number): number => road?.stops[i]?.leaveAt ?? stopAt(i) + 20 * minuteMs;
  const fetched = (i: number): boolean => done || (road !== undefined && leaveAt(i) <= now.getTime());
  const sum = (of: (p: Waiting) => number, places: number): number =>
    Math.round(picked.reduce((n, p) => n + of(p), 0) * 10 ** places) / 10 ** places;
  const { id } = await trx
    .insertInto('waybill')
    .values({
      ...head(truck, code, departAt, endAt),
      waybill_kind: waybillKind.billOfLading,
      from_name: site.name,
      to_name: site.name,
      to_place_id: site.id,
      actual_depart_at: left ? at(departAt) : null,
      actual_arrive_at: done ? at(endAt) : null,
      depart_source: left ? eventSource.manual : null,
      driver_confirm: left ? driverConfirmStatus.accepted : driverConfirmStatus.waiting,
      set_temp_c: picked[0]?.type === 3 ? -20 : picked[0]?.type === 2 ? 4 : null,
      arrive_source: done ? eventSource.manual : null,
      plan_distance_m: 60_000 + picked.length * 12_000,
      total_pieces: sum((p) => p.pieces, 0),
      total_weight_kg: sum((p) => p.kg, 2),
      total_volume_m3: sum((p) => p.m3, 3),
      load_rate_weight: Math.round((sum((p) => p.kg, 2) / truck.kg) * 10_000) / 100,
      load_rate_volume: Math.round((sum((p) => p.m3, 3) / truck.m3) * 10_000) / 100,
      temperature_types: [...new Set(picked.map((p) => p.type))],
      transport_status: done ? transportStatus.complete : left ? transportStatus.inTransit : transportStatus.toDepart,
      stow_status: left ? stowStatus.loaded : loop.state === 'stowed' ? stowStatus.stowed : stowStatus.stowing,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const places = [
    {
      stop_type: stopType.pass,
      place_id: site.id,
      name: site.name,
      address: '',
      phone: '',
      lng: site.lng,
      lat: site.lat,
    },
    ...picked.map(({ name, phone, address, lng, lat }) => ({
      stop_type: stopType.load,
      place_id: null,
      name,
      address,
      phone,
      lng,
      lat,
    })),
    {
      stop_type: stopType.unload,
      place_id: site.id,
      name: site.name,
      address: '',
      phone: '',
      lng: site.lng,
      lat: site.lat,
    },
  ];
  await trx
    .insertInto('waybill_stop')
    .values(
      places.map((place, i) => {
        const arrive = i === 0 ? departAt : i <= picked.length ? stopAt(i - 1) : endAt;
        const over = i === 0 ? left : i <= picked.length ? fetched(i - 1) : done;
        const leave = i === 0 ? departAt : i <= picked.length ? leaveAt(i - 1) : endAt + 20 * minuteMs;
        return {
          ...place,
          client_id: clientId,
          waybill_id: id,
          seq: i + 1,
          plan_arrive_at: at(arrive),
          plan_leave_at: at(arrive + (i === 0 ? 0 : 20 * minuteMs)),
          ...(over ? made(arrive, leave) : {}),
        };
      }),
    )
    .execute();
  for (const [i, one] of picked.entries()) {
    await trx
      .insertInto('waybill_leg')
      .values({
        client_id: clientId,
        waybill_id: id,
        order_id: one.orderId,
        pick_up_id: one.id,
        leg_no: 1,
        leg_type: legType.pickUp,
        from_seq: i + 2,
        to_seq: picked.length + 2,
        final: false,
        plan_pieces: one.pieces,
        load_pieces: fetched(i) ? one.pieces : 0,
        unload_pieces: done ? one.pieces : null,
        weight_kg: one.kg,
        volume_m3: one.m3,
        compartment_no: 1,
        transportation_status: done
          ? transportationStatus.completed
          : fetched(i)
            ? transportationStatus.inTransit
            : transportationStatus.notStarted,
      })
      .execute();
    const has = fetched(i);
    const state = done ? orderStatus.completed : has ? orderStatus.inTransit : orderStatus.toLoad;
    await sql`update pick_up_order set order_status = ${state}, place_id = ${site.id},
        actual_pieces = ${has ? one.pieces : null}::int, actual_weight_kg = ${has ? one.kg : null}::numeric, actual_volume_m3 = ${has ? one.m3 : null}::numeric,
        picked_at = ${has ? at(stopAt(i)) : null}::timestamptz, ship_address = coalesce(${one.shipAddress ?? null}, ship_address),
        ship_area = coalesce(${one.shipArea ?? null}, ship_area), ship_lng = ${one.lng}, ship_lat = ${one.lat}, plan_from = ${at(stopAt(i) - hourMs)}, plan_to = ${at(stopAt(i) + hourMs)}
      where id = ${one.id}`.execute(trx);
    await sql`update customer_order set order_status = ${has ? orderStatus.inTransit : orderStatus.toLoad}, dispatch_source = 2,
        on_hand_status = case when ${has && !done} then ${sql.lit(onHandStatus.onTheWay)} else on_hand_status end,
        ship_address = coalesce(${one.shipAddress ?? null}, ship_address), ship_area = coalesce(${one.shipArea ?? null}, ship_area),
        ship_lng = ${one.lng}, ship_lat = ${one.lat},
        created_at = least(created_at, ${at(departAt - 6 * hourMs)})
      where id = ${one.orderId}`.execute(trx);
    if (has)
      await sql`update pick_up_item set actual_pieces = pieces, actual_weight_kg = weight_kg, actual_volume_m3 = volume_m3,
          product_temp_c = case temperature_type when 3 then -19.5 when 2 then 4.1 end where pick_up_id = ${one.id}`.execute(
        trx,
      );
  }
  const stowedAt = Math.min(departAt, now.getTime()) - 3 * hourMs;
  const steps = [
    step('waybill', code, loop.state === 'stowing' ? '保存配载' : '确认配载', transportStatus.toDepart, stowedAt, ''),
    ...picked.map((one) => step('pickUpOrder', one.code, '配载', orderStatus.toLoad, stowedAt, code)),
    ...picked.map((one) => step('customerOrder', one.orderCode, '配载', orderStatus.toLoad, stowedAt, code)),
  ];
  if (left) steps.push(step('waybill', code, '发车', transportStatus.inTransit, departAt, ''));
  if (road !== undefined && left)
    steps.push(
      ...picked.flatMap((one, i) =>
        fetched(i)
          ? [step('pickUpOrder', one.code, '提货确认', orderStatus.inTransit, leaveAt(i), `${one.pieces}件`)]
          : [],
      ),
    );
  if (left)
    await sql`insert into departure_record (client_id, waybill_id, depart_at, plan_pieces, load_pieces, check_user, created_at)
      values (${clientId}, ${id}, ${at(departAt)}, ${sum((p) => p.pieces, 0)}, 0, ${dispatcher?.name ?? ''}, ${at(departAt)})`.execute(
      trx,
    );
  if (done)
    steps.push(
      step('waybill', code, '运输完成', transportStatus.complete, endAt, ''),
      ...picked.flatMap((one, i) => [
        step('pickUpOrder', one.code, '提货确认', orderStatus.inTransit, stopAt(i), `${one.pieces}件`),
        step('pickUpOrder', one.code, '到站', orderStatus.completed, endAt, site.name),
        step('customerOrder', one.orderCode, '到站', orderStatus.inTransit, endAt, `${site.name} ${one.pieces}件`),
      ]),
    );
  await trx.insertInto('tms_operation_log').values(steps).execute();
}

export const head = (truck: Truck, code: string, departAt: number, arriveAt: number) => ({
  client_id: clientId,
  org_id: truck.orgId,
  waybill_code: code,
  vehicle_id: truck.id,
  driver_id: truck.driverId,
  plan_depart_at: at(departAt),
  plan_arrive_at: at(arriveAt),
  busy_from: at(departAt),
  busy_until: at(arriveAt),
  created_by: dispatcher?.id ?? null,
});

/** What happened at a stop that is over. */
const made = (arrive: number, leave: number) => ({
  arrive_at: at(arrive),
  leave_at: at(leave),
  arrive_source: eventSource.manual,
  leave_source: eventSource.manual,
  stop_status: stopStatus.left,
  checked_at: at(leave),
});

export const step = (type: string, code: string, action: string, to: number, ms: number, remark: string) => ({
  client_id: clientId,
  obj_type: type,
  obj_code: code,
  action,
  to_status: to,
  at: at(ms),
  remark,
  operator_id: dispatcher?.id ?? null,
  operator_name: dispatcher?.name ?? '',
});

/** 收货单 of what 提单 (提货入站) and trunk loads (中转到站) brought to a site: the goods lie there as they were counted. */
async function receiveAtSites(trx: Trx, code: (no: number) => string, day: string): Promise<void> {
  const { rows } = await sql<{ legId: string; at: Date }>`select l.id::text as "legId", p.arrive_at as at
    from waybill_leg l join waybill w on w.id = l.waybill_id join waybill_stop p on p.waybill_id = w.id and p.seq = l.to_seq
    where l.client_id = ${clientId} and l.removed_at is null and l.transportation_status = 2 and w.waybill_kind in (1, 2) and p.place_id is not null
      and not exists (select from receipt_order r where r.waybill_id = w.id and r.order_id = l.order_id)
    order by p.arrive_at, l.id`.execute(trx);
  let no = (await nextOf(trx, 'SH', day)) - 1;
  for (const { legId } of rows) {
    const receipt = code(++no);
    const made = await sql<{
      id: string;
    }>`insert into receipt_order (client_id, org_id, receipt_code, order_id, pick_up_id, waybill_id, place_id, receive_type,
        receipt_status, plan_pieces, receive_pieces, receive_weight_kg, receive_volume_m3, product_temp_c, receiver_user, received_at, created_at)
      select l.client_id, o.org_id, ${receipt}, o.id, l.pick_up_id, l.waybill_id, p.place_id,
        case when w.waybill_kind = 1 then ${sql.lit(receiveType.pickedUp)} else ${sql.lit(receiveType.transfer)} end, ${sql.lit(receiptOrderStatus.received)}, l.load_pieces, l.unload_pieces, o.total_weight_kg, o.total_volume_m3,
        case o.temperature_type when 3 then -19.2 when 2 then 3.8 end, '王仓管', p.arrive_at + interval '12 minutes', p.arrive_at
      from waybill_leg l join customer_order o on o.id = l.order_id join waybill w on w.id = l.waybill_id
        join waybill_stop p on p.waybill_id = w.id and p.seq = l.to_seq where l.id = ${legId} returning id::text`.execute(
      trx,
    );
    const id = made.rows[0]?.id ?? null;
    await sql`insert into receipt_item (client_id, receipt_id, line_no, cargo_name, spec, pack_unit, temperature_type, plan_pieces, plan_weight_kg,
        plan_volume_m3, receive_pieces, receive_weight_kg, receive_volume_m3, product_temp_c)
      select i.client_id, r.id, i.line_no, i.cargo_name, i.spec, i.pack_unit, i.temperature_type, i.pieces, i.weight_kg, i.volume_m3, i.pieces,
        i.weight_kg, i.volume_m3, r.product_temp_c from receipt_order r join order_item i on i.order_id = r.order_id where r.id = ${id}`.execute(
      trx,
    );
    await sql`update customer_order o set on_hand_status = ${sql.lit(onHandStatus.atSite)}, current_place_id = r.place_id, on_hand_pieces = r.receive_pieces,
        on_hand_weight_kg = r.receive_weight_kg, on_hand_volume_m3 = r.receive_volume_m3
      from receipt_order r where r.id = ${id} and o.id = r.order_id`.execute(trx);
    await sql`insert into tms_operation_log (client_id, obj_type, obj_code, action, to_status, operator_name, at)
      select client_id, 'receiptOrder', receipt_code, '收货完成', receipt_status, receiver_user, received_at from receipt_order where id = ${id}`.execute(
      trx,
    );
  }
  await counted(trx, 'SH', day, no);
}
