import { hourMs } from '@tongda/contract/core/durations';
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
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../core/generated/db-types';
import { wireTime } from '../../core/http/wire-time';
import { demoClients, demoUsers } from '../people/users';

const { id: clientId } = demoClients.cold;
/** Who dispatches (demo account diaodu): drafts are his. */
const dispatcherId = demoUsers.find(({ account }) => account === 'diaodu')?.id ?? null;
const timeZone = 'Asia/Shanghai';

/** What a demo trip has lived through. `late`: planned to have left, but it stands there still. */
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

/** null: from the shipper to the receivers; otherwise between two sites. */
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

/** Writes a waybill with its stops, legs, departure and log, and what became of its orders. */
export async function writeTrip(trx: Transaction<DB>, trip: DemoTrip): Promise<void> {
  const { now, state, no, vehicle, way, orders, judged, times } = trip;
  const departAt = times[0]?.arrive ?? now.getTime();
  const arriveAt = times.at(-1)?.leave ?? departAt;
  const endAt = times.at(-1)?.real?.arrive ?? arriveAt;
  const left = state === 'done' || state === 'road';
  const stow = { done: 3, road: 3, late: 2, loaded: 3, stowed: 2, stowing: 1 }[state];
  const leaveAt = times[0]?.real?.leave ?? departAt;
  const stowedAt = Math.min(departAt - 5 * hourMs, now.getTime() - hourMs);
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
      plan_arrive_at: at(arriveAt),
      actual_depart_at: left ? at(leaveAt) : null,
      actual_arrive_at: state === 'done' ? at(endAt) : null,
      depart_source: left ? eventSource.manual : null,
      arrive_source: state === 'done' ? eventSource.manual : null,
      busy_from: at(departAt),
      busy_until: at(arriveAt),
      plan_distance_m: judged.distanceM,
      seal_no: left ? `F${String(260_310 + no)}` : null,
      set_temp_c: judged.setTemp,
      zone_temps: JSON.stringify(
        vehicle.compartments.length > 1
          ? [...(judged.box?.setpoints ?? [])].flatMap(([no, tempC]) => (tempC === null ? [] : [{ no, tempC }]))
          : [],
      ),
      total_pieces: total((order) => order.pieces),
      total_weight_kg: Math.round(total((order) => order.weightKg) * 100) / 100,
      total_volume_m3: Math.round(total((order) => order.volumeM3) * 1000) / 1000,
      load_rate_weight: judged.loadRateWeight,
      load_rate_volume: judged.loadRateVolume,
      temperature_types: [...new Set(orders.map((order) => order.temperatureType))].sort(),
      transport_status:
        state === 'done' ? transportStatus.complete : left ? transportStatus.inTransit : transportStatus.toDepart,
      stow_status: stow,
      created_by: dispatcherId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('waybill_stop')
    .values(
      judged.stops.map((stop, i) => {
        const { arrive = departAt, leave = departAt, due = departAt, real = null } = times[i] ?? {};
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
          window_end: i === 0 ? null : at(due),
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
        depart_at: at(leaveAt),
        plan_pieces: total((order) => order.pieces),
        load_pieces: total((order) => order.pieces),
        seal_no: `F${String(260_310 + no)}`,
        check_user: '尤佳',
      })
      .execute();
}

const at = (ms: number): Date => new Date(ms);

interface LegToWrite {
  id: string;
  code: string;
  leg: Judgement['legs'][number];
  order: DemoOrder;
  judged: Judgement;
  /** null: the truck has not left */
  leaveAt: number | null;
  loaded: boolean;
  stow: number;
  /** the site where it ends; null: at the receiver */
  to: Site | null;
  /** the stop where it ends */
  time: StopTime;
  stowedAt: number;
}

/** One leg, its order and the order's log. The state of the order is derived like everywhere. */
async function writeLeg(trx: Transaction<DB>, it: LegToWrite): Promise<void> {
  const { order, leg, leaveAt, loaded, to, stowedAt, time } = it;
  const left = leaveAt !== null;
  const there = time.real !== null;
  const signedAt = time.real === null ? null : at(time.real.leave);
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
        stowStatus: it.stow as 0 | 1 | 2 | 3,
        loading: false,
        final: leg.final,
      },
    ],
  });
  const signer = order.receiver.slice(0, 6);
  await sql`update customer_order set order_status = ${status}, dispatch_source = 2,
      on_hand_status = ${there ? (to ? onHandStatus.atSite : onHandStatus.delivered) : left ? onHandStatus.onTheWay : onHandStatus.atCustomer},
      current_place_id = ${there ? (to?.placeId ?? null) : null}::bigint, arrive_from = ${at(time.due - 3 * hourMs)}, arrive_to = ${at(time.due)},
      ship_area = ${order.shipArea}, ship_address = ${order.shipAddress}, ship_lng = ${order.shipLng}, ship_lat = ${order.shipLat},
      receiver = ${order.receiver}, receive_phone = ${order.receivePhone}, receive_area = ${order.receiveArea},
      receive_address = ${order.receiveAddress}, receive_lng = ${order.receiveLng}, receive_lat = ${order.receiveLat}, unload_min = ${order.unloadMin},
      created_at = least(created_at, ${at(stowedAt - 3 * hourMs)}),
      signed_at = ${signed ? signedAt : null}, signer = ${signed ? signer : null}, sign_pieces = ${signed ? order.pieces : null}::int,
      reject_pieces = ${signed ? 0 : null}::int where id = ${order.id}`.execute(trx);
  const log = (action: string, to: number, ms: number) => ({
    obj_type: 'customerOrder',
    obj_code: order.orderCode,
    action,
    to_status: to,
    at: at(ms),
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
  trx: Transaction<DB>,
  it: { code: string; state: TripState; stowedAt: number; leaveAt: number; endAt: number },
): Promise<void> {
  const { code, state, stowedAt, leaveAt, endAt } = it;
  const log = (action: string, to: number, ms: number) => ({
    obj_type: 'waybill',
    obj_code: code,
    action,
    to_status: to,
    at: at(ms),
    client_id: clientId,
    operator_name: '尤佳',
  });
  const steps = [log(state === 'stowing' ? '保存配载' : '确认配载', transportStatus.toDepart, stowedAt)];
  if (state === 'done' || state === 'road') steps.push(log('发车', transportStatus.inTransit, leaveAt));
  if (state === 'done') steps.push(log('运输完成', transportStatus.complete, endAt));
  await trx.insertInto('tms_operation_log').values(steps).execute();
}
