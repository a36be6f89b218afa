import type { Happening, TrackingLive, TrackStop } from '@tongda/contract/transport/tracking/calls';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireColumn, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { placeWordsOf } from '../../watch/track/door';
import { etaAtStop, isFresh, lateMinOfStop, lateOfStop } from '../figures/door';
import { enteredAtSql, happenedAtSql, isStepOf, type LogObject } from '../order/door';

/** Numbers of the doors that stand open now. */
export const openDoors = sql<
  number[]
>`array(select n::int from jsonb_array_elements(s.live->'doorOpen') with ordinality t(open, n)
    where t.open = 'true'::jsonb and ${isFresh})`;

/** Columns of the truck's state, for `addPlaces`. */
export const liveColumns = (ctx: Ctx): RawBuilder<unknown> => sql`s.lng as "liveLng", s.lat as "liveLat",
    (s.live->>'speedKmh')::float8 as "liveSpeed", coalesce((s.live->>'acc')::boolean, false) as "liveAcc",
    ${wireColumn('s.fix_time', ctx.timeZone)} as "liveTime", not ${isFresh} as "liveStale"`;
export interface LiveColumns {
  liveLng: number | null;
  liveLat: number | null;
  liveSpeed: number | null;
  liveAcc: boolean;
  liveTime: string | null;
  liveStale: boolean;
}
/** Replaces the columns of the truck's state in rows by `live`, with the words of the place. */
export async function addPlaces<R extends LiveColumns>(
  trx: Trx,
  ctx: Ctx,
  rows: readonly R[],
): Promise<Array<Omit<R, keyof LiveColumns> & { live: TrackingLive }>> {
  const places = await placeWordsOf(
    trx,
    ctx.clientId,
    rows.map(({ liveLng: lng, liveLat: lat }) => ({ lng, lat })),
  );
  return rows.map(({ liveLng, liveLat, liveSpeed, liveAcc, liveTime, liveStale, ...rest }, at) => ({
    ...rest,
    live:
      liveLng !== null && liveLat !== null && liveTime !== null
        ? {
            lng: liveLng,
            lat: liveLat,
            speedKmh: liveStale || liveSpeed === null ? null : Math.round(liveSpeed),
            acc: liveAcc,
            time: liveTime,
            stale: liveStale,
            address: places[at] ?? '',
          }
        : null,
  }));
}

/** Loads the stops of waybills in their sequence, by waybill id. */
export async function loadStops(trx: Trx, ctx: Ctx, waybillIds: readonly string[]): Promise<Map<string, TrackStop[]>> {
  const { rows } = await sql<
    TrackStop & { waybillId: string }
  >`select p.waybill_id::text as "waybillId", p.seq, p.stop_type as "stopType", p.name,
      p.lng, p.lat, ${wireColumn('p.plan_arrive_at', ctx.timeZone)} as "planArriveTime", ${wireColumn('p.window_end', ctx.timeZone)} as "windowEnd",
      ${wireTimeSql(etaAtStop(), ctx.timeZone)} as "etaTime", ${wireColumn('p.arrive_at', ctx.timeZone)} as "arriveTime",
      ${wireColumn('p.leave_at', ctx.timeZone)} as "leaveTime", p.arrive_source as "arriveSource", p.leave_source as "leaveSource",
      p.stop_status as "stopStatus", ${lateMinOfStop()} as "lateMin", ${lateOfStop()} as late
    from waybill_stop p join waybill w on w.id = p.waybill_id
    where p.client_id = ${ctx.clientId} and p.waybill_id = any(${waybillIds}::bigint[]) order by p.waybill_id, p.seq`.execute(
    trx,
  );
  const byWaybill = new Map<string, TrackStop[]>();
  for (const { waybillId, ...stop } of rows) byWaybill.set(waybillId, [...(byWaybill.get(waybillId) ?? []), stop]);
  return byWaybill;
}

/** Pictures of steps, by what was done to which object (`stepKey`). */
export type StepPictures = ReadonlyMap<string, Happening['pictures']>;
export const stepKey = (objType: string, objCode: string, action: string): string =>
  [objType, objCode, action].join(' ');

/** Loads steps of objects of one kind for a timeline, newest first. `pictures` belong to the newest step of their kind. */
export async function loadHappenings(
  trx: Trx,
  ctx: Ctx,
  objType: 'customerOrder' | 'waybill',
  objCode: string,
  pictures: StepPictures = new Map(),
): Promise<Happening[]> {
  const { rows } = await sql<
    Omit<Happening, 'pictures'> & { stepOf: LogObject; stepCode: string }
  >`select ${wireTimeSql(happenedAtSql, ctx.timeZone)} as time, ${wireTimeSql(enteredAtSql, ctx.timeZone)} as "enteredTime",
      l.action as text, case when l.obj_code = ${objCode} then l.remark else concat_ws(' ', l.obj_code, nullif(l.remark, '')) end as remark,
      l.operator_name as operator, l.source, ${objType === 'waybill' ? objCode : null}::text as "waybillCode",
      l.obj_type as "stepOf", l.obj_code as "stepCode"
    from tms_operation_log l where ${isStepOf(ctx, objType, objCode)} order by ${happenedAtSql} desc, l.id desc limit 300`.execute(
    trx,
  );
  const shown = new Set<string>();
  return rows.map(({ stepOf, stepCode, ...step }) => {
    const key = stepKey(stepOf, stepCode, step.text);
    const isNewest = !shown.has(key);
    shown.add(key);
    return { ...step, pictures: isNewest ? (pictures.get(key) ?? []) : [] };
  });
}
