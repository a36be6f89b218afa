import { isIP } from 'node:net';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { enableStatus } from '@tongda/contract/resources/enums';
import type { forwardSwitch } from '@tongda/contract/rules/forwarding/calls';
import { forwardCrs, forwardKind, forwardProtocol } from '@tongda/contract/rules/forwarding/enums';
import {
  type ForwardFields,
  forwardLabels,
  forwardResumeH,
  subscriptionLabels,
} from '@tongda/contract/rules/forwarding/fields';
import { mayEnd, type Standing } from '@tongda/contract/rules/push/beyond';
import { pushScope } from '@tongda/contract/rules/push/enums';
import { sql } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { illegalTransition, invalidField } from '../../../../core/http/errors';
import { isInnerAddress } from '../../../../core/notify/outbound';
import { eachRecord, type Names, type Register, registerWrites, type Target } from '../../../../core/record/register';
import { orgScope, seesAll, visibleVehicleRows } from '../../../base/org/door';
import { beyondError, madeBy, refuseBeyond, refuseWider, tellsBeyond } from '../../push/door';
import { listOpenKinds } from '../work/target';
import { findTarget, maskAddress, type StoredTarget } from './repo';

/** The fields of a target as they are stored. */
type Stored = Omit<ForwardFields, 'secret'> & { secret: string };

/** The register of targets. Its history says no secrets, and of an address only what `maskAddress` leaves. */
export const targetRegister: Register<Stored> = {
  entity: 'forward_target',
  table: 'forward_target',
  noun: '数据转发',
  wording: {
    labels: forwardLabels,
    dicts: { protocol: forwardProtocol.typeCode, scope: pushScope.typeCode, crs: forwardCrs.typeCode },
    refs: { targetIds: 'target', appId: 'app' },
    own: {
      address: (address) => maskAddress(String(address)),
      // the field is a list of kinds
      kinds: (kinds) => (kinds as string[]).map((code) => forwardKind.label(code)).join('、'),
      intervalS: (seconds) => `${String(seconds)}秒`,
    },
  },
  columnsOf: (v) => ({
    name: v.name,
    platform: v.platform,
    protocol: v.protocol,
    address: v.address,
    app_id: v.appId,
    account: v.account,
    secret: v.secret,
    options: optionsOf(v),
    kinds: v.kinds,
    interval_s: v.intervalS,
    scope: v.scope,
    target_ids: v.scope === pushScope.company ? [] : v.targetIds,
    valid_from: v.validFrom,
    valid_until: v.validUntil,
    catch_up: v.catchUp,
    crs: v.crs,
    retries: v.retries,
    remark: v.remark,
  }),
  twice: (index) => (index === 'forward_target_name' ? { field: 'name', msg: '此名称已被其他转发或订阅使用' } : null),
};

/** What a target is called: a program's is a subscription. */
const nounOf = ({ appId }: { appId: string | null }): string => (appId === null ? targetRegister.noun : '订阅');

/** What a protocol is told beyond address and account; what belongs to another one is dropped. */
function optionsOf(v: Stored): object {
  if (v.protocol === forwardProtocol.mqtt) return { topic: v.topic };
  if (v.protocol !== forwardProtocol.jt809) return {};
  return { centerId: v.centerId, ...(v.m1 === null ? {} : { m1: v.m1, ia1: v.ia1, ic1: v.ic1 }) };
}

const nouns: Readonly<Record<number, string>> = { 2: '部门', 3: '车队', 4: '车辆' };

/** The chosen vehicles, fleets or departments by name; 4000 for one that is not there or not the caller's. What was chosen before may stay. */
async function findChosen(trx: Trx, ctx: Ctx, v: ForwardFields, before: StoredTarget | null): Promise<Names> {
  const kept = before?.scope === v.scope ? before.targetIds : [];
  if (v.scope === pushScope.company) {
    if (!seesAll(ctx)) throw invalidField('scope', '您只能看到部分车辆，请选择指定部门、车队或车辆');
    return new Map();
  }
  const chosen = sql`client_id = ${ctx.clientId} and id = any(${[...new Set([...v.targetIds, ...kept])]}::bigint[])`;
  const from =
    v.scope === pushScope.orgs
      ? sql`select id::text, name, ${orgScope(ctx, 'org.id')} as usable from org where ${chosen}`
      : v.scope === pushScope.fleets
        ? sql`select id::text, name, deleted_at is null and (org_id is null or ${orgScope(ctx, 'fleet.org_id')}) as usable from fleet where ${chosen}`
        : sql`select id::text, plate_no as name, deleted_at is null and ${visibleVehicleRows(ctx, 'vehicle')} as usable from vehicle where ${chosen}`;
  const { rows } = await sql<{ id: string; name: string; usable: boolean }>`${from}`.execute(trx);
  const usable = new Set([...kept, ...rows.filter((row) => row.usable).map(({ id }) => id)]);
  if (v.targetIds.some((id) => !usable.has(id)))
    throw invalidField('targetIds', `所选${nouns[v.scope] ?? '对象'}不存在或不在您的权限范围内`);
  await refuseWider(trx, ctx, v);
  return new Map(rows.map((row) => [`target ${row.id}`, row.name]));
}

/** The program that subscribes, by name, and the one of before; 4000 for one that is not the company's, or that may not call the interfaces behind what it wants. */
async function findSubscriber(trx: Trx, ctx: Ctx, v: ForwardFields, before: StoredTarget | null): Promise<Names> {
  const ids = [v.appId, before?.appId ?? null].flatMap((id) => id ?? []);
  if (ids.length === 0) return new Map();
  const apps = await trx
    .selectFrom('open_app')
    .select(['id', 'name', 'deleted_at'])
    .where('client_id', '=', ctx.clientId)
    .where('id', 'in', ids)
    .execute();
  if (v.appId !== null) {
    if (!apps.some((app) => app.id === v.appId && app.deleted_at === null))
      throw invalidField('appId', '对接应用不存在，请重新选择');
    const open = await listOpenKinds(trx, ctx.clientId, v.appId);
    const closed = v.kinds.filter((kind) => !open.has(kind));
    if (closed.length > 0)
      throw invalidField(
        'kinds',
        `${closed.map((kind) => forwardKind.label(kind)).join('、')}的接口未对此应用开通，请先在接口中心申请`,
      );
  }
  return new Map(apps.map(({ id, name }) => [`app ${id}`, name]));
}

/** Host of an address: of a URL or of host:port. */
function hostOf(address: string): { host: string; hostAndPort: string } {
  try {
    const url = new URL(address.includes('://') ? address : `tcp://${address}`);
    return { host: url.hostname.replace(/^\[|\]$/gu, '').toLowerCase(), hostAndPort: url.host.toLowerCase() };
  } catch {
    throw invalidField('address', '地址格式错误');
  }
}

/** Addresses inside of the operator's networks are refused when they are typed; names are looked at whenever they are called. */
function refuseInner({ address, appId }: Stored, privateHosts: readonly string[]): void {
  const { host, hostAndPort } = hostOf(address);
  const inner = host === 'localhost' || (isIP(host) !== 0 && isInnerAddress(host));
  if (inner && !privateHosts.includes(host) && !privateHosts.includes(hostAndPort))
    throw invalidField('address', `不允许向内网地址${appId === null ? '转发' : '推送'}，请填写公网地址`);
}

/** What a request says, and the hosts in private networks that may be called. */
type Given = ForwardFields & { privateHosts: readonly string[] };

/** 新增 and 编辑 of targets. A masked address and an empty secret that come back mean: as it was. */
export const targetWrites = registerWrites<Given, Stored, StoredTarget & Record<string, unknown>>(targetRegister, {
  load: async (trx, ctx, id) => {
    const found = requireRow(await findTarget(trx, ctx, id), targetRegister.noun);
    await refuseBeyond(trx, ctx, 'forward_target', id, nounOf(found));
    return found;
  },
  fieldsOf: (before) => ({ ...before, topic: '', centerId: null, m1: null, ia1: null, ic1: null, ...before.options }),
  prepare: async (trx, ctx, { privateHosts, ...given }, before) => {
    const address = before && given.address === maskAddress(before.address) ? before.address : given.address;
    // a key belongs to the address that it was given for: it never goes to another host
    const moved = before !== null && hostOf(address).hostAndPort !== hostOf(before.address).hostAndPort;
    if (moved && given.appId === null && given.secret == null && before.secret !== '')
      throw invalidField('secret', '地址已更换，请重新输入密码或密钥');
    // what a program subscribes to is signed with the program's own secret
    const secret = given.appId === null ? (given.secret ?? before?.secret ?? '') : '';
    const fields: Stored = { ...given, address, secret };
    refuseInner(fields, privateHosts);
    const names = new Map([
      ...(await findChosen(trx, ctx, given, before)),
      ...(await findSubscriber(trx, ctx, given, before)),
    ]);
    return {
      fields,
      names,
      ...(given.appId === null ? {} : { wording: { ...targetRegister.wording, labels: subscriptionLabels } }),
      ...(before ? {} : { columns: { created_by: ctx.userId, enabled: false } }),
      also: async (id) => {
        const changed =
          before !== null && waysOf({ ...fields, ...optionsOf(fields) }) !== waysOf({ ...before, ...before.options });
        // what failed before says nothing of another way: it is tried at once
        if (changed) await forgetFailures(trx, id);
        return before && fields.secret !== before.secret
          ? [{ field: 'secret', label: '密码或密钥', before: '', after: '已更换' }]
          : [];
      },
    };
  },
});

interface Way {
  protocol: number;
  address: string;
  account: string;
  secret: string;
  appId: string | null;
  /** of MQTT */
  topic?: string;
  /** of JT/T 809 */
  centerId?: number | null;
  m1?: number | null;
  ia1?: number | null;
  ic1?: number | null;
}
/** How a target is reached, to tell whether that was changed. */
const waysOf = ({ protocol, address, account, secret, appId, ...more }: Way): string => {
  const { topic = '', centerId = null, m1 = null, ia1 = null, ic1 = null } = more;
  return JSON.stringify([protocol, address, account, secret, appId, topic, centerId, m1, ia1, ic1]);
};

/** SQL: what was given up, or has not reached the present since it was started (`filled_at` is null until the first round that did). */
const goesOn = sql`(s.paused_at is not null or s.filled_at is null)`;
/** SQL: where the outbox of such a target is filled from, when it goes on: everything since, of {@link forwardResumeH} hours at most. */
const resumedFrom = sql`greatest(s.filled_from, now() - make_interval(hours => ${sql.lit(forwardResumeH)}))`;
/** SQL: the time for which it was stopped. A start that waited for the stop to be written may have begun before it. */
const stoppedTime = sql`tstzmultirange(tstzrange(s.stopped_at, greatest(s.stopped_at, date_trunc('milliseconds', now()))))`;
const withoutFailures = sql`failures = 0, tries = 0, next_at = null, paused_at = null, last_error = ''`;

/** A target that waits for its next try, or was given up, is told again from where it stands. */
const forgetFailures = (trx: Trx, id: string) =>
  sql`update forward_state s set filled_from = case when paused_at is null then filled_from else ${resumedFrom} end,
    filled_at = case when paused_at is null then filled_at end, ${withoutFailures} where target_id = ${id}`.execute(
    trx,
  );

interface SwitchTarget extends Target, Standing {
  appId: string | null;
  enabled: boolean;
  paused: boolean;
}
const refuseUnseen = (of: SwitchTarget) => (of.beyond ? beyondError(nounOf(of), of) : null);
/** … unless it is his own, which he may always end. */
const refuseToEnd = (of: SwitchTarget) => (mayEnd(of) ? null : refuseUnseen(of));
const loadTargets = (ctx: Ctx) => (trx: Trx, ids: string[]) =>
  trx
    .selectFrom('forward_target as t')
    .leftJoin('forward_state as s', 's.target_id', 't.id')
    .select([
      't.id',
      't.name',
      't.version',
      't.enabled',
      't.app_id as appId',
      sql<boolean>`(s.paused_at is not null)`.as('paused'),
    ])
    .select([tellsBeyond(ctx, 't').as('beyond'), madeBy(ctx, 't').as('own')])
    .where('t.client_id', '=', ctx.clientId)
    .where('t.deleted_at', 'is', null)
    .where('t.id', 'in', ids)
    .execute();

export const deleteTargets = (ctx: Ctx, ids: string[]) =>
  eachRecord<Stored, SwitchTarget>(ctx, targetRegister, ids, {
    load: loadTargets(ctx),
    action: '删除',
    refuse: refuseToEnd,
    set: null,
    also: async (trx, done) => {
      // nobody can send it again: what waits of a target goes with it
      if (done.length === 0) return;
      await trx
        .deleteFrom('forward_item')
        .where(
          'target_id',
          'in',
          done.map(({ id }) => id),
        )
        .execute();
    },
  });

const word = (enabled: number | boolean): string => (Number(enabled) === enableStatus.enabled ? '已启动' : '已停止');
const wordOf = ({ enabled, paused }: SwitchTarget): string => (enabled && paused ? '已暂停' : word(enabled));

/**
 * Starts or stops targets. One that is started begins anew: with what is stored from now on, and without the failures of before. One that was given up goes on where it
 * stood instead, so that nothing of the pause is lost, also when it was stopped or edited meanwhile; it may be started while it counts as started. One that was stopped
 * before it had reached the present owes what there was until then (`stopped_at`), and nothing of the time for which somebody had stopped it (`passed_over`), however often.
 */
export const switchTargets = (ctx: Ctx, { ids, enabled }: Parsed<typeof forwardSwitch>) =>
  eachRecord<Stored, SwitchTarget>(ctx, targetRegister, ids, {
    load: loadTargets(ctx),
    action: enabled === enableStatus.enabled ? '启动' : '停止',
    refuse: (t) =>
      (enabled === enableStatus.enabled ? refuseUnseen(t) : refuseToEnd(t)) ??
      (wordOf(t) === word(enabled) ? illegalTransition(`${nounOf(t)}${t.name}${word(enabled)}`) : null),
    set: { enabled: enabled === enableStatus.enabled },
    changes: (t) => [{ field: 'enabled', label: '状态', before: wordOf(t), after: word(enabled) }],
    also: async (trx, done) => {
      const ids = sql`any(${done.map(({ id }) => id)}::bigint[])`;
      if (enabled !== enableStatus.enabled) {
        await sql`update forward_state set stopped_at = date_trunc('milliseconds', now())
          where target_id = ${ids} and paused_at is null and filled_at is null`.execute(trx);
        return;
      }
      await sql`insert into forward_state as s (target_id, client_id) select id, client_id from forward_target where id = ${ids}
        on conflict (target_id) do update set filled_from = case when ${goesOn} then ${resumedFrom} else now() end, filled_at = null, stopped_at = null,
          passed_over = case when not ${goesOn} then '{}' when s.stopped_at is null then s.passed_over else s.passed_over + ${stoppedTime} end, ${withoutFailures}`.execute(
        trx,
      );
    },
  });
