import { type SpreadAnswer, spreadVehicles } from '@tongda/contract/reports/kit/spread';
import { type RawBuilder, sql } from 'kysely';
import { planAnew } from '../../core/db/statements';
import type { Ctx } from '../../core/http/ctx';
import type { Wish } from './query';

/** One group of rows: those of a day, of an hour of a weekday, or of a vehicle. */
interface Group {
  day: string | null;
  weekday: number | null;
  hour: number | null;
  vehicleId: string | null;
  plateNo: string | null;
  rows: number;
}

/** Counts the rows of a statement (with `at` and `vehicleId`) by day, by hour of the weekday and by vehicle, in one pass. Plates are those of the end of the range. */
export async function countSpread(ctx: Ctx, from: RawBuilder<unknown>, q: Wish): Promise<SpreadAnswer> {
  const { rows } = await ctx.db((trx) =>
    sql<Group>`with c as (
        select ${sql.raw(planAnew)} day, weekday, hour, "vehicleId", count(*)::int as rows
        from (select (r.at at time zone ${ctx.timeZone})::date as day, extract(isodow from r.at at time zone ${ctx.timeZone})::int as weekday,
            extract(hour from r.at at time zone ${ctx.timeZone})::int as hour, r."vehicleId" from ${from}) d
        group by grouping sets ((day), (weekday, hour), ("vehicleId")))
      select day::text as day, weekday, hour, "vehicleId"::text as "vehicleId", plate_at("vehicleId", ${new Date(q.until - 1000)}) as "plateNo", rows from c
      where "vehicleId" is null or "vehicleId" in (select "vehicleId" from c where "vehicleId" is not null order by rows desc, "vehicleId" limit ${spreadVehicles})
      order by day, weekday, hour, rows desc, "vehicleId"`.execute(trx),
  );
  return {
    days: rows.flatMap(({ day, rows: n }) => (day === null ? [] : [{ day, rows: n }])),
    hours: rows.flatMap(({ weekday, hour, rows: n }) =>
      weekday === null || hour === null ? [] : [{ weekday, hour, rows: n }],
    ),
    vehicles: rows.flatMap(({ vehicleId, plateNo, rows: n }) =>
      vehicleId === null ? [] : [{ vehicleId, plateNo: plateNo ?? '', rows: n }],
    ),
  };
}
