import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import type { EnumCode } from '@tongda/contract/core/enum';
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
import { dateAt, dispatcher, headColumns, logRow, type Site, type Truck, type Waiting } from './pick-up-parts';
import { type LoopPlan, type PlannedStop, planLoop } from './pick-up-plan';

const { id: clientId } = demoClients.cold;

/** What the simulated truck of a loop really does, epoch ms; `stops` are the places where it calls, in its order. */
interface RoadTimes {
  departAt: number;
  stops: ReadonlyArray<{ arriveAt: number; leaveAt: number }>;
  endAt: number;
}

export interface LoopToWrite {
  now: Date;
  loop: { state: 'done' | 'stowed' | 'stowing' | 'road' };
  /** whatever the truck has done by now is written as done */
  road: RoadTimes;
  truck: Truck;
  picked: readonly Waiting[];
  site: Site;
  code: string;
}

/** A loop with its times, epoch ms. Places of loading count from 0, the site at the beginning and the end is not among them. */
interface TimedLoop extends LoopToWrite {
  departAt: number;
  endAt: number;
  /** the truck has left the site */
  left: boolean;
  /** the truck is back and its goods were counted */
  done: boolean;
  arriveAt: (place: number) => number;
  leaveAt: (place: number) => number;
  /** the goods of this place are on the truck, or were brought to the site */
  fetched: (place: number) => boolean;
  /** what was planned at the desk, as its pages estimate it; the truck keeps to it more or less */
  plan: LoopPlan;
}

function timesOf(it: LoopToWrite): TimedLoop {
  const { now, loop, road } = it;
  const arriveAt = (place: number): number => road.stops[place]?.arriveAt ?? road.endAt;
  const leaveAt = (place: number): number => road.stops[place]?.leaveAt ?? road.endAt;
  const done = loop.state === 'done';
  const readyAt = it.picked.map((_, place) => readyFor(arriveAt(place)));
  const plan = planLoop(it.site, it.picked, road.departAt, readyAt);
  return {
    ...it,
    plan,
    departAt: road.departAt,
    endAt: road.endAt,
    done,
    left: done || loop.state === 'road',
    arriveAt,
    leaveAt,
    fetched: (place) => done || leaveAt(place) <= now.getTime(),
  };
}

/** Sum over the goods that are fetched, rounded to `places` decimals. */
const sumOf = (picked: readonly Waiting[], of: (p: Waiting) => number, places: number): number =>
  Math.round(picked.reduce((n, p) => n + of(p), 0) * 10 ** places) / 10 ** places;

/** Writes one 提单 with everything that hangs on it: its truck leaves the site empty, calls at each sender, and its goods are counted where it began. */
export async function writeLoop(trx: Trx, loop: LoopToWrite): Promise<void> {
  const it = timesOf(loop);
  const waybillId = await writeHead(trx, it);
  await writeStops(trx, it, waybillId);
  for (const [place, one] of it.picked.entries()) {
    await writeLeg(trx, it, waybillId, place, one);
    await updateOrders(trx, it, place, one);
  }
  if (it.left)
    await sql`insert into departure_record (client_id, waybill_id, depart_at, plan_pieces, load_pieces, check_user, created_at)
      values (${clientId}, ${waybillId}, ${dateAt(it.departAt)}, ${sumOf(it.picked, (p) => p.pieces, 0)}, 0, ${dispatcher?.name ?? ''}, ${dateAt(it.departAt)})`.execute(
      trx,
    );
  await trx.insertInto('tms_operation_log').values(stepsOf(it)).execute();
}

/** Writes the waybill itself and answers its id. */
async function writeHead(trx: Trx, it: TimedLoop): Promise<string> {
  const { loop, truck, picked, site, code, departAt, endAt, left, done, plan } = it;
  const weightKg = sumOf(picked, (p) => p.kg, 2);
  const volumeM3 = sumOf(picked, (p) => p.m3, 3);
  const { id } = await trx
    .insertInto('waybill')
    .values({
      ...headColumns(truck, code, departAt, Math.max(endAt, plan.site.leave)),
      waybill_kind: waybillKind.billOfLading,
      from_name: site.name,
      to_name: site.name,
      to_place_id: site.id,
      actual_depart_at: left ? dateAt(departAt) : null,
      actual_arrive_at: done ? dateAt(endAt) : null,
      depart_source: left ? eventSource.manual : null,
      driver_confirm: left ? driverConfirmStatus.accepted : driverConfirmStatus.waiting,
      set_temp_c: picked[0]?.type === 3 ? -20 : picked[0]?.type === 2 ? 4 : null,
      arrive_source: done ? eventSource.manual : null,
      plan_distance_m: plan.distanceM,
      total_pieces: sumOf(picked, (p) => p.pieces, 0),
      total_weight_kg: weightKg,
      total_volume_m3: volumeM3,
      load_rate_weight: Math.round((weightKg / truck.kg) * 10_000) / 100,
      load_rate_volume: Math.round((volumeM3 / truck.m3) * 10_000) / 100,
      temperature_types: [...new Set(picked.map((p) => p.type))],
      transport_status: done ? transportStatus.complete : left ? transportStatus.inTransit : transportStatus.toDepart,
      stow_status: left ? stowStatus.loaded : loop.state === 'stowed' ? stowStatus.stowed : stowStatus.stowing,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface LoopStop extends PlannedStop {
  stop_type: EnumCode<typeof stopType>;
  place_id: string | null;
  name: string;
  address: string;
  phone: string;
  lng: number | null;
  lat: number | null;
  window?: { from: number; to: number };
  /** when the truck comes and goes */
  real: { arrive: number; leave: number };
  over: boolean;
}

/** A truck stands so long at its site at least, minutes: then it loads for its next round. */
const shortestHubMin = 20;

/** A sender is ready at a round time shortly before the truck comes. */
const readyFor = (arriveAt: number): number => Math.floor((arriveAt - 10 * minuteMs) / roundMs) * roundMs;
const roundMs = 5 * minuteMs;

/** When a sender is ready, agreed upon beforehand: until an hour after what was planned and what the truck does. */
function windowAt({ plan, arriveAt }: TimedLoop, place: number): { from: number; to: number } {
  const times = [plan.places[place]?.arrive ?? arriveAt(place), arriveAt(place)];
  return { from: readyFor(arriveAt(place)), to: Math.max(...times) + hourMs };
}

/** Writes the stops: the site, each sender, and the site again. */
async function writeStops(trx: Trx, it: TimedLoop, waybillId: string): Promise<void> {
  const { picked, site, departAt, endAt, plan } = it;
  const atSite = { place_id: site.id, name: site.name, address: '', phone: '', lng: site.lng, lat: site.lat };
  const stops: LoopStop[] = [
    { ...atSite, stop_type: stopType.pass, ...plan.start, real: { arrive: departAt, leave: departAt }, over: it.left },
    ...picked.map(({ name, phone, address, lng, lat }, place) => ({
      ...{ stop_type: stopType.load, place_id: null, name, address, phone, lng, lat },
      ...(plan.places[place] ?? plan.site),
      window: windowAt(it, place),
      real: { arrive: it.arriveAt(place), leave: it.leaveAt(place) },
      over: it.fetched(place),
    })),
    {
      ...{ ...atSite, stop_type: stopType.unload, ...plan.site },
      real: { arrive: endAt, leave: endAt + Math.min(plan.site.serviceMin, shortestHubMin) * minuteMs },
      over: it.done,
    },
  ];
  await trx
    .insertInto('waybill_stop')
    .values(
      stops.map(({ arrive, leave, serviceMin, window, real, over, ...place }, i) => ({
        ...place,
        client_id: clientId,
        waybill_id: waybillId,
        seq: i + 1,
        service_min: serviceMin,
        window_start: window ? dateAt(window.from) : null,
        window_end: window ? dateAt(window.to) : null,
        plan_arrive_at: dateAt(arrive),
        plan_leave_at: dateAt(leave),
        ...(over ? visitedColumns(real) : {}),
      })),
    )
    .execute();
}

/** Columns of a stop that the truck has left. */
const visitedColumns = ({ arrive, leave }: LoopStop['real']) => ({
  arrive_at: dateAt(arrive),
  leave_at: dateAt(leave),
  arrive_source: eventSource.manual,
  leave_source: eventSource.manual,
  stop_status: stopStatus.left,
  checked_at: dateAt(leave),
});

async function writeLeg(trx: Trx, it: TimedLoop, waybillId: string, place: number, one: Waiting): Promise<void> {
  const { truck, picked, done } = it;
  const fetched = it.fetched(place);
  await trx
    .insertInto('waybill_leg')
    .values({
      client_id: clientId,
      waybill_id: waybillId,
      order_id: one.orderId,
      pick_up_id: one.id,
      leg_no: 1,
      leg_type: legType.pickUp,
      from_seq: place + 2,
      to_seq: picked.length + 2,
      final: false,
      plan_pieces: one.pieces,
      load_pieces: fetched ? one.pieces : 0,
      unload_pieces: done ? one.pieces : null,
      weight_kg: one.kg,
      volume_m3: one.m3,
      // each compartment of a box with several carries one temperature class
      compartment_no: truck.types.length > 1 ? truck.types.indexOf(one.type) + 1 : 1,
      transportation_status: done
        ? transportationStatus.completed
        : fetched
          ? transportationStatus.inTransit
          : transportationStatus.notStarted,
    })
    .execute();
}

/** Brings the pick-up order, its customer order and the log of that one in line with what the truck has done. */
async function updateOrders(trx: Trx, it: TimedLoop, place: number, one: Waiting): Promise<void> {
  const { site, done } = it;
  const fetched = it.fetched(place);
  const [window, made] = [windowAt(it, place), madeAt(it)];
  const [arriveAt, shipArea, shipAddress] = [it.arriveAt(place), one.shipArea ?? null, one.shipAddress ?? null];
  const state = done ? orderStatus.completed : fetched ? orderStatus.inTransit : orderStatus.toLoad;
  await sql`update pick_up_order set order_status = ${state}, place_id = ${site.id},
      actual_pieces = ${fetched ? one.pieces : null}::int, actual_weight_kg = ${fetched ? one.kg : null}::numeric, actual_volume_m3 = ${fetched ? one.m3 : null}::numeric,
      picked_at = ${fetched ? dateAt(arriveAt) : null}::timestamptz, ship_address = coalesce(${shipAddress}, ship_address),
      ship_area = coalesce(${shipArea}, ship_area), ship_lng = ${one.lng}, ship_lat = ${one.lat}, plan_from = ${dateAt(window.from)}, plan_to = ${dateAt(window.to)},
      created_at = least(created_at, ${dateAt(made.pickUp)})
    where id = ${one.id}`.execute(trx);
  await sql`update customer_order set order_status = ${fetched ? orderStatus.inTransit : orderStatus.toLoad}, dispatch_source = 2,
      on_hand_status = case when ${fetched && !done} then ${sql.lit(onHandStatus.onTheWay)} else on_hand_status end,
      ship_address = coalesce(${shipAddress}, ship_address), ship_area = coalesce(${shipArea}, ship_area),
      ship_lng = ${one.lng}, ship_lat = ${one.lat},
      created_at = least(created_at, ${dateAt(made.order)})
    where id = ${one.orderId}`.execute(trx);
  await sql`update tms_operation_log l set at = o.created_at from customer_order o
    where o.id = ${one.orderId} and l.obj_type = 'customerOrder' and l.obj_code = o.order_code and l.at > o.created_at
      and l.action = '下单'`.execute(trx);
  await sql`update tms_operation_log l set at = p.created_at from pick_up_order p
    where p.id = ${one.id} and l.obj_type = 'pickUpOrder' and l.obj_code = p.pick_up_code and l.client_id = p.client_id
      and l.action = '生成提货单'`.execute(trx);
  if (fetched)
    await sql`update pick_up_item set actual_pieces = pieces, actual_weight_kg = weight_kg, actual_volume_m3 = volume_m3,
        product_temp_c = case temperature_type when 3 then -19.5 when 2 then 4.1 end where pick_up_id = ${one.id}`.execute(
      trx,
    );
}

/** When the customer ordered, when the pick-up was made of it, and when it was stowed: one after the other, before the truck left. */
function madeAt({ now, departAt }: TimedLoop): { order: number; pickUp: number; stowed: number } {
  const stowed = Math.min(departAt, now.getTime()) - 3 * hourMs;
  return { order: stowed - 3 * hourMs, pickUp: stowed - 2.5 * hourMs, stowed };
}

/** Entries of the operation log for the waybill and its pick-up orders; the customer orders begin theirs when they are put on the truck to their receiver. */
function stepsOf(it: TimedLoop): Array<ReturnType<typeof logRow>> {
  const { loop, picked, site, code, departAt, endAt } = it;
  const { stowed: stowedAt } = madeAt(it);
  const steps = [
    logRow('waybill', code, loop.state === 'stowing' ? '保存配载' : '确认配载', transportStatus.toDepart, stowedAt, ''),
    ...picked.map((one) => logRow('pickUpOrder', one.code, '配载', orderStatus.toLoad, stowedAt, code)),
  ];
  if (!it.left) return steps;
  steps.push(
    logRow('waybill', code, '发车', transportStatus.inTransit, departAt, ''),
    ...picked.map((one) => logRow('pickUpOrder', one.code, '发车', orderStatus.inTransit, departAt, code)),
  );
  steps.push(
    ...picked.flatMap((one, place) =>
      it.fetched(place)
        ? [logRow('pickUpOrder', one.code, '提货确认', orderStatus.inTransit, it.leaveAt(place), `${one.pieces}件`)]
        : [],
    ),
  );
  if (it.done)
    steps.push(
      logRow('waybill', code, '运输完成', transportStatus.complete, endAt, ''),
      ...picked.map((one) => logRow('pickUpOrder', one.code, '到站', orderStatus.completed, endAt, site.name)),
    );
  return steps;
}
