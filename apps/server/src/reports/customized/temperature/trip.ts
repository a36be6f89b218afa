import { dayMs } from '@tongda/contract/core/durations';
import { type RawBuilder, sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Ctx } from '../../../core/http/ctx';
import { chosenVehicles } from '../../kit/query';

/**
 * When loading began and when unloading was over, as columns `load_at` and `end_at`, of a waybill `w`. Where an arrival stands in for the count
 * (到达即完成) unloading lasts until the truck leaves, as long as its fence is followed.
 */
export const timesOfWaybill = sql`lateral (select coalesce(w.load_started_at, min(t.arrive_at) filter (where t.stop_type = 1)) as load_at,
    case when w.actual_arrive_at is not null
      and bool_or(t.stop_type = 2 and t.stop_status = 2 and t.leave_at is null and w.actual_arrive_at > now() - interval '3 days') is not true
      then greatest(w.actual_arrive_at, max(t.leave_at) filter (where t.stop_type = 2)) end as end_at
  from waybill_stop t where t.waybill_id = w.id)`;
/** The same of a shipment `s`, with the name of its last unloading point. */
export const timesOfShipment = sql`lateral (select s.load_arrive_at as load_at, (array_agg(p.name order by t.seq desc))[1] as last,
    case when count(*) = count(t.leave_at) then max(t.leave_at) else s.finish_at end as end_at
  from shipment_stop t join place p on p.id = t.place_id where t.shipment_id = s.id)`;

/** A trip is judged by so much of it at most, ms: a waybill that was forgotten, or closed after months, would otherwise read the truck's whole year. */
export const longestTripMs = 31 * dayMs;

/** Where a trip loads or unloads, epoch ms. */
interface TripStop {
  kind: 'load' | 'unload';
  name: string;
  arriveAt: number | null;
  leaveAt: number | null;
}

/** A waybill or a shipment that has left, as its report needs it. Times are epoch ms. */
export interface Trip {
  id: string;
  code: string;
  paper: 'waybill' | 'shipment';
  vehicleId: string;
  fromName: string;
  toName: string;
  loadAt: number | null;
  departAt: number;
  /** null: unloading is not over */
  endAt: number | null;
  planLoadAt: number;
  askedLower: number | null;
  askedUpper: number | null;
  /** of a waybill: what its driver was told of the box */
  precool: 'done' | 'running' | 'stopped' | '';
  /** the task of 货箱预冷, as that report calls it; null: none */
  coolingId: string | null;
  verdict: 'pass' | 'fail' | 'check' | null;
  opinion: string;
  reviewer: string;
  /** 0: nobody concluded */
  reviewVersion: number;
  stops: TripStop[];
}

const ms = (moment: RawBuilder<unknown>) => sql<number>`(extract(epoch from ${moment}) * 1000)::float8`;
const stopsOf = (name: RawBuilder<unknown>, kind: RawBuilder<unknown>) =>
  sql`coalesce(jsonb_agg(jsonb_build_object('kind', ${kind}, 'name', ${name}, 'arriveAt', ${ms(sql`t.arrive_at`)}, 'leaveAt', ${ms(sql`t.leave_at`)}) order by t.seq), '[]')`;
const reviewed = sql`x.verdict, coalesce(x.opinion, '') as opinion, coalesce(x.user_name, '') as reviewer,
  coalesce(x.version, 0) as "reviewVersion"`;

const selectWaybill = (
  ctx: Ctx,
  id: string,
) => sql<Trip>`select w.id::text as id, w.waybill_code as code, 'waybill' as paper,
    v.id::text as "vehicleId", w.from_name as "fromName", w.to_name as "toName", ${ms(sql`u.load_at`)} as "loadAt",
    ${ms(sql`coalesce(w.actual_depart_at, w.plan_depart_at)`)} as "departAt", ${ms(sql`u.end_at`)} as "endAt",
    ${ms(sql`coalesce(w.load_started_at, w.plan_depart_at)`)} as "planLoadAt", null::float8 as "askedLower", null::float8 as "askedUpper",
    case w.cooler_status when 0 then 'running' when 1 then 'done' when 2 then 'stopped' else '' end as precool,
    case when w.precool_asked_at is not null and w.set_temp_c is not null then 'w' || w.id end as "coolingId", ${reviewed},
    (select ${stopsOf(sql`t.name`, sql`case t.stop_type when 1 then 'load' else 'unload' end`)}
      from waybill_stop t where t.waybill_id = w.id and t.stop_type in (1, 2)) as stops
  from waybill w join vehicle v on v.id = w.vehicle_id left join temperature_review x on x.waybill_id = w.id, ${timesOfWaybill} u
  where w.id = ${id} and w.client_id = ${ctx.clientId} and w.voided_at is null and w.transport_status > 1 and ${chosenVehicles(ctx, {})}`;

const selectShipment = (ctx: Ctx, id: string) => sql<Trip>`select 's' || s.id as id, s.code, 'shipment' as paper,
    v.id::text as "vehicleId", l.name as "fromName", u.last as "toName", ${ms(sql`u.load_at`)} as "loadAt", ${ms(sql`s.depart_at`)} as "departAt",
    ${ms(sql`u.end_at`)} as "endAt", ${ms(sql`coalesce(c.plan_load_at, s.plan_load_at)`)} as "planLoadAt",
    s.lower_c::float8 as "askedLower", s.upper_c::float8 as "askedUpper", '' as precool, 't' || c.id as "coolingId", ${reviewed},
    jsonb_build_array(jsonb_build_object('kind', 'load', 'name', l.name, 'arriveAt', ${ms(sql`s.load_arrive_at`)}, 'leaveAt', ${ms(sql`s.depart_at`)}))
      || (select ${stopsOf(sql`p.name`, sql`'unload'`)} from shipment_stop t join place p on p.id = t.place_id where t.shipment_id = s.id) as stops
  from shipment s join vehicle v on v.id = s.vehicle_id join place l on l.id = s.load_place_id left join pre_cooling c on c.id = s.pre_cooling_id
    left join temperature_review x on x.shipment_id = s.id, ${timesOfShipment} u
  where s.id = ${id} and s.client_id = ${ctx.clientId} and s.cancelled_at is null and s.depart_at is not null and ${chosenVehicles(ctx, {})}`;

/** The waybill (`12`) or shipment (`s12`) of a row. 4004 for one that the list does not show to the caller. */
export async function findTrip(ctx: Ctx, row: string): Promise<Trip> {
  const ofShipment = row.startsWith('s');
  const found = ofShipment ? selectShipment(ctx, row.slice(1)) : selectWaybill(ctx, row);
  const { rows } = await ctx.db((trx) => found.execute(trx));
  return requireRow(rows[0], ofShipment ? '发运' : '运单');
}
