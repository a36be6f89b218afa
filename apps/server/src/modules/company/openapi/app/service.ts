import { randomBytes } from 'node:crypto';
import { interfaceApplyStatus } from '@tongda/contract/base/system-enums';
import type {
  OpenApp,
  openAppAdd,
  openAppCustomers,
  openAppRotate,
  openAppUpdate,
} from '@tongda/contract/company/openapi/apps';
import { openScope } from '@tongda/contract/company/openapi/enums';
import { overlapH } from '@tongda/contract/company/openapi/signature';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { type FieldMask, fieldMask } from '@tongda/contract/core/field/hidden-kinds';
import { sql } from 'kysely';
import { insertRows, requireRow, updateRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import { guardUnique, type Taken } from '../../../../core/db/unique';
import { todaySql, wireColumn, wireColumnOrNull } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { blockedByRule, invalidField } from '../../../../core/http/errors';
import { changesBetween, recordChanges, switchChanges } from '../../../../core/record/audit';
import { likePattern } from '../../../../core/record/options';
import { isForCustomers, offeredInterfaces } from '../catalogue';
import { loadInterfaceNames } from '../listed';
import { refuseUnlessManager } from '../manager';
import { hiddenTogether, refuseProgramBeyond } from './reach';
import { bytesOf, type Keys, newSecret, putSecret } from './secret';

/** A company has so many programs at most. */
const mostApps = 50;
type Fields = Omit<Parsed<typeof openAppAdd>, never>;

const labels = {
  name: '应用名称',
  ipList: 'IP白名单',
  scope: '数据范围',
  customer: '所属客户',
  validUntil: '有效期至',
  remark: '备注',
  masks: '脱敏字段',
  enabled: '状态',
} as const;

/** Programs of the caller's company, newest first. */
export function listApps(ctx: Ctx): Promise<OpenApp[]> {
  refuseUnlessManager(ctx);
  return ctx.db((trx) => loadApps(trx, ctx));
}

async function loadApps(trx: Trx, ctx: Ctx): Promise<OpenApp[]> {
  return trx
    .selectFrom('open_app as a')
    .select(['a.id', 'a.name', 'a.app_key as appKey', 'a.ip_list as ipList', 'a.per_minute as perMinute'])
    .select(['a.valid_until as validUntil', 'a.remark', 'a.enabled', 'a.version'])
    .select(sql<OpenApp['scope']>`a.scope`.as('scope'))
    .select(sql<FieldMask[]>`a.masks`.as('masks'))
    .select(targetNames.as('targets'))
    .select(
      sql<
        OpenApp['customer']
      >`(select jsonb_build_object('id', k.id::text, 'name', k.name) from customer k where k.id = a.customer_id)`.as(
        'customer',
      ),
    )
    .select(
      sql<string | null>`case when a.old_until > now() then ${wireColumn('a.old_until', ctx.timeZone)} end`.as(
        'oldUntil',
      ),
    )
    .select(wireColumn('a.created_at', ctx.timeZone).as('createTime'))
    .select((eb) =>
      eb
        .selectFrom('open_call_log as c')
        .select(wireColumnOrNull('c.at', ctx.timeZone).as('at'))
        .whereRef('c.app_id', '=', 'a.id')
        .orderBy('c.at', 'desc')
        .limit(1)
        .as('lastCall'),
    )
    .select(
      // as quotas count: what was refused is no use of them
      sql<number>`coalesce((select sum(u.ok + u.failed)::int from open_usage u where u.app_id = a.id
        and u.day = ${todaySql(ctx.timeZone)}), 0)`.as('callsToday'),
    )
    .select(
      sql<string[]>`array(select distinct g.interface_key from interface_apply g where g.client_id = a.client_id
        and g.status = ${interfaceApplyStatus.opened} and (g.app_id is null or g.app_id = a.id)
        and (a.customer_id is null or g.interface_key = any(${forCustomers})) order by 1)`.as('opened'),
    )
    .where('a.client_id', '=', ctx.clientId)
    .where('a.deleted_at', 'is', null)
    .orderBy('a.id', 'desc')
    .execute();
}

const targetNames = sql<
  { id: string; name: string }[]
>`coalesce((select jsonb_agg(jsonb_build_object('id', t.id::text, 'name', t.name) order by t.name) from (
  select o.id, o.name from org o where a.scope = ${openScope.departments} and o.id = any(a.target_ids)
  union all select v.id, v.plate_no from vehicle v where a.scope = ${openScope.vehicles} and v.id = any(a.target_ids)) t), '[]')`;

/** Makes a program with an account of its own. Its secret is in this answer and nowhere else. */
export async function addApp(ctx: Ctx, keys: Keys, input: Fields): Promise<Output<typeof openAppAdd>> {
  refuseUnlessManager(ctx);
  const secret = newSecret();
  const appKey = `ak_${randomBytes(12).toString('hex')}`;
  return guardUnique(taken, () =>
    ctx.db(async (trx) => {
      const { n } = await trx
        .selectFrom('open_app')
        .select(sql<number>`count(*)::int`.as('n'))
        .where('client_id', '=', ctx.clientId)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (n >= mostApps) throw blockedByRule(`对接应用最多${mostApps}个，请先删除不用的`);
      await refuseForeignTargets(trx, ctx, input);
      const customer = await requireCustomer(trx, ctx, input.customerId);
      await refuseProgramBeyond(trx, ctx, null);
      const masks = hiddenTogether(ctx, []);
      const { id: userId } = await trx
        .insertInto('app_user')
        .values({
          client_id: ctx.clientId,
          account_code: appKey,
          name: input.name,
          status: 0,
          data_scope: onlyNamed,
          created_by: ctx.userId,
          deleted_at: sql<Date>`now()`,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const [id = ''] = await insertRows(trx, ctx, 'open_app', [
        {
          ...columnsOf(input),
          masks,
          user_id: userId,
          app_key: appKey,
          secret: bytesOf(keys, secret),
          created_by: ctx.userId,
        },
      ]);
      await writeScope(trx, ctx, userId, input);
      await recordChanges(trx, ctx, [
        {
          entity: 'open_app',
          entityId: id,
          action: '新增',
          changes: changesBetween({}, wordsOf({ ...input, masks, customer }), labels),
        },
      ]);
      return { id, appKey, secret };
    }),
  );
}

export async function updateApp(ctx: Ctx, { id, version, ...asked }: Parsed<typeof openAppUpdate>): Promise<null> {
  refuseUnlessManager(ctx);
  return guardUnique(taken, () =>
    ctx.db(async (trx) => {
      const before = await lockApp(trx, ctx, id);
      const input = { ...asked, customerId: asked.customerId === undefined ? before.customer_id : asked.customerId };
      await refuseForeignTargets(trx, ctx, input);
      const customer =
        input.customerId === before.customer_id ? before.customer : await requireCustomer(trx, ctx, input.customerId);
      await refuseProgramBeyond(trx, ctx, id);
      const masks = hiddenTogether(ctx, before.masks);
      await updateRow(trx, ctx, 'open_app', { id, version, values: { ...columnsOf(input), masks } });
      await trx.updateTable('app_user').set({ name: input.name }).where('id', '=', before.user_id).execute();
      await writeScope(trx, ctx, before.user_id, input);
      const was = {
        name: before.name,
        ipList: before.ip_list,
        scope: openScope.schema.parse(before.scope),
        targetIds: before.target_ids,
        validUntil: before.valid_until,
        remark: before.remark,
        masks: before.masks,
        customer: before.customer,
      };
      const closed = input.customerId === null ? [] : await closeInternal(trx, ctx, id);
      const changes = [
        ...changesBetween(wordsOf(was), wordsOf({ ...input, masks, customer }), labels),
        ...changesBetween({ closed: '' }, { closed: closed.join('、') }, { closed: '停用的接口' }),
      ];
      await recordChanges(trx, ctx, [{ entity: 'open_app', entityId: id, action: '编辑', changes }]);
      return null;
    }),
  );
}

const forCustomers = sql`${offeredInterfaces.flatMap(({ key }) => (isForCustomers(key) ? [key] : []))}::text[]`;

/** Ends, for a program that is a customer's, what is not open for such programs: open interfaces are stopped, applications taken back. Answers their names. */
async function closeInternal(trx: Trx, ctx: Ctx, appId: string): Promise<string[]> {
  const { opened, review, stopped, withdrawn } = interfaceApplyStatus;
  const { rows } = await sql<{ key: string }>`update interface_apply set version = version + 1, updated_at = now(),
      status = case status when ${opened}::int then ${stopped}::int else ${withdrawn}::int end, remark = '应用改为客户的应用，此接口不对客户的应用开放'
    where client_id = ${ctx.clientId} and app_id = ${appId} and status in (${opened}, ${review}) and not interface_key = any(${forCustomers})
    returning interface_key as key`.execute(trx);
  if (rows.length === 0) return [];
  const names = await loadInterfaceNames(trx);
  return rows.map(({ key }) => names.get(key) ?? key).sort();
}

export async function switchApp(
  ctx: Ctx,
  { id, version, enabled }: { id: string; version: number; enabled: boolean },
): Promise<null> {
  refuseUnlessManager(ctx);
  return ctx.db(async (trx) => {
    const before = await lockApp(trx, ctx, id);
    if (enabled) await refuseProgramBeyond(trx, ctx, id);
    if (before.enabled === enabled) return null;
    await updateRow(trx, ctx, 'open_app', { id, version, values: { enabled } });
    const changes = switchChanges(before.enabled, enabled);
    await recordChanges(trx, ctx, [{ entity: 'open_app', entityId: id, action: enabled ? '启用' : '停用', changes }]);
    return null;
  });
}

/**
 * 更换密钥, by the company itself. While the former secret is good, the program hides what either holder does not see; where it ends at once, what the
 * caller does not see.
 */
export async function rotateSecret(
  ctx: Ctx,
  keys: Keys,
  { id, version, atOnce }: Parsed<typeof openAppRotate>,
): Promise<Output<typeof openAppRotate>> {
  refuseUnlessManager(ctx);
  return ctx.db(async (trx) => {
    const { app_key: appKey, ...before } = await lockApp(trx, ctx, id);
    await refuseProgramBeyond(trx, ctx, id);
    const masks = hiddenTogether(ctx, atOnce ? [] : before.masks);
    const secret = await putSecret(trx, keys, { id, clientId: ctx.clientId }, atOnce);
    await updateRow(trx, ctx, 'open_app', { id, version, values: { masks } });
    const action = atOnce ? '更换密钥，原密钥立即失效' : `更换密钥，原密钥${overlapH}小时后失效`;
    const left = atOnce ? '立即失效' : `${overlapH}小时后失效`;
    const changes = [
      { field: 'secret', label: '原密钥', before: '有效', after: left },
      ...changesBetween({ masks: maskWords(before.masks) }, { masks: maskWords(masks) }, labels),
    ];
    await recordChanges(trx, ctx, [{ entity: 'open_app', entityId: id, action, changes }]);
    return { id, appKey, secret };
  });
}

export async function deleteApp(ctx: Ctx, { id, version }: { id: string; version: number }): Promise<null> {
  refuseUnlessManager(ctx);
  return ctx.db(async (trx) => {
    const app = await lockApp(trx, ctx, id);
    await updateRow(trx, ctx, 'open_app', {
      id,
      version,
      values: { enabled: false, deleted_at: new Date().toISOString() },
    });
    await trx
      .updateTable('interface_apply')
      .set({ status: interfaceApplyStatus.withdrawn, version: sql`version + 1`, updated_at: sql<Date>`now()` })
      .where('app_id', '=', id)
      .where('status', 'in', [interfaceApplyStatus.review, interfaceApplyStatus.opened])
      .execute();
    await endScope(trx, ctx, app.user_id);
    await recordChanges(trx, ctx, [{ entity: 'open_app', entityId: id, action: '删除' }]);
    return null;
  });
}

/** The program of the caller's company, with the customer that it belongs to. Throws 4004 when there is none. */
export async function requireApp(trx: Trx, ctx: Ctx, id: string): Promise<{ customerId: string | null }> {
  return requireRow(
    await trx
      .selectFrom('open_app')
      .select('customer_id as customerId')
      .where('id', '=', id)
      .where('client_id', '=', ctx.clientId)
      .executeTakeFirst(),
    '对接应用',
  );
}

const lockApp = async (trx: Trx, ctx: Ctx, id: string) =>
  requireRow(
    await trx
      .selectFrom('open_app')
      .select(['user_id', 'app_key', 'name', 'ip_list', 'scope', 'target_ids', 'valid_until', 'remark', 'enabled'])
      .select([
        'customer_id',
        sql<string>`coalesce((select k.name from customer k where k.id = customer_id), '')`.as('customer'),
      ])
      .select(sql<FieldMask[]>`masks`.as('masks'))
      .where('id', '=', id)
      .where('client_id', '=', ctx.clientId)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
    '对接应用',
  );

const taken: Taken = { open_app_name: { field: 'name', msg: '已有同名的对接应用，请换一个名称' } };

const columnsOf = ({ name, ipList, scope, targetIds, customerId, validUntil, remark }: Fields) => ({
  name,
  ip_list: [...new Set(ipList)],
  scope,
  target_ids: scope === openScope.company ? [] : [...new Set(targetIds)],
  customer_id: customerId,
  valid_until: validUntil,
  remark,
});

const maskWords = (masks: readonly FieldMask[]): string => masks.map((mask) => fieldMask.label(mask)).join('、');

type Worded = Omit<Fields, 'customerId'> & { masks: FieldMask[]; customer: string };
const wordsOf = ({ name, ipList, scope, targetIds, customer, validUntil, remark, masks }: Worded) => ({
  name,
  ipList: ipList.join('、') || '不限',
  scope: scope === openScope.company ? openScope.label(scope) : `${openScope.label(scope)}（${targetIds.length}）`,
  customer,
  validUntil: validUntil ?? '不限',
  remark,
  masks: maskWords(masks),
});

/** Data scope "these departments" of an account; without any it sees what it was given. */
const onlyNamed = 4;

async function refuseForeignTargets(trx: Trx, ctx: Ctx, { scope, targetIds }: Fields): Promise<void> {
  if (scope === openScope.company) return;
  const ids = [...new Set(targetIds)];
  const what = scope === openScope.departments ? '部门' : '车辆';
  if (ids.length === 0) throw invalidField('targetIds', `请选择${what}`);
  const { rows } = await (scope === openScope.departments
    ? sql<{
        n: number;
      }>`select count(*)::int as n from org where client_id = ${ctx.clientId} and id = any(${ids}::bigint[])`
    : sql<{ n: number }>`select count(*)::int as n from vehicle where client_id = ${ctx.clientId} and deleted_at is null
        and id = any(${ids}::bigint[])`
  ).execute(trx);
  if (rows[0]?.n !== ids.length) throw invalidField('targetIds', `所选${what}中有的不存在或不属于本企业，请重新选择`);
}

/** Customers of the caller's company that a program may belong to: those whose name or code is like the keyword, and `ids` whatever they are called. */
export function listAppCustomers(
  ctx: Ctx,
  { keyword = '', ids }: Parsed<typeof openAppCustomers>,
): Promise<Output<typeof openAppCustomers>> {
  refuseUnlessManager(ctx);
  return ctx.db((trx) =>
    trx
      .selectFrom('customer as k')
      .select(['k.id', 'k.name'])
      .where('k.client_id', '=', ctx.clientId)
      .where(
        ids
          ? sql<boolean>`k.id = any(${ids}::bigint[])`
          : sql<boolean>`k.deleted_at is null and (k.name ilike ${likePattern(keyword)} or k.code ilike ${likePattern(keyword)})`,
      )
      .orderBy('k.name')
      .limit(50)
      .execute(),
  );
}

/** The name of the customer, '' without one. Throws 4000 for one that is not the company's, or was deleted. */
async function requireCustomer(trx: Trx, ctx: Ctx, id: string | null): Promise<string> {
  if (id === null) return '';
  const found = await trx
    .selectFrom('customer')
    .select('name')
    .where('id', '=', id)
    .where('client_id', '=', ctx.clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw invalidField('customerId', '客户不存在，请重新选择');
  return found.name;
}

/** What the account of a program sees: departments as the scope of its account, vehicles as grants to it. */
async function writeScope(trx: Trx, ctx: Ctx, userId: string, { scope, targetIds }: Fields): Promise<void> {
  await endScope(trx, ctx, userId);
  const ids = [...new Set(targetIds)];
  if (scope === openScope.departments)
    await sql`insert into user_org_scope (client_id, user_id, org_id)
      select ${ctx.clientId}, ${userId}, unnest(${ids}::bigint[])`.execute(trx);
  if (scope === openScope.vehicles)
    await sql`insert into resource_auth (client_id, resource_kind, resource_id, user_id, granted_by, remark)
      select ${ctx.clientId}, 'vehicle', unnest(${ids}::bigint[]), ${userId}, ${ctx.userId}, '对接应用的数据范围'`.execute(
      trx,
    );
}

async function endScope(trx: Trx, ctx: Ctx, userId: string): Promise<void> {
  await trx.deleteFrom('user_org_scope').where('user_id', '=', userId).execute();
  await sql`update resource_auth set revoked_at = now(), revoked_by = ${ctx.userId} where user_id = ${userId}
    and client_id = ${ctx.clientId} and revoked_at is null`.execute(trx);
}
