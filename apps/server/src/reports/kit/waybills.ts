import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { wireTime } from '../../core/http/answer/wire-time';
import type { Ctx } from '../../core/http/ctx';
import { invalidField } from '../../core/http/errors';
import { chosenVehicles } from './query';

/** A waybill of a vehicle while it is under way, epoch ms. */
export interface WaybillTime {
  code: string;
  from: number;
  until: number;
  /** ℃ that the unit is to keep; null: the goods need none */
  setTempC: number | null;
  driver: string;
  /** temperatureType of what it carries */
  types: number[];
}

/** When the vehicle's waybills were under way in a range (epoch ms): from leaving the loading site to arriving, as planned where it has not happened yet. */
export async function loadWaybillTimes(
  trx: Trx,
  vehicleId: string,
  { from, until }: { from: number; until: number },
): Promise<WaybillTime[]> {
  const ms = (moment: string) => sql`(extract(epoch from ${sql.raw(moment)}) * 1000)::float8`;
  const begin = 'coalesce(w.actual_depart_at, w.plan_depart_at)';
  const end = 'coalesce(w.actual_arrive_at, w.plan_arrive_at)';
  const { rows } =
    await sql<WaybillTime>`select w.waybill_code as code, ${ms(begin)} as from, ${ms(end)} as until, w.set_temp_c::float8 as "setTempC",
      coalesce(d.name, '') as driver, w.temperature_types as types
    from waybill w left join driver d on d.id = w.driver_id
    where w.vehicle_id = ${vehicleId} and w.voided_at is null and w.transport_status > 1
      and ${sql.raw(begin)} < ${new Date(until)} and ${sql.raw(end)} >= ${new Date(from)} order by 2`.execute(trx);
  return rows;
}

/**
 * The vehicle of a waybill and the time that it was under way, to the end of what is known, on the company's clock. A sentence at `code` for one
 * that does not exist, has not left, or whose vehicle the caller may not see.
 */
export async function findWaybillTime(ctx: Ctx, { code }: { code: string }) {
  const { rows } = await ctx.db((trx) =>
    sql<{
      vehicleId: string;
      from: Date;
      until: Date;
    }>`select v.id::text as "vehicleId", coalesce(w.actual_depart_at, w.plan_depart_at) as from,
        coalesce(w.actual_arrive_at, now()) as until
      from waybill w join vehicle v on v.id = w.vehicle_id
      where w.waybill_code = ${code} and w.voided_at is null and w.transport_status > 1 and ${chosenVehicles(ctx, {})}`.execute(
      trx,
    ),
  );
  const [found] = rows;
  if (!found) throw invalidField('code', '运单不存在、尚未发车，或无权查看其车辆');
  return {
    vehicleId: found.vehicleId,
    startTime: wireTime(found.from, ctx.timeZone),
    endTime: wireTime(found.until, ctx.timeZone),
  };
}

/** The waybill that is under way at a moment; of several the one that left last. */
export const waybillAt = (all: readonly WaybillTime[], t: number): WaybillTime | undefined =>
  all.findLast(({ from, until }) => t >= from && t < until);
