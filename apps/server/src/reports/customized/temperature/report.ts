import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { tripReview, tripTemperatureReport } from '@tongda/contract/reports/customized/temperature';
import { tripReportView } from '@tongda/contract/reports/customized/trip-report';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import { type RawBuilder, sql } from 'kysely';
import { allOf, requireRow } from '../../../core/db/rows';
import type { Ctx } from '../../../core/http/ctx';
import { changedMeanwhile, notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { recordChanges } from '../../../core/record/audit';
import { likePattern } from '../../../core/record/options';
import { mapFew } from '../../../core/run/few-at-once';
import { wallToMs } from '../../../kernel/day/edges';
import { coolingOf } from '../../cold-chain/cooling-tasks';
import { chosenVehicles, readsAtOnce, type Wish } from '../../kit/query';
import { loadReadings } from '../../kit/readings';
import { serve } from '../../kit/serve';
import type { FiltersOf } from '../../kit/source';
import { fromSql } from '../../kit/sql-source';
import { makeTripReport, spanOf } from './facts';
import { versionsOf } from './issue';
import { bindTripPapers } from './papers';
import { bindTripReportShares } from './share';
import { longestTripMs, timesOfShipment, timesOfWaybill } from './trip';
import { boundsFor, tripFigures } from './verdict';

type Query = ReportQuery<typeof tripTemperatureReport>;

/** What the probes of a trip's vehicle read while it was under way. */
async function figuresOfRow(
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
  const end = row.endTime === null ? Date.now() : (wallToMs(row.endTime, ctx.timeZone) ?? from);
  const until = Math.min(end, from + longestTripMs);
  const { zone, lower, upper } = boundsFor(q, row);
  const [readings] = await loadReadings(ctx, {
    vehicleIds: [row.vehicleId],
    from,
    // a trip holds the report with which it ends
    until: until + 1,
    zone,
    lower,
    upper,
    bare: true,
  });
  const judging = { allowedMin: q.allowedMin, ended: row.endTime !== null, cut: until < end };
  return readings ? tripFigures(readings, judging, ctx.timeZone) : { reckoned: 'none' as const };
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
      u.load_at as "loadTime", ${begin} as "startTime", u.end_at as "endTime", case w.cooler_status when 0 then 'running' when 1 then 'done' when 2 then 'stopped' else '' end as precool,
      ${figure} as "askedLower", ${figure} as "askedUpper", ${readAndConcluded}
    from waybill w join vehicle v on v.id = w.vehicle_id left join temperature_review x on x.waybill_id = w.id, ${timesOfWaybill} u where ${allOf(all)}`;
}

/** What 货箱预冷 says of a shipment's task, as the column of this report has it. */
const coolingWords = { reached: 'done', running: 'running', missed: 'stopped', none: '' } as const;

/** Shipments that have left, from leaving to the end of unloading; how far the box was cooled before is read for the rows of a page. */
function selectShipments(ctx: Ctx, q: Wish<FiltersOf<typeof tripTemperatureReport>>): RawBuilder<unknown> {
  const all = [
    sql<boolean>`s.client_id = ${ctx.clientId} and s.cancelled_at is null and s.depart_at is not null`,
    ...conditionsOf(ctx, q, sql<Date>`s.depart_at`, sql`s.code`),
  ];
  return sql`select 's' || s.id as id, v.id as "vehicleId", s.depart_at as at, s.code, 'shipment' as paper, l.name as "fromName", u.last as "toName",
      u.load_at as "loadTime", s.depart_at as "startTime", u.end_at as "endTime", '' as precool, s.lower_c::float8 as "askedLower", s.upper_c::float8 as "askedUpper",
      ${readAndConcluded}
    from shipment s join vehicle v on v.id = s.vehicle_id join place l on l.id = s.load_place_id left join temperature_review x on x.shipment_id = s.id, ${timesOfShipment} u
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
          const figures = await figuresOfRow(ctx, q, row);
          const precool = row.paper === 'shipment' ? coolingWords[cooling.get(row.id.slice(1)) ?? 'none'] : row.precool;
          return { ...row, ...figures, precool, verdict: row.verdict === '' ? figures.reckoned : row.verdict };
        });
      },
    },
  ),
  {
    bindActions: (app, deps) => {
      route(app, tripReview, reviewTrip);
      route(app, tripReportView, showTripReport);
      bindTripPapers(app, deps);
      bindTripReportShares(app, deps);
    },
  },
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
    if (found.version !== version) throw changedMeanwhile(ofShipment ? 'shipment' : 'waybill', id);
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

/** The report of a trip as it is now, or as a version of it said. 4004 for a version that was never made. */
async function showTripReport(
  ctx: Ctx,
  { version, ...asked }: Parsed<typeof tripReportView>,
): Promise<Output<typeof tripReportView>> {
  // what was handed out is shown to whoever sees the trip
  const span = await spanOf(ctx, asked);
  const { reviewVersion } = span.trip;
  const kept = await ctx.db((trx) => versionsOf(trx, ctx, { id: asked.id }));
  const versions = kept.map(({ issued }) => issued);
  if (version === undefined) {
    const { report } = await makeTripReport(ctx, asked, span);
    return { report, versions, shown: null, reviewVersion };
  }
  const found = kept.find(({ issued }) => issued.version === version);
  const { issued: shown, report } = requireRow(found, `第${version}版报告`);
  return { report, versions, shown, reviewVersion };
}
