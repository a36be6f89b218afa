import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { transportStatus } from '@tongda/contract/transport/enums';
import {
  driverConfirmStatus,
  reloadReason,
  stopStatus,
  stopType,
  stowStatus,
  waybillKind,
} from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { wireTime } from '../../core/http/wire-time';
import { demoClients } from '../people/users';
import {
  dateAt,
  dispatcher,
  documentNumber,
  headColumns,
  loadFreeTrucks,
  loadSites,
  logRow,
  nextNumber,
  type Site,
  saveCounter,
  type Truck,
} from './pick-up-parts';

const { id: clientId } = demoClients.cold;

/** Writes two mishaps: a load that is empty again because its driver refused, and a trip whose goods changed trucks on the way. */
export async function seedMishaps(trx: Trx, now: Date): Promise<void> {
  const day = wireTime(now, 'Asia/Shanghai').slice(0, 10);
  const [one] = await loadFreeTrucks(trx);
  const [from, to] = await loadSites(trx);
  if (one && from && to) {
    const no = await nextNumber(trx, 'PZ', day);
    await writeEmpty(trx, { now, truck: one, from, to, code: documentNumber('PZ', day, no) });
    await saveCounter(trx, 'PZ', day, no);
  }
  const no = await nextNumber(trx, 'YS', day);
  if (await reloadOne(trx, documentNumber('YS', day, no))) await saveCounter(trx, 'YS', day, no);
}

/** Writes a trunk load whose driver refused: its orders wait again, and it waits for another driver (待配载). */
async function writeEmpty(
  trx: Trx,
  { now, truck, from, to, code }: { now: Date; truck: Truck; from: Site; to: Site; code: string },
): Promise<void> {
  const departAt = Math.round((now.getTime() + 9 * hourMs) / (5 * minuteMs)) * 5 * minuteMs;
  const arriveAt = departAt + 4 * hourMs;
  const { id } = await trx
    .insertInto('waybill')
    .values({
      ...headColumns(truck, code, departAt, arriveAt),
      driver_id: null,
      driver_confirm: driverConfirmStatus.refused,
      waybill_kind: waybillKind.stowage,
      from_place_id: from.id,
      to_place_id: to.id,
      from_name: from.name,
      to_name: to.name,
      stow_status: stowStatus.toStow,
      transport_status: transportStatus.toDepart,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('waybill_stop')
    .values(
      [from, to].map((place, i) => ({
        client_id: clientId,
        waybill_id: id,
        seq: i + 1,
        stop_type: i === 0 ? stopType.load : stopType.unload,
        place_id: place.id,
        name: place.name,
        lng: place.lng,
        lat: place.lat,
        plan_arrive_at: dateAt(i === 0 ? departAt : arriveAt),
        plan_leave_at: dateAt(i === 0 ? departAt : arriveAt),
      })),
    )
    .execute();
  await trx
    .insertInto('tms_operation_log')
    .values([logRow('waybill', code, '司机拒单', transportStatus.toDepart, now.getTime() - hourMs, '车辆临时检修')])
    .execute();
}

/** Lets the goods of a finished trip change trucks half way to their first receiver, so that a second waybill delivered them. */
async function reloadOne(trx: Trx, code: string): Promise<boolean> {
  const { rows } = await sql<{
    id: string;
    code: string;
    until: Date;
    at: Date;
  }>`select w.id::text, w.waybill_code as code, w.busy_until as until, p.leave_at + (n.at - p.leave_at) / 2 as at
    from waybill w join waybill_stop p on p.waybill_id = w.id and p.seq = 1
      cross join lateral (select min(x.arrive_at) as at from waybill_stop x where x.waybill_id = w.id and x.seq > 1) n
    where w.client_id = ${clientId} and w.waybill_kind = 3 and w.transport_status = 3 and n.at > p.leave_at + interval '10 minutes'
    order by w.id limit 1`.execute(trx);
  const [old] = rows;
  if (!old) return false;
  const [truck] = await loadFreeTrucks(trx, { from: new Date(old.at), to: new Date(old.until) });
  if (!truck) return false;
  const made = await sql<{
    id: string;
  }>`insert into waybill (client_id, org_id, waybill_code, waybill_kind, from_name, to_name, vehicle_id, driver_id, plan_depart_at,
      plan_arrive_at, actual_depart_at, actual_arrive_at, depart_source, arrive_source, busy_from, busy_until, plan_distance_m, set_temp_c, total_pieces,
      total_weight_kg, total_volume_m3, load_rate_weight, load_rate_volume, temperature_types, transport_status, stow_status, driver_confirm, reload_from_id, created_by)
    select client_id, org_id, ${code}, waybill_kind, '途中换装', to_name, ${truck.id}, ${truck.driverId}, ${old.at}::timestamptz, greatest(plan_arrive_at, ${old.at}::timestamptz),
      ${old.at}::timestamptz + interval '2 minutes', actual_arrive_at, 1, 1, ${old.at}::timestamptz, greatest(busy_until, ${old.at}::timestamptz), plan_distance_m, set_temp_c, total_pieces,
      total_weight_kg, total_volume_m3, load_rate_weight, load_rate_volume, temperature_types, 3, 3, 1, id, created_by
    from waybill where id = ${old.id} returning id::text`.execute(trx);
  const id = made.rows[0]?.id ?? null;
  await sql`update waybill_stop set waybill_id = ${id} where waybill_id = ${old.id} and seq > 1`.execute(trx);
  await sql`insert into waybill_stop (client_id, waybill_id, seq, stop_type, name, lng, lat, plan_arrive_at, plan_leave_at, arrive_at, leave_at, arrive_source,
      leave_source, stop_status, checked_at)
    select s.client_id, w.id, case when w.id = ${old.id} then 2 else 1 end, ${sql.lit(stopType.pass)}, '途中换装', (s.lng + n.lng) / 2, (s.lat + n.lat) / 2, ${old.at}::timestamptz, ${old.at}::timestamptz, ${old.at}::timestamptz,
      ${old.at}::timestamptz + interval '2 minutes', 1, 1, ${sql.lit(stopStatus.left)}, ${old.at}
    from waybill_stop s join waybill_stop n on n.waybill_id = ${id} and n.seq = 2, waybill w
    where s.waybill_id = ${old.id} and s.seq = 1 and w.id in (${old.id}::bigint, ${id}::bigint)`.execute(trx);
  await sql`insert into waybill_leg (client_id, waybill_id, order_id, leg_no, leg_type, from_seq, to_seq, final, plan_pieces, load_pieces, unload_pieces, weight_kg,
      volume_m3, compartment_no, load_seq, transportation_status)
    select client_id, ${id}, order_id, 2, leg_type, 1, to_seq, final, plan_pieces, load_pieces, unload_pieces, weight_kg, volume_m3, compartment_no, load_seq, 2
    from waybill_leg where waybill_id = ${old.id} and removed_at is null`.execute(trx);
  await sql`update waybill_leg set to_seq = 2, final = false, transfer_flag = true, unload_pieces = load_pieces where waybill_id = ${old.id} and removed_at is null`.execute(
    trx,
  );
  await sql`update waybill set actual_arrive_at = ${old.at}::timestamptz, busy_until = greatest(busy_from, ${old.at}::timestamptz), close_reason = '换装' where id = ${old.id}`.execute(
    trx,
  );
  await sql`insert into reload_record (client_id, waybill_id, new_waybill_id, reason, remark, place_name, lng, lat, reload_at, lines, operator)
    select ${clientId}, ${old.id}, ${id}, ${sql.lit(reloadReason.chillerFault)}, '冷机停机，货温未超', '途中换装', p.lng, p.lat, ${old.at}::timestamptz,
      (select jsonb_agg(jsonb_build_object('orderCode', o.order_code, 'loaded', l.load_pieces, 'moved', l.load_pieces, 'short', 0, 'over', 0,
        'productTemp', case o.temperature_type when 3 then -18.6 when 2 then 4.9 end))
        from waybill_leg l join customer_order o on o.id = l.order_id where l.waybill_id = ${old.id} and l.removed_at is null), ${dispatcher?.name ?? ''}
    from waybill_stop p where p.waybill_id = ${old.id} and p.seq = 2`.execute(trx);
  const when = new Date(old.at).getTime();
  await trx
    .insertInto('tms_operation_log')
    .values([
      logRow('waybill', old.code, '换装', transportStatus.complete, when, `换到${code}`),
      logRow('waybill', code, '换装建单', transportStatus.toDepart, when, `由${old.code}换装`),
      logRow('waybill', code, '发车', transportStatus.inTransit, when + 2 * minuteMs, ''),
      logRow('waybill', code, '运输完成', transportStatus.complete, when + 6 * hourMs, ''),
    ])
    .execute();
  return true;
}
