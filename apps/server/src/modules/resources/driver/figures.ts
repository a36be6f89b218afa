import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { roundTo } from '@tongda/contract/core/round';
import { type driverFigures, driverTrips, driverWaybills } from '@tongda/contract/resources/driver/figures';
import { type RawBuilder, sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { holdTotal } from '../../../core/record/totals';
import { deductionsOf, pointsOf, safetyScoreOf } from '../../../kernel/safety/score';
import { visibleVehicleRows, waybillScope } from '../../base/org/door';
import { findDriver } from './repo';
import { loadMonthAlarms, monthBeginSql } from './score';

type Figures = Output<typeof driverFigures>;

/** `from` and `where` of the episodes `e` of a driver on vehicles `v` that the caller sees. */
const episodesOfDriver = (ctx: Ctx, id: string): RawBuilder<unknown> =>
  sql`from episode e join vehicle v on v.id = e.vehicle_id where e.driver_id = ${id} and e.status <> 2 and ${visibleVehicleRows(ctx, 'v', 'view', false)}`;
const sumKm = (when: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(sum((e.values ->> 'mileageM')::float8) filter (where ${when}), 0) / 1000`;
const kindDays = 30;
const fatigueDays = 90;
const roundToTenth = (value: number): number => roundTo(value, 1);

/** Figures of a driver: distance, trips and alarms of this month, his score, and alarms of the last days by kind. */
export function loadDriverFigures(ctx: Ctx, id: string): Promise<Figures> {
  return ctx.db(async (trx) => {
    const { monthKm } = requireRow(await findDriver(trx, ctx, id), '司机');
    const month = monthBeginSql(ctx.timeZone);
    const { rows } = await sql<{
      lastMonthKm: number;
      trips: number;
      hours: number;
    }>`select ${sumKm(sql`e.start_time < ${month}`)} as "lastMonthKm", (count(*) filter (where e.start_time >= ${month}))::int as trips,
        coalesce(sum((e.values ->> 'drivingMs')::float8) filter (where e.start_time >= ${month}), 0) / 3600000 as hours
      ${episodesOfDriver(ctx, id)} and e.kind = 'trip' and e.start_time >= ${monthBeginSql(ctx.timeZone, 1)}`.execute(
      trx,
    );
    const drove = rows[0] ?? { lastMonthKm: 0, trips: 0, hours: 0 };
    const alarms = await sql<{
      n: number;
    }>`select count(*)::int as n ${episodesOfDriver(ctx, id)} and e.alarm and e.start_time >= ${month}`.execute(trx);
    const warned = alarms.rows[0]?.n ?? 0;
    const deductions = deductionsOf((await loadMonthAlarms(trx, ctx, [id])).get(id) ?? []);
    const points = pointsOf(deductions);
    return {
      monthKm,
      lastMonthKm: roundToTenth(drove.lastMonthKm),
      monthTrips: drove.trips,
      monthHours: roundToTenth(drove.hours),
      monthAlarms: warned,
      alarmsPer100Km: monthKm >= 100 ? roundToTenth((100 * warned) / monthKm) : null,
      monthScore: safetyScoreOf(monthKm, points),
      points,
      deductions,
      kinds: await countDriverAlarms(trx, ctx, id),
      fatigue: await listFatigue(trx, ctx, id),
    };
  });
}

async function countDriverAlarms(trx: Trx, ctx: Ctx, id: string): Promise<Figures['kinds']> {
  const { rows } = await sql<
    Figures['kinds'][number]
  >`select e.kind, count(*)::int as count, (count(*) filter (where e.level >= 3))::int as severe,
      ${wireTimeSql(sql<Date>`max(e.start_time)`, ctx.timeZone)} as "lastTime"
    ${episodesOfDriver(ctx, id)} and e.alarm and e.start_time >= now() - make_interval(days => ${sql.lit(kindDays)}) group by 1 order by 2 desc, 1`.execute(
    trx,
  );
  return rows;
}

async function listFatigue(trx: Trx, ctx: Ctx, id: string): Promise<Figures['fatigue']> {
  const { rows } = await sql<
    Figures['fatigue'][number]
  >`select e.id::text as id, v.id::text as "vehicleId", v.plate_no as "plateNo", ${wireTimeSql(sql<Date>`e.start_time`, ctx.timeZone)} as "startTime",
      ${wireTimeSql(sql<Date | null>`e.end_time`, ctx.timeZone)} as "endTime", e.level, e.peak as minutes
    ${episodesOfDriver(ctx, id)} and e.alarm and e.kind = 'fatigueAlarm' and e.start_time >= now() - make_interval(days => ${sql.lit(fatigueDays)})
    order by e.start_time desc, e.id desc limit 50`.execute(trx);
  return rows;
}

/** 行程 of a driver on vehicles that the caller sees, newest first. */
export function listDriverTrips(
  ctx: Ctx,
  { id, page, size }: Parsed<typeof driverTrips>,
): Promise<Output<typeof driverTrips>> {
  return ctx.db(async (trx) => {
    requireRow(await findDriver(trx, ctx, id), '司机');
    const trips = sql`${episodesOfDriver(ctx, id)} and e.kind = 'trip'`;
    const { rows: list } = await sql<
      Output<typeof driverTrips>['list'][number]
    >`select e.id::text as id, v.id::text as "vehicleId", v.plate_no as "plateNo",
        ${wireTimeSql(sql<Date>`e.start_time`, ctx.timeZone)} as "startTime", ${wireTimeSql(sql<Date | null>`e.end_time`, ctx.timeZone)} as "endTime",
        round(((e.values ->> 'drivingMs')::numeric / 3600000), 1)::float8 as hours, round((e.values ->> 'mileageM')::numeric / 1000, 1)::float8 as km,
        e.peak as "maxSpeedKmh"
      ${trips} order by e.start_time desc, e.id desc limit ${size} offset ${(page - 1) * size}`.execute(trx);
    const total = await holdTotal(ctx, driverTrips, { id, page, size }, () => countRows(trx, trips));
    return { list, total, page, size };
  });
}

/** 运单 on which somebody is driver or co-driver and that the caller sees, newest first. */
export function listDriverWaybills(
  ctx: Ctx,
  { id, page, size }: Parsed<typeof driverWaybills>,
): Promise<Output<typeof driverWaybills>> {
  return ctx.db(async (trx) => {
    requireRow(await findDriver(trx, ctx, id), '司机');
    const waybills = sql`from waybill w left join vehicle v on v.id = w.vehicle_id
      where w.client_id = ${ctx.clientId} and ${id}::bigint in (w.driver_id, w.co_driver_id) and w.voided_at is null and ${waybillScope(ctx, 'w')}`;
    const time = (column: string) => wireTimeSql(sql<Date | null>`${sql.ref(column)}`, ctx.timeZone);
    const { rows: list } = await sql<
      Output<typeof driverWaybills>['list'][number]
    >`select w.id::text as id, w.waybill_code as "waybillCode", w.waybill_kind as "waybillKind", coalesce(v.plate_no, '') as "plateNo",
        w.from_name as "fromName", w.to_name as "toName", ${time('w.plan_depart_at')} as "planDepartTime",
        ${time('w.actual_depart_at')} as "actualDepartTime", ${time('w.actual_arrive_at')} as "actualArriveTime", w.transport_status as "transportStatus"
      ${waybills} order by w.plan_depart_at desc, w.id desc limit ${size} offset ${(page - 1) * size}`.execute(trx);
    const total = await holdTotal(ctx, driverWaybills, { id, page, size }, () => countRows(trx, waybills));
    return { list, total, page, size };
  });
}

async function countRows(trx: Trx, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(trx);
  return rows[0]?.n ?? 0;
}
