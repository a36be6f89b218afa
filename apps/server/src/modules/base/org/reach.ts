import { message } from '@tongda/contract/core/messages';
import type { MenuKey } from '@tongda/contract/shell/menus';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { type AppError, forbiddenError } from '../../../core/http/errors';
import { extension } from '../../../core/run/extension';
import { orgScope, type ScopeOf, seesAll } from './scope';

/**
 * Role code in the provider's company whose holders may write while they visit a company. It gives a right that is no menu, so it is given and
 * taken like one.
 */
export const visitWriteRole = 'visit:write';

/** What a caller may do and see, as it was when his transaction first asked: what he may give is measured by it, also when it is given to himself. */
interface Reach extends ScopeOf {
  rights: Ctx['rights'];
  isSuper: boolean;
  /** staff of the provider in somebody else's company: they hold its rights for two hours and hand on none of them */
  visiting: boolean;
  /** departments of his data scope; of no meaning to who sees the whole company */
  orgs: readonly string[];
  /** roles of his own, also disabled ones */
  roles: readonly string[];
  writesOnVisits: boolean;
  /** ids of grants to departments that hold something he has not: an account that they reach is beyond him, and he moves none below such a department, himself neither */
  grants: readonly string[];
}

const reaches = new WeakMap<Trx, Promise<Reach>>();

/** The caller's reach at the beginning of this transaction: who is to be measured by it asks before he writes. */
function reachOf(trx: Trx, ctx: Ctx): Promise<Reach> {
  const known = reaches.get(trx);
  if (known) return known;
  const read = loadReach(trx, ctx);
  reaches.set(trx, read);
  return read;
}

/** Who moves departments of the company waits for those who place accounts in them, and they for him: neither judges by a tree that is just changing. */
const treeLock = (ctx: Ctx) => sql`hashtext('org tree'), ${ctx.clientId}::int`;

/** Nobody places accounts, or moves departments, until this transaction ends. */
export const lockTree = (trx: Trx, ctx: Ctx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${treeLock(ctx)})`.execute(trx);

/** Nobody moves departments until this transaction ends. Call it before locking accounts: the guards take the same lock, and taking it later could deadlock. */
export const holdTree = (trx: Trx, ctx: Ctx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock_shared(${treeLock(ctx)})`.execute(trx);

async function loadReach(trx: Trx, ctx: Ctx): Promise<Reach> {
  await holdTree(trx, ctx);
  const { rows } = await sql<{ orgs: string[]; roles: string[]; writes: boolean }>`select
      array(select o.id::text from org o where o.client_id = ${ctx.clientId} and ${orgScope(ctx, 'o.id')}) as orgs,
      array(select ur.role_id::text from user_role ur where ur.user_id = ${ctx.userId}) as roles,
      exists (select from user_role ur join role r on r.id = ur.role_id
        where ur.user_id = ${ctx.userId} and r.code = ${visitWriteRole} and r.status = 1) as writes`.execute(trx);
  const { orgs = [], roles = [], writes = false } = rows[0] ?? {};
  const { userId, clientId, isPrimary, isOrgManager, isSuper, rights } = ctx;
  const visiting = ctx.actor?.mode === 'visit';
  const grants: string[] = [];
  if (!seesAll(ctx)) for (const look of grantsBeyond.parts()) grants.push(...(await look.ofDepartments(trx, ctx)));
  return {
    ...{ userId, clientId, isPrimary, isOrgManager, isSuper, rights },
    ...{ visiting, orgs, roles, grants, writesOnVisits: isPrimary || isSuper || writes },
  };
}

/** Why an account is beyond its caller. */
type Why = 'primary' | 'super' | 'admin' | 'place' | 'rights' | 'scope' | 'grants';
/** Ids of accounts that are beyond the caller, each with the reason. */
type Beyond = ReadonlyMap<string, { name: string; why: Why }>;

interface GrantsBeyond {
  /** ids of grants to departments that hold a resource, or a right to it, that `who` does not have now */
  ofDepartments: (trx: Trx, who: ScopeOf) => Promise<string[]>;
  /** ids of those users who, or whose departments, were given a resource, or a right to it, that `who` does not have */
  holders: (trx: Trx, who: ScopeOf, userIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** ids of those users whom one of these grants reaches through their departments */
  reached: (trx: Trx, userIds: readonly string[], grantIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Grants belong to the company wing, which adds its part here. */
export const grantsBeyond = extension<GrantsBeyond>();

/**
 * Accounts out of those named that may do or see more than the caller: his departments hold them not, or a role, the data scope or what was given
 * to them holds more than he has. Of the caller himself only what he did not have before counts.
 */
async function listBeyond(trx: Trx, reach: Reach, ids: readonly string[]): Promise<Beyond> {
  if (ids.length === 0) return new Map();
  const { clientId, userId, orgs, isPrimary, isSuper, isOrgManager } = reach;
  const all = seesAll(reach);
  const stronger = await listRolesBeyond(trx, reach);
  const { rows } = await sql<{ id: string; name: string; why: Why | null }>`
    select u.id::text as id, u.name, case
      when not self and u.is_primary and not ${isPrimary} then 'primary'
      when not self and u.is_super and not ${isSuper} then 'super'
      when u.org_type = 1 and not ${all} and not (self and ${isOrgManager}) then 'admin'
      when not self and not ${all} and not coalesce(u.org_id = any(${orgs}::bigint[]), false) then 'place'
      when exists (select from user_role ur where ur.user_id = u.id and ur.role_id = any(${stronger}::bigint[])
        and not (self and ur.role_id = any(${reach.roles}::bigint[]))) then 'rights'
      when not ${all} and exists (select from scope_orgs(u.id) o where o <> all(${orgs}::bigint[])) then 'scope' end as why
    from app_user u, lateral (select u.id = ${userId}) me(self)
    where u.client_id = ${clientId} and u.id = any(${[...ids]}::bigint[])`.execute(trx);
  const beyond = new Map(rows.flatMap(({ id, name, why }) => (why ? [[id, { name, why }] as const] : [])));
  if (all) return beyond;
  const rest = rows.filter(({ id }) => !beyond.has(id));
  const restIds = rest.map(({ id }) => id);
  const othersIds = restIds.filter((id) => id !== userId);
  for (const look of grantsBeyond.parts()) {
    const given = await look.holders(trx, reach, othersIds);
    // what the caller did not have before he wrote, though he has it now: he moved himself, or his department
    const reached = await look.reached(trx, restIds, reach.grants);
    for (const { id, name } of rest) if (given.has(id) || reached.has(id)) beyond.set(id, { name, why: 'grants' });
  }
  return beyond;
}

/** Menus that say nothing about others: whoever manages roles may give them without having them. */
const harmless: readonly MenuKey[] = ['changePassword'];

/** Ids of the company's roles that hold a right, or show a field, that the caller does not have. Disabled ones count: they may be enabled. */
async function listRolesBeyond(trx: Trx, { clientId, rights, writesOnVisits }: Reach): Promise<string[]> {
  const { all, keys, buttons, masks, off } = rights;
  // a module that is switched off takes nothing from whom it was given to: it comes back to him
  const held = [...keys, ...(off?.held ?? []), ...harmless];
  const pressed = sql`any(${[...buttons]}::text[])`;
  const { rows } = await sql<{ id: string }>`select r.id::text as id from role r where r.client_id = ${clientId}
    and (not r.masks @> ${[...masks]}::text[]
      or not ${writesOnVisits} and r.code = ${visitWriteRole} and exists (select from client c where c.id = r.client_id and c.kind = 'provider')
      or not ${all} and (r.all_rights
        or exists (select from role_menu m where m.role_id = r.id and not m.menu_key = any(${held}::text[]))
        or exists (select from role_button b where b.role_id = r.id and not b.menu_id || '|' || b.path = ${pressed})))`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Ids of the company's roles that the caller may give and change: those that hold nothing he does not hold. None for visitors. */
export async function givableRoles(trx: Trx, ctx: Ctx): Promise<Set<string>> {
  const reach = await reachOf(trx, ctx);
  if (reach.visiting) return new Set();
  const beyond = new Set(await listRolesBeyond(trx, reach));
  const roles = await trx.selectFrom('role').select('id').where('client_id', '=', ctx.clientId).execute();
  return new Set(roles.map(({ id }) => id).filter((id) => !beyond.has(id)));
}

const visitorError = (): AppError => forbiddenError('访问企业期间不能修改账号和权限');

const reasons: Readonly<Record<Why, (name: string) => string>> = {
  primary: () => '主账号只能由本人管理',
  super: (name) => `${name}可以代管其他用户，只能由同样的人管理`,
  admin: () => message('user.adminOnly'),
  place: () => '有账号不在您的数据范围内，请由管理员处理',
  rights: (name) => `${name}有您没有的权限，请由拥有这些权限的管理员处理`,
  scope: (name) => `${name}的数据范围大于您的数据范围，请由管理员处理`,
  grants: (name) => `${name}获得了您无权查看或操作的资源，请由管理员处理`,
};
const givenReasons: Readonly<Record<Why, (name: string) => string>> = {
  ...reasons,
  rights: (name) => `${name}将有您没有的权限，不能授予`,
  scope: (name) => `${name}的数据范围将大于您的数据范围，请改小数据范围，或换一个数据范围更小的角色`,
  grants: (name) => `${name}将获得您无权查看或操作的资源，不能授予`,
};

/** Why the caller may not change these accounts, by id: each of them may do or see something that he may not. */
export async function refusalsFor(trx: Trx, ctx: Ctx, ids: readonly string[]): Promise<Map<string, AppError>> {
  const reach = await reachOf(trx, ctx);
  if (reach.visiting) return new Map(ids.map((id) => [id, visitorError()]));
  const beyond = await listBeyond(trx, reach, ids);
  return new Map([...beyond].map(([id, { name, why }]) => [id, forbiddenError(reasons[why](name))]));
}

/**
 * The one rule of accounts: nobody changes an account, or gives one rights or a scope, beyond his own. Throws 4003 when one of these accounts may do
 * or see more than the caller; called before they are changed, as `guardGiven` is called after. Their rows are locked until the end of the transaction, so
 * that nobody makes them stronger between this look and what is written after it.
 */
export async function guardAccounts(trx: Trx, ctx: Ctx, ids: readonly string[]): Promise<void> {
  // not the key: logins, which refer to the account, do not wait
  if (ids.length > 0)
    await sql`select from app_user where client_id = ${ctx.clientId} and id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(
      trx,
    );
  const [refusal] = (await refusalsFor(trx, ctx, ids)).values();
  if (refusal) throw refusal;
}

/** Throws 4003 when one of these accounts may now do or see more than the caller could before. Called after they were written, in the same transaction as a look at them before. */
export async function guardGiven(trx: Trx, ctx: Ctx, ids: readonly string[]): Promise<void> {
  const reach = await reachOf(trx, ctx);
  if (reach.visiting && ids.length > 0) throw visitorError();
  const [beyond] = (await listBeyond(trx, reach, ids)).values();
  if (beyond) throw forbiddenError(givenReasons[beyond.why](beyond.name));
}
