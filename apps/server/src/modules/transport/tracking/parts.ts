import type { OrderTimeline, TrackingLive, TrackStop } from '@tongda/contract/transport/tracking/calls';
import { freshMin } from '@tongda/contract/transport/tracking/calls';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { addressAt } from '../../watch/track/door';

/** A column as wire time. */
export const at = (ctx: Ctx, column: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)} at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;

/** A report of the truck so old says nothing about now. */
export const fresh = sql<boolean>`coalesce(s.device_time > now() - interval '1 minute' * ${sql.lit(freshMin)}, false)`;
/** A box temperature is good for longer: it moves slowly. */
const tempFresh = sql`s.device_time > now() - interval '30 minutes'`;
/** Mean of what the probes show now, ℃; null when nobody measured lately. `s` is the vehicle's device_state. */
export const boxTemp = sql<
  number | null
>`(select round(avg(t::text::numeric), 1)::float8 from jsonb_array_elements(s.live->'tempC') t
    where t <> 'null'::jsonb and ${tempFresh})`;
export const temps = sql<
  number[]
>`array(select round(t::text::numeric, 1)::float8 from jsonb_array_elements(s.live->'tempC') t
    where t <> 'null'::jsonb and ${tempFresh})`;
export const openDoors = sql<
  number[]
>`array(select n::int from jsonb_array_elements(s.live->'doorOpen') with ordinality t(open, n)
    where t.open = 'true'::jsonb and ${fresh})`;

/** Columns of the truck's state, for `liveOf`. */
export const liveColumns = (ctx: Ctx): RawBuilder<unknown> => sql`s.lng as "liveLng", s.lat as "liveLat",
    coalesce((s.live->>'speedKmh')::float8, 0) as "liveSpeed", coalesce((s.live->>'acc')::boolean, false) as "liveAcc",
    ${at(ctx, 's.fix_time')} as "liveTime", not ${fresh} as "liveStale"`;
export interface LiveColumns {
  liveLng: number | null;
  liveLat: number | null;
  liveSpeed: number;
  liveAcc: boolean;
  liveTime: string | null;
  liveStale: boolean;
}
/** The state as it is shown, with the address of the place, and the row without its columns. */
export async function withLive<R extends LiveColumns>(
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
          address: await addressAt(liveLng, liveLat),
        }
      : null,
  };
}

/** Minutes behind the plan of a stop: as it came, as it is expected, or as it stands now on a trip that runs. `p` the stop, `w` its waybill. */
export const stopLate = sql<number | null>`(case when p.stop_status = 3 or p.plan_arrive_at is null then null
    when p.arrive_at is not null then floor(extract(epoch from p.arrive_at - p.plan_arrive_at) / 60)
    when p.eta_at is not null then floor(extract(epoch from p.eta_at - p.plan_arrive_at) / 60)
    when w.transport_status = 2 and now() > p.plan_arrive_at then floor(extract(epoch from now() - p.plan_arrive_at) / 60) end)::int`;

/** The stops of waybills in their order, by waybill id. */
export async function stopsOf(trx: Trx, ctx: Ctx, waybillIds: readonly string[]): Promise<Map<string, TrackStop[]>> {
  const { rows } = await sql<
    TrackStop & { waybillId: string }
  >`select p.waybill_id::text as "waybillId", p.seq, p.stop_type as "stopType", p.name,
      p.lng, p.lat, ${at(ctx, 'p.plan_arrive_at')} as "planArriveTime", ${at(ctx, 'p.window_end')} as "windowEnd",
      case when p.arrive_at is null then ${at(ctx, 'p.eta_at')} end as "etaTime", ${at(ctx, 'p.arrive_at')} as "arriveTime",
      ${at(ctx, 'p.leave_at')} as "leaveTime", p.arrive_source as "arriveSource", p.leave_source as "leaveSource",
      p.stop_status as "stopStatus", ${stopLate} as "lateMin"
    from waybill_stop p join waybill w on w.id = p.waybill_id
    where p.client_id = ${ctx.clientId} and p.waybill_id = any(${waybillIds}::bigint[]) order by p.waybill_id, p.seq`.execute(
    trx,
  );
  const byWaybill = new Map<string, TrackStop[]>();
  for (const { waybillId, ...stop } of rows) byWaybill.set(waybillId, [...(byWaybill.get(waybillId) ?? []), stop]);
  return byWaybill;
}

/** Steps of things of one kind as the timeline tells them, the newest first. */
export async function happeningsOf(
  trx: Trx,
  ctx: Ctx,
  objType: 'customerOrder' | 'waybill',
  objCode: string,
): Promise<OrderTimeline['timeline']> {
  const { rows } = await sql<
    OrderTimeline['timeline'][number]
  >`select ${at(ctx, 'l.at')} as time, l.action as text, l.remark,
      l.operator_name as operator, l.source, ${objType === 'waybill' ? objCode : null}::text as "waybillCode"
    from tms_operation_log l where l.client_id = ${ctx.clientId} and l.obj_type = ${objType} and l.obj_code = ${objCode}
    order by l.at desc, l.id desc limit 300`.execute(trx);
  return rows;
}
