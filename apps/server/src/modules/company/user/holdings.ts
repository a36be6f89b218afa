import { type GrantFamily, grantFamilies } from '@tongda/contract/company/resource-auth/rights';
import type { HandoverItem } from '@tongda/contract/company/user/handover';
import { keysOf } from '@tongda/contract/core/keys';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { type AppError, blockedByRule } from '../../../core/http/errors';
import { type Change, recordChanges } from '../../../core/record/audit';
import { extension } from '../../../core/run/extension';
import { namesOfGrants } from '../resource-auth/door';

export interface Heir {
  id: string;
  name: string;
}

/** One kind of things that an account can have: its name, how they are found, and how they move to the successor. */
interface Holding {
  kind: string;
  label: string;
  fate: HandoverItem['fate'];
  /** rows of (name) */
  find: (userId: string) => RawBuilder<unknown>;
  move?: (trx: Trx, ctx: Ctx, from: Heir, to: Heir) => Promise<unknown>;
}

const inProgress = sql.lit(alarmHandleStatus.inProgress);

const ownHoldings: readonly Holding[] = [
  {
    kind: 'trip',
    label: '未结束的运单（作为司机）',
    fate: 'blocks',
    find: (
      id,
    ) => sql`select w.waybill_code from waybill w join app_user u on u.driver_id in (w.driver_id, w.co_driver_id)
      where u.id = ${id} and w.voided_at is null and w.transport_status < 3 order by w.id`,
  },
  {
    kind: 'alarm',
    label: '处理中的报警',
    fate: 'moves',
    find: (
      id,
    ) => sql`select coalesce(v.plate_no, '') || ' ' || to_char(e.start_time at time zone c.time_zone, 'MM-DD HH24:MI') from episode e
      join client c on c.id = e.client_id left join vehicle v on v.id = e.vehicle_id
      where e.handled_by = ${id} and e.alarm and e.handle_status = ${inProgress} order by e.start_time`,
    move: moveAlarms,
  },
  {
    kind: 'manager',
    label: '负责的部门',
    fate: 'moves',
    find: (id) => sql`select o.name from org o where o.manager_user_id = ${id} order by o.id`,
    move: moveDepartments,
  },
  {
    kind: 'fleet',
    label: '负责的车队',
    fate: 'moves',
    find: (id) => sql`select f.name from fleet f where f.leader_user_id = ${id} and f.deleted_at is null order by f.id`,
    move: moveFleets,
  },
  {
    kind: 'push',
    label: '作为接收人的推送设置',
    fate: 'moves',
    find: (id) => sql`select s.name from push_setting s where ${namesUserSql(id)} order by s.id`,
    move: movePushes,
  },
  {
    kind: 'interface',
    label: '申请的开放接口',
    fate: 'moves',
    find: (id) =>
      sql`select a.interface_key from interface_apply a where a.user_id = ${id} and a.status in (0, 1) order by a.id`,
    move: (trx, _ctx, from, to) =>
      sql`update interface_apply set user_id = ${to.id}, user_name = ${to.name}, version = version + 1, updated_at = now()
        where user_id = ${from.id} and status in (0, 1)`.execute(trx),
  },
  ...grantHoldings(),
  {
    kind: 'role',
    label: '角色',
    fate: 'ends',
    find: (id) =>
      sql`select r.name from user_role ur join role r on r.id = ur.role_id where ur.user_id = ${id} order by r.id`,
  },
  {
    kind: 'link',
    label: '关联的其他企业账号',
    fate: 'ends',
    find: (id) => sql`select a.account_id::text from account_company a where a.user_id = ${id}`,
  },
  {
    kind: 'export',
    label: '正在生成的导出',
    fate: 'ends',
    find: (id) => sql`select t.file_name from export_task t where t.user_id = ${id} and t.status = 0 order by t.id`,
  },
  {
    kind: 'session',
    label: '登录中的设备',
    fate: 'ends',
    find: (
      id,
    ) => sql`select coalesce(host(s.ip), '') from auth_session s where s.user_id = ${id} and s.revoked_at is null
      and s.actor_user_id is null and s.absolute_expire_at > now() order by s.created_at`,
  },
];

/** Kinds that modules of higher wings add. */
export const moreHoldings = extension<Holding>();

/** Every kind, in the order in which a handover lists them. */
export const listHoldings = (): readonly Holding[] => [...moreHoldings.parts(), ...ownHoldings];

/** SQL condition: a push setting `s` that names the user among its receivers or in a tier of its escalation. */
function namesUserSql(userId: string): RawBuilder<unknown> {
  return sql`s.deleted_at is null and (s.receivers->'userIds' ? ${userId}::text or exists (select from
    jsonb_array_elements(case when jsonb_typeof(s.escalation) = 'array' then s.escalation else '[]' end) t where t->'userIds' ? ${userId}::text))`;
}

function grantHoldings(): Holding[] {
  const labels: Readonly<Record<GrantFamily, string>> = {
    vehicle: '车辆/设备授权',
    map: '地图资源授权',
    lock: '蓝牙锁授权',
  };
  return keysOf(grantFamilies).map((family) => ({
    kind: `grant-${family}`,
    label: labels[family],
    fate: 'moves',
    find: (id) => namesOfGrants(family, id),
  }));
}

/** What an account has, kind by kind; kinds of which it has nothing are left out. */
export async function listHandoverItems(trx: Trx, userId: string): Promise<HandoverItem[]> {
  const items: HandoverItem[] = [];
  for (const { kind, label, fate, find } of listHoldings()) {
    const { rows } = await sql<{ n: number; names: string[] | null }>`select count(*)::int as n,
      (array_agg(name))[1:5] as names from (${find(userId)}) found(name)`.execute(trx);
    const [row] = rows;
    if (row && row.n > 0) items.push({ kind, label, fate, count: row.n, names: row.names ?? [] });
  }
  return items;
}

export const describeItem = ({ label, count, names }: HandoverItem): string =>
  `${count}个${label}（${names.join('、')}${count > names.length ? '等' : ''}）`;

/** The refusal (4011) to delete a user who still has work that somebody must continue (trips, exceptions, alarms); null when he has none. */
export async function refuseOpenTasks(trx: Trx, user: { id: string; name: string }): Promise<AppError | null> {
  const tasks = (await listHandoverItems(trx, user.id)).filter(({ kind }) =>
    ['trip', 'abnormal', 'alarm'].includes(kind),
  );
  return tasks.length > 0
    ? blockedByRule(`${user.name}还有${tasks.map(describeItem).join('；')}，请先办理离职交接`, tasks.map(describeItem))
    : null;
}

async function moveAlarms(trx: Trx, ctx: Ctx, from: Heir, to: Heir): Promise<void> {
  await sql`with moved as (update episode set handled_by = ${to.id}, handled_name = ${to.name}, version = version + 1
      where handled_by = ${from.id} and alarm and handle_status = ${inProgress} returning id, client_id)
    insert into alarm_handle (client_id, episode_id, action, status_before, status, remark, user_id, user_name)
    select client_id, id, 'handle', ${inProgress}, ${inProgress}, ${`${from.name}离职，转给${to.name}`}, ${ctx.userId}, ${ctx.userName} from moved`.execute(
    trx,
  );
}

async function moveDepartments(trx: Trx, ctx: Ctx, from: Heir, to: Heir): Promise<void> {
  const { rows } = await sql<{ id: string }>`update org set manager_user_id = ${to.id}, version = version + 1
    where manager_user_id = ${from.id} returning id::text as id`.execute(trx);
  const changes: Change[] = [{ field: 'managerUserId', label: '负责人', before: from.name, after: to.name }];
  await recordChanges(
    trx,
    ctx,
    rows.map(({ id }) => ({ entity: 'org', entityId: id, action: '设负责人', changes })),
  );
}

async function moveFleets(trx: Trx, ctx: Ctx, from: Heir, to: Heir): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`update fleet set leader_user_id = ${to.id}, version = version + 1, updated_by = ${ctx.userId},
      updated_at = now() where leader_user_id = ${from.id} and deleted_at is null returning id::text as id`.execute(
    trx,
  );
  const changes: Change[] = [{ field: 'leader', label: '负责人', before: from.name, after: to.name }];
  await recordChanges(
    trx,
    ctx,
    rows.map(({ id }) => ({ entity: 'fleet', entityId: id, action: '编辑', changes })),
  );
}

interface Told {
  userIds?: string[];
}
async function movePushes(trx: Trx, ctx: Ctx, from: Heir, to: Heir): Promise<void> {
  const { rows } = await sql<{
    id: string;
    receivers: Told;
    escalation: Told[];
  }>`select s.id::text as id, s.receivers, s.escalation
    from push_setting s where ${namesUserSql(from.id)} for update`.execute(trx);
  const heir = <T extends Told>(who: T): T => ({
    ...who,
    userIds: [...new Set((who.userIds ?? []).map((id) => (id === from.id ? to.id : id)))],
  });
  for (const { id, receivers, escalation } of rows)
    await sql`update push_setting set receivers = ${JSON.stringify(heir(receivers))}::jsonb, escalation = ${JSON.stringify((escalation ?? []).map(heir))}::jsonb,
      version = version + 1, updated_by = ${ctx.userId}, updated_at = now() where id = ${id}`.execute(trx);
  const changes: Change[] = [{ field: 'userIds', label: '接收人', before: from.name, after: to.name }];
  await recordChanges(
    trx,
    ctx,
    rows.map(({ id }) => ({ entity: 'push_setting', entityId: id, action: '编辑', changes })),
  );
}
