import type { Output } from '@tongda/contract/core/endpoint';
import {
  deviceFeeFilters,
  type FeeFilters,
  type FeeRow,
  type feeDetail,
} from '@tongda/contract/trade/device-fee/calls';
import { feeSoonDays } from '@tongda/contract/trade/device-fee/renewal';
import { feeStatus, feeType } from '@tongda/contract/trade/member/enums';
import { type RawBuilder, sql } from 'kysely';
import { allOf, orderByClause } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { instantSql, todaySql, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../core/record/filters';
import { seesAll, visibleDevices } from '../../base/org/door';

export type FeeQuery = FeeFilters & { ids?: string[] };

/** Terminals of the company that the caller may see, with what their service costs. */
const fromFees = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('device as d')
    .leftJoin('device_fee as f', 'f.device_id', 'd.id')
    .leftJoin('device_binding as b', (j) => j.onRef('b.device_id', '=', 'd.id').on(sql<boolean>`upper_inf(b.during)`))
    .leftJoin('vehicle as v', 'v.id', 'b.vehicle_id')
    .leftJoin('device_model as m', 'm.id', 'd.model_id')
    .leftJoin('org as o', (j) => j.on(sql<boolean>`o.id = coalesce(d.org_id, v.org_id)`))
    .leftJoin('renew_order_item as i', (j) => j.onRef('i.device_id', '=', 'd.id').on(sql<boolean>`i.open`))
    .leftJoin('renew_order as r', 'r.id', 'i.order_id')
    .where('d.client_id', '=', ctx.clientId)
    .where('d.deleted_at', 'is', null)
    .where(visibleDevices(ctx, 'd', 'b.vehicle_id'));

/** State of a service on a day: stopped by the provider, before, near or after its end, in the days of grace. */
const statusOn = (today: RawBuilder<unknown>): RawBuilder<number> => sql<number>`case
  when f.stopped_at is not null then ${sql.lit(feeStatus.stopped)}
  when d.service_end is null or d.service_end > ${today} + ${sql.lit(feeSoonDays)} then ${sql.lit(feeStatus.normal)}
  when d.service_end >= ${today} then ${sql.lit(feeStatus.soon)}
  when ${today} <= d.service_end + coalesce(f.arrears_extend_days, 0) then ${sql.lit(feeStatus.grace)}
  else ${sql.lit(feeStatus.expired)} end`;

const modelSql = sql<string>`coalesce(m.name, d.model, '')`;
const packageSql = sql<string>`coalesce(f.package_name, '标准服务')`;
const rowColumns = (ctx: Ctx) => {
  const today = todaySql(ctx.timeZone);
  return [
    'd.id',
    'd.terminal_no as terminalNo',
    'v.id as vehicleId',
    sql<string>`coalesce(v.plate_no, '')`.as('plateNo'),
    'v.vehicle_color as vehicleColor',
    modelSql.as('model'),
    sql<string>`coalesce(o.name, '')`.as('orgName'),
    packageSql.as('packageName'),
    sql<number>`coalesce(f.fee_type, ${sql.lit(feeType.year)})`.as('feeType'),
    sql<string | null>`coalesce(d.active_date, d.install_date)::text`.as('startDate'),
    sql<string | null>`d.service_end::text`.as('serviceEnd'),
    sql<number | null>`(d.service_end - ${today})::int`.as('remainDays'),
    statusOn(today).as('feeStatus'),
    sql<string | null>`(select ${wireTimeSql(sql<Date>`max(p.created_at)`, ctx.timeZone)} from device_fee_period p
      where p.device_id = d.id)`.as('lastRenewTime'),
    sql<boolean>`coalesce(f.remind, true)`.as('remind'),
    'r.order_no as openOrderNo',
    sql<boolean>`r.id is not null and (${seesAll(ctx)} or r.apply_user_id = ${ctx.userId})`.as('openOrderVisible'),
  ] as const;
};
const sortable = {
  terminalNo: 'd.terminal_no',
  plateNo: 'v.plate_no',
  serviceEnd: 'd.service_end',
  remainDays: 'd.service_end',
};

const ownConditions: OwnConditions<typeof deviceFeeFilters.table> = {
  orgId: (org) => sql<boolean>`o.path @> array[${org}::bigint]`,
  model: (model) => sql<boolean>`${modelSql} = ${model}`,
  feeStatus: (codes, { timeZone }) => sql<boolean>`${statusOn(todaySql(timeZone))} = any(${codes}::int[])`,
  endFrom: ({ from, to }, { timeZone }) => {
    const dayOf = (time: string) => sql`(${instantSql(time, timeZone)} at time zone ${timeZone})::date`;
    return allOf([
      ...(from ? [sql<boolean>`d.service_end >= ${dayOf(from)}`] : []),
      ...(to ? [sql<boolean>`d.service_end <= ${dayOf(to)}`] : []),
    ]);
  },
  packageName: (name) => sql<boolean>`${packageSql} = ${name}`,
};
const feeConditions = (ctx: Ctx, q: FeeQuery): RawBuilder<boolean> =>
  filterConditions(deviceFeeFilters.table, 'd', ownConditions, ctx, q);

export const listFees = (
  trx: Trx,
  ctx: Ctx,
  q: FeeQuery & { sort?: string; limit: number; offset: number },
): Promise<FeeRow[]> =>
  fromFees(trx, ctx)
    .select(rowColumns(ctx))
    .where(feeConditions(ctx, q))
    .orderBy(orderByClause(q.sort ?? 'serviceEnd asc', sortable, 'd.id'))
    .limit(q.limit)
    .offset(q.offset)
    .execute();

export async function countFees(trx: Trx, ctx: Ctx, q: FeeQuery): Promise<number> {
  const { n } = await fromFees(trx, ctx)
    .select(sql<number>`count(*)::int`.as('n'))
    .where(feeConditions(ctx, q))
    .executeTakeFirstOrThrow();
  return n;
}

/** Numbers of services by state, and the choices of the filters. */
export async function loadFeeTotals(trx: Trx, ctx: Ctx) {
  const status = statusOn(todaySql(ctx.timeZone));
  const count = (codes: number[]) => sql<number>`count(*) filter (where ${status} = any(${codes}::int[]))::int`;
  return fromFees(trx, ctx)
    .select([
      sql<number>`count(*)::int`.as('total'),
      count([feeStatus.normal]).as('normal'),
      count([feeStatus.soon]).as('soon'),
      count([feeStatus.expired, feeStatus.grace, feeStatus.stopped]).as('over'),
      sql<string[]>`coalesce(array_agg(distinct ${modelSql}) filter (where ${modelSql} <> ''), '{}')`.as('models'),
      sql<string[]>`coalesce(array_agg(distinct ${packageSql}), '{}')`.as('packages'),
    ])
    .executeTakeFirstOrThrow();
}

/** One terminal with everything that was paid for it. */
export async function findFee(trx: Trx, ctx: Ctx, id: string): Promise<Output<typeof feeDetail> | undefined> {
  const row = await fromFees(trx, ctx)
    .select(rowColumns(ctx))
    .select([
      sql<string>`coalesce(d.sim_no, '')`.as('simNo'),
      sql<string>`coalesce(d.sim_operator, '')`.as('simOperator'),
      'd.sim_flow_mb as simFlowMb',
      sql<string | null>`d.sim_end::text`.as('simEnd'),
      sql<string | null>`${wireTimeSql(sql<Date>`f.stopped_at`, ctx.timeZone)}`.as('stoppedTime'),
      sql<number>`coalesce(f.arrears_extend_days, 0)`.as('arrearsExtendDays'),
    ])
    .where('d.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const periods = await trx
    .selectFrom('device_fee_period')
    .select(['id', 'package_name as packageName', 'amount_fen as amountFen', 'operator'])
    .select([
      sql<string>`start_date::text`.as('startDate'),
      sql<string>`end_date::text`.as('endDate'),
      sql<string>`coalesce(order_no, '')`.as('orderNo'),
      wireTimeSql(sql<Date>`created_at`, ctx.timeZone).as('time'),
    ])
    .where('device_id', '=', id)
    .orderBy('end_date', 'desc')
    .execute();
  return { ...row, periods };
}
