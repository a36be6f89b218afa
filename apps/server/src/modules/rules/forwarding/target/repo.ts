import { forwardState } from '@tongda/contract/resources/device/enums';
import { type ForwardDetail, forwardColumns, forwardFilters } from '@tongda/contract/rules/forwarding/calls';
import { forwardKind } from '@tongda/contract/rules/forwarding/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { maskUrl } from '../../../../core/notify/outbound';
import { likePattern } from '../../../../core/record/options';
import { registerRows } from '../../../../core/record/rows';
import { visibleVehicles } from '../../../base/org/door';
import { madeBy, tellsBeyond } from '../../push/door';
import { isActive, mayTell, vehiclesOfTarget } from '../work/target';

/** SQL: forwardState of target `t` with state `s`. */
export const stateSql = sql<number>`case when not t.enabled or not ${mayTell} or t.valid_until < (now() at time zone c.time_zone)::date then ${forwardState.stopped}::int
  when not ${isActive} then ${forwardState.scheduled}::int
  when s.paused_at is not null or s.last_error <> '' then ${forwardState.failing}::int else ${forwardState.forwarding}::int end`;
const waiting = (status: number) =>
  sql<number>`(select count(*)::int from forward_item i where i.target_id = t.id and i.status = ${sql.lit(status)})`;

const selectTargets = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('forward_target as t')
    .innerJoin('client as c', 'c.id', 't.client_id')
    .leftJoin('forward_state as s', 's.target_id', 't.id')
    .leftJoin('forward_day as d', (join) =>
      join.onRef('d.target_id', '=', 't.id').on(sql<boolean>`d.day = (now() at time zone c.time_zone)::date`),
    )
    .leftJoin('app_user as u', 'u.id', 't.created_by')
    .leftJoin('open_app as a', 'a.id', 't.app_id')
    .where('t.client_id', '=', ctx.clientId)
    .where('t.deleted_at', 'is', null);

/** An address without the keys that its query may hold; host and port alone hold none. */
export const maskAddress = (address: string): string => (/^https?:/u.test(address) ? maskUrl(address) : address);

/** Targets as the list shows them. */
export const targetRows = registerRows({
  filters: forwardFilters,
  columns: forwardColumns,
  alias: 't',
  own: {
    state: (code) => sql<boolean>`${stateSql} = ${code}`,
    use: (use) => sql<boolean>`(t.app_id is not null) = ${use === 'app'}`,
    plateNo: (text, ctx) =>
      sql<boolean>`exists (select from (${vehiclesOfTarget}) v where v.plate_no ilike ${likePattern(text)} and ${visibleVehicles(ctx, 'v.id')})`,
  },
  select: (trx, ctx) =>
    selectTargets(trx, ctx)
      .select(['t.id', 't.name', 't.platform', 't.protocol', 't.address', 't.version', 't.kinds as kindCodes'])
      .select('t.interval_s as intervalS')
      .select([
        sql<number>`(select count(*)::int from (${vehiclesOfTarget}) v)`.as('vehicleCount'),
        sql<number>`t.enabled::int`.as('enabled'),
        sql<boolean>`(s.paused_at is not null)`.as('paused'),
        stateSql.as('state'),
        tellsBeyond(ctx, 't').as('beyond'),
        madeBy(ctx, 't').as('own'),
        sql<string | null>`${wireTimeSql(sql<Date | null>`s.last_ok_at`, ctx.timeZone)}`.as('lastOkTime'),
        sql<number>`coalesce(d.ok, 0)`.as('okCount'),
        sql<number>`coalesce(d.failed, 0)`.as('failCount'),
        waiting(0).as('backlog'),
        waiting(2).as('deadCount'),
        sql<string>`coalesce(a.name, '')`.as('appName'),
        sql<string>`coalesce(case when not ${mayTell} then '对接应用已停用、到期或接口未开通' when s.paused_at is not null then '已暂停：' || s.last_error
          else s.last_error end, '')`.as('lastError'),
        sql<
          string | null
        >`case when s.last_error <> '' then ${wireTimeSql(sql<Date | null>`s.last_error_at`, ctx.timeZone)} end`.as(
          'lastErrorTime',
        ),
        sql<string>`coalesce(u.name, '')`.as('createUser'),
        wireTimeSql(sql<Date>`t.updated_at`, ctx.timeZone).as('updateTime'),
      ]),
  finish: async (_trx, _ctx, found) =>
    found.map(({ kindCodes, ...row }) => ({
      ...row,
      address: maskAddress(row.address),
      kinds: kindCodes.map((code) => forwardKind.label(code)).join('、'),
    })),
});

/** A target as it is stored, its secret and its whole address too; undefined when the company has none of this id. */
export async function findTarget(trx: Trx, ctx: Ctx, id: string) {
  return trx
    .selectFrom('forward_target as t')
    .leftJoin('app_user as u', 'u.id', 't.updated_by')
    .select(['t.id', 't.name', 't.platform', 't.protocol', 't.address', 't.account', 't.secret', 't.kinds', 't.scope'])
    .select(['t.retries', 't.remark', 't.enabled', 't.version', 't.crs', 't.interval_s as intervalS'])
    .select([
      't.catch_up as catchUp',
      't.app_id as appId',
      tellsBeyond(ctx, 't').as('beyond'),
      madeBy(ctx, 't').as('own'),
    ])
    .select([
      sql<{ topic?: string; centerId?: number; m1?: number; ia1?: number; ic1?: number }>`t.options`.as('options'),
      sql<string[]>`t.target_ids::text[]`.as('targetIds'),
      sql<string | null>`t.valid_from::text`.as('validFrom'),
      sql<string | null>`t.valid_until::text`.as('validUntil'),
      sql<string>`coalesce(u.name, '')`.as('updateUser'),
      wireTimeSql(sql<Date>`t.created_at`, ctx.timeZone).as('createTime'),
      wireTimeSql(sql<Date>`t.updated_at`, ctx.timeZone).as('updateTime'),
    ])
    .where('t.client_id', '=', ctx.clientId)
    .where('t.deleted_at', 'is', null)
    .where('t.id', '=', id)
    .executeTakeFirst();
}
export type StoredTarget = NonNullable<Awaited<ReturnType<typeof findTarget>>>;

/** What the form is given: no secret, and of the address what `maskAddress` leaves. */
export function toDetail({ secret, options, ...row }: StoredTarget): ForwardDetail {
  return {
    ...row,
    address: maskAddress(row.address),
    topic: options.topic ?? '',
    centerId: options.centerId ?? null,
    m1: options.m1 ?? null,
    ia1: options.ia1 ?? null,
    ic1: options.ic1 ?? null,
    hasSecret: secret !== '',
    // protocol, kinds, scope, coordinates: the form and the checks of the table allow these codes only
  } as ForwardDetail;
}
