import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { orderStatus, transportStatus } from '@tongda/contract/transport/enums';
import { reloadReason, stopStatus, stopType } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { pastKnownRuns, type TruckDay } from '../fleet/truck-trips';
import { demoClients } from '../people/users';
import { dateAt, dispatcher, logRow } from './pick-up-parts';
import type { Truck } from './waybill-rows';

const { id: clientId } = demoClients.cold;
type Runs = ReturnType<typeof pastKnownRuns>;
type Called = Runs[number]['run']['drops'][number];

/** Goods that change trucks where two trucks of one road call, one after the other: the first one brings them there, the second one takes them on. */
export interface Meeting {
  /** the run of the first truck to the place, and on with the calls of the second one */
  first: Runs[number];
  second: Truck;
  /** the calls of the two at the place */
  came: Called;
  took: Called;
}

/** Ms before now in which the meeting is looked for, and ms that the goods wait at most. */
const [backMs, waitMs] = [40 * hourMs, 5 * hourMs];
/** How many trucks are looked at; each costs a simulation of that time. */
const most = 16;
/** Ms that unloading takes. */
const unloadMs = 10 * minuteMs;

/** Trucks that were at one place shortly after each other, both from the same loading place, of which the second one went on to calls that are over by now. */
export function* findMeetings(day: TruckDay, trucks: readonly Truck[]): Generator<Meeting> {
  const known: Runs[number][] = [];
  for (const truck of trucks.slice(0, most)) {
    for (const one of pastKnownRuns(day, truck, day.now - backMs)) {
      for (const other of known)
        for (const found of [meetingOf(day.now, one, other), meetingOf(day.now, other, one)]) if (found) yield found;
      known.push(one);
    }
  }
}

function meetingOf(now: number, first: Runs[number], second: Runs[number]): Meeting | null {
  if (first.vehicle.id === second.vehicle.id || first.run.load.spot.name !== second.run.load.spot.name) return null;
  for (const came of first.run.drops) {
    const at = second.run.drops.findIndex(({ spot }) => spot.name === came.spot.name);
    const took = second.run.drops[at];
    const wait = took ? took.leaveAt - came.arriveAt : -1;
    const rest = second.run.drops.slice(at + 1).filter(({ leaveAt }) => leaveAt <= now);
    if (!took || wait < unloadMs || wait > waitMs || rest.length === 0) continue;
    return { first: { ...first, run: { ...first.run, drops: rest } }, second: second.vehicle, came, took };
  }
  return null;
}

/** Ends a finished trip of the first truck at the meeting, and writes the waybill by which the second one delivered its goods. */
export async function writeReloading(
  trx: Trx,
  old: { id: string; code: string },
  { second, came, took }: Meeting,
  code: string,
): Promise<void> {
  const at = dateAt(came.arriveAt + unloadMs);
  const { name, lng, lat } = came.spot;
  const { id } = (
    await sql<{
      id: string;
    }>`insert into waybill (client_id, org_id, waybill_code, waybill_kind, from_name, to_name, vehicle_id, driver_id, carrier_id, plan_depart_at,
      plan_arrive_at, actual_depart_at, actual_arrive_at, depart_source, arrive_source, busy_from, busy_until, plan_distance_m, set_temp_c, total_pieces,
      total_weight_kg, total_volume_m3, load_rate_weight, load_rate_volume, temperature_types, transport_status, stow_status, driver_confirm, reload_from_id, created_by)
    select client_id, org_id, ${code}, waybill_kind, ${name}, to_name, ${second.id}, ${second.driverId}, ${second.carrierId}, ${dateAt(took.leaveAt)}::timestamptz,
      greatest(plan_arrive_at, ${dateAt(took.leaveAt)}::timestamptz), ${dateAt(took.leaveAt)}::timestamptz, actual_arrive_at, 1, 1, ${dateAt(took.arriveAt)}::timestamptz,
      greatest(busy_until, actual_arrive_at), plan_distance_m, set_temp_c, total_pieces,
      total_weight_kg, total_volume_m3, load_rate_weight, load_rate_volume, temperature_types, 3, 3, 1, id, created_by
    from waybill where id = ${old.id} returning id::text`.execute(trx)
  ).rows[0] ?? { id: null };
  await sql`update waybill_stop set waybill_id = ${id} where waybill_id = ${old.id} and seq > 1`.execute(trx);
  for (const [waybillId, seq, call] of [
    [old.id, 2, { arriveAt: came.arriveAt, leaveAt: Math.max(came.leaveAt, came.arriveAt + unloadMs) }],
    [id, 1, took],
  ] as const)
    await sql`insert into waybill_stop (client_id, waybill_id, seq, stop_type, name, lng, lat, plan_arrive_at, plan_leave_at, arrive_at, leave_at,
        arrive_source, leave_source, stop_status, checked_at)
      values (${clientId}, ${waybillId}, ${seq}, ${sql.lit(stopType.pass)}, ${name}, ${lng}, ${lat}, ${dateAt(call.arriveAt)}, ${dateAt(call.leaveAt)},
        ${dateAt(call.arriveAt)}, ${dateAt(call.leaveAt)}, 1, 1, ${sql.lit(stopStatus.left)}, ${at})`.execute(trx);
  await sql`insert into waybill_leg (client_id, waybill_id, order_id, leg_no, leg_type, from_seq, to_seq, final, plan_pieces, load_pieces, unload_pieces, weight_kg,
      volume_m3, compartment_no, load_seq, transportation_status)
    select client_id, ${id}, order_id, 2, leg_type, 1, to_seq, final, plan_pieces, load_pieces, unload_pieces, weight_kg, volume_m3, compartment_no, load_seq, 2
    from waybill_leg where waybill_id = ${old.id} and removed_at is null`.execute(trx);
  await sql`update waybill_leg set to_seq = 2, final = false, transfer_flag = true, unload_pieces = load_pieces where waybill_id = ${old.id} and removed_at is null`.execute(
    trx,
  );
  await sql`update waybill set actual_arrive_at = ${at}::timestamptz, busy_until = greatest(busy_from, ${at}::timestamptz), close_reason = '换装' where id = ${old.id}`.execute(
    trx,
  );
  await sql`insert into reload_record (client_id, waybill_id, new_waybill_id, reason, remark, place_name, lng, lat, reload_at, lines, operator)
    select ${clientId}, ${old.id}, ${id}, ${sql.lit(reloadReason.chillerFault)}, '冷机停机，货温未超，由同线车辆接运', ${name}, ${lng}, ${lat}, ${at}::timestamptz,
      (select jsonb_agg(jsonb_build_object('orderCode', o.order_code, 'loaded', l.load_pieces, 'moved', l.load_pieces, 'short', 0, 'over', 0,
        'productTemp', case o.temperature_type when 3 then -18.6 when 2 then 4.9 end))
        from waybill_leg l join customer_order o on o.id = l.order_id where l.waybill_id = ${old.id} and l.removed_at is null), ${dispatcher?.name ?? ''}`.execute(
    trx,
  );
  await logReloading(trx, old, { id, code }, { place: name, atMs: at.getTime(), leftMs: took.leaveAt });
}

async function logReloading(
  trx: Trx,
  old: { id: string; code: string },
  made: { id: string | null; code: string },
  { place, atMs, leftMs }: { place: string; atMs: number; leftMs: number },
): Promise<void> {
  const { rows } = await sql<{
    orderCode: string;
    pieces: number;
  }>`select o.order_code as "orderCode", l.load_pieces as pieces
    from waybill_leg l join customer_order o on o.id = l.order_id where l.waybill_id = ${made.id}`.execute(trx);
  // the log of the first trip ended with the goods' arrival
  await sql`update tms_operation_log set obj_code = ${made.code} where client_id = ${clientId} and obj_type = 'waybill' and obj_code = ${old.code}
    and action = '运输完成'`.execute(trx);
  await trx
    .insertInto('tms_operation_log')
    .values([
      logRow(
        'waybill',
        old.code,
        '换装',
        transportStatus.complete,
        atMs,
        `${place}换装${rows.length}个订单至${made.code}`,
      ),
      logRow(
        'waybill',
        made.code,
        '换入',
        transportStatus.toDepart,
        atMs,
        `${place}由${old.code}换入${rows.length}个订单`,
      ),
      logRow('waybill', made.code, '发车', transportStatus.inTransit, leftMs, ''),
      ...rows.map(({ orderCode, pieces }) =>
        logRow(
          'customerOrder',
          orderCode,
          '换装',
          orderStatus.inTransit,
          atMs,
          `${place}换装${pieces}件至${made.code}`,
        ),
      ),
    ])
    .execute();
}
