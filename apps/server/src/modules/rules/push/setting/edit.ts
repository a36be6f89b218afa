import type { Parsed } from '@tongda/contract/core/endpoint';
import { codes, type FieldError } from '@tongda/contract/core/endpoint';
import { enableStatus } from '@tongda/contract/resources/enums';
import { mayEnd, type Standing } from '@tongda/contract/rules/push/beyond';
import type { PushDetail, pushSwitch } from '@tongda/contract/rules/push/calls';
import { pushChannel, pushLevel, pushScope, quietMode } from '@tongda/contract/rules/push/enums';
import {
  type EscalationTier,
  type PushContact,
  type PushFields,
  type PushWho,
  pushLabels,
} from '@tongda/contract/rules/push/fields';
import { sql } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, invalid } from '../../../../core/http/errors';
import { eachRecord, type Names, type Register, registerWrites, type Target } from '../../../../core/record/register';
import { fieldsInWords } from '../../../../core/record/words';
import { orgScope, seesAll, visibleVehicleRows } from '../../../base/org/door';
import type { Setting } from '../plan/timing';
import { beyondError, madeBy, refuseBeyond, refuseWider, tellsBeyond } from '../whole';
import { findSetting, kindWords, periodWords } from './repo';

const contactWords = (list: unknown): string =>
  // the field `contacts` of a setting
  (list as PushContact[]).map((c) => [c.name, c.phone, c.email].filter(Boolean).join(' ')).join('；');

/** How the fields of a setting are written in the change history; `names` holds `<kind> <id>` → name of all that a setting points at. */
const wordsOf = (names: Names) => {
  const named = (kind: string) => (ids: unknown) =>
    // used for fields that are lists of ids
    (ids as string[]).map((id) => names.get(`${kind} ${id}`) ?? id).join('、');
  const who = (w: PushWho): string =>
    [
      w.channels.map((code) => pushChannel.label(code)).join('、'),
      named('user')(w.userIds),
      named('role')(w.roleIds),
      w.manager ? '部门负责人' : '',
      w.driver ? '车辆司机' : '',
      contactWords(w.contacts),
      named('endpoint')(w.endpointIds),
    ]
      .filter(Boolean)
      .join(' ');
  return {
    // the field is a list of kinds
    kinds: (v: unknown) => kindWords(v as string[]),
    targetIds: named('target'),
    userIds: named('user'),
    roleIds: named('role'),
    endpointIds: named('endpoint'),
    contacts: contactWords,
    // the field is a period
    period: (v: unknown) => periodWords(v as Setting['period']),
    escalation: (v: unknown) =>
      // the field is a list of tiers
      (v as EscalationTier[])
        .map((t) => `${t.afterMin}分钟后 ${who(t)}${t.repeatMin ? ` 每${t.repeatMin}分钟共${t.times}次` : ''}`)
        .join('；'),
    repeatMin: (v: unknown) => (v === 0 ? '不重复' : `${String(v)}分钟`),
    // the field is a list of channels
    channels: (v: unknown) => (v as number[]).map((code) => pushChannel.label(code)).join('、'),
  };
};

const dicts = {
  minLevel: pushLevel.typeCode,
  scope: pushScope.typeCode,
  quietMode: quietMode.typeCode,
  quietPassLevel: pushLevel.typeCode,
} as const;

/** The register of push settings: its table, the words of its history, and the sentence of its unique index. */
export const settingRegister: Register<PushFields> = {
  entity: 'push_setting',
  table: 'push_setting',
  noun: '推送设置',
  wording: {
    labels: pushLabels,
    wordsOf: (fields, names) => fieldsInWords(fields, { labels: pushLabels, dicts, own: wordsOf(names) }, names),
  },
  columnsOf: (v) => ({
    name: v.name,
    enabled: v.enabled,
    kinds: v.kinds,
    min_level: v.minLevel,
    scope: v.scope,
    target_ids: v.scope === pushScope.company ? [] : v.targetIds,
    channels: v.channels,
    receivers: { userIds: v.userIds, roleIds: v.roleIds, manager: v.manager, driver: v.driver, contacts: v.contacts },
    endpoint_ids: v.endpointIds,
    period: v.period,
    quiet: v.quietFrom && v.quietTo ? { from: v.quietFrom, to: v.quietTo } : null,
    quiet_mode: v.quietMode,
    quiet_pass_level: v.quietPassLevel,
    repeat_min: v.repeatMin,
    max_times: v.maxTimes,
    notify_end: v.notifyEnd,
    escalation: v.escalation,
    template: v.template,
    remark: v.remark,
  }),
  twice: (constraint) => (constraint === 'push_setting_name' ? { field: 'name', msg: '推送名称已存在' } : null),
};

interface Named {
  kind: string;
  id: string;
  name: string;
  usable: boolean;
}

/**
 * Names of all that a setting points at (`<kind> <id>` → name), and an error at its field for each that does not exist or that the caller may
 * not choose. What the setting had before may stay.
 */
async function findReferences(trx: Trx, ctx: Ctx, v: PushFields, before: PushFields | null) {
  const tiers = [v, ...v.escalation];
  const ids = (key: 'userIds' | 'roleIds' | 'endpointIds'): string[] => [...new Set(tiers.flatMap((t) => t[key]))];
  const { rows } = await sql<Named>`
    select 'user' as kind, id::text, name, deleted_at is null as usable from app_user
      where client_id = ${ctx.clientId} and id = any(${ids('userIds')}::bigint[])
    union all select 'role', id::text, name, true from role where client_id = ${ctx.clientId} and id = any(${ids('roleIds')}::bigint[])
    union all select 'endpoint', id::text, name, deleted_at is null from push_endpoint
      where client_id = ${ctx.clientId} and id = any(${ids('endpointIds')}::bigint[])
    union all ${selectTargets(ctx, v)}`.execute(trx);
  const names = new Map(rows.map((r) => [`${r.kind} ${r.id}`, r.name]));
  const usable = new Set(rows.filter((r) => r.usable).map((r) => `${r.kind} ${r.id}`));
  const errors: FieldError[] = [];
  const look = (
    kind: string,
    field: keyof PushFields,
    wanted: readonly string[],
    kept: readonly string[],
    msg: string,
  ): void => {
    if (wanted.some((id) => !usable.has(`${kind} ${id}`) && !kept.includes(id))) errors.push({ field, msg });
  };
  if (v.scope === pushScope.company && !seesAll(ctx))
    errors.push({ field: 'scope', msg: '您只能看到部分车辆，请选择指定部门、车队、车辆或我的分组' });
  if (v.scope !== pushScope.company)
    look(
      'target',
      'targetIds',
      v.targetIds,
      before?.scope === v.scope ? before.targetIds : [],
      `所选${nouns[v.scope] ?? '对象'}不存在或不在您的权限范围内`,
    );
  look('user', 'userIds', v.userIds, before?.userIds ?? [], '所选用户不存在');
  look('role', 'roleIds', v.roleIds, before?.roleIds ?? [], '所选角色不存在');
  look('endpoint', 'endpointIds', v.endpointIds, before?.endpointIds ?? [], '所选机器人或Webhook不存在');
  for (const [i, tier] of v.escalation.entries()) {
    const kept = before?.escalation.find((t) => t.afterMin === tier.afterMin);
    look('user', 'escalation', tier.userIds, kept?.userIds ?? [], `第${i + 1}级：所选用户不存在`);
    look('role', 'escalation', tier.roleIds, kept?.roleIds ?? [], `第${i + 1}级：所选角色不存在`);
    look(
      'endpoint',
      'escalation',
      tier.endpointIds,
      kept?.endpointIds ?? [],
      `第${i + 1}级：所选机器人或Webhook不存在`,
    );
  }
  return { names, errors };
}

const nouns: Readonly<Record<number, string>> = { 2: '部门', 3: '车队', 4: '车辆', 5: '分组' };

/** The chosen vehicles, fleets or departments, each with whether it lies in the caller's scope. */
function selectTargets(ctx: Ctx, { scope, targetIds }: PushFields) {
  const chosen = sql`id = any(${scope === pushScope.company ? [] : targetIds}::bigint[])`;
  if (scope === pushScope.orgs)
    return sql`select 'target', id::text, name, ${orgScope(ctx, 'org.id')} from org where client_id = ${ctx.clientId} and ${chosen}`;
  if (scope === pushScope.fleets)
    return sql`select 'target', id::text, name, deleted_at is null and (org_id is null or ${orgScope(ctx, 'fleet.org_id')}) from fleet
      where client_id = ${ctx.clientId} and ${chosen}`;
  // groups are their user's own
  if (scope === pushScope.groups)
    return sql`select 'target', id::text, name, user_id = ${ctx.userId} from vehicle_group where client_id = ${ctx.clientId} and ${chosen}`;
  return sql`select 'target', id::text, plate_no, deleted_at is null and ${visibleVehicleRows(ctx, 'vehicle')} from vehicle
    where client_id = ${ctx.clientId} and ${chosen}`;
}

/** 新增 and 编辑 of push settings. */
export const settingWrites = registerWrites<PushFields, PushFields, PushDetail>(settingRegister, {
  load: async (trx, ctx, id) => {
    const found = requireRow(await findSetting(trx, ctx, id), settingRegister.noun);
    await refuseBeyond(trx, ctx, 'push_setting', id, settingRegister.noun);
    return found;
  },
  prepare: async (trx, ctx, fields, before) => {
    const now = await findReferences(trx, ctx, fields, before);
    if (now.errors.length > 0) throw invalid(now.errors);
    await refuseWider(trx, ctx, fields);
    const then = before ? await findReferences(trx, ctx, before, before) : { names: [] };
    return {
      fields,
      names: new Map([...then.names, ...now.names]),
      ...(before ? {} : { columns: { created_by: ctx.userId } }),
    };
  },
});

interface SettingTarget extends Target, Standing {
  enabled: boolean;
}
const refuseUnseen = (of: SettingTarget) => (of.beyond ? beyondError(settingRegister.noun, of) : null);
const refuseToEnd = (of: SettingTarget) => (mayEnd(of) ? null : refuseUnseen(of));
const loadTargets = (ctx: Ctx) => (trx: Trx, ids: string[]) =>
  trx
    .selectFrom('push_setting')
    .select(['id', 'name', 'version', 'enabled'])
    .select([tellsBeyond(ctx, 'push_setting').as('beyond'), madeBy(ctx, 'push_setting').as('own')])
    .where('client_id', '=', ctx.clientId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', ids)
    .execute();

export const deleteSettings = (ctx: Ctx, ids: string[]) =>
  eachRecord<PushFields, SettingTarget>(ctx, settingRegister, ids, {
    load: loadTargets(ctx),
    action: '删除',
    refuse: refuseToEnd,
    set: null,
  });

export const switchSettings = (ctx: Ctx, { ids, enabled }: Parsed<typeof pushSwitch>) =>
  eachRecord<PushFields, SettingTarget>(ctx, settingRegister, ids, {
    load: loadTargets(ctx),
    action: '改变状态',
    refuse: (t) =>
      (enabled === enableStatus.enabled ? refuseUnseen(t) : refuseToEnd(t)) ??
      (Number(t.enabled) === enabled
        ? new AppError(codes.illegalTransition, `推送设置${t.name}已是“${enableStatus.label(enabled)}”`)
        : null),
    set: { enabled: enabled === 1 },
    changes: (t) => [
      {
        field: 'enabled',
        label: '状态',
        before: enableStatus.label(Number(t.enabled)),
        after: enableStatus.label(enabled),
      },
    ],
  });
