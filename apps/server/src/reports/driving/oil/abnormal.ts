import { abnormalOilHandle, abnormalOilReport } from '@tongda/contract/reports/driving/abnormal-oil';
import type { ReportQuery, ReportRow } from '@tongda/contract/reports/kit/report';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../core/http/ctx';
import { notFound, versionConflict } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { mapFew } from '../../../core/run/few-at-once';
import { visibleVehicleRows } from '../../../modules/base/org/door';
import { readPermitted } from '../../../modules/watch/track/door';
import { siteAt } from '../../kit/facts-sql';
import { findReportVehicle } from '../../kit/lent';
import { chosenVehicles, isLent, mayReadFact, ofVehicle, readsAtOnce, type Wish } from '../../kit/query';
import { serve } from '../../kit/serve';
import { fromSql } from '../../kit/sql-source';

type Query = ReportQuery<typeof abnormalOilReport> & Wish;
type Row = ReportRow<typeof abnormalOilReport>;
const allKinds = ['fuelDrop', 'fuelWaste', 'fuelSensor'] as const;

/** Episodes of one kind of the same vehicle that overlap `e`. */
const overlapping = (which: RawBuilder<boolean>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from episode d where d.vehicle_id = e.vehicle_id and ${which} and d.status <> 2
    and d.start_time between e.start_time - interval '1 day' and coalesce(e.end_time, now()) and coalesce(d.end_time, 'infinity') > e.start_time)`;

function selectLosses(ctx: Ctx, q: Query): RawBuilder<unknown> {
  const kinds = q.kinds && q.kinds.length > 0 ? q.kinds : allKinds;
  const night = sql<boolean>`extract(hour from e.start_time at time zone ${ctx.timeZone}) not between 6 and 21`;
  const minutes = sql`extract(epoch from coalesce(e.end_time, now()) - e.start_time)::float8 / 60`;
  // at night and away from own sites a loss weighs more (report.md 4.6)
  const rows = sql`select e.id, v.id as "vehicleId", e.start_time as at, e.kind, e.start_time as "startTime", e.end_time as "endTime", ${minutes} as minutes,
      replace(e.subject, 'tank', '油箱') as tank, (e.values ->> 'beforeL')::float8 as "beforeL", (e.values ->> 'afterL')::float8 as "afterL",
      (e.values ->> 'litres')::float8 as litres, (e.values ->> 'litres')::float8 / nullif(${minutes}, 0) as rate, 'none' as acc, null::float8 as speed,
      ${overlapping(sql<boolean>`d.kind = 'door'`)} as doors, ${overlapping(sql<boolean>`d.alarm`)} as alarms, s.name as "siteName",
      case when s.name = '' then 'outside' else 'inside' end as place,
      case when e.kind <> 'fuelDrop' then 1 when s.name = '' and ${night} then 3 else 2 end as level, coalesce(d.name, '') as driver,
      e.handle_status as "handleStatus", e.handle_remark as "handleRemark", e.handled_name as "handledBy", e.handled_at as "handledAt", e.lng, e.lat,
      (extract(epoch from e.start_time) * 1000)::float8 as "fromMs", ${isLent(ctx)} as shared
    from vehicle v join episode e on e.vehicle_id = v.id and e.kind = any(${[...kinds]}::text[]) and e.status <> 2 left join driver d on d.id = e.driver_id
    cross join lateral (select ${siteAt(sql`e.vehicle_id`, sql`e.start_time`)} as name) s
    where ${chosenVehicles(ctx, { ...q, ids: undefined })} and e.start_time >= ${new Date(q.from)} and e.start_time < ${new Date(q.until)}
      and ${mayReadFact(ctx, ofVehicle('v'), sql`e.start_time`)}`;
  return sql`select r.* from (${rows}) r where ${q.minL === undefined ? sql`true` : sql`r.litres >= ${q.minL}`}
    and ${q.handled === 'all' ? sql`true` : sql`r."handleStatus" = ${Number(q.handled)}`}`;
}

/** Ignition and speed when it began, from the last report before. Called with the rows of one page. */
const addMotion = (ctx: Ctx, rows: Row[]): Promise<Row[]> =>
  mapFew(rows, readsAtOnce, async (row) => {
    const point = await ctx.db(async (trx) => {
      const vehicle = await findReportVehicle(trx, ctx, row.vehicleId, 'track', row.fromMs);
      const points = await readPermitted(trx, vehicle, { from: row.fromMs - 600_000, to: row.fromMs });
      return points.at(-1);
    });
    return point ? { ...row, acc: point.acc ? 'on' : 'off', speed: point.speedKmh } : row;
  });

/** Writes result and opinion to losses of the caller's own vehicles; all or none. 4009 when somebody has handled one of them already. */
const handleLosses = (
  ctx: Ctx,
  { ids, handleStatus, remark }: { ids: string[]; handleStatus: number; remark: string },
): Promise<{ done: number }> =>
  ctx.db(async (trx) => {
    const { rows } = await sql<{ handled: boolean }>`select e.handle_status <> ${alarmHandleStatus.open} as handled
      from episode e join vehicle v on v.id = e.vehicle_id where e.id = any(${ids}::bigint[]) and e.client_id = ${ctx.clientId}
        and e.kind = any(${[...allKinds]}::text[]) and e.status <> 2 and ${visibleVehicleRows(ctx, 'v')} order by e.id for update of e`.execute(
      trx,
    );
    if (rows.length < new Set(ids).size) throw notFound('异常油量');
    if (rows.some(({ handled }) => handled)) throw versionConflict('所选的异常中有已处理的，请刷新后重试');
    await trx
      .updateTable('episode')
      .set({
        handle_status: handleStatus,
        handle_remark: remark,
        handled_by: ctx.userId,
        handled_name: ctx.userName,
        handled_at: sql<Date>`now()`,
        version: sql<number>`version + 1`,
      })
      .where('id', 'in', ids)
      .where('client_id', '=', ctx.clientId)
      .execute();
    return { done: rows.length };
  });

export const abnormalOil = serve(
  abnormalOilReport,
  fromSql(abnormalOilReport, selectLosses, { finish: addMotion, keys: () => 'bigint' }),
  {
    bindActions: (app) => route(app, abnormalOilHandle, handleLosses),
  },
);
