import { type changedThings, operationLogReport } from '@tongda/contract/reports/customized/operation-log';
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

type Thing = Exclude<keyof typeof changedThings, 'other'>;
const ofVehicle = '(select v.plate_no from vehicle v where v.id = n.vehicle_id)';
/** Settings of a whole company, whose id theirs is. */
const company = ['client', 'n.name'] as const;

/** Table `n` and the name of each thing in it, also of one that was deleted since (rows are kept). */
const names: Readonly<Record<Thing, readonly [table: string, name: string]>> = {
  vehicle: ['vehicle', 'n.plate_no'],
  device: ['device', 'n.terminal_no'],
  driver: ['driver', 'n.name'],
  fleet: ['fleet', 'n.name'],
  carrier: ['carrier', 'n.name'],
  customer: ['customer', 'n.name'],
  store: ['store', 'n.name'],
  portableDevice: ['portable_device', 'n.device_no'],
  bluetoothLock: ['bluetooth_lock', 'n.lock_no'],
  card: ['card', 'n.card_no'],
  deviceModel: ['device_model', 'n.name'],
  place: ['place', 'n.name'],
  transportRoute: ['transport_route', 'n.name'],
  routePlan: ['route_plan', 'n.name'],
  alarmRule: ['alarm_rule', 'n.name'],
  user: ['app_user', 'n.name'],
  role: ['role', 'n.name'],
  org: ['org', 'n.name'],
  auth: [
    'resource_auth',
    `case n.resource_kind when 'vehicle' then (select r.plate_no from vehicle r where r.id = n.resource_id)
      when 'device' then (select r.terminal_no from device r where r.id = n.resource_id)
      when 'store' then (select r.name from store r where r.id = n.resource_id)
      when 'lock' then (select r.lock_no from bluetooth_lock r where r.id = n.resource_id)
      else (select r.name from place r where r.id = n.resource_id) end`,
  ],
  waybill: ['waybill', 'n.waybill_code'],
  shipment: ['shipment', 'n.code'],
  lineBinding: [
    'line_binding',
    'coalesce((select r.name from transport_route r where r.id = n.route_id), (select p.name from place p where p.id = n.line_id))',
  ],
  vehicleBinding: ['vehicle_binding', ofVehicle],
  vehicle_repair: ['vehicle_repair', 'n.repair_code'],
  repair_request: ['repair_request', 'n.request_no'],
  refuel: ['episode', ofVehicle],
  refuelBill: ['refuel_bill', ofVehicle],
  cardWriter: ['card_writer', 'n.writer_no'],
  cargo_config: ['cargo_config', 'n.cargo_name'],
  cargo_conflict: company,
  itemProfile: ['item_profile', 'n.name'],
  paramTemplate: ['param_template', 'n.name'],
  upgradePackage: ['upgrade_package', 'n.name'],
  instructEdition: ['instruct_edition', 'n.name'],
  customer_order: ['customer_order', 'n.order_code'],
  pick_up_order: ['pick_up_order', 'n.pick_up_code'],
  push_setting: ['push_setting', 'n.name'],
  push_endpoint: ['push_endpoint', 'n.name'],
  push_send: ['push_send', 'n.receiver_name'],
  forward_target: ['forward_target', 'n.name'],
  device_share: ['device_share', "coalesce(nullif(n.target_name, ''), n.invite_code)"],
  open_app: ['open_app', 'n.name'],
  interface_apply: ['interface_apply', 'n.interface_key'],
  openInterface: ['open_interface', 'n.name'],
  outsideQuery: ['outside_query', 'n.plate_no'],
  memberOrder: ['member_order', 'n.order_no'],
  memberPlan: ['member_plan', 'n.name'],
  erpOrder: ['erp_order', 'n.order_no'],
  renewOrder: ['renew_order', 'n.order_no'],
  customModule: company,
  survey: ['survey', 'n.title'],
  tmsSettings: company,
  calc: company,
  keeping: company,
  security: company,
  terminals: company,
  export: ['export_task', 'n.file_name'],
};
const known = Object.keys(names);

const nameOf: RawBuilder<string> = sql<string>`case h.entity ${sql.join(
  Object.entries(names).map(
    ([entity, [table, name]]) =>
      sql`when ${sql.lit(entity)} then (select ${sql.raw(name)} from ${sql.table(table)} n where n.id = h.entity_id)`,
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
      ${thing} as thing, h.action, coalesce(${nameOf}, '') as name, coalesce(${labels}, '') as fields, coalesce(h.ip, '') as ip, coalesce(h.terminal, '') as terminal, h.changes
    from change_history h left join app_user a on a.id = h.actor_user_id where ${allOf(all)}`;
}

export const operationLog = serve(operationLogReport, fromSql(operationLogReport, selectLines), { live: true });
