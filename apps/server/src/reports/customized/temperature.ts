import { minuteMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { roundTo } from '@tongda/contract/core/round';
import {
  tripReview,
  tripTemperatureDetails,
  tripTemperatureReport,
  type Verdict,
} from '@tongda/contract/reports/customized/temperature';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import { sql } from 'kysely';
import { allOf } from '../../core/db/rows';
import type { Ctx } from '../../core/http/ctx';
import { notFound, versionConflict } from '../../core/http/errors';
import { route } from '../../core/http/route';
import { recordChanges } from '../../core/record/audit';
import { likePattern } from '../../core/record/options';
import { mapFew } from '../../core/run/few-at-once';
import { wallToMs } from '../../kernel/day/edges';
import { deviationsOf } from '../cold-chain/record/deviations';
import { writeRecord } from '../cold-chain/record/write';
import { chosenVehicles, readsAtOnce } from '../kit/query';
import { curvesOf } from '../kit/reading-curves';
import { figuresOf } from '../kit/reading-figures';
import { loadReadings, type Readings } from '../kit/readings';
import { serve } from '../kit/serve';
import { fromReadings } from '../kit/source';
import { fromSql } from '../kit/sql-source';

/** Less than this share of the expected samples proves nothing, per cent. */
const leastComplete = 90;

/** What is to be concluded of a probe, or of all of them: too long outside fails, too few samples are for somebody to judge. */
export function verdictOf(
  figures: ReadonlyArray<{ overMin: number | null; completeRate: number | null }>,
  allowedMin: number,
): Verdict {
  if (figures.length === 0 || figures.every(({ completeRate }) => completeRate === 0)) return 'none';
  if (figures.some(({ overMin }) => (overMin ?? 0) > allowedMin)) return 'fail';
  // without bounds nothing can be in them
  const sure = figures.every(({ overMin, completeRate }) => overMin !== null && (completeRate ?? 0) >= leastComplete);
  return sure ? 'pass' : 'check';
}

const temperaturesOf = (readings: Readings, timeZone: string) =>
  figuresOf({ ...readings, probes: readings.probes.filter(({ kind }) => kind === 'tem') }, timeZone);

const known = (values: ReadonlyArray<number | null>): number[] => values.flatMap((value) => value ?? []);
const extremeOf = (values: readonly number[], of: (...all: number[]) => number): number | null =>
  values.length > 0 ? of(...values) : null;

type Query = ReportQuery<typeof tripTemperatureReport>;

/** What the probes of a trip's vehicle read while it was under way. */
async function tripFigures(
  ctx: Ctx,
  q: Query,
  row: { vehicleId: string; startTime: string | null; endTime: string | null },
) {
  const from = wallToMs(row.startTime ?? '', ctx.timeZone) ?? 0;
  const until = row.endTime === null ? Date.now() : (wallToMs(row.endTime, ctx.timeZone) ?? from);
  const { zone, lower, upper } = q;
  const [readings] = await loadReadings(ctx, {
    vehicleIds: [row.vehicleId],
    from,
    until,
    zone,
    lower,
    upper,
    bare: true,
  });
  if (!readings) return { reckoned: 'none' as const };
  const figures = temperaturesOf(readings, ctx.timeZone);
  const averages = known(figures.map(({ avg }) => avg));
  return {
    max: extremeOf(known(figures.map(({ max }) => max)), Math.max),
    min: extremeOf(known(figures.map(({ min }) => min)), Math.min),
    avg: averages.length > 0 ? roundTo(averages.reduce((sum, one) => sum + one, 0) / averages.length, 1) : null,
    passRate: extremeOf(known(figures.map(({ passRate }) => passRate)), Math.min),
    overMin: extremeOf(known(figures.map(({ overMin }) => overMin)), Math.max),
    overCount: deviationsOf(readings).filter(({ probe }) => readings.probes[probe]?.kind === 'tem').length,
    completeRate: extremeOf(known(figures.map(({ completeRate }) => completeRate)), Math.min),
    reckoned: verdictOf(figures, q.allowedMin),
  };
}

export const summary = serve(
  tripTemperatureReport,
  fromSql(
    tripTemperatureReport,
    (ctx, q) => {
      const begin = sql`coalesce(w.actual_depart_at, w.plan_depart_at)`;
      const all = [
        chosenVehicles(ctx, { vehicleIds: q.vehicleIds }),
        sql<boolean>`w.client_id = ${ctx.clientId} and w.voided_at is null and w.transport_status > 1`,
        sql<boolean>`${begin} >= ${new Date(q.from)} and ${begin} < ${new Date(q.until)}`,
      ];
      if (q.code) all.push(sql<boolean>`w.waybill_code ilike ${likePattern(q.code)}`);
      if (q.reviewed !== 'all') all.push(sql<boolean>`(x.waybill_id is not null) = ${q.reviewed === 'yes'}`);
      const figure = sql`null::float8`;
      return sql`select w.id, v.id as "vehicleId", ${begin} as at, w.waybill_code as code, w.from_name as "fromName", w.to_name as "toName",
          ${begin} as "startTime", w.actual_arrive_at as "endTime", ${figure} as max, ${figure} as min, ${figure} as avg, ${figure} as "passRate",
          ${figure} as "overCount", ${figure} as "overMin", ${figure} as "completeRate",
          case w.cooler_status when 0 then 'running' when 1 then 'done' when 2 then 'stopped' else '' end as precool,
          'none' as reckoned, coalesce(x.verdict, '') as verdict, coalesce(x.opinion, '') as opinion, coalesce(x.user_name, '') as reviewer,
          coalesce(x.version, 0) as "reviewVersion"
        from waybill w join vehicle v on v.id = w.vehicle_id left join temperature_review x on x.waybill_id = w.id where ${allOf(all)}`;
    },
    {
      finish: (ctx, rows, q) =>
        mapFew(rows, readsAtOnce, async (row) => {
          const figures = await tripFigures(ctx, q, row);
          return { ...row, ...figures, verdict: row.verdict === '' ? figures.reckoned : row.verdict };
        }),
    },
  ),
  { bindActions: (app) => route(app, tripReview, reviewTrip) },
);

/** Writes a conclusion in place of the reckoned one. 4004 for a waybill whose vehicle the caller does not see, 4009 when somebody else concluded meanwhile. */
function reviewTrip(ctx: Ctx, { id, version, verdict, opinion }: Parsed<typeof tripReview>): Promise<null> {
  return ctx.db(async (trx) => {
    const { rows } = await sql<{ version: number }>`select coalesce(x.version, 0) as version
      from waybill w join vehicle v on v.id = w.vehicle_id left join temperature_review x on x.waybill_id = w.id
      where w.id = ${id} and w.client_id = ${ctx.clientId} and w.voided_at is null and ${chosenVehicles(ctx, {})} for update of w`.execute(
      trx,
    );
    const [found] = rows;
    if (!found) throw notFound('运单');
    if (found.version !== version) throw versionConflict();
    await sql`insert into temperature_review (waybill_id, client_id, verdict, opinion, user_id, user_name)
      values (${id}, ${ctx.clientId}, ${verdict}, ${opinion}, ${ctx.userId}, ${ctx.userName})
      on conflict (waybill_id) do update set verdict = excluded.verdict, opinion = excluded.opinion, user_id = excluded.user_id,
        user_name = excluded.user_name, version = temperature_review.version + 1, updated_at = now()`.execute(trx);
    const changes = [{ field: 'opinion', label: '温度复核', before: '', after: opinion }];
    await recordChanges(trx, ctx, [{ entity: 'waybill', entityId: id, action: '温度复核', changes }]);
    return null;
  });
}

export const detail = serve(
  tripTemperatureDetails,
  fromReadings(tripTemperatureDetails, {
    load: loadReadings,
    rows: (all) =>
      all.flatMap((readings) =>
        deviationsOf(readings).map((piece) => {
          const { vehicle, probes, points, doors, doorNames } = readings;
          const place = points.find(({ t, located }) => located && t >= piece.from);
          const open = doors.filter(({ start, end }) => start < piece.until && (end ?? piece.until) > piece.from);
          const names = new Set(open.map(({ door }) => doorNames.get(door) ?? `车门${door}`));
          return {
            id: `${vehicle.id}-${piece.probe}-${piece.from}`,
            ...{ vehicleId: vehicle.id, plateNo: vehicle.plateNo, vehicleColor: vehicle.vehicleColor },
            probe: probes[piece.probe]?.name ?? '',
            side: piece.side,
            startTime: piece.from,
            endTime: piece.until,
            minutes: (piece.until - piece.from) / minuteMs,
            ...{ extreme: piece.extreme, excess: piece.excess, degreeMin: piece.degreeMin },
            doors: [...names].join('、'),
            lng: place?.lng ?? null,
            lat: place?.lat ?? null,
          };
        }),
      ),
    foot: (all, { timeZone }, q) => ({
      stat: all.flatMap((one) =>
        figuresOf(one, timeZone).map((figures) => ({ ...figures, verdict: verdictOf([figures], q.allowedMin) })),
      ),
    }),
  }),
  {
    curve: async (ctx, q) => curvesOf(await loadReadings(ctx, q), q),
    record: { write: writeRecord },
  },
);
