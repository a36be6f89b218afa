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
import { type RawBuilder, sql } from 'kysely';
import { allOf } from '../../core/db/rows';
import type { Ctx } from '../../core/http/ctx';
import { notFound, versionConflict } from '../../core/http/errors';
import { route } from '../../core/http/route';
import { recordChanges } from '../../core/record/audit';
import { likePattern } from '../../core/record/options';
import { mapFew } from '../../core/run/few-at-once';
import { wallToMs } from '../../kernel/day/edges';
import { coolingOf } from '../cold-chain/cooling-tasks';
import { deviationsOf } from '../cold-chain/record/deviations';
import { writeRecord } from '../cold-chain/record/write';
import { chosenVehicles, readsAtOnce, type Wish } from '../kit/query';
import { curvesOf } from '../kit/reading-curves';
import { figuresOf } from '../kit/reading-figures';
import { loadReadings, type Readings } from '../kit/readings';
import { serve } from '../kit/serve';
import { type FiltersOf, fromReadings } from '../kit/source';
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

/** The bounds that a row is judged by: those of the question, else those that its shipment asks for, else the probes' own. */
function boundsFor(
  { zone, lower, upper }: Query,
  { askedLower, askedUpper }: { askedLower: number | null; askedUpper: number | null },
): Pick<Query, 'zone' | 'lower' | 'upper'> {
  const open = zone === 'own' && lower === undefined && upper === undefined;
  return open ? { zone, lower: askedLower ?? undefined, upper: askedUpper ?? undefined } : { zone, lower, upper };
}

/** What the probes of a trip's vehicle read while it was under way. */
async function tripFigures(
  ctx: Ctx,
  q: Query,
  row: {
    vehicleId: string;
    startTime: string | null;
    endTime: string | null;
    askedLower: number | null;
    askedUpper: number | null;
  },
) {
  const from = wallToMs(row.startTime ?? '', ctx.timeZone) ?? 0;
  const until = row.endTime === null ? Date.now() : (wallToMs(row.endTime, ctx.timeZone) ?? from);
  const { zone, lower, upper } = boundsFor(q, row);
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

const figure = sql`null::float8`;
/** Figures that are read for the rows of a page alone, and what somebody concluded (`x`). */
const readAndConcluded = sql`${figure} as max, ${figure} as min, ${figure} as avg, ${figure} as "passRate", ${figure} as "overCount", ${figure} as "overMin",
  ${figure} as "completeRate", 'none' as reckoned, coalesce(x.verdict, '') as verdict, coalesce(x.opinion, '') as opinion, coalesce(x.user_name, '') as reviewer,
  coalesce(x.version, 0) as "reviewVersion"`;

/** Conditions that waybills and shipments share: vehicle, beginning, number and review. */
function conditionsOf(
  ctx: Ctx,
  q: Wish<FiltersOf<typeof tripTemperatureReport>>,
  begin: RawBuilder<Date>,
  code: RawBuilder<string>,
) {
  const all = [
    chosenVehicles(ctx, { vehicleIds: q.vehicleIds }),
    sql<boolean>`${begin} >= ${new Date(q.from)} and ${begin} < ${new Date(q.until)}`,
  ];
  if (q.code) all.push(sql<boolean>`${code} ilike ${likePattern(q.code)}`);
  if (q.reviewed !== 'all') all.push(sql<boolean>`(x.id is not null) = ${q.reviewed === 'yes'}`);
  return all;
}

function selectWaybills(ctx: Ctx, q: Wish<FiltersOf<typeof tripTemperatureReport>>): RawBuilder<unknown> {
  const begin = sql<Date>`coalesce(w.actual_depart_at, w.plan_depart_at)`;
  const all = [
    sql<boolean>`w.client_id = ${ctx.clientId} and w.voided_at is null and w.transport_status > 1`,
    ...conditionsOf(ctx, q, begin, sql`w.waybill_code`),
  ];
  return sql`select w.id::text as id, v.id as "vehicleId", ${begin} as at, w.waybill_code as code, 'waybill' as paper, w.from_name as "fromName", w.to_name as "toName",
      ${begin} as "startTime", w.actual_arrive_at as "endTime", case w.cooler_status when 0 then 'running' when 1 then 'done' when 2 then 'stopped' else '' end as precool,
      ${figure} as "askedLower", ${figure} as "askedUpper", ${readAndConcluded}
    from waybill w join vehicle v on v.id = w.vehicle_id left join temperature_review x on x.waybill_id = w.id where ${allOf(all)}`;
}

/** What 货箱预冷 says of a shipment's task, as the column of this report has it. */
const coolingWords = { reached: 'done', running: 'running', missed: 'stopped', none: '' } as const;

/** Shipments that have left, from leaving to the last unloading point; how far the box was cooled before is read for the rows of a page. */
function selectShipments(ctx: Ctx, q: Wish<FiltersOf<typeof tripTemperatureReport>>): RawBuilder<unknown> {
  const all = [
    sql<boolean>`s.client_id = ${ctx.clientId} and s.cancelled_at is null and s.depart_at is not null`,
    ...conditionsOf(ctx, q, sql<Date>`s.depart_at`, sql`s.code`),
  ];
  return sql`select 's' || s.id as id, v.id as "vehicleId", s.depart_at as at, s.code, 'shipment' as paper, l.name as "fromName", t.last as "toName",
      s.depart_at as "startTime", coalesce(t.arrived, s.finish_at) as "endTime", '' as precool, s.lower_c::float8 as "askedLower", s.upper_c::float8 as "askedUpper",
      ${readAndConcluded}
    from shipment s join vehicle v on v.id = s.vehicle_id join place l on l.id = s.load_place_id left join temperature_review x on x.shipment_id = s.id,
      lateral (select (array_agg(p.name order by t.seq desc))[1] as last, case when count(*) = count(t.arrive_at) then max(t.arrive_at) end as arrived
        from shipment_stop t join place p on p.id = t.place_id where t.shipment_id = s.id) t
    where ${allOf(all)}`;
}

export const summary = serve(
  tripTemperatureReport,
  fromSql(
    tripTemperatureReport,
    (ctx, q) => {
      const parts = [
        ...(q.paper === 'shipment' ? [] : [selectWaybills(ctx, q)]),
        ...(q.paper === 'waybill' ? [] : [selectShipments(ctx, q)]),
      ];
      return sql.join(parts, sql` union all `);
    },
    {
      finish: async (ctx, rows, q) => {
        const cooling = await coolingOf(
          ctx,
          rows.flatMap(({ id, paper }) => (paper === 'shipment' ? [id.slice(1)] : [])),
        );
        return mapFew(rows, readsAtOnce, async (row) => {
          const figures = await tripFigures(ctx, q, row);
          const precool = row.paper === 'shipment' ? coolingWords[cooling.get(row.id.slice(1)) ?? 'none'] : row.precool;
          return { ...row, ...figures, precool, verdict: row.verdict === '' ? figures.reckoned : row.verdict };
        });
      },
    },
  ),
  { bindActions: (app) => route(app, tripReview, reviewTrip) },
);

/** Writes a conclusion in place of the reckoned one. 4004 for a waybill or shipment whose vehicle the caller does not see, 4009 when somebody else concluded meanwhile. */
function reviewTrip(ctx: Ctx, { id: row, version, verdict, opinion }: Parsed<typeof tripReview>): Promise<null> {
  const ofShipment = row.startsWith('s');
  const id = ofShipment ? row.slice(1) : row;
  const column = sql.ref(ofShipment ? 'shipment_id' : 'waybill_id');
  const alive = ofShipment ? sql`w.cancelled_at is null` : sql`w.voided_at is null`;
  return ctx.db(async (trx) => {
    const { rows } = await sql<{ version: number }>`select coalesce(x.version, 0) as version
      from ${sql.table(ofShipment ? 'shipment' : 'waybill')} w join vehicle v on v.id = w.vehicle_id left join temperature_review x on x.${column} = w.id
      where w.id = ${id} and w.client_id = ${ctx.clientId} and ${alive} and ${chosenVehicles(ctx, {})} for update of w`.execute(
      trx,
    );
    const [found] = rows;
    if (!found) throw notFound(ofShipment ? '发运' : '运单');
    if (found.version !== version) throw versionConflict();
    await sql`insert into temperature_review (${column}, client_id, verdict, opinion, user_id, user_name)
      values (${id}, ${ctx.clientId}, ${verdict}, ${opinion}, ${ctx.userId}, ${ctx.userName})
      on conflict (${column}) do update set verdict = excluded.verdict, opinion = excluded.opinion, user_id = excluded.user_id,
        user_name = excluded.user_name, version = temperature_review.version + 1, updated_at = now()`.execute(trx);
    const changes = [{ field: 'opinion', label: '温度复核', before: '', after: opinion }];
    const entity = ofShipment ? 'shipment' : 'waybill';
    await recordChanges(trx, ctx, [{ entity, entityId: id, action: '温度复核', changes }]);
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
