import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { orderStatus, transportationStatus, transportStatus } from '@tongda/contract/transport/enums';
import {
  driverConfirmStatus,
  eventSource,
  legType,
  onHandStatus,
  stopStatus,
  stopType,
  stowStatus,
  waybillKind,
} from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { demoClients } from '../people/users';
import { at, dispatcher, head, type Site, step, type Truck, type Waiting } from './pick-up-parts';

const { id: clientId } = demoClients.cold;

/** What the truck of a loop really does, epoch ms: `stops` are where it calls, in its order. */
interface RoadTimes {
  departAt: number;
  stops: ReadonlyArray<{ arriveAt: number; leaveAt: number }>;
  endAt: number;
}

export interface LoopToWrite {
  now: Date;
  loop: { departs: number; state: 'done' | 'stowed' | 'stowing' | 'road' };
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
      plan_distance_m: minuteMs + picked.length * 12_000,
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
        // each part of a box with several has its class of goods
        compartment_no: truck.types.length > 1 ? truck.types.indexOf(one.type) + 1 : 1,
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
    await sql`update tms_operation_log l set at = o.created_at from customer_order o
      where o.id = ${one.orderId} and l.obj_type = 'customerOrder' and l.obj_code = o.order_code and l.at > o.created_at
        and l.action = '下单'`.execute(trx);
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

/** What happened at a stop that is over. */
const made = (arrive: number, leave: number) => ({
  arrive_at: at(arrive),
  leave_at: at(leave),
  arrive_source: eventSource.manual,
  leave_source: eventSource.manual,
  stop_status: stopStatus.left,
  checked_at: at(leave),
});
