import { transportationStatus } from '@tongda/contract/transport/enums';
import type { OrderWay } from '@tongda/contract/transport/trip/live';
import { simplifyLine } from '@tongda/geo/simplify';
import type { LngLat } from '@tongda/geo/types';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/http/ctx';
import { findOrderId, type ReadPointsIn } from './service';

/** What a thinned way may lie beside the driven one, m: less than the width of its line on the map of a whole trip. */
const toleranceM = 60;

interface Leg {
  waybillCode: string;
  plateNo: string;
  vehicleId: string | null;
  status: number;
  /** when the goods went aboard and off, epoch ms */
  start: number | null;
  end: number | null;
  stops: Array<{ seq: number; name: string; lng: number | null; lat: number | null }>;
  lng: number | null;
  lat: number | null;
}

/** The way of an order, see `orderWay`; 4004 when the caller may not see the order. Of a truck it tells where it was while it carried the goods. */
export function loadOrderWay(ctx: Ctx, orderCode: string, read: ReadPointsIn): Promise<OrderWay> {
  return ctx.db(async (trx) => {
    const id = await findOrderId(trx, ctx, orderCode);
    const { rows } = await sql<Leg>`select w.waybill_code as "waybillCode", coalesce(v.plate_no, '') as "plateNo",
        w.vehicle_id::text as "vehicleId", l.transportation_status as status,
        extract(epoch from coalesce(f.leave_at, w.actual_depart_at))::float8 * 1000 as start,
        extract(epoch from coalesce(t.arrive_at, t.checked_at, w.actual_arrive_at))::float8 * 1000 as end,
        jsonb_build_array(jsonb_build_object('seq', f.seq, 'name', f.name, 'lng', f.lng, 'lat', f.lat),
          jsonb_build_object('seq', t.seq, 'name', t.name, 'lng', t.lng, 'lat', t.lat)) as stops, s.lng, s.lat
      from waybill_leg l join waybill w on w.id = l.waybill_id
        join waybill_stop f on f.waybill_id = w.id and f.seq = l.from_seq join waybill_stop t on t.waybill_id = w.id and t.seq = l.to_seq
        left join vehicle v on v.id = w.vehicle_id left join device_state s on s.vehicle_id = w.vehicle_id
      where l.order_id = ${id} and l.client_id = ${ctx.clientId} and l.removed_at is null and w.voided_at is null order by l.leg_no, l.id`.execute(
      trx,
    );
    const legs: OrderWay = [];
    for (const leg of rows) {
      const aboard = leg.status === transportationStatus.inTransit;
      const begun = leg.vehicleId !== null && leg.start !== null && leg.status !== transportationStatus.notStarted;
      const until = aboard ? Date.now() : (leg.end ?? leg.start ?? 0);
      const points = begun ? await read(trx, leg.vehicleId ?? '', leg.start ?? 0, until) : [];
      const line = points.filter(({ located }) => located).map(({ lng, lat }): LngLat => [lng, lat]);
      legs.push({
        waybillCode: leg.waybillCode,
        plateNo: leg.plateNo,
        stops: leg.stops.flatMap(({ seq, name, lng, lat }) =>
          lng === null || lat === null ? [] : [{ seq, name, lng, lat }],
        ),
        driven: simplifyLine(line, toleranceM).map(([lng, lat]) => [lng, lat]),
        live: aboard && leg.lng !== null && leg.lat !== null ? { lng: leg.lng, lat: leg.lat } : null,
      });
    }
    return legs;
  });
}
