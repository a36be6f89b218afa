import { dayMs } from '@tongda/contract/core/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../core/http/ctx';
import { invalidField } from '../../core/http/errors';
import { localDay } from '../../kernel/day/edges';
import { computeWayFacts } from '../../kernel/day/facts';
import { windowsOf } from '../../kernel/day/hours';
import { maxSpeedTimeOf } from '../../kernel/motion/trips';
import { readPermitted } from '../../modules/watch/track/door';
import { findReportVehicle } from '../kit/lent';
import { chosenVehicles, mayReadFact, ofFact, type Reader, type Wish } from '../kit/query';

/** A part of each day is computed from the points: vehicles times days that one query may ask for. */
const rawDays = 60;

/** Which vehicles, and which part of each day of the range. */
export type WayQuery = Pick<Wish, 'from' | 'until' | 'startTime' | 'endTime'> & {
  operatingHours: readonly [string, string];
  vehicleIds?: string[] | undefined;
  fleetId?: string | undefined;
  orgId?: string | undefined;
};

/** SQL condition on a day summary `s`: of the caller's company, or inside a share that opens the track. */
export const maySeeDay = (who: Pick<Reader, 'clientId'>): RawBuilder<boolean> =>
  mayReadFact(who, ofFact('s'), sql`s.day_from`);

/** Whether whole company days are asked for, so that their summaries answer. */
export const isWholeDays = ({ startTime, endTime, until, operatingHours: [first, last] }: WayQuery): boolean =>
  first === '00:00' &&
  last === '23:59' &&
  startTime.endsWith('00:00:00') &&
  (endTime.endsWith('23:59:59') || until >= Date.now());

/**
 * What the vehicle `v` drove, a row each of its days (K3, K4), for a `left join lateral (…) w`: day, mileage_m, gap_mileage_m, driving_ms, idle_ms,
 * parked_ms, max_speed_kmh, max_speed_at, fuel_used_l, start_odometer_m, end_odometer_m. Whole days are their summaries; a part of each day is
 * computed from the points by the same functions, without fuel. Too many days of points are refused at their field.
 */
export async function selectWays(ctx: Ctx, q: WayQuery): Promise<RawBuilder<unknown>> {
  if (isWholeDays(q))
    return sql`select s.day, s.mileage_m, s.gap_mileage_m, s.driving_ms, s.idle_ms, s.parked_ms, s.max_speed_kmh, s.max_speed_at, s.fuel_used_l,
        s.start_odometer_m, s.end_odometer_m
      from day_summary s where s.vehicle_id = v.id and s.day between ${q.startTime.slice(0, 10)}::date and ${q.endTime.slice(0, 10)}::date and ${maySeeDay(ctx)}`;
  const { rows: chosen } = await ctx.db((trx) =>
    sql<{ id: string }>`select v.id::text from vehicle v where ${chosenVehicles(ctx, q)}`.execute(trx),
  );
  if (chosen.length * Math.ceil((q.until - q.from) / dayMs) > rawDays)
    throw invalidField(
      'operatingHours',
      `按时段统计要按原始点计算，一次最多${rawDays}个车日，请减少车辆、缩短日期，或选择全天`,
    );
  const now = Date.now();
  const ways: object[] = [];
  for (const { id } of chosen)
    for (const part of await computeParts(
      ctx,
      id,
      windowsOf({ from: q.from, until: Math.min(q.until, now) }, q.operatingHours, ctx.timeZone),
    ))
      ways.push({ v: id, ...part });
  return sql`select r.* from jsonb_to_recordset(${JSON.stringify(ways)}::jsonb) r(v bigint, day date, mileage_m float8, gap_mileage_m float8, driving_ms float8,
    idle_ms float8, parked_ms float8, max_speed_kmh real, max_speed_at timestamptz, fuel_used_l real, start_odometer_m bigint, end_odometer_m bigint) where r.v = v.id`;
}

async function computeParts(ctx: Ctx, vehicleId: string, windows: ReadonlyArray<{ from: number; until: number }>) {
  const [first, last] = [windows[0], windows.at(-1)];
  if (!first || !last) return [];
  const { vehicle, points } = await ctx.db(async (trx) => {
    const found = await findReportVehicle(trx, ctx, vehicleId, 'track', last.until);
    return {
      vehicle: found,
      points: await readPermitted(trx, found, { from: first.from, to: last.until, neighbours: true }),
    };
  });
  return windows.map(({ from, until }) => {
    const facts = computeWayFacts(points, { from, to: until }, vehicle.settingsAt, until - 1);
    const fixes = facts.clean.fixes.filter(({ t }) => t >= from && t < until);
    const fastest = maxSpeedTimeOf(facts.segments.filter((segment) => segment.from && segment.from.t >= from));
    return {
      day: localDay(from, ctx.timeZone),
      mileage_m: facts.mileageM,
      gap_mileage_m: facts.gapMileageM,
      driving_ms: facts.timeMs.moving,
      idle_ms: facts.timeMs.idle,
      parked_ms: facts.timeMs.parked,
      max_speed_kmh: facts.maxSpeedKmh,
      max_speed_at: fastest === null ? null : new Date(fastest).toISOString(),
      fuel_used_l: null,
      start_odometer_m: fixes[0]?.odometerM ?? null,
      end_odometer_m: fixes.at(-1)?.odometerM ?? null,
    };
  });
}
