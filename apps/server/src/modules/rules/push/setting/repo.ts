import { enableStatus } from '@tongda/contract/resources/enums';
import { type PushDetail, type PushFilters, type PushRow, pushFilters } from '@tongda/contract/rules/push/calls';
import { pushChannel, pushScope, quietMode } from '@tongda/contract/rules/push/enums';
import { type EscalationTier, emptyWho, type PushContact } from '@tongda/contract/rules/push/fields';
import { episodeKind } from '@tongda/contract/watch/alarm/episode';
import { alarmKinds } from '@tongda/contract/watch/alarm/words';
import { type RawBuilder, sql } from 'kysely';
import { orderByClause } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../../core/record/filters';
import { likePattern } from '../../../../core/record/options';
import type { Setting } from '../plan/timing';
import { madeBy, tellsBeyond } from '../whole';

/** SQL array of the names of the vehicles, fleets or departments that a setting is about. */
const targetNames = sql<string[]>`array(
  select t.name from (
    select plate_no as name, id from vehicle where s.scope = 4 union all select name, id from fleet where s.scope = 3
    union all select name, id from org where s.scope = 2
    union all select g.name || '（' || u.name || '的分组）', g.id from vehicle_group g join app_user u on u.id = g.user_id where s.scope = 5) t where t.id = any(s.target_ids) order by 1 limit 4)`;
/** SQL array of the names of users, roles and robots that a setting tells; contacts stand in the row itself. */
const namedReceivers = sql<string[]>`array(
  select n from (
    select u.name as n, 1 as k from app_user u where u.client_id = s.client_id and u.deleted_at is null and s.receivers->'userIds' ? u.id::text
    union all select r.name, 2 from role r where r.client_id = s.client_id and s.receivers->'roleIds' ? r.id::text
    union all select c->>'name', 3 from jsonb_array_elements(case when jsonb_typeof(s.receivers->'contacts') = 'array' then s.receivers->'contacts' else '[]' end) c
    union all select p.name, 4 from push_endpoint p where p.id = any(s.endpoint_ids) and p.deleted_at is null) x order by k, n)`;

const selectSettings = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('push_setting as s')
    .leftJoin('app_user as u', 'u.id', 's.updated_by')
    .where('s.client_id', '=', ctx.clientId)
    .where('s.deleted_at', 'is', null);

const sortable = {
  name: 's.name',
  enabled: 's.enabled',
  minLevel: 's.min_level',
  weekCount: 'weekCount',
  updateTime: 's.updated_at',
};

const ownConditions: OwnConditions<typeof pushFilters.table> = {
  kind: (kind) => sql<boolean>`(cardinality(s.kinds) = 0 or ${kind} = any(s.kinds))`,
  receiver: (name) => sql<boolean>`exists (select from unnest(${namedReceivers}) n where n ilike ${likePattern(name)})`,
  enabled: (code) => sql<boolean>`s.enabled = ${code === enableStatus.enabled}`,
};
const settingConditions = (ctx: Ctx, q: PushFilters): RawBuilder<boolean> =>
  filterConditions(pushFilters.table, 's', ownConditions, ctx, q);

export async function listSettings(
  trx: Trx,
  ctx: Ctx,
  q: PushFilters & { sort?: string | undefined; limit: number; offset: number },
): Promise<PushRow[]> {
  const rows = await selectSettings(trx, ctx)
    .select([
      's.id',
      's.name',
      's.kinds',
      's.min_level as minLevel',
      's.scope',
      's.channels',
      's.repeat_min as repeatMin',
      's.max_times as maxTimes',
      's.notify_end as notifyEnd',
      's.quiet_mode as quietMode',
      's.version',
    ])
    .select([
      sql<number>`s.enabled::int`.as('enabled'),
      sql<number>`cardinality(s.target_ids)`.as('targets'),
      targetNames.as('targetNames'),
      namedReceivers.as('receiverNames'),
      sql<{ manager?: boolean; driver?: boolean }>`s.receivers`.as('receivers'),
      sql<Setting['period']>`s.period`.as('period'),
      sql<Setting['quiet']>`s.quiet`.as('quiet'),
      sql<EscalationTier[]>`s.escalation`.as('escalation'),
      sql<number>`(select count(*)::int from push_send p where p.setting_id = s.id and p.occasion <> 7 and p.created_at > now() - interval '7 days')`.as(
        'weekCount',
      ),
      tellsBeyond(ctx, 's').as('beyond'),
      madeBy(ctx, 's').as('own'),
      sql<string>`coalesce(u.name, '')`.as('updateUser'),
      wireTimeSql(sql<Date>`s.updated_at`, ctx.timeZone).as('updateTime'),
    ])
    .where(settingConditions(ctx, q))
    .orderBy(orderByClause(q.sort, sortable, 's.id'))
    .limit(q.limit)
    .offset(q.offset)
    .execute();
  return rows.map((r) => ({
    id: r.id,
    name: r.name,
    enabled: r.enabled,
    kinds: kindWords(r.kinds),
    minLevel: r.minLevel,
    vehicles: vehicleWords(r.scope, r.targetNames, r.targets),
    channels: r.channels.map((code) => pushChannel.label(code)).join('、'),
    receivers: [
      ...r.receiverNames,
      ...(r.receivers.manager ? ['部门负责人'] : []),
      ...(r.receivers.driver ? ['车辆司机'] : []),
    ].join('、'),
    period: periodWords(r.period),
    quiet: r.quiet ? `${r.quiet.from}–${r.quiet.to} ${r.quietMode === quietMode.never ? '不发送' : '结束后发送'}` : '',
    frequency: [
      r.repeatMin > 0 ? `每${r.repeatMin}分钟，最多${r.maxTimes}次` : '一次',
      ...(r.notifyEnd ? ['恢复时通知'] : []),
    ].join('，'),
    escalation: r.escalation.map(({ afterMin }) => `${afterMin}分钟`).join('、'),
    weekCount: r.weekCount,
    beyond: r.beyond,
    own: r.own,
    version: r.version,
    updateUser: r.updateUser,
    updateTime: r.updateTime,
  }));
}

export const countSettings = async (
  trx: Trx,
  ctx: Ctx,
  q: PushFilters & { ids?: readonly string[] },
): Promise<number> =>
  (
    await selectSettings(trx, ctx)
      .select(sql<number>`count(*)::int`.as('n'))
      .where(settingConditions(ctx, q))
      .executeTakeFirstOrThrow()
  ).n;

export const kindWords = (kinds: readonly string[]): string =>
  kinds.length === 0 || kinds.length === alarmKinds.length
    ? '全部'
    : kinds.map((kind) => episodeKind.label(kind)).join('、');

function vehicleWords(scope: number, names: readonly string[], count: number): string {
  if (scope === 1) return '全部车辆';
  if (scope === pushScope.groups && names.length === 0) return '分组已删除';
  const shown = names.slice(0, 3).join('、');
  return count > 3 ? `${shown} 等${count}${scope === 4 ? '辆' : '个'}` : shown;
}

const days = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'];
export function periodWords({ weekdays, spans }: Setting['period']): string {
  const day =
    weekdays.length === 0 || weekdays.length === 7
      ? '每天'
      : [...weekdays]
          .sort()
          .map((d) => days[d - 1])
          .join('、');
  const time = spans.length === 0 ? '全天' : spans.map(({ from: a, to }) => `${a}–${to}`).join('、');
  return `${day} ${time}`;
}

/** One setting with all fields of the form; undefined when the company has none of this id. */
export async function findSetting(trx: Trx, ctx: Ctx, id: string): Promise<PushDetail | undefined> {
  const row = await selectSettings(trx, ctx)
    .select(['s.id', 's.name', 's.enabled', 's.kinds', 's.scope', 's.channels', 's.template', 's.remark', 's.version'])
    .select([
      's.min_level as minLevel',
      's.quiet_mode as quietMode',
      's.quiet_pass_level as quietPassLevel',
      tellsBeyond(ctx, 's').as('beyond'),
      madeBy(ctx, 's').as('own'),
      's.repeat_min as repeatMin',
      's.max_times as maxTimes',
      's.notify_end as notifyEnd',
      sql<string[]>`s.target_ids::text[]`.as('targetIds'),
      sql<string[]>`s.endpoint_ids::text[]`.as('endpointIds'),
      sql<{
        userIds: string[];
        roleIds: string[];
        manager: boolean;
        driver: boolean;
        contacts: PushContact[];
      }>`s.receivers`.as('receivers'),
      sql<Setting['period']>`s.period`.as('period'),
      sql<Setting['quiet']>`s.quiet`.as('quiet'),
      sql<EscalationTier[]>`s.escalation`.as('escalation'),
      sql<string>`coalesce(u.name, '')`.as('updateUser'),
      wireTimeSql(sql<Date>`s.created_at`, ctx.timeZone).as('createTime'),
      wireTimeSql(sql<Date>`s.updated_at`, ctx.timeZone).as('updateTime'),
    ])
    .where('s.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { receivers, quiet, ...rest } = row;
  return {
    ...rest,
    ...emptyWho,
    ...receivers,
    quietFrom: quiet?.from ?? null,
    quietTo: quiet?.to ?? null,
    // levels, scope and channels: the checks of the table allow the codes of the form only
  } as PushDetail;
}
