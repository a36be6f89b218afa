import { deviceColumns, deviceFilters } from '@tongda/contract/resources/device/calls';
import {
  accessory,
  type DeviceAccess,
  deviceAccess,
  deviceStatus,
  type TerminalPolicy,
} from '@tongda/contract/resources/device/enums';
import { dataFlowText } from '@tongda/contract/resources/device/live';
import { type RawBuilder, sql } from 'kysely';
import { orEmpty } from '../../../core/db/columns';
import type { Trx } from '../../../core/db/trx';
import { todaySql, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { likePattern } from '../../../core/record/options';
import { registerRows } from '../../../core/record/rows';
import { visibleDevices, visibleVehicles } from '../../base/org/door';
import { profileNameSql } from '../item-profile/door';
import { statusOfState } from './status';

/** Query of the terminals that the caller may see: those of vehicles in his scope, and those in stock of his departments. */
export const fromDevices = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('device as d')
    .leftJoin('device_binding as b', (j) => j.onRef('b.device_id', '=', 'd.id').on(sql<boolean>`upper_inf(b.during)`))
    .leftJoin('vehicle as v', 'v.id', 'b.vehicle_id')
    .leftJoin('fleet as f', 'f.id', 'v.fleet_id')
    .leftJoin('org as o', 'o.id', 'd.org_id')
    .leftJoin('device_model as m', 'm.id', 'd.model_id')
    .leftJoin('device_state as s', 's.vehicle_id', 'b.vehicle_id')
    .innerJoin('client as c', 'c.id', 'd.client_id')
    .leftJoin('device_access as ac', 'ac.device_id', 'd.id')
    .where('d.client_id', '=', ctx.clientId)
    .where('d.deleted_at', 'is', null)
    .where(visibleDevices(ctx, 'd', 'b.vehicle_id'));

/** How a terminal `d` of company `c` is let in. A check of both tables keeps it to the codes of the enumeration. */
export const policySql = sql<TerminalPolicy>`coalesce(d.terminal_policy, c.terminal_policy)`;
const letIn = sql`greatest(ac.accepted_at, d.registered_at, '-infinity')`;
/** Where a terminal `d` of company `c`, last tries `ac`, stands with its registration. */
export const accessSql = sql<DeviceAccess>`(case when d.register_until > now() then ${deviceAccess.released}::int
  when ${policySql} = 'strict' and d.auth_code is not null and ac.register_refused_at > ${letIn} then ${deviceAccess.waiting}::int
  when ${policySql} = 'strict' and ac.code_refused_at > ${letIn} then ${deviceAccess.codeRefused}::int
  when d.auth_code is null then ${deviceAccess.unregistered}::int else ${deviceAccess.registered}::int end)`;

/** deviceStatus in the order in which somebody has to look at it. */
const byUrgency = `{${[deviceStatus.powerCut, deviceStatus.offline, deviceStatus.notLocated, deviceStatus.lowBattery, deviceStatus.normal].join(',')}}`;

/** deviceStatus of a terminal in a vehicle; null in stock. */
const statusSql = sql<number | null>`(case when b.vehicle_id is not null then ${statusOfState} end)`;
const lastSeen = sql`coalesce(s.last_packet_at, d.last_seen_at)`;
/** Minutes since a terminal that is offline was heard of last; null when it is online, in stock, or never was. */
const offlineMinSql = sql<number | null>`(case when ${statusSql} = ${sql.lit(deviceStatus.offline)}
  then floor(extract(epoch from now() - ${lastSeen}) / 60)::int end)`;

const offlineWordsSql = sql<string>`(case when ${offlineMinSql} is null then '' when ${offlineMinSql} < 60 then ${offlineMinSql} || '分'
  when ${offlineMinSql} < 1440 then ${offlineMinSql} / 60 || '时' || ${offlineMinSql} % 60 || '分'
  else ${offlineMinSql} / 1440 || '天' || ${offlineMinSql} % 1440 / 60 || '时' end)`;

const hasProbe = (kind: string) =>
  sql<boolean>`exists (select from probe p where p.vehicle_id = b.vehicle_id and p.kind = ${sql.lit(kind)})`;
const lockCountSql = sql<
  number | null
>`(case when b.vehicle_id is not null then (select count(*)::int from bluetooth_lock l where l.vehicle_id = b.vehicle_id and l.deleted_at is null) end)`;
/** What hangs on a terminal `d` in vehicle `v`: sensors are counted with the vehicle, as everywhere else. */
const hasAccessory: Readonly<Record<(typeof accessory.codes)[number], RawBuilder<boolean>>> = {
  [accessory.tem]: sql<boolean>`v.tem_count > 0`,
  [accessory.door]: sql<boolean>`v.door_count > 0`,
  [accessory.oil]: sql<boolean>`v.oil_count > 0`,
  [accessory.video]: sql<boolean>`v.video_monitoring > 0`,
  [accessory.lock]: sql<boolean>`${lockCountSql} > 0`,
  [accessory.co2]: hasProbe('co2'),
};

/** Bytes that a terminal sent today. */
const flowSql = (ctx: Pick<Ctx, 'timeZone'>) =>
  sql<number>`coalesce((select t.bytes from device_traffic t where t.device_id = d.id and t.day = ${todaySql(ctx.timeZone)}), 0)::float8`;
/** Bytes that a terminal sent since the first of this month. */
const monthFlowSql = (ctx: Pick<Ctx, 'timeZone'>) =>
  sql<number>`coalesce((select sum(t.bytes) from device_traffic t where t.device_id = d.id and t.day >= date_trunc('month', ${todaySql(ctx.timeZone)})), 0)::float8`;
const voltageSql = sql<number | null>`(s.live->>'extVoltageV')::float8`;

const rowColumns = (ctx: Ctx) =>
  [
    'd.id',
    'd.terminal_no as terminalNo',
    'b.vehicle_id as vehicleId',
    orEmpty('v.plate_no').as('plateNo'),
    'v.vehicle_color as vehicleColor',
    orEmpty('v.remark_no').as('remarkNo'),
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
    'd.fw_told_by as fwToldBy',
    sql<string | null>`${wireTimeSql(sql<Date | null>`d.fw_told_at`, ctx.timeZone)}`.as('fwToldTime'),
    'd.usage_mode as usageMode',
    'd.install_date as installDate',
    'd.active_date as activeDate',
    'd.service_end as serviceEnd',
    sql<string | null>`${wireTimeSql(sql<Date | null>`coalesce(s.last_packet_at, d.last_seen_at)`, ctx.timeZone)}`.as(
      'lastTime',
    ),
    accessSql.as('access'),
    statusSql.as('deviceStatus'),
    offlineWordsSql.as('offlineFor'),
    sql<string | null>`${wireTimeSql(sql<Date | null>`s.fix_time`, ctx.timeZone)}`.as('gpsTime'),
    'v.video_monitoring as videoMonitoring',
    'v.camera_count as cameraCount',
    'v.tem_count as temCount',
    'v.door_count as doorCount',
    'v.oil_count as oilCount',
    'v.refrigerator_count as refrigeratorCount',
    lockCountSql.as('lockCount'),
    flowSql(ctx).as('flowBytes'),
    voltageSql.as('extVoltageV'),
    'd.version',
    wireTimeSql(sql<Date>`d.updated_at`, ctx.timeZone).as('updateTime'),
  ] as const;

const withFlow = <R extends { flowBytes: number }>({ flowBytes, ...row }: R) => ({
  ...row,
  dataFlow: dataFlowText(flowBytes),
});

/** List, count and look-up of the register. */
export const deviceRows = registerRows({
  filters: deviceFilters,
  columns: deviceColumns,
  alias: 'd',
  select: (trx: Trx, ctx: Ctx) => fromDevices(trx, ctx).select(rowColumns(ctx)),
  sort: (ctx) => ({
    plateNo: 'v.plate_no',
    fleetName: 'f.name',
    model: 'd.model',
    orgName: 'o.name',
    lastTime: 's.last_packet_at',
    gpsTime: 's.fix_time',
    offlineFor: offlineMinSql,
    extVoltageV: voltageSql,
    dataFlow: flowSql(ctx),
  }),
  finish: async (_trx, _ctx, found) => found.map(withFlow),
  // what needs somebody first: faults by their weight, the longest silence on top, then terminals that work, then the stock
  usual: sql`case when b.vehicle_id is null then 9 else array_position(${sql.lit(byUrgency)}::int[], ${statusSql}) end, ${offlineMinSql} desc nulls last, v.plate_no, d.id`,
  own: {
    access: (code) => sql<boolean>`${accessSql} = ${code}`,
    deviceStatus: (code) => sql<boolean>`${statusSql} = ${code}`,
    // who was never heard of is offline for longer than anything
    offlineOver: (minutes) =>
      sql<boolean>`${statusSql} = ${sql.lit(deviceStatus.offline)} and coalesce(${offlineMinSql} > ${minutes}, true)`,
    equip: (codes) =>
      sql<boolean>`(${sql.join(
        codes.map((code) => hasAccessory[code]),
        sql` and `,
      )})`,
    videoMonitoring: (code) => sql<boolean>`v.video_monitoring = ${code}`,
    bound: (code) => (code === 1 ? sql<boolean>`b.id is not null` : sql<boolean>`b.id is null`),
  },
});

const selectDevices = (trx: Trx, ctx: Ctx) =>
  fromDevices(trx, ctx)
    .select(rowColumns(ctx))
    .select(['d.remark', profileNameSql(sql`d.item_profile`).as('itemProfile'), monthFlowSql(ctx).as('monthBytes')]);

/** One terminal; undefined when it does not exist or the caller may not see it. */
export async function findDevice(trx: Trx, ctx: Ctx, id: string) {
  const found = await selectDevices(trx, ctx).where('d.id', '=', id).executeTakeFirst();
  return found && withMonthFlow(found);
}
const withMonthFlow = <R extends { flowBytes: number; monthBytes: number }>({ monthBytes, ...row }: R) => ({
  ...withFlow(row),
  monthFlow: dataFlowText(monthBytes),
});
export type FoundDevice = NonNullable<Awaited<ReturnType<typeof findDevice>>>;
/** Terminals with one of the numbers that the caller sees. */
export async function findDevicesByNumber(trx: Trx, ctx: Ctx, numbers: string[]): Promise<FoundDevice[]> {
  const found = await selectDevices(trx, ctx).where(sql<boolean>`d.terminal_no = any(${numbers}::text[])`).execute();
  return found.map(withMonthFlow);
}

/** Terminals that can be bound to a vehicle: those in stock, and the one that it has already. */
export async function listFreeDevices(trx: Trx, ctx: Ctx, q: { keyword?: string; vehicleId?: string; limit: number }) {
  let found = fromDevices(trx, ctx).where((eb) =>
    eb.or([eb('b.id', 'is', null), eb('b.vehicle_id', '=', q.vehicleId ?? null)]),
  );
  if (q.keyword) {
    const like = likePattern(q.keyword);
    found = found.where((eb) => eb.or([eb('d.terminal_no', 'ilike', like), eb('d.sim_no', 'ilike', like)]));
  }
  return found
    .select(['d.id', 'd.terminal_no as name', 'b.vehicle_id as vehicleId'])
    .select([orEmpty('d.sim_no').as('simNo'), orEmpty('d.model').as('model')])
    .orderBy('d.terminal_no')
    .limit(q.limit)
    .execute();
}

/** 绑定记录 of a terminal, newest first, at most 100; plates of vehicles that the caller may not see are hidden. */
export const listDeviceBindings = (trx: Trx, ctx: Ctx, id: string) =>
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

/** Paid periods of a terminal, newest first; `endDate` is the last day of service. */
export const listDeviceServices = (trx: Trx, ctx: Ctx, id: string) =>
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
