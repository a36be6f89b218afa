import { shareScope, sharingStatus } from '@tongda/contract/resources/vehicle/enums';
import { type ShareRow, shareColumns, shareFilters } from '@tongda/contract/rules/device-share/calls';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { likePattern } from '../../../core/record/options';
import { registerRows } from '../../../core/record/rows';
import { seesAll, visibleVehicles } from '../../base/org/door';

/** SQL: sharingStatus of share `s`: what was accepted or offered is over with its time. */
export const statusSql = sql<number>`case when s.status in (0, 1) and s.valid_until <= now() then ${sharingStatus.expired}::int
  when s.status = 0 and s.target_client_id is null and s.invite_until <= now() then ${sharingStatus.expired}::int else s.status end`;
/** SQL: whose share it is, seen from the caller's company. */
const sideSql = (ctx: Ctx): RawBuilder<ShareRow['side']> =>
  sql<
    ShareRow['side']
  >`case when s.client_id <> ${ctx.clientId} then 'in' when s.invite_code is not null then 'invite' else 'out' end`;
/** SQL: days of a share, both included, by the caller's clock. */
const daySql = (moment: RawBuilder<unknown>, ctx: Ctx) =>
  sql<string>`(${moment} at time zone ${ctx.timeZone})::date::text`;
const isOwn = (ctx: Ctx): RawBuilder<boolean> => sql<boolean>`s.client_id = ${ctx.clientId}`;

/** SQL condition: the caller sees a vehicle (`some`) or every vehicle (`all`) of his company's share `s`. */
export const seesVehicles = (ctx: Ctx, which: 'some' | 'all'): RawBuilder<boolean> => {
  if (seesAll(ctx)) return sql<boolean>`true`;
  const some = sql`exists (select from device_share_vehicle i where i.share_id = s.id and ${visibleVehicles(ctx, 'i.vehicle_id')})`;
  if (which === 'some') return sql<boolean>`${some}`;
  return sql<boolean>`(${some} and not exists (select from device_share_vehicle i where i.share_id = s.id and i.removed_at is null
    and not ${visibleVehicles(ctx, 'i.vehicle_id')}))`;
};

const selectShares = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('device_share as s')
    .leftJoin('app_user as u', 'u.id', 's.created_by')
    .where(
      sql<boolean>`(s.target_client_id = ${ctx.clientId} or s.client_id = ${ctx.clientId} and ${seesVehicles(ctx, 'some')})`,
    );

/** Shares of the caller's company: what it gives, what it is given, what it has invited others to. */
export const shareRows = registerRows({
  filters: shareFilters,
  columns: shareColumns,
  alias: 's',
  sort: { startDate: 's.valid_from' },
  own: {
    partner: (text, ctx) =>
      sql<boolean>`(case when ${isOwn(ctx)} then s.target_name else s.client_name end) ilike ${likePattern(text)}`,
    plateNo: (text) =>
      sql<boolean>`exists (select from device_share_vehicle i where i.share_id = s.id and i.plate_no ilike ${likePattern(text)})`,
    status: (code) => sql<boolean>`${statusSql} = ${code}`,
    side: (side, ctx) => sql<boolean>`${sideSql(ctx)} = ${side}`,
  },
  select: (trx, ctx) =>
    selectShares(trx, ctx)
      .select(['s.id', 's.remark', 's.version', 's.scopes as scopeCodes'])
      .select([
        sql<string>`'GX' || s.id`.as('shareNo'),
        sideSql(ctx).as('side'),
        sql<string>`case when ${isOwn(ctx)} then s.target_name else s.client_name end`.as('partnerName'),
        sql<number>`(select count(*)::int from device_share_vehicle i where i.share_id = s.id and i.removed_at is null)`.as(
          'count',
        ),
        daySql(sql`s.valid_from`, ctx).as('startDate'),
        sql<string | null>`${daySql(sql`(s.valid_until - interval '1 second')`, ctx)}`.as('endDate'),
        statusSql.as('status'),
        sql<string | null>`case when ${isOwn(ctx)} then s.invite_code end`.as('inviteCode'),
        sql<
          string | null
        >`case when ${isOwn(ctx)} then ${wireTimeSql(sql<Date | null>`s.invite_until`, ctx.timeZone)} end`.as(
          'inviteUntil',
        ),
        sql<string>`case when ${isOwn(ctx)} then coalesce(u.name, '') else '' end`.as('createUser'),
        wireTimeSql(sql<Date>`s.created_at`, ctx.timeZone).as('createTime'),
      ]),
  finish: async (_trx, _ctx, found) =>
    found.map(({ scopeCodes, ...row }) => ({
      ...row,
      scopes: scopeCodes.map((code) => shareScope.label(code)).join('、'),
    })),
});

/** One's own share as its form holds it; undefined when the company has given none of this id, or the caller does not see all of its vehicles. */
export async function findShare(trx: Trx, ctx: Ctx, id: string) {
  return trx
    .selectFrom('device_share as s')
    .leftJoin('app_user as u', 'u.id', 's.updated_by')
    .select(['s.id', 's.scopes', 's.remark', 's.version', 's.target_client_id as targetId'])
    .select('s.target_name as partnerName')
    .select([
      sql<
        string[]
      >`array(select i.vehicle_id::text from device_share_vehicle i where i.share_id = s.id and i.removed_at is null order by 1)`.as(
        'vehicleIds',
      ),
      daySql(sql`s.valid_from`, ctx).as('validFrom'),
      sql<string | null>`${daySql(sql`(s.valid_until - interval '1 second')`, ctx)}`.as('validUntil'),
      statusSql.as('status'),
      sql<string>`coalesce(u.name, '')`.as('updateUser'),
      wireTimeSql(sql<Date>`s.created_at`, ctx.timeZone).as('createTime'),
      wireTimeSql(sql<Date>`s.updated_at`, ctx.timeZone).as('updateTime'),
    ])
    .where('s.client_id', '=', ctx.clientId)
    .where('s.id', '=', id)
    .where(seesVehicles(ctx, 'all'))
    .executeTakeFirst();
}
export type StoredShare = NonNullable<Awaited<ReturnType<typeof findShare>>>;
