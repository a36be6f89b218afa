import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import { type RawBuilder, sql } from 'kysely';
import { allOf } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { deductionsOf, pointsOf, type ScoredAlarms, safetyScoreOf, scoreRule } from '../../../kernel/safety/score';
import { visibleVehicleRows } from '../../base/org/door';

/** The first moment of the running month in the company's zone, or of the month `before` months earlier. */
export const monthBeginSql = (timeZone: string, before = 0): RawBuilder<Date> =>
  sql<Date>`((date_trunc('month', now() at time zone ${timeZone}) - make_interval(months => ${sql.lit(before)})) at time zone ${timeZone})`;

/** Whether people marked the alarms of incident `e` as false alarms and none of them as real. */
const mistaken: RawBuilder<boolean> = sql<boolean>`coalesce((
  select bool_or(a.handle_status = ${sql.lit(alarmHandleStatus.falseAlarm)}) and not bool_or(a.handle_status = ${sql.lit(alarmHandleStatus.closed)})
  from episode a where a.vehicle_id = e.vehicle_id and a.kind = 'safetyAlarm' and a.subject = e.subject and a.status <> 2
    and a.start_time between e.start_time and coalesce(e.end_time, now())), false)`;

/** Whether incident `e` reached the speed from which its type counts (`scoreRule.minKmh`). */
const fastEnough: RawBuilder<boolean> = allOf(
  scoreRule.minKmh.map(
    ({ item, kmh }) =>
      sql<boolean>`((e.values ->> 'rawItem')::int <> ${sql.lit(item)} or coalesce(e.peak, 0) >= ${sql.lit(kmh)})`,
  ),
);

/** Active-safety alarms of the running month that count for the score, by driver; only on vehicles that the caller sees. */
export async function loadMonthAlarms(
  trx: Trx,
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, ScoredAlarms[]>> {
  if (ids.length === 0) return new Map();
  const hour = sql`extract(hour from e.start_time at time zone ${ctx.timeZone})`;
  const { rows } = await sql<ScoredAlarms & { driverId: string }>`
    select driver_id::text as "driverId", alarm_type as "alarmType", level, night, count(*)::int as count from (
      select e.driver_id, (e.values ->> 'alarmType')::int as alarm_type,
        case when e.values ->> 'deviceLevel' = '2' then 2 else 1 end as level,
        ${hour} >= ${sql.lit(scoreRule.nightFrom)} or ${hour} < ${sql.lit(scoreRule.nightTo)} as night
      from episode e join vehicle v on v.id = e.vehicle_id
      where e.driver_id = any(${ids}::bigint[]) and e.kind = 'safetyEvent' and e.status <> 2 and e.start_time >= ${monthBeginSql(ctx.timeZone)}
        -- signs and pictures are events without a type
        and e.values ->> 'alarmType' is not null and e.values ->> 'timeAbnormal' is distinct from 'true' and ${fastEnough} and not ${mistaken}
        and ${visibleVehicleRows(ctx, 'v', 'view', false)}) told
    group by 1, 2, 3, 4`.execute(trx);
  const byDriver = new Map<string, ScoredAlarms[]>();
  for (const { driverId, ...alarms } of rows) byDriver.set(driverId, [...(byDriver.get(driverId) ?? []), alarms]);
  return byDriver;
}

/** Adds 本月评分 to drivers. */
export async function addScores<D extends { id: string; monthKm: number }>(
  trx: Trx,
  ctx: Ctx,
  drivers: readonly D[],
): Promise<Array<D & { monthScore: number | null }>> {
  const alarms = await loadMonthAlarms(
    trx,
    ctx,
    drivers.map(({ id }) => id),
  );
  return drivers.map((driver) => ({
    ...driver,
    monthScore: safetyScoreOf(driver.monthKm, pointsOf(deductionsOf(alarms.get(driver.id) ?? []))),
  }));
}
