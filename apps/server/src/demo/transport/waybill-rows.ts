import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { orderStatus, transportationStatus, transportStatus } from '@tongda/contract/transport/enums';
import { deriveOrderStatus } from '@tongda/contract/transport/order/status';
import {
  eventSource,
  onHandStatus,
  stopStatus,
  stopType,
  stowStatus,
  waybillKind,
} from '@tongda/contract/transport/waybill/enums';
import type { Judgement, WaitingOrder } from '@tongda/contract/transport/waybill/judge';
import type { Site } from '@tongda/contract/transport/waybill/stow/assemble';
import type { StowVehicle } from '@tongda/contract/transport/waybill/stow/rules';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { wireTime } from '../../core/http/answer/wire-time';
import { vehicleId } from '../fleet/vehicle/rows';
import { demoClients, demoUsers } from '../people/users';

const { id: clientId } = demoClients.cold;
/** The dispatcher (demo account diaodu), who is the author of drafts. */
const dispatcherId = demoUsers.find(({ account }) => account === 'diaodu')?.id ?? null;
const timeZone = 'Asia/Shanghai';

/** How far a demo trip has come. `late`: should have left by plan, but the truck still stands there. */
export type TripState = 'done' | 'road' | 'late' | 'loaded' | 'stowed' | 'stowing';

export interface DemoOrder extends WaitingOrder {
  id: string;
}

export interface Truck extends StowVehicle {
  id: string;
  driverId: string | null;
  carrierId: string | null;
  orgId: string | null;
  temperatureTypes: number[];
}

const surnames = [...'王李张刘陈杨赵黄周吴'];
/** Who signs for an order at the door of its store or warehouse. */
const signerOf = ({ id, receiver }: { id: string; receiver: string }): string =>
  `${surnames[Number(id) % surnames.length] ?? ''}${receiver.includes('店') ? '店长' : '主管'}`;

/** The two sites of a trunk load; null for a trip from the shipper to the receivers. */
export type Way = { from: Site; to: Site } | null;

/** One stop of a trip; epoch ms. */
export interface StopTime {
  arrive: number;
  leave: number;
  /** when the receiver wants it at the latest */
  due: number;
  /** what really happened there; null: not yet */
  real: { arrive: number; leave: number } | null;
}

export interface DemoTrip {
  now: Date;
  state: TripState;
  no: number;
  vehicle: Truck;
  way: Way;
  orders: DemoOrder[];
  judged: Judgement;
  /** of the judged stops, in their order */
  times: StopTime[];
}

/** The state that a demo trip's loading has, by what it has lived through. */
const stowOf = {
  done: stowStatus.loaded,
  road: stowStatus.loaded,
  late: stowStatus.stowed,
  loaded: stowStatus.loaded,
  stowed: stowStatus.stowed,
  stowing: stowStatus.stowing,
} as const satisfies Record<TripState, number>;

/** A demo trip with its number and the times of its log, epoch ms. */
interface TimedTrip extends DemoTrip {
  code: string;
  departAt: number;
  arriveAt: number;
  /** when the truck really left and ended, as far as it did; the plan otherwise */
  leaveAt: number;
  endAt: number;
  stowedAt: number;
  /** the truck has left */
  left: boolean;
  /** when its loading began and ended; null: it is not loaded */
  loading: { from: number; until: number } | null;
}

/** A truck is loaded within this time, closes its doors so long before it leaves, and is ready so long before the demo's start when it has not left. */
const [loadMs, closedMs, readyMs] = [32 * minuteMs, 6 * minuteMs, 12 * minuteMs];

/** When a truck was loaded: before it left, else shortly before now; null when it is not. */
function loadingOf({ state, now, times }: DemoTrip): TimedTrip['loading'] {
  if (stowOf[state] !== stowStatus.loaded) return null;
  const real = times[0]?.real;
  const until = real ? real.leave - closedMs : now.getTime() - readyMs;
  return { from: Math.min(until - minuteMs, Math.max(real?.arrive ?? 0, until - loadMs)), until };
}

function timedTrip(trip: DemoTrip): TimedTrip {
  const { now, state, no, way, times } = trip;
  const departAt = times[0]?.arrive ?? now.getTime();
  const arriveAt = times.at(-1)?.leave ?? departAt;
  // a finished trip has the number of its own day
  const day = wireTime(state === 'done' ? new Date(departAt) : now, timeZone)
    .slice(2, 10)
    .replaceAll('-', '');
  return {
    ...trip,
    code: `${way ? 'PZ' : 'YS'}${day}${String(no).padStart(5, '0')}`,
    departAt,
    arriveAt,
    leaveAt: times[0]?.real?.leave ?? departAt,
    endAt: times.at(-1)?.real?.arrive ?? arriveAt,
    stowedAt: Math.min(departAt - 5 * hourMs, now.getTime() - hourMs),
    left: state === 'done' || state === 'road',
    loading: loadingOf(trip),
  };
}

const totalOf = (orders: readonly DemoOrder[], of: (order: DemoOrder) => number): number =>
  orders.reduce((sum, order) => sum + of(order), 0);
const sealOf = (no: number): string => `F${String(260_310 + no)}`;

/** Writes a waybill with its stops, legs, departure and log, and what became of its orders. */
export async function writeTrip(trx: Trx, demoTrip: DemoTrip): Promise<{ id: string; code: string }> {
  const trip = timedTrip(demoTrip);
  const { state, no, way, orders, judged, times, code, departAt, leaveAt, endAt, stowedAt, left } = trip;
  const stow = stowOf[state];
  const id = await writeHead(trx, trip);
  await writeStops(trx, trip, id);
  for (const leg of judged.legs) {
    const order = orders.find((one) => one.orderCode === leg.orderCode);
    if (!order) continue;
    await writeLeg(trx, {
      id,
      code,
      leg,
      order,
      judged,
      leaveAt: left ? leaveAt : null,
      loaded: stow === stowStatus.loaded,
      time: times[leg.toSeq - 1] ?? { arrive: departAt, leave: departAt, due: departAt, real: null },
      stowedAt,
      stow,
      to: way?.to ?? null,
    });
  }
  await logTrip(trx, { code, state, stowedAt, leaveAt, endAt });
  if (left)
    await trx
      .insertInto('departure_record')
      .values({
        client_id: clientId,
        waybill_id: id,
        depart_at: dateAt(leaveAt),
        plan_pieces: totalOf(orders, (order) => order.pieces),
        load_pieces: totalOf(orders, (order) => order.pieces),
        seal_no: sealOf(no),
        check_user: '尤佳',
      })
      .execute();
  return { id, code };
}

/** Writes the waybill itself and answers its id. */
async function writeHead(trx: Trx, trip: TimedTrip): Promise<string> {
  const { state, no, vehicle, way, orders, judged, code, departAt, arriveAt, leaveAt, endAt, left, loading } = trip;
  const unload = judged.stops.filter((stop) => stop.stopType === stopType.unload);
  const setpoints = vehicle.compartments.length > 1 ? [...(judged.box?.setpoints ?? [])] : [];
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
      trailer_plate: demoVehicles.find(({ no: truckNo }) => vehicleId(truckNo) === vehicle.id)?.trailer ?? null,
      driver_id: vehicle.driverId,
      carrier_id: vehicle.carrierId,
      plan_depart_at: dateAt(departAt),
      plan_arrive_at: dateAt(arriveAt),
      actual_depart_at: left ? dateAt(leaveAt) : null,
      actual_arrive_at: state === 'done' ? dateAt(endAt) : null,
      load_started_at: loading ? dateAt(loading.from) : null,
      loaded_at: loading ? dateAt(loading.until) : null,
      depart_source: left ? eventSource.manual : null,
      arrive_source: state === 'done' ? eventSource.manual : null,
      busy_from: dateAt(departAt),
      busy_until: dateAt(arriveAt),
      plan_distance_m: judged.distanceM,
      seal_no: left ? sealOf(no) : null,
      set_temp_c: judged.setTemp,
      zone_temps: JSON.stringify(setpoints.flatMap(([zone, tempC]) => (tempC === null ? [] : [{ no: zone, tempC }]))),
      total_pieces: totalOf(orders, (order) => order.pieces),
      total_weight_kg: Math.round(totalOf(orders, (order) => order.weightKg) * 100) / 100,
      total_volume_m3: Math.round(totalOf(orders, (order) => order.volumeM3) * 1000) / 1000,
      load_rate_weight: judged.loadRateWeight,
      load_rate_volume: judged.loadRateVolume,
      temperature_types: [...new Set(orders.map((order) => order.temperatureType))].sort(),
      transport_status:
        state === 'done' ? transportStatus.complete : left ? transportStatus.inTransit : transportStatus.toDepart,
      stow_status: stowOf[state],
      created_by: dispatcherId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function writeStops(trx: Trx, trip: TimedTrip, waybillId: string): Promise<void> {
  const { judged, times, departAt } = trip;
  await trx
    .insertInto('waybill_stop')
    .values(
      judged.stops.map((stop, i) => {
        const { arrive = departAt, leave = departAt, due = departAt, real = null } = times[i] ?? {};
        return {
          client_id: clientId,
          waybill_id: waybillId,
          seq: stop.seq,
          stop_type: stop.stopType,
          place_id: stop.placeId,
          name: stop.name,
          address: stop.address,
          contact: stop.contact,
          phone: stop.phone,
          lng: stop.lng,
          lat: stop.lat,
          window_end: i === 0 ? null : dateAt(due),
          service_min: stop.serviceMin,
          plan_arrive_at: dateAt(arrive),
          plan_leave_at: dateAt(leave),
          arrive_at: real ? dateAt(real.arrive) : null,
          leave_at: real ? dateAt(real.leave) : null,
          arrive_source: real ? eventSource.manual : null,
          leave_source: real ? eventSource.manual : null,
          stop_status: real ? stopStatus.left : stopStatus.toCome,
          checked_at: real ? dateAt(real.leave) : null,
        };
      }),
    )
    .execute();
}

const dateAt = (ms: number): Date => new Date(ms);

interface LegToWrite {
  id: string;
  code: string;
  leg: Judgement['legs'][number];
  order: DemoOrder;
  judged: Judgement;
  /** null: the truck has not left */
  leaveAt: number | null;
  loaded: boolean;
  stow: (typeof stowOf)[TripState];
  /** the site where it ends; null: at the receiver */
  to: Site | null;
  /** the stop where it ends */
  time: StopTime;
  stowedAt: number;
}

/** Writes one leg, and brings its order and the order's log in line with it. `deriveOrderStatus` finds the order's state, as for any order. */
async function writeLeg(trx: Trx, it: LegToWrite): Promise<void> {
  const { order, leg, leaveAt, loaded, to, stowedAt, time } = it;
  const left = leaveAt !== null;
  const there = time.real !== null;
  const signedAt = time.real === null ? null : dateAt(time.real.leave);
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
      load_counted: pieces > 0 && leg.fromSeq === 1,
      unload_pieces: there ? order.pieces : null,
      weight_kg: order.weightKg,
      volume_m3: order.volumeM3,
      compartment_no: it.judged.box?.byOrder.get(order.orderCode) ?? 1,
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
        stowStatus: it.stow,
        loading: false,
        final: leg.final,
      },
    ],
  });
  const signer = signerOf(order);
  await sql`update customer_order set order_status = ${status}, dispatch_source = 2,
      on_hand_status = ${there ? (to ? onHandStatus.atSite : onHandStatus.delivered) : left ? onHandStatus.onTheWay : onHandStatus.atCustomer},
      current_place_id = ${there ? (to?.placeId ?? null) : null}::bigint, arrive_from = ${dateAt(time.due - 3 * hourMs)}, arrive_to = ${dateAt(time.due)},
      ship_area = ${order.shipArea}, ship_address = ${order.shipAddress}, ship_lng = ${order.shipLng}, ship_lat = ${order.shipLat},
      receiver = ${order.receiver}, receive_phone = ${order.receivePhone}, receive_area = ${order.receiveArea},
      receive_address = ${order.receiveAddress}, receive_lng = ${order.receiveLng}, receive_lat = ${order.receiveLat}, unload_min = ${order.unloadMin},
      created_at = least(created_at, ${dateAt(stowedAt - 3 * hourMs)}),
      signed_at = ${signed ? signedAt : null}, signer = ${signed ? signer : null}, sign_pieces = ${signed ? order.pieces : null}::int,
      reject_pieces = ${signed ? 0 : null}::int where id = ${order.id}`.execute(trx);
  // ordered before it was loaded, and so says its log
  await sql`update tms_operation_log l set at = o.created_at from customer_order o where o.id = ${order.id} and l.obj_type = 'customerOrder'
    and l.obj_code = o.order_code and l.action = '下单' and l.at > o.created_at`.execute(trx);
  const log = (action: string, to: number, ms: number) => ({
    obj_type: 'customerOrder',
    obj_code: order.orderCode,
    action,
    to_status: to,
    at: dateAt(ms),
    remark: it.code,
    client_id: clientId,
    operator_name: '尤佳',
  });
  const steps = [log('配载', orderStatus.toLoad, stowedAt)];
  if (left) steps.push(log('发车', orderStatus.inTransit, leaveAt));
  if (time.real)
    steps.push(
      to ? log('到站', orderStatus.inTransit, time.real.arrive) : log('签收', orderStatus.completed, time.real.leave),
    );
  await trx.insertInto('tms_operation_log').values(steps).execute();
}

async function logTrip(
  trx: Trx,
  it: { code: string; state: TripState; stowedAt: number; leaveAt: number; endAt: number },
): Promise<void> {
  const { code, state, stowedAt, leaveAt, endAt } = it;
  const log = (action: string, to: number, ms: number) => ({
    obj_type: 'waybill',
    obj_code: code,
    action,
    to_status: to,
    at: dateAt(ms),
    client_id: clientId,
    operator_name: '尤佳',
  });
  const steps = [log(state === 'stowing' ? '保存配载' : '确认配载', transportStatus.toDepart, stowedAt)];
  if (state === 'done' || state === 'road') steps.push(log('发车', transportStatus.inTransit, leaveAt));
  if (state === 'done') steps.push(log('运输完成', transportStatus.complete, endAt));
  await trx.insertInto('tms_operation_log').values(steps).execute();
}
