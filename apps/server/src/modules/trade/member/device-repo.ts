import type { Output } from '@tongda/contract/core/endpoint';
import {
  type MemberDevice,
  type MemberDeviceFilters,
  memberDeviceFilters,
  type memberSummary,
  type RefusedDevice,
} from '@tongda/contract/trade/member/device';
import { memberEffectiveStatus } from '@tongda/contract/trade/member/enums';
import { memberGroups } from '@tongda/contract/trade/member/order-state';
import { type RawBuilder, sql } from 'kysely';
import { allOf, orderByClause } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { todaySql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../core/record/filters';
import { visibleDevices } from '../../base/org/door';

const soonDays = 30;

export type DeviceQuery = MemberDeviceFilters & {
  ids?: string[];
  /** `wanted` true: only terminals of models that the plan covers; false: only the others */
  purchasable?: { models: string[]; wanted: boolean };
};

/**
 * Query of the terminals that the caller may see, each with its membership: the current one, otherwise the next, otherwise the last. `last_end`
 * is the last day that is paid for.
 */
const fromDevices = (trx: Trx, ctx: Ctx) => {
  const today = todaySql(ctx.timeZone);
  return trx
    .selectFrom('device as d')
    .leftJoin('device_binding as b', (j) => j.onRef('b.device_id', '=', 'd.id').on(sql<boolean>`upper_inf(b.during)`))
    .leftJoin('vehicle as v', 'v.id', 'b.vehicle_id')
    .leftJoin('device_model as m', 'm.id', 'd.model_id')
    .leftJoin('device_fee as f', 'f.device_id', 'd.id')
    .leftJoin('org as o', (j) => j.on(sql<boolean>`o.id = coalesce(d.org_id, v.org_id)`))
    .leftJoinLateral(
      sql<{ plan: string; start_date: string; held: boolean; coming: boolean }>`(
        select l.name as plan, p.start_date, ${today} between p.start_date and p.end_date as held, p.start_date > ${today} as coming
        from member_period p join member_plan l on l.id = p.plan_id where p.device_id = d.id
        order by 3 desc, 4 desc, abs(p.start_date - ${today}) limit 1)`.as('mp'),
      (j) => j.onTrue(),
    )
    .leftJoinLateral(
      sql<{ last_end: string }>`(select max(p.end_date) as last_end from member_period p where p.device_id = d.id)`.as(
        'me',
      ),
      (j) => j.onTrue(),
    )
    .where('d.client_id', '=', ctx.clientId)
    .where('d.deleted_at', 'is', null)
    .where(visibleDevices(ctx, 'd', 'b.vehicle_id'));
};

const model = sql<string>`coalesce(m.name, d.model, '')`;
const { notYet, effective, expired } = memberEffectiveStatus;
const status = sql<number>`case when mp.held then ${sql.lit(effective)} when mp.held is null or mp.coming then ${sql.lit(notYet)}
  else ${sql.lit(expired)} end`;

const rowColumns = (ctx: Ctx) =>
  [
    'd.id',
    'd.terminal_no as deviceNo',
    'v.id as vehicleId',
    sql<string>`coalesce(v.plate_no, '')`.as('plateNo'),
    'v.vehicle_color as vehicleColor',
    model.as('deviceModel'),
    sql<string>`coalesce(o.name, '')`.as('orgName'),
    sql<string>`coalesce(mp.plan, '')`.as('planName'),
    sql<string | null>`mp.start_date::text`.as('startDate'),
    sql<string | null>`me.last_end::text`.as('endDate'),
    sql<number | null>`(me.last_end - ${todaySql(ctx.timeZone)})::int`.as('remainDays'),
    status.as('memberEffectiveStatus'),
  ] as const;
const sortable = {
  deviceNo: 'd.terminal_no',
  plateNo: 'v.plate_no',
  endDate: 'me.last_end',
  remainDays: 'me.last_end',
};

const open = [...memberGroups.toPay, ...memberGroups.toReview];
/** Why no membership can be bought for a terminal; null when it can. */
const refusalSql = (models: readonly string[]): RawBuilder<string | null> => sql<string | null>`case
  when exists (select from member_order_item i join member_order q on q.id = i.order_id where i.device_id = d.id
    and q.status in (${sql.join(open.map((code) => sql.lit(code)))})) then '已在待付款或待审核订单中'
  when f.stopped_at is not null then '设备服务已停机'
  when ${models.length > 0} and not ${model} = any(${[...models]}::text[]) then '套餐不支持该型号'
  end`;

const ownConditions: OwnConditions<typeof memberDeviceFilters.table> = {
  orgId: (org) => sql<boolean>`o.path @> array[${org}::bigint]`,
  model: (name) => sql<boolean>`${model} = ${name}`,
  effectiveStatus: (code) => sql<boolean>`${status} = ${code}`,
  expire: (_soon, { timeZone }) =>
    sql<boolean>`mp.held and me.last_end <= ${todaySql(timeZone)} + ${sql.lit(soonDays)}`,
};

function deviceConditions(ctx: Ctx, q: DeviceQuery): RawBuilder<boolean> {
  const asked = filterConditions(memberDeviceFilters.table, 'd', ownConditions, ctx, q);
  if (!q.purchasable) return asked;
  const why = refusalSql(q.purchasable.models);
  return allOf([asked, q.purchasable.wanted ? sql<boolean>`${why} is null` : sql<boolean>`${why} is not null`]);
}

interface Slice {
  sort?: string;
  limit: number;
  offset: number;
}
export const listDevices = (trx: Trx, ctx: Ctx, q: DeviceQuery & Slice): Promise<MemberDevice[]> =>
  fromDevices(trx, ctx)
    .select(rowColumns(ctx))
    .where(deviceConditions(ctx, q))
    .orderBy(orderByClause(q.sort ?? 'endDate asc', sortable, 'd.id'))
    .limit(q.limit)
    .offset(q.offset)
    .execute();

export const listRefused = (
  trx: Trx,
  ctx: Ctx,
  q: DeviceQuery & Slice & { models: string[] },
): Promise<RefusedDevice[]> =>
  fromDevices(trx, ctx)
    .select([
      'd.id',
      'd.terminal_no as deviceNo',
      'v.id as vehicleId',
      sql<string>`coalesce(v.plate_no, '')`.as('plateNo'),
      model.as('deviceModel'),
      sql<string>`coalesce(${refusalSql(q.models)}, '')`.as('reason'),
    ])
    .where(deviceConditions(ctx, q))
    .orderBy('d.terminal_no')
    .limit(q.limit)
    .offset(q.offset)
    .execute();

export async function countDevices(trx: Trx, ctx: Ctx, q: DeviceQuery): Promise<number> {
  const { n } = await fromDevices(trx, ctx)
    .select(sql<number>`count(*)::int`.as('n'))
    .where(deviceConditions(ctx, q))
    .executeTakeFirstOrThrow();
  return n;
}

/** Models of the company's terminals that a plan does not cover, with their number. */
export const listModelsBeside = (trx: Trx, ctx: Ctx, covered: readonly string[]) =>
  fromDevices(trx, ctx)
    .select([model.as('model'), sql<number>`count(*)::int`.as('deviceCount')])
    .where(sql<boolean>`not ${model} = any(${[...covered]}::text[])`)
    .groupBy(model)
    .orderBy(model)
    .execute();

type DeviceTotals = Omit<Output<typeof memberSummary>, 'planName' | 'planUntil' | 'uses'>;

/** How the memberships of the terminals that the caller sees stand today. */
export async function loadDeviceTotals(trx: Trx, ctx: Ctx): Promise<DeviceTotals> {
  const count = (which: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${which})::int`;
  return fromDevices(trx, ctx)
    .select([
      sql<number>`count(*)::int`.as('total'),
      count(sql`mp.held`).as('effective'),
      count(sql`mp.held and me.last_end <= ${todaySql(ctx.timeZone)} + ${sql.lit(soonDays)}`).as('soon'),
      count(sql`not mp.held and not mp.coming`).as('expired'),
      count(sql`mp.held is null`).as('never'),
      sql<string | null>`(min(me.last_end) filter (where mp.held))::text`.as('nearestEnd'),
      sql<string[]>`coalesce(array_agg(distinct ${model}) filter (where ${model} <> ''), '{}')`.as('models'),
    ])
    .executeTakeFirstOrThrow();
}
