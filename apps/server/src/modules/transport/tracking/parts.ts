import type { OrderTimeline, TrackingLive, TrackStop } from '@tongda/contract/transport/tracking/calls';
import { freshMin } from '@tongda/contract/transport/tracking/calls';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { wireColumn } from '../../../core/http/wire-time';
import { findAddress } from '../../watch/track/door';

/** Condition: the truck's last report is recent enough to tell the present. `s` is the vehicle's device_state. */
export const isFresh = sql<boolean>`coalesce(s.device_time > now() - interval '1 minute' * ${sql.lit(freshMin)}, false)`;
/** Box temperatures stay valid for longer, as they change slowly. */
const isTempFresh = sql`s.device_time > now() - interval '30 minutes'`;
/** Mean of the probes now, ℃; null without recent readings. `s` is the vehicle's device_state. */
export const boxTemp = sql<
  number | null
>`(select round(avg(t::text::numeric), 1)::float8 from jsonb_array_elements(s.live->'tempC') t
    where t <> 'null'::jsonb and ${isTempFresh})`;
export const temps = sql<
  number[]
>`array(select round(t::text::numeric, 1)::float8 from jsonb_array_elements(s.live->'tempC') t
    where t <> 'null'::jsonb and ${isTempFresh})`;
export const openDoors = sql<
  number[]
>`array(select n::int from jsonb_array_elements(s.live->'doorOpen') with ordinality t(open, n)
    where t.open = 'true'::jsonb and ${isFresh})`;

/** Columns of the truck's state, for `addLive`. */
export const liveColumns = (ctx: Ctx): RawBuilder<unknown> => sql`s.lng as "liveLng", s.lat as "liveLat",
    coalesce((s.live->>'speedKmh')::float8, 0) as "liveSpeed", coalesce((s.live->>'acc')::boolean, false) as "liveAcc",
    ${wireColumn('s.fix_time', ctx.timeZone)} as "liveTime", not ${isFresh} as "liveStale"`;
export interface LiveColumns {
  liveLng: number | null;
  liveLat: number | null;
  liveSpeed: number;
  liveAcc: boolean;
  liveTime: string | null;
  liveStale: boolean;
}
/** Replaces the columns of the truck's state in a row by `live`, with the address of the place. */
export async function addLive<R extends LiveColumns>(
  row: R,
): Promise<Omit<R, keyof LiveColumns> & { live: TrackingLive }> {
  const { liveLng, liveLat, liveSpeed, liveAcc, liveTime, liveStale, ...rest } = row;
  const known = liveLng !== null && liveLat !== null && liveTime !== null;
  return {
    ...rest,
    live: known
      ? {
          lng: liveLng,
          lat: liveLat,
          speedKmh: Math.round(liveStale ? 0 : liveSpeed),
          acc: liveAcc,
          time: liveTime,
          stale: liveStale,
          address: await findAddress(liveLng, liveLat),
        }
      : null,
  };
}

/** Minutes by which a stop is later than planned, by its real arrival, its expected one, or now on a running trip. `p`: the stop, `w`: its waybill. */
export const stopLate = sql<number | null>`(case when p.stop_status = 3 or p.plan_arrive_at is null then null
    when p.arrive_at is not null then floor(extract(epoch from p.arrive_at - p.plan_arrive_at) / 60)
    when p.eta_at is not null then floor(extract(epoch from p.eta_at - p.plan_arrive_at) / 60)
    when w.transport_status = 2 and now() > p.plan_arrive_at then floor(extract(epoch from now() - p.plan_arrive_at) / 60) end)::int`;

/** Loads the stops of waybills in their sequence, by waybill id. */
export async function loadStops(trx: Trx, ctx: Ctx, waybillIds: readonly string[]): Promise<Map<string, TrackStop[]>> {
  const { rows } = await sql<
    TrackStop & { waybillId: string }
  >`select p.waybill_id::text as "waybillId", p.seq, p.stop_type as "stopType", p.name,
      p.lng, p.lat, ${wireColumn('p.plan_arrive_at', ctx.timeZone)} as "planArriveTime", ${wireColumn('p.window_end', ctx.timeZone)} as "windowEnd",
      case when p.arrive_at is null then ${wireColumn('p.eta_at', ctx.timeZone)} end as "etaTime", ${wireColumn('p.arrive_at', ctx.timeZone)} as "arriveTime",
      ${wireColumn('p.leave_at', ctx.timeZone)} as "leaveTime", p.arrive_source as "arriveSource", p.leave_source as "leaveSource",
      p.stop_status as "stopStatus", ${stopLate} as "lateMin"
    from waybill_stop p join waybill w on w.id = p.waybill_id
    where p.client_id = ${ctx.clientId} and p.waybill_id = any(${waybillIds}::bigint[]) order by p.waybill_id, p.seq`.execute(
    trx,
  );
  const byWaybill = new Map<string, TrackStop[]>();
  for (const { waybillId, ...stop } of rows) byWaybill.set(waybillId, [...(byWaybill.get(waybillId) ?? []), stop]);
  return byWaybill;
}

/** Loads steps of objects of one kind for a timeline, newest first. */
export async function loadHappenings(
  trx: Trx,
  ctx: Ctx,
  objType: 'customerOrder' | 'waybill',
  objCode: string,
): Promise<OrderTimeline['timeline']> {
  const { rows } = await sql<
    OrderTimeline['timeline'][number]
  >`select ${wireColumn('l.at', ctx.timeZone)} as time, l.action as text, l.remark,
      l.operator_name as operator, l.source, ${objType === 'waybill' ? objCode : null}::text as "waybillCode"
    from tms_operation_log l where l.client_id = ${ctx.clientId} and l.obj_type = ${objType} and l.obj_code = ${objCode}
    order by l.at desc, l.id desc limit 300`.execute(trx);
  return rows;
}
