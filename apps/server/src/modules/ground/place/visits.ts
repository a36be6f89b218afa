import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { type PlaceVisit, placeVisits } from '@tongda/contract/ground/place/visits';
import { normalizePlate } from '@tongda/contract/resources/vehicle/fields';
import { sql } from 'kysely';
import { instantSql, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { likePattern } from '../../../core/record/options';
import { holdTotal } from '../../../core/record/totals';
import { visibleVehicleRows } from '../../base/org/door';
import { findPlace } from './repo';

/** 进出记录: visits of a place by vehicles that the caller sees, newest first. */
export function visitsOfPlace(ctx: Ctx, q: Parsed<typeof placeVisits>): Promise<Output<typeof placeVisits>> {
  const { id, page, size } = q;
  return ctx.db(async (trx) => {
    if (!(await findPlace(trx, ctx, id))) throw notFound('区域或站点');
    const passing = sql<boolean>`coalesce((e.values ->> 'passing')::boolean, false)`;
    const from = sql`from episode e join vehicle v on v.id = e.vehicle_id
      where e.place_id = ${id} and e.kind = 'visit' and e.status <> 2 and ${visibleVehicleRows(ctx, 'v', 'view', false)}
        ${q.plateNo ? sql`and v.plate_no like ${likePattern(normalizePlate(q.plateNo))}` : sql``}
        ${q.startTime ? sql`and coalesce(e.end_time, now()) >= ${instantSql(q.startTime, ctx.timeZone)}` : sql``}
        ${q.endTime ? sql`and e.start_time <= ${instantSql(q.endTime, ctx.timeZone)}` : sql``}
        ${q.stays ? sql`and not ${passing}` : sql``}`;
    const { rows: list } =
      await sql<PlaceVisit>`select e.id::text as id, v.id::text as "vehicleId", v.plate_no as "plateNo",
        v.vehicle_color as "vehicleColor", coalesce((select d.name from driver d where d.id = e.driver_id), '') as "driverName",
        ${wireTimeSql(sql<Date>`e.start_time`, ctx.timeZone)} as "inTime", ${wireTimeSql(sql<Date | null>`e.end_time`, ctx.timeZone)} as "outTime",
        round(extract(epoch from coalesce(e.end_time, now()) - e.start_time) / 60)::float8 as "stayMin", ${passing} as passing
      ${from} order by e.start_time desc, e.id desc limit ${size} offset ${(page - 1) * size}`.execute(trx);
    const total = await holdTotal(ctx, placeVisits, q, async () => {
      const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(trx);
      return counted[0]?.n ?? 0;
    });
    return { list, total, page, size };
  });
}
