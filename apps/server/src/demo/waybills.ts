import { wallMs, wallText } from '@tongda/contract/core/wall-time';
import { placeType } from '@tongda/contract/enums/place';
import { orderStatus, transportationStatus, transportStatus } from '@tongda/contract/enums/transport';
import {
  eventSource,
  onHandStatus,
  stopStatus,
  stopType,
  stowStatus,
  waybillKind,
} from '@tongda/contract/enums/waybill';
import { deriveOrderStatus } from '@tongda/contract/order/status';
import type { Site } from '@tongda/contract/waybill/assemble';
import { type Judgement, judgeLoad, type WaitingOrder } from '@tongda/contract/waybill/judge';
import type { StowVehicle } from '@tongda/contract/waybill/stowage';
import { distanceM } from '@tongda/geo/distance';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../core/db-types';
import { wireTime } from '../core/wire-time';
import { demoClients } from './people';

const { id: clientId } = demoClients.cold;
const timeZone = 'Asia/Shanghai';
const hourMs = 3_600_000;
const minuteMs = 60_000;
/** Planned departures are told in steps of five minutes. */
const roundMs = 5 * minuteMs;

/** What a demo trip has lived through when the demo begins; hours from now. */
const stories = [
  { departs: -52, state: 'done' },
  { departs: -49, state: 'done' },
  { departs: -31, state: 'done' },
  { departs: -28, state: 'done' },
  { departs: -27, state: 'done' },
  { departs: -26, state: 'done' },
  { departs: -3.5, state: 'road' },
  { departs: -2.5, state: 'road' },
  { departs: -2, state: 'road' },
  { departs: -1.2, state: 'road' },
  { departs: -0.6, state: 'road' },
  { departs: -0.4, state: 'late' },
  { departs: 1, state: 'loaded' },
  { departs: 2, state: 'stowed' },
  { departs: 3.5, state: 'stowed' },
  { departs: 5, state: 'stowing' },
] as const;
/** Trunk loads between the sites of the company. */
const trunks = [
  { departs: -30, state: 'done' },
  { departs: -20, state: 'done' },
  { departs: -1.5, state: 'road' },
  { departs: 1.5, state: 'loaded' },
  { departs: 4, state: 'stowed' },
  { departs: 6, state: 'stowing' },
] as const;
type State = (typeof stories)[number]['state'];

interface DemoOrder extends WaitingOrder {
  id: string;
}

/** Waybills in every state on the demo trucks, with orders that were entered for them. */
export async function seedWaybills(trx: Transaction<DB>, now: Date): Promise<void> {
  const orders = await waitingOrders(trx);
  const vehicles = await trucks(trx);
  const ends = await sites(trx);
  let next = 0;
  const tell = async ({ departs, state }: { departs: number; state: State }, no: number, way: Way) => {
    const departAt = wallMs(wireTime(Math.round((now.getTime() + departs * hourMs) / roundMs) * roundMs, timeZone));
    for (; next < vehicles.length; next++) {
      const vehicle = vehicles[next];
      if (!vehicle) break;
      const taken = choose(vehicle, orders, departAt, 2 + (no % 3), way);
      if (!taken) continue;
      next++;
      for (const order of taken.orders) orders.splice(orders.indexOf(order), 1);
      await write(trx, { now, departAt, state, no, vehicle, way, ...taken });
      break;
    }
  };
  for (const [i, story] of stories.entries()) await tell(story, i + 1, null);
  for (const [i, story] of trunks.entries()) {
    const [from, to] = [ends[i % ends.length], ends[(i + 1) % ends.length]];
    if (from && to && from !== to) await tell(story, i + 1, { from, to });
  }
  await poolSome(trx, now);
  const day = wireTime(now, timeZone).slice(0, 10);
  await trx
    .insertInto('code_counter')
    .values([
      { client_id: clientId, prefix: 'YS', day, last: stories.length },
      { client_id: clientId, prefix: 'PZ', day, last: trunks.length },
    ])
    .execute();
}

/** null: from the shipper to the receivers; otherwise between two sites. */
type Way = { from: Site; to: Site } | null;

async function sites(trx: Transaction<DB>): Promise<Site[]> {
  const { rows } = await sql<Site>`select p.id::text as "placeId", p.name, g.lng, g.lat from place p
      join place_shape g on g.place_id = p.id and upper(g.during) is null
    where p.client_id = ${clientId} and p.kind = 'site' and p.deleted_at is null
      and p.place_type in (${placeType.distributionCentre}, ${placeType.warehouse}) order by p.place_type, p.id limit 3`.execute(
    trx,
  );
  return rows;
}

/** Orders that came out of their task and wait in the split pool, one of them for more than a day. */
const poolSome = (trx: Transaction<DB>, now: Date) =>
  sql`update customer_order o set pool_reason = x.reason, pool_remark = x.remark, pool_at = ${now}::timestamptz - x.hours * interval '1 hour',
      pool_from = (select waybill_code from waybill where client_id = ${clientId} and waybill_kind = 3 order by id limit 1)
    from (select id, row_number() over (order by id desc) as no from customer_order
        where client_id = ${clientId} and order_status = ${orderStatus.toDispatch} and split_flag = 0 and created_at < ${now}::timestamptz - interval '30 hours') t
      join (values (1, '拆出', '车上放不下', 3), (2, '余量', '分两车送', 7), (3, '拆出', '收货点改期', 27)) x(no, reason, remark, hours) on x.no = t.no
    where o.id = t.id`.execute(trx);

async function waitingOrders(trx: Transaction<DB>): Promise<DemoOrder[]> {
  const { rows } = await sql<
    Omit<DemoOrder, 'arriveFrom' | 'arriveTo'> & { arriveFrom: Date | null; arriveTo: Date }
  >`select o.id::text,
      o.order_code as "orderCode", o.order_status as "orderStatus", k.name as "customerName", o.shipper, o.ship_phone as "shipPhone", o.ship_area as "shipArea",
      o.ship_address as "shipAddress", o.ship_lng as "shipLng", o.ship_lat as "shipLat", o.receiver, o.receive_phone as "receivePhone",
      o.receive_area as "receiveArea", o.receive_address as "receiveAddress", o.receive_lng as "receiveLng", o.receive_lat as "receiveLat",
      o.arrive_from as "arriveFrom", o.arrive_to as "arriveTo", o.temperature_type as "temperatureType", o.temp_min_c::float8 as "tempMin",
      o.temp_max_c::float8 as "tempMax", o.total_pieces as pieces, o.total_weight_kg::float8 as "weightKg", o.total_volume_m3::float8 as "volumeM3",
      o.unload_min as "unloadMin", o.delivery_mode as "deliveryMode", null as site, null as "takenBy"
    from customer_order o join customer k on k.id = o.customer_id
    where o.client_id = ${clientId} and o.order_status = ${orderStatus.toDispatch} and o.split_flag = 0 order by o.id`.execute(
    trx,
  );
  // the older ones: the board keeps something to do
  return rows.slice(0, Math.floor(rows.length * 0.7)).map((row) => ({
    ...row,
    conflictGroups: [],
    arriveFrom: null,
    arriveTo: wallMs(wireTime(row.arriveTo, timeZone)),
  }));
}

interface Truck extends StowVehicle {
  id: string;
  driverId: string | null;
  carrierId: string | null;
  orgId: string | null;
}

async function trucks(trx: Transaction<DB>): Promise<Truck[]> {
  const { rows } = await sql<{
    id: string;
    plateNo: string;
    ratedLoadKg: number;
    boxVolumeM3: number;
    palletSlots: number;
    driverId: string | null;
    carrierId: string | null;
    orgId: string | null;
  }>`select v.id::text, v.plate_no as "plateNo", (v.load_weight_t * 1000)::float8 as "ratedLoadKg", v.volume_m3::float8 as "boxVolumeM3",
      v.pallets as "palletSlots", v.driver_id::text as "driverId", v.carrier_id::text as "carrierId", v.org_id::text as "orgId"
    from vehicle v where v.client_id = ${clientId} and v.vehicle_status = 0 and v.refrigerator_count > 0 and v.deleted_at is null
      and v.driver_id is not null and v.license_end > current_date + 40 and v.inspect_end > current_date + 40 and v.insure_end > current_date + 40
      and not exists (select from vehicle o where o.driver_id = v.driver_id and o.id < v.id)
    order by v.id`.execute(trx);
  return rows.map((row) => ({
    ...row,
    vehicleStatus: 0,
    compartments: [{ no: 1, volumeM3: row.boxVolumeM3, tempMin: -30, tempMax: 12 }],
    probeSilentMin: 0,
    certificates: [],
    busy: [],
  }));
}

const judgeOf = (vehicle: Truck, orders: readonly DemoOrder[], departAt: number, way: Way): Judgement =>
  judgeLoad(
    {
      kind: way ? waybillKind.stowage : waybillKind.transportTask,
      from: way?.from ?? null,
      to: way?.to ?? null,
      vehicle,
      driver: null,
      departAt,
      arriveAt: null,
      // windows are the board's matter: a demo trip of yesterday is late for none of its orders
      orders: orders.map((order): WaitingOrder => ({ ...order, arriveTo: departAt + 48 * hourMs })),
    },
    distanceM,
  );

/** Orders of one shipper that go onto a truck together; the first shipper with two that fit. */
function choose(vehicle: Truck, orders: readonly DemoOrder[], departAt: number, count: number, way: Way) {
  for (const address of new Set(orders.map((order) => order.shipAddress))) {
    const kept: DemoOrder[] = [];
    for (const order of orders) {
      if (kept.length === count) break;
      if (order.shipAddress === address && judgeOf(vehicle, [...kept, order], departAt, way).possible) kept.push(order);
    }
    if (kept.length > 1) return { orders: kept, judged: judgeOf(vehicle, kept, departAt, way) };
  }
  return null;
}

interface DemoTrip {
  now: Date;
  departAt: number;
  state: State;
  no: number;
  vehicle: Truck;
  way: Way;
  orders: DemoOrder[];
  judged: Judgement;
}

async function write(trx: Transaction<DB>, trip: DemoTrip): Promise<void> {
  const { now, departAt, state, no, vehicle, way, orders, judged } = trip;
  const nowMs = wallMs(wireTime(now, timeZone));
  const at = (ms: number): RawBuilder<Date> => sql<Date>`(${wallText(ms)}::timestamp at time zone ${timeZone})`;
  const left = state === 'done' || state === 'road';
  const stow = { done: 3, road: 3, late: 2, loaded: 3, stowed: 2, stowing: 1 }[state];
  const leaveAt = departAt + (left ? 4 * minuteMs : 0);
  const code = `${way ? 'PZ' : 'YS'}${wireTime(now, timeZone).slice(2, 10).replaceAll('-', '')}${String(no).padStart(5, '0')}`;
  const unload = judged.stops.filter((stop) => stop.stopType === stopType.unload);
  const total = (of: (order: DemoOrder) => number): number => orders.reduce((sum, order) => sum + of(order), 0);
  const { id } = await trx
    .insertInto('waybill')
    .values({
      client_id: clientId,
      org_id: vehicle.orgId,
      waybill_code: code,
      waybill_kind: way ? waybillKind.stowage : waybillKind.transportTask,
      from_place_id: way?.from.placeId ?? null,
      to_place_id: way?.to.placeId ?? null,
      from_name: judged.stops[0]?.name ?? '',
      to_name: `${unload.at(-1)?.name ?? ''}${unload.length > 1 ? `等${unload.length}站` : ''}`,
      vehicle_id: vehicle.id,
      driver_id: vehicle.driverId,
      carrier_id: vehicle.carrierId,
      plan_depart_at: at(departAt),
      plan_arrive_at: at(judged.arriveAt),
      actual_depart_at: left ? at(leaveAt) : null,
      actual_arrive_at: state === 'done' ? at(judged.arriveAt + 6 * minuteMs) : null,
      depart_source: left ? eventSource.manual : null,
      arrive_source: state === 'done' ? eventSource.manual : null,
      busy_from: at(departAt),
      busy_until: at(judged.arriveAt),
      plan_distance_m: judged.distanceM,
      seal_no: left ? `F${String(260_310 + no)}` : null,
      set_temp_c: judged.setTemp,
      total_pieces: total((order) => order.pieces),
      total_weight_kg: Math.round(total((order) => order.weightKg) * 100) / 100,
      total_volume_m3: Math.round(total((order) => order.volumeM3) * 1000) / 1000,
      load_rate_weight: judged.loadRateWeight,
      load_rate_volume: judged.loadRateVolume,
      temperature_types: [...new Set(orders.map((order) => order.temperatureType))].sort(),
      transport_status:
        state === 'done' ? transportStatus.complete : left ? transportStatus.inTransit : transportStatus.toDepart,
      stow_status: stow,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const passed = judged.times.map(({ arrive }, i) =>
    i === 0 ? left : state === 'done' || (state === 'road' && arrive < nowMs && i < judged.times.length - 1),
  );
  await trx
    .insertInto('waybill_stop')
    .values(
      judged.stops.map((stop, i) => {
        const { arrive = departAt, leave = departAt } = judged.times[i] ?? {};
        const real = passed[i]
          ? { arrive: i === 0 ? leaveAt : arrive + 7 * minuteMs, leave: i === 0 ? leaveAt : leave + 7 * minuteMs }
          : null;
        return {
          client_id: clientId,
          waybill_id: id,
          seq: stop.seq,
          stop_type: stop.stopType,
          place_id: stop.placeId,
          name: stop.name,
          address: stop.address,
          contact: stop.contact,
          phone: stop.phone,
          lng: stop.lng,
          lat: stop.lat,
          window_end: i === 0 ? null : at(arrive + 2 * hourMs),
          service_min: stop.serviceMin,
          plan_arrive_at: at(arrive),
          plan_leave_at: at(leave),
          arrive_at: real ? at(real.arrive) : null,
          leave_at: real ? at(real.leave) : null,
          arrive_source: real ? eventSource.manual : null,
          leave_source: real ? eventSource.manual : null,
          stop_status: real ? stopStatus.left : stopStatus.toCome,
          checked_at: real ? at(real.leave) : null,
        };
      }),
    )
    .execute();
  for (const leg of judged.legs) {
    const order = orders.find((one) => one.orderCode === leg.orderCode);
    if (!order) continue;
    const there = passed[leg.toSeq - 1] ?? false;
    await writeLeg(trx, {
      id,
      code,
      leg,
      order,
      judged,
      left,
      there,
      loaded: stow === stowStatus.loaded,
      at,
      signedAt: (judged.times[leg.toSeq - 1]?.leave ?? departAt) + 7 * minuteMs,
      stow,
      to: way?.to ?? null,
      dueAt: (judged.times[leg.toSeq - 1]?.arrive ?? departAt) + 2 * hourMs,
    });
  }
  await logTrip(trx, { code, state, at, departAt, leaveAt, endAt: judged.arriveAt + 6 * minuteMs });
  if (left)
    await trx
      .insertInto('departure_record')
      .values({
        client_id: clientId,
        waybill_id: id,
        depart_at: at(leaveAt),
        plan_pieces: total((order) => order.pieces),
        load_pieces: total((order) => order.pieces),
        seal_no: `F${String(260_310 + no)}`,
        check_user: '尤佳',
      })
      .execute();
}

interface LegToWrite {
  id: string;
  code: string;
  leg: Judgement['legs'][number];
  order: DemoOrder;
  judged: Judgement;
  left: boolean;
  there: boolean;
  loaded: boolean;
  stow: number;
  /** the site where it ends; null: at the receiver */
  to: Site | null;
  at: (ms: number) => RawBuilder<Date>;
  signedAt: number;
  /** when its receiver wants it at the latest */
  dueAt: number;
}

/** One leg, its order and the order's log. The state of the order is derived like everywhere. */
async function writeLeg(trx: Transaction<DB>, it: LegToWrite): Promise<void> {
  const { order, leg, left, there, loaded, to } = it;
  const signed = there && to === null;
  const state = there
    ? transportationStatus.completed
    : left
      ? transportationStatus.inTransit
      : transportationStatus.notStarted;
  const pieces = left || loaded ? order.pieces : 0;
  await trx
    .insertInto('waybill_leg')
    .values({
      client_id: clientId,
      waybill_id: it.id,
      order_id: order.id,
      leg_no: 1,
      leg_type: leg.legType,
      from_seq: leg.fromSeq,
      to_seq: leg.toSeq,
      final: leg.final,
      plan_pieces: order.pieces,
      load_pieces: pieces,
      unload_pieces: there ? order.pieces : null,
      weight_kg: order.weightKg,
      volume_m3: order.volumeM3,
      compartment_no: 1,
      load_seq: it.judged.loadSeq.get(order.orderCode) ?? null,
      transportation_status: state,
    })
    .execute();
  const status = deriveOrderStatus({
    voided: false,
    signed,
    splitFlag: 0,
    children: [],
    planned: false,
    legs: [
      {
        live: true,
        transportationStatus: state,
        loadPieces: pieces,
        stowStatus: it.stow as 0 | 1 | 2 | 3,
        loading: false,
        final: leg.final,
      },
    ],
  });
  const signer = order.receiver.slice(0, 6);
  await sql`update customer_order set order_status = ${status}, dispatch_source = 2,
      on_hand_status = ${there ? (to ? onHandStatus.atSite : onHandStatus.delivered) : left ? onHandStatus.onTheWay : onHandStatus.atCustomer},
      current_place_id = ${there ? (to?.placeId ?? null) : null}::bigint, arrive_from = ${it.at(it.dueAt - 3 * hourMs)}, arrive_to = ${it.at(it.dueAt)},
      created_at = least(created_at, ${it.at(it.signedAt - 14 * hourMs)}),
      signed_at = ${signed ? it.at(it.signedAt) : null}, signer = ${signed ? signer : null}, sign_pieces = ${signed ? order.pieces : null}::int,
      reject_pieces = ${signed ? 0 : null}::int where id = ${order.id}`.execute(trx);
  const log = (action: string, to: number, ms: number) => ({
    obj_type: 'customerOrder',
    obj_code: order.orderCode,
    action,
    to_status: to,
    at: it.at(ms),
    remark: it.code,
    client_id: clientId,
    operator_name: '尤佳',
  });
  const steps = [log('配载', orderStatus.toLoad, it.signedAt - 9 * hourMs)];
  if (left) steps.push(log('发车', orderStatus.inTransit, it.signedAt - 2 * hourMs));
  if (there)
    steps.push(to ? log('到站', orderStatus.inTransit, it.signedAt) : log('签收', orderStatus.completed, it.signedAt));
  await trx.insertInto('tms_operation_log').values(steps).execute();
}

async function logTrip(
  trx: Transaction<DB>,
  it: {
    code: string;
    state: State;
    at: (ms: number) => RawBuilder<Date>;
    departAt: number;
    leaveAt: number;
    endAt: number;
  },
): Promise<void> {
  const { code, state, at, departAt, leaveAt, endAt } = it;
  const log = (action: string, to: number, ms: number) => ({
    obj_type: 'waybill',
    obj_code: code,
    action,
    to_status: to,
    at: at(ms),
    client_id: clientId,
    operator_name: '尤佳',
  });
  const steps = [
    log(
      state === 'stowing' ? '保存配载' : '确认配载',
      transportStatus.toDepart,
      Math.min(departAt - 8 * hourMs, endAt),
    ),
  ];
  if (state === 'done' || state === 'road') steps.push(log('发车', transportStatus.inTransit, leaveAt));
  if (state === 'done') steps.push(log('运输完成', transportStatus.complete, endAt));
  await trx.insertInto('tms_operation_log').values(steps).execute();
}
