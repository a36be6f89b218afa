import { minuteMs } from '@tongda/contract/core/durations';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { swipeProofM } from '@tongda/contract/resources/card/writer';
import { arrivalEvidence } from '@tongda/contract/resources/enums';
import {
  overlapWarnPercent,
  storeArrivals,
  type storeOverlaps,
  type storeRoutes,
} from '@tongda/contract/resources/store/arrivals';
import { overlapOf } from '@tongda/geo/overlap';
import { shapeBbox } from '@tongda/geo/shape';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { holdTotal } from '../../../core/record/totals';
import { type StoredShape, shapeOf } from '../../../kernel/ground/place-shape';
import { orgOrNone, visibleStores, visibleVehicleRows, waybillScope } from '../../base/org/door';
import { siteShapeOf } from '../../ground/place/door';
import { readVisible } from '../../watch/track/door';
import { findStore } from './repo';

type Arrival = Output<typeof storeArrivals>['list'][number];

/** A reading counts as that of the arrival within this time before and after it. */
const nearMs = 10 * minuteMs;
/** Evidence counts within this time around the visit: a code is scanned at the gate before the fence, or after the doors are shut. */
const scanAround = sql`interval '15 minutes'`;

const visitFrom = sql`e.start_time - ${scanAround}`;
const visitUntil = sql`coalesce(e.end_time, now()) + ${scanAround}`;
/** `from` and `where` of the steps that the driver took on his phone around visit `e`. */
const actedDuringVisit = sql`from driver_action a join waybill w on w.id = a.waybill_id
  where not a.refused and w.vehicle_id = e.vehicle_id and a.acted_at between ${visitFrom} and ${visitUntil}`;

/** 到店证据: visits to the store by vehicles that the caller sees, with their evidence, newest first. */
export function listArrivals(
  ctx: Ctx,
  { id, page, size }: Parsed<typeof storeArrivals>,
): Promise<Output<typeof storeArrivals>> {
  return ctx.db(async (trx) => {
    const { placeId } = requireRow(await findStore(trx, ctx, id), '门店');
    const visits = sql`from episode e join vehicle v on v.id = e.vehicle_id
      where e.place_id = ${placeId} and e.kind = 'visit' and e.status <> 2 and ${visibleVehicleRows(ctx, 'v', 'view', false)}`;
    const { rows } = await sql<
      Omit<Arrival, 'tempC'> & { at: number }
    >`select e.id::text as id, v.id::text as "vehicleId", v.plate_no as "plateNo",
        v.vehicle_color as "vehicleColor", coalesce(d.name, '') as "driverName", ${wireTimeSql(sql<Date>`e.start_time`, ctx.timeZone)} as "arriveTime",
        ${wireTimeSql(sql<Date | null>`e.end_time`, ctx.timeZone)} as "leaveTime", (extract(epoch from e.start_time) * 1000)::float8 as at,
        round(extract(epoch from coalesce(e.end_time, now()) - e.start_time) / 60)::float8 as "stayMin",
        round(coalesce((e.values ->> 'inDoubtMs')::numeric, 0) / 1000)::float8 as "doubtSec",
        coalesce((e.values ->> 'passing')::boolean, false) as passing,
        (select count(*)::int from episode o where o.vehicle_id = e.vehicle_id and o.kind = 'door' and o.status <> 2
          and o.start_time between e.start_time and coalesce(e.end_time, now())) as "doorOpens",
        (select w.waybill_code from waybill w join waybill_stop s on s.waybill_id = w.id where w.vehicle_id = e.vehicle_id and w.voided_at is null
          and s.place_id = e.place_id and e.start_time between coalesce(w.actual_depart_at, w.plan_depart_at) - interval '12 hours'
            and coalesce(w.actual_arrive_at, w.plan_arrive_at) + interval '12 hours' and ${waybillScope(ctx, 'w')}
          order by abs(extract(epoch from coalesce(s.arrive_at, s.plan_arrive_at, w.plan_arrive_at) - e.start_time)) limit 1) as "waybillCode",
        (select ${wireTimeSql(sql<Date>`min(a.acted_at)`, ctx.timeZone)} from driver_action a join waybill w on w.id = a.waybill_id
          where a.client_id = ${ctx.clientId} and a.scan_store_id = ${id} and not a.refused and w.vehicle_id = e.vehicle_id
            and a.acted_at between e.start_time - ${scanAround} and coalesce(e.end_time, now()) + ${scanAround}) as "scanTime",
        ${wireTimeSql(sql<Date>`sw.at`, ctx.timeZone)} as "swipeTime",
        array_remove(array[
          case when exists (select ${actedDuringVisit} and cardinality(a.file_ids) > 0) then ${sql.lit(arrivalEvidence.photo)} end,
          case when exists (select ${actedDuringVisit} and a.action = 'sign') then ${sql.lit(arrivalEvidence.signature)} end,
          case when exists (select from lock_binding b join lock_open_log l on l.lock_id = b.lock_id and b.during @> l.at
            where b.vehicle_id = e.vehicle_id and l.allowed and l.at between ${visitFrom} and ${visitUntil}) then ${sql.lit(arrivalEvidence.lock)} end,
          case when sw.at is not null then ${sql.lit(arrivalEvidence.card)} end], null) as evidence
      from (select e.* ${visits} order by e.start_time desc, e.id desc limit ${size} offset ${(page - 1) * size}) e
        join vehicle v on v.id = e.vehicle_id left join driver d on d.id = e.driver_id
        left join lateral (select min(k.at) as at from card_swipe k where k.store_id = ${id} and k.vehicle_id = e.vehicle_id
          and k.distance_m <= ${swipeProofM} and k.at between ${visitFrom} and ${visitUntil}) sw on true order by e.start_time desc, e.id desc`.execute(
      trx,
    );
    const total = await holdTotal(ctx, storeArrivals, { id, page, size }, async () => {
      const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n ${visits}`.execute(trx);
      return counted[0]?.n ?? 0;
    });
    const list: Arrival[] = [];
    for (const { at, ...row } of rows)
      list.push({ ...row, tempC: await loadTemperaturesAt(trx, ctx, row.vehicleId, at) });
    return { list, total, page, size };
  });
}

/** Temperatures of the reading nearest to a moment (ms), one per probe; empty without one within `nearMs`. */
async function loadTemperaturesAt(trx: Trx, ctx: Ctx, vehicleId: string, at: number): Promise<Array<number | null>> {
  const points = await readVisible(trx, ctx, { vehicleId, from: at - nearMs, to: at + nearMs }, 'temperature');
  const told = points.filter((p) => p.tempC.some((value) => value !== null));
  const nearest = told.reduce<(typeof told)[number] | null>(
    (best, p) => (best === null || Math.abs(p.t - at) < Math.abs(best.t - at) ? p : best),
    null,
  );
  return [...(nearest?.tempC ?? [])];
}

/** Stores whose fence overlaps a drawn one by more than `overlapWarnPercent`, the largest overlap first, at most 10. */
export function findOverlaps(
  ctx: Ctx,
  { id, shape }: Parsed<typeof storeOverlaps>,
): Promise<Output<typeof storeOverlaps>> {
  return ctx.db(async (trx) => {
    if (id !== undefined) requireRow(await findStore(trx, ctx, id), '门店');
    const ground = shapeOf(await siteShapeOf(shape));
    const [west, south, east, north] = shapeBbox(ground) ?? [0, 0, 0, 0];
    const { rows } = await sql<
      StoredShape & { id: string; storeName: string; storeCode: string }
    >`select s.id::text as id, s.name as "storeName",
        s.code as "storeCode", g.kind, g.geometry, g.radius_m, g.adcode
      from place_shape g join store s on s.place_id = g.place_id and s.deleted_at is null
      where g.client_id = ${ctx.clientId} and upper_inf(g.during) and s.id is distinct from ${id ?? null}::bigint and ${visibleStores(ctx, 's')}
        and box(point(g.west, g.south), point(g.east, g.north)) && box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8)) limit 200`.execute(
      trx,
    );
    return rows
      .map(({ id: other, storeName, storeCode, ...its }) => ({
        id: other,
        storeName,
        storeCode,
        percent: Math.round(100 * overlapOf(ground, shapeOf(its))),
      }))
      .filter(({ percent }) => percent > overlapWarnPercent)
      .sort((a, b) => b.percent - a.percent)
      .slice(0, 10);
  });
}

/** Transport routes of the caller's departments that call at stores. */
export function listStoreRoutes(ctx: Ctx): Promise<Output<typeof storeRoutes>> {
  return ctx.db(async (trx) => {
    const { rows } = await sql<
      Output<typeof storeRoutes>[number]
    >`select r.id::text as id, r.name from transport_route r
      where r.client_id = ${ctx.clientId} and r.deleted_at is null and ${orgOrNone(ctx, 'r.org_id')}
        and exists (select from route_stop t join store s on s.place_id = t.place_id where t.route_id = r.id and s.deleted_at is null)
      order by r.name limit 500`.execute(trx);
    return rows;
  });
}
