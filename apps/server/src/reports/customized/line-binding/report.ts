import {
  lineBindingAdd,
  lineBindingChangeHis,
  lineBindingChoices,
  lineBindingDel,
  lineBindingDetail,
  lineBindingReport,
  lineBindingSave,
  weekdayNames,
} from '@tongda/contract/reports/customized/line-binding';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { allOf, requireRow } from '../../../core/db/rows';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { historyPage } from '../../../core/record/history';
import { likePattern } from '../../../core/record/options';
import { orgOrNone } from '../../../modules/base/org/door';
import { chosenVehicles } from '../../kit/query';
import { serve } from '../../kit/serve';
import { fromSql } from '../../kit/sql-source';
import { findBinding } from './find';
import { bindingWrites, deleteBinding } from './save';

const days = sql`array[${sql.join(weekdayNames.map((name) => sql.lit(name)))}]`;
/** SQL: 每天, or the days in words. */
const weekdaysSql = sql<string>`case when cardinality(b.weekdays) = 7 then '每天' else (select string_agg((${days})[d], '、' order by d) from unnest(b.weekdays) d) end`;

export const lineBinding = serve(
  lineBindingReport,
  fromSql(lineBindingReport, (ctx, q) => {
    const today = sql`(now() at time zone ${ctx.timeZone})::date`;
    const state = sql<string>`case when b.valid_from > ${today} then 'future' when b.valid_until < ${today} then 'ended' else 'active' end`;
    const all = [
      chosenVehicles(ctx, { vehicleIds: q.vehicleIds }),
      sql<boolean>`b.client_id = ${ctx.clientId} and b.deleted_at is null`,
      sql<boolean>`daterange(b.valid_from, b.valid_until, '[]') && daterange(${q.startTime.slice(0, 10)}::date, ${q.endTime.slice(0, 10)}::date, '[]')`,
    ];
    if (q.state !== 'all') all.push(sql<boolean>`${state} = ${q.state}`);
    if (q.keyword) {
      const like = likePattern(q.keyword);
      all.push(sql<boolean>`(r.name ilike ${like} or r.code ilike ${like} or l.name ilike ${like})`);
    }
    return sql`select b.id || '-' || v.id as id, b.id::text as "bindingId", v.id as "vehicleId", b.version, coalesce(r.name, l.name, '') as line,
        case when b.route_id is null then 'line' else 'route' end as kind, array_to_string(b.shifts, '、') as shifts, ${weekdaysSql} as weekdays,
        b.valid_from::text as "validFrom", coalesce(b.valid_until::text, '') as "validUntil", b.away_m as "awayM", coalesce(t.name, '') as rule, ${state} as state,
        case when b.route_id is not null then (select count(*)::int from route_run u where u.route_id = b.route_id and u.vehicle_id = v.id
          and u.depart_at >= now() - interval '30 days' and (u.depart_at at time zone ${ctx.timeZone})::date >= b.valid_from
          and (b.valid_until is null or (u.depart_at at time zone ${ctx.timeZone})::date <= b.valid_until)) end as runs,
        b.remark, coalesce((select u.name from app_user u where u.id = b.updated_by), '') as user, b.updated_at as "updateTime",
        (select count(*)::int from line_binding_vehicle o where o.binding_id = b.id) as plates
      from line_binding b join line_binding_vehicle x on x.binding_id = b.id join vehicle v on v.id = x.vehicle_id
        left join transport_route r on r.id = b.route_id left join place l on l.id = b.line_id left join alarm_rule t on t.id = b.timeliness_rule_id
      where ${allOf(all)}`;
  }),
  { bindActions },
);

/** Routes in use and rules of punctuality that the caller sees. */
const listChoices = (ctx: Ctx) =>
  ctx.db(async (trx) => {
    const { rows: routes } = await sql<{
      id: string;
      name: string;
      shifts: string[];
      weekdays: number[];
      lined: boolean;
    }>`select r.id::text, r.name, r.depart_times as shifts, r.weekdays, r.line_id is not null as lined from transport_route r
      where r.client_id = ${ctx.clientId} and r.deleted_at is null and r.status = 1 and ${orgOrNone(ctx, 'r.org_id')} order by r.name limit 500`.execute(
      trx,
    );
    const { rows: rules } = await sql<{ id: string; name: string }>`select id::text, name from alarm_rule
      where client_id = ${ctx.clientId} and kind = 'timeliness' and deleted_at is null order by name`.execute(trx);
    return { routes, rules };
  });

function bindActions(app: FastifyInstance): void {
  route(app, lineBindingAdd, bindingWrites.add);
  route(app, lineBindingSave, bindingWrites.update);
  route(app, lineBindingDel, deleteBinding);
  route(app, lineBindingChoices, listChoices);
  route(app, lineBindingDetail, (ctx, { id }) =>
    ctx.db(async (trx) => {
      const {
        plates: _plates,
        ruleId: _rule,
        timelinessName: _name,
        ...found
      } = requireRow(await findBinding(trx, ctx, id), '线路绑定');
      return found;
    }),
  );
  route(app, lineBindingChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      if (!(await findBinding(trx, ctx, q.id))) throw notFound('线路绑定');
      return historyPage(trx, ctx, 'lineBinding', q);
    }),
  );
}
