import { changedThings, operationLogReport } from '@tongda/contract/reports/customized/operation-log';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import { type RawBuilder, sql } from 'kysely';
import { allOf } from '../../core/db/rows';
import type { Ctx } from '../../core/http/ctx';
import { likePattern } from '../../core/record/options';
import { seesAll } from '../../modules/base/org/door';
import type { Wish } from '../kit/query';
import { serve } from '../kit/serve';
import { fromSql } from '../kit/sql-source';

type Query = ReportQuery<typeof operationLogReport> & Pick<Wish, 'from' | 'until'>;

/** Table and column of the name of each thing, also of one that was deleted since (rows are kept). */
const names: Partial<Record<keyof typeof changedThings, readonly [table: string, column: string]>> = {
  vehicle: ['vehicle', 'plate_no'],
  device: ['device', 'terminal_no'],
  driver: ['driver', 'name'],
  fleet: ['fleet', 'name'],
  carrier: ['carrier', 'name'],
  customer: ['customer', 'name'],
  store: ['store', 'name'],
  portableDevice: ['portable_device', 'device_no'],
  bluetoothLock: ['bluetooth_lock', 'lock_no'],
  card: ['card', 'card_no'],
  deviceModel: ['device_model', 'name'],
  place: ['place', 'name'],
  transportRoute: ['transport_route', 'name'],
  routePlan: ['route_plan', 'name'],
  alarmRule: ['alarm_rule', 'name'],
  user: ['app_user', 'name'],
  role: ['role', 'name'],
  org: ['org', 'name'],
  waybill: ['waybill', 'waybill_code'],
  shipment: ['shipment', 'code'],
  export: ['export_task', 'file_name'],
};
const known = Object.keys(changedThings).filter((thing) => thing !== 'other');

const nameOf: RawBuilder<string> = sql<string>`case h.entity ${sql.join(
  Object.entries(names).map(
    ([entity, [table, column]]) =>
      sql`when ${sql.lit(entity)} then (select n.${sql.raw(column)} from ${sql.table(table)} n where n.id = h.entity_id)`,
  ),
  sql` `,
)} end`;

const thing = sql<string>`case when h.entity = any(${sql.lit(`{${known.join(',')}}`)}::text[]) then h.entity else 'other' end`;
const labels = sql<string>`(select string_agg(c ->> 'label', '、') from jsonb_array_elements(h.changes) c)`;

/** Lines of the change history in the range: of everybody for who sees the whole company, else one's own. */
function selectLines(ctx: Ctx, q: Query): RawBuilder<unknown> {
  const all: Array<RawBuilder<boolean>> = [
    sql<boolean>`h.client_id = ${ctx.clientId}`,
    sql<boolean>`h.at >= ${new Date(q.from)} and h.at < ${new Date(q.until)}`,
  ];
  if (!seesAll(ctx)) all.push(sql<boolean>`h.user_id = ${ctx.userId}`);
  if (q.user) all.push(sql<boolean>`h.user_name ilike ${likePattern(q.user)}`);
  if (q.action) all.push(sql<boolean>`h.action ilike ${likePattern(q.action)}`);
  if (q.things && q.things.length > 0) all.push(sql<boolean>`${thing} = any(${q.things}::text[])`);
  if (q.proxy !== 'all') all.push(sql<boolean>`(h.actor_user_id is not null) = ${q.proxy === 'only'}`);
  if (q.keyword) {
    const like = likePattern(q.keyword);
    all.push(sql<boolean>`(h.action ilike ${like} or ${nameOf} ilike ${like} or ${labels} ilike ${like})`);
  }
  return sql`select h.id, h.at as time, split_part(h.user_name, '（', 1) as user, coalesce(a.name, case when h.actor_user_id is null then '' else '服务商' end) as proxy,
      ${thing} as thing, h.action, coalesce(${nameOf}, '') as name, coalesce(${labels}, '') as fields, coalesce(h.ip, '') as ip, h.changes
    from change_history h left join app_user a on a.id = h.actor_user_id where ${allOf(all)}`;
}

export const operationLog = serve(operationLogReport, fromSql(operationLogReport, selectLines), { live: true });
