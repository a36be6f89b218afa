import type { DeviceFilters, DeviceRow } from '@tongda/contract/resources/device/calls';
import { type RawBuilder, sql } from 'kysely';
import { allOf, orderByClause } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { wireTimeSql } from '../../../core/http/wire-time';
import { endsSoon, isOver } from '../../../core/record/filters';
import { containing } from '../../../core/record/options';
import { visibleDevices, visibleVehicles } from '../../base/org/door';

/** Terminals of the company that the caller may see: those of vehicles in his scope, and those in the stock of his departments. */
export const fromDevices = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('device as d')
    .leftJoin('device_binding as b', (j) => j.onRef('b.device_id', '=', 'd.id').on(sql<boolean>`upper_inf(b.during)`))
    .leftJoin('vehicle as v', 'v.id', 'b.vehicle_id')
    .leftJoin('fleet as f', 'f.id', 'v.fleet_id')
    .leftJoin('org as o', 'o.id', 'd.org_id')
    .leftJoin('device_model as m', 'm.id', 'd.model_id')
    .leftJoin('device_state as s', 's.vehicle_id', 'b.vehicle_id')
    .where('d.client_id', '=', ctx.clientId)
    .where('d.deleted_at', 'is', null)
    .where(visibleDevices(ctx, 'd', 'b.vehicle_id'));

const orEmpty = (column: string): RawBuilder<string> => sql<string>`coalesce(${sql.ref(column)}, '')`;

const rowColumns = (ctx: Ctx) =>
  [
    'd.id',
    'd.terminal_no as terminalNo',
    'b.vehicle_id as vehicleId',
    orEmpty('v.plate_no').as('plateNo'),
    'v.vehicle_color as vehicleColor',
    orEmpty('f.name').as('fleetName'),
    'd.model_id as modelId',
    sql<string>`coalesce(m.name, d.model, '')`.as('model'),
    sql<string>`coalesce(m.manufacturer, d.manufacturer, '')`.as('manufacturer'),
    'd.protocol',
    'd.org_id as orgId',
    orEmpty('o.name').as('orgName'),
    orEmpty('d.sim_no').as('simNo'),
    'd.iccid',
    'd.sim_operator as simOperator',
    'd.sim_flow_mb as simFlowMb',
    'd.sim_end as simEnd',
    'd.fw_version as fwVersion',
    'd.usage_mode as usageMode',
    'd.install_date as installDate',
    'd.active_date as activeDate',
    'd.service_end as serviceEnd',
    sql<string | null>`${wireTimeSql(sql<Date | null>`coalesce(s.last_packet_at, d.last_seen_at)`, ctx.timeZone)}`.as(
      'lastTime',
    ),
    'd.version',
    wireTimeSql(sql<Date>`d.updated_at`, ctx.timeZone).as('updateTime'),
  ] as const;

const sortable = {
  terminalNo: 'd.terminal_no',
  plateNo: 'v.plate_no',
  fleetName: 'f.name',
  model: 'd.model',
  simEnd: 'd.sim_end',
  serviceEnd: 'd.service_end',
  lastTime: 's.last_packet_at',
  installDate: 'd.install_date',
  activeDate: 'd.active_date',
  orgName: 'o.name',
  updateTime: 'd.updated_at',
};
const ends = ['d.service_end', 'd.sim_end'];

type Filters = DeviceFilters & { ids?: string[] };

function conditions(ctx: Ctx, q: Filters): RawBuilder<boolean> {
  const found: Array<RawBuilder<boolean>> = [];
  if (q.terminalNo) {
    const like = containing(q.terminalNo);
    found.push(sql<boolean>`(d.terminal_no ilike ${like} or d.sim_no ilike ${like})`);
  }
  if (q.plateNo) found.push(sql<boolean>`v.plate_no ilike ${containing(q.plateNo)}`);
  if (q.modelId) found.push(sql<boolean>`d.model_id = ${q.modelId}`);
  if (q.orgId) {
    found.push(sql<boolean>`d.org_id in (with recursive below(id) as (
      select ${q.orgId}::bigint union select o2.id from org o2 join below on o2.parent_id = below.id) select id from below)`);
  }
  if (q.usageMode !== undefined) found.push(sql<boolean>`d.usage_mode = ${q.usageMode}`);
  if (q.bound !== undefined) found.push(q.bound === 1 ? sql<boolean>`b.id is not null` : sql<boolean>`b.id is null`);
  if (q.expire) found.push(q.expire === 'soon' ? endsSoon(ends, ctx) : isOver(ends, ctx));
  if (q.ids) found.push(sql<boolean>`d.id = any(${q.ids}::bigint[])`);
  return allOf(found);
}

export const listDevices = (
  trx: Trx,
  ctx: Ctx,
  q: Filters & { sort?: string; limit: number; offset: number },
): Promise<DeviceRow[]> =>
  fromDevices(trx, ctx)
    .select(rowColumns(ctx))
    .where(conditions(ctx, q))
    .orderBy(orderByClause(q.sort, sortable, 'd.id'))
    .limit(q.limit)
    .offset(q.offset)
    .execute();

export async function countDevices(trx: Trx, ctx: Ctx, q: Filters): Promise<number> {
  const { n } = await fromDevices(trx, ctx)
    .select(sql<number>`count(*)::int`.as('n'))
    .where(conditions(ctx, q))
    .executeTakeFirstOrThrow();
  return n;
}

const wholeDevices = (trx: Trx, ctx: Ctx) =>
  fromDevices(trx, ctx).select(rowColumns(ctx)).select(['d.remark', 'd.item_profile as itemProfile']);

/** One terminal; undefined when it is not there or not the caller's to see. */
export const findDevice = (trx: Trx, ctx: Ctx, id: string) =>
  wholeDevices(trx, ctx).where('d.id', '=', id).executeTakeFirst();
export const devicesByNumber = (trx: Trx, ctx: Ctx, numbers: string[]) =>
  wholeDevices(trx, ctx).where(sql<boolean>`d.terminal_no = any(${numbers}::text[])`).execute();

/** Terminals in stock, and the one in the vehicle: what can be put into it. */
export async function freeDevices(trx: Trx, ctx: Ctx, q: { keyword?: string; vehicleId?: string; limit: number }) {
  let found = fromDevices(trx, ctx).where((eb) =>
    eb.or([eb('b.id', 'is', null), eb('b.vehicle_id', '=', q.vehicleId ?? null)]),
  );
  if (q.keyword) {
    const like = containing(q.keyword);
    found = found.where((eb) => eb.or([eb('d.terminal_no', 'ilike', like), eb('d.sim_no', 'ilike', like)]));
  }
  return found
    .select(['d.id', 'd.terminal_no as name', 'b.vehicle_id as vehicleId'])
    .select([orEmpty('d.sim_no').as('simNo'), orEmpty('d.model').as('model')])
    .orderBy('d.terminal_no')
    .limit(q.limit)
    .execute();
}

/** In which vehicles a terminal sat, newest first; where the caller may not see the vehicle, its plate is not said. */
export const bindingsOfDevice = (trx: Trx, ctx: Ctx, id: string) =>
  trx
    .selectFrom('device_binding as b')
    .innerJoin('vehicle as v', 'v.id', 'b.vehicle_id')
    .leftJoin('app_user as u', 'u.id', 'b.created_by')
    .select(['b.id', 'b.vehicle_id as vehicleId'])
    .select(
      sql<string>`case when ${visibleVehicles(ctx, 'b.vehicle_id')} then v.plate_no else '其他部门车辆' end`.as(
        'plateNo',
      ),
    )
    .select([
      wireTimeSql(sql<Date>`lower(b.during)`, ctx.timeZone).as('startTime'),
      sql<string | null>`${wireTimeSql(sql<Date | null>`upper(b.during)`, ctx.timeZone)}`.as('endTime'),
      orEmpty('u.name').as('operator'),
    ])
    .where('b.device_id', '=', id)
    .where('b.client_id', '=', ctx.clientId)
    .orderBy(sql`lower(b.during)`, 'desc')
    .limit(100)
    .execute();

/** Paid periods of a terminal, newest first; the end is the last day of service. */
export const servicesOfDevice = (trx: Trx, ctx: Ctx, id: string) =>
  trx
    .selectFrom('device_service as s')
    .leftJoin('app_user as u', 'u.id', 's.created_by')
    .select(['s.id', 's.remark', orEmpty('u.name').as('operator')])
    .select([
      sql<string>`lower(s.during)::text`.as('startDate'),
      sql<string>`(upper(s.during) - 1)::text`.as('endDate'),
    ])
    .where('s.device_id', '=', id)
    .where('s.client_id', '=', ctx.clientId)
    .orderBy(sql`lower(s.during)`, 'desc')
    .execute();
