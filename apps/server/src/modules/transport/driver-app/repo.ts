import type { DriverTask } from '@tongda/contract/transport/driver-app/calls';
import { transportStatus } from '@tongda/contract/transport/enums';
import { driverConfirmStatus, stowStatus } from '@tongda/contract/transport/waybill/enums';
import { distanceM } from '@tongda/geo/distance';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { meanTempOfTrip, piecesOfLeg } from '../figures/door';

type Head = Omit<DriverTask, 'stops' | 'orders'> & { id: string };
type Of<T> = T & { waybillId: string };

/** How many trips a phone gets. */
const maxTasks = 30;

/** Vehicles whose main driver this is. */
export async function loadVehiclesOf(trx: Trx, ctx: Ctx, driverId: string) {
  const { rows } = await sql<{
    id: string;
    plateNo: string;
    vehicleColor: number;
    vehicleType: string;
  }>`select id::text, plate_no as "plateNo", vehicle_color as "vehicleColor", vehicle_type as "vehicleType" from vehicle
    where client_id = ${ctx.clientId} and driver_id = ${driverId} and deleted_at is null order by plate_no limit 100`.execute(
    trx,
  );
  return rows;
}

/** Confirmed trips of a driver that he has not refused: open ones by planned departure, then those that ended in the last two days. */
export async function loadTasksOf(trx: Trx, ctx: Ctx, driverId: string): Promise<DriverTask[]> {
  const at = (column: string): RawBuilder<unknown> =>
    sql`to_char(${sql.ref(column)} at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
  const { rows } = await sql<Head>`select w.id::text, w.waybill_code as "waybillCode", w.waybill_kind as "waybillKind",
      coalesce(v.plate_no, '') as "plateNo", v.vehicle_color as "vehicleColor", coalesce(e.name, '') as "coDriverName",
      w.from_name as "fromName", w.to_name as "toName", ${at('w.plan_depart_at')} as "planDepartTime", ${at('w.plan_arrive_at')} as "planArriveTime",
      ${at('w.actual_depart_at')} as "actualDepartTime", ${at('w.actual_arrive_at')} as "actualArriveTime", w.total_pieces as "totalPieces",
      w.total_weight_kg::float8 as "totalWeight", w.total_volume_m3::float8 as "totalVolume", w.set_temp_c::float8 as "setTemp",
      ${meanTempOfTrip} as "boxTemp",
      ${at('w.precool_asked_at')} as "precoolTime", w.precool_asked_by as "precoolUser",
      w.seal_no as "sealNo", w.remark, w.transport_status as "transportStatus", w.stow_status as "stowStatus", w.driver_confirm as "driverConfirm"
    from waybill w left join vehicle v on v.id = w.vehicle_id left join driver e on e.id = w.co_driver_id
      left join device_state s on s.vehicle_id = w.vehicle_id
    where w.client_id = ${ctx.clientId} and ${driverId}::bigint in (w.driver_id, w.co_driver_id) and w.voided_at is null
      and w.stow_status >= ${stowStatus.stowed} and w.driver_confirm <> ${driverConfirmStatus.refused}
      and (w.transport_status < ${transportStatus.complete} or w.actual_arrive_at > now() - interval '2 days')
    order by w.transport_status = ${transportStatus.complete}, w.plan_depart_at, w.id limit ${maxTasks}`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const { rows: bare } = await sql<
    Of<Omit<DriverTask['stops'][number], 'evidence'> & { placeId: string | null }>
  >`select p.waybill_id::text as "waybillId", p.id::text, p.seq, p.stop_type as "stopType",
      p.place_id is not null as "atSite", p.place_id::text as "placeId", p.name, p.address, p.contact, p.phone, p.lng, p.lat, ${at('p.window_start')} as "windowStart",
      ${at('p.window_end')} as "windowEnd", ${at('p.plan_arrive_at')} as "planArriveTime", ${at('p.arrive_at')} as "arriveTime",
      ${at('p.leave_at')} as "leaveTime", p.stop_status as "stopStatus"
    from waybill_stop p where p.client_id = ${ctx.clientId} and p.waybill_id = any(${ids}::bigint[]) order by p.waybill_id, p.seq`.execute(
    trx,
  );
  const stops = await addEvidence(trx, ctx, bare);
  const { rows: orders } = await sql<
    Of<DriverTask['orders'][number]>
  >`select l.waybill_id::text as "waybillId", o.order_code as "orderCode",
      k.name as "customerName", o.receiver, o.receive_phone as "receivePhone", l.from_seq as "fromSeq", l.to_seq as "toSeq", l.final,
      o.temperature_type as "temperatureType", ${piecesOfLeg} as pieces,
      l.weight_kg::float8 as "weightKg", l.volume_m3::float8 as "volumeM3",
      coalesce((select string_agg(i.cargo_name || ' ' || i.pieces || i.pack_unit, '、' order by i.line_no) from order_item i
        where i.order_id = o.id), '') as goods,
      o.remark, l.transportation_status as "transportationStatus", ${at('o.signed_at')} as "signedAt", o.signer, o.sign_pieces as "signPieces",
      o.reject_pieces as "rejectPieces"
    from waybill_leg l join customer_order o on o.id = l.order_id join customer k on k.id = o.customer_id
    where l.client_id = ${ctx.clientId} and l.waybill_id = any(${ids}::bigint[]) and l.removed_at is null
    order by l.waybill_id, l.to_seq, o.order_code`.execute(trx);
  const own = <T extends { waybillId: string }>(list: readonly T[], id: string): Array<Omit<T, 'waybillId'>> =>
    list.flatMap(({ waybillId, ...one }) => (waybillId === id ? [one] : []));
  return rows.map(({ id, ...head }) => ({ ...head, stops: own(stops, id), orders: own(orders, id) }));
}

interface BareStop {
  placeId: string | null;
  name: string;
  lng: number | null;
  lat: number | null;
}
/** Adds to stops the evidence that the store there asks for on arrival; few stores ask for any. */
async function addEvidence<S extends BareStop>(
  trx: Trx,
  ctx: Ctx,
  stops: readonly S[],
): Promise<Array<Omit<S, 'placeId'> & { evidence: number[] }>> {
  const places = stops.flatMap(({ placeId }) => placeId ?? []);
  const { rows } = await sql<
    BareStop & { evidence: number[] }
  >`select s.place_id::text as "placeId", s.name, g.lng, g.lat, s.evidence
    from store s left join place_shape g on g.place_id = s.place_id and upper_inf(g.during)
    where s.client_id = ${ctx.clientId} and s.deleted_at is null and s.evidence <> '{}'
      and (s.place_id = any(${places}::bigint[]) or s.name = any(${stops.map(({ name }) => name)}::text[]))`.execute(
    trx,
  );
  return stops.map(({ placeId, ...stop }) => {
    const at = rows.find((store) =>
      placeId === null ? store.name === stop.name && isNear(store, stop) : store.placeId === placeId,
    );
    return { ...stop, evidence: at?.evidence ?? [] };
  });
}

/** Distance within which a stop counts as the store of its name, m: shops of one name may lie in two towns. */
const sameShopM = 1_000;
const isNear = (a: Pick<BareStop, 'lng' | 'lat'>, b: Pick<BareStop, 'lng' | 'lat'>): boolean =>
  a.lng === null ||
  a.lat === null ||
  b.lng === null ||
  b.lat === null ||
  distanceM(a.lng, a.lat, b.lng, b.lat) <= sameShopM;
