import { codes } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import type { MenuKey } from '@tongda/contract/shell/menus';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, blockedByRule, forbiddenError, invalidField } from '../../../core/http/errors';
import { requireProof } from '../../base/identity/door';
import { givableRoles, guardAccounts, guardGiven } from '../../base/org/door';

/**
 * Called after a change: throws 4011 unless the company still has an enabled user who can manage roles (as primary user, by a role with all
 * rights, or by a role with the menu 角色权限).
 */
export async function guardLastAdmin(trx: Trx, ctx: Pick<Ctx, 'clientId'>): Promise<void> {
  const { rows } = await sql`select from app_user u
    where u.client_id = ${ctx.clientId} and u.status = 1 and u.deleted_at is null
      and (u.is_primary or exists (select from user_role ur join role r on r.id = ur.role_id
        where ur.user_id = u.id and r.status = 1
          and (r.all_rights or exists (select from role_menu m where m.role_id = r.id and m.menu_key = 'rolePermissions'))))
    limit 1`.execute(trx);
  if (rows.length === 0) throw blockedByRule(message('role.lastAdmin'), ['请先让另一个启用的用户拥有“角色权限”菜单']);
}

/** Giving a role gives its rights, so the caller must hold all of them himself. Throws 4000 for roles that do not exist, 4003 for roles that hold more than he does, and for visitors. */
export async function guardRolesToGive(
  trx: Trx,
  ctx: Ctx,
  roleIds: readonly string[],
  field = 'roleIds',
): Promise<void> {
  const roles = await trx
    .selectFrom('role')
    .select(['id', 'name', 'all_rights'])
    .where('client_id', '=', ctx.clientId)
    .where(sql<boolean>`id = any(${[...roleIds]}::bigint[])`)
    .execute();
  if (roles.length < new Set(roleIds).size) throw invalidField(field, '所选角色不存在');
  const givable = await givableRoles(trx, ctx);
  const beyond = roles.filter((role) => !givable.has(role.id)).map((role) => role.name);
  if (beyond.length > 0) throw forbiddenError(`角色“${beyond.join('、')}”含有您没有的权限，不能授予`);
}

/**
 * The one rule of accounts (`org/reach`) for a role: changing it changes its members. The role and all of them are within the caller's reach, before and after `change`;
 * throws 4003 otherwise.
 */
export async function withinReachOfRole<T>(trx: Trx, ctx: Ctx, roleId: string, change: () => Promise<T>): Promise<T> {
  await guardRoles(trx, ctx, [roleId], 'before');
  const made = await change();
  await guardRoles(trx, ctx, [roleId], 'after');
  return made;
}

/** The two looks of `withinReachOfRole` at several roles, for what is written in several steps: throws 4003 for the first role beyond the caller. */
export async function guardRoles(
  trx: Trx,
  ctx: Ctx,
  roleIds: readonly string[],
  when: 'before' | 'after',
): Promise<void> {
  const members = await trx
    .selectFrom('user_role as ur')
    .innerJoin('app_user as u', 'u.id', 'ur.user_id')
    .select('u.id')
    .where(sql<boolean>`ur.role_id = any(${[...roleIds]}::bigint[])`)
    .where('u.deleted_at', 'is', null)
    // who has everything anyway is not changed by a role
    .where('u.is_primary', '=', false)
    .execute();
  const ids = [...new Set(members.map(({ id }) => id))];
  await (when === 'before' ? guardAccounts : guardGiven)(trx, ctx, ids);
  const givable = await givableRoles(trx, ctx);
  const roles = await trx
    .selectFrom('role')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...roleIds]}::bigint[])`)
    .execute();
  const beyond = roles.find(({ id }) => !givable.has(id));
  if (beyond)
    throw forbiddenError(
      `角色“${beyond.name}”${when === 'before' ? '含有您没有的权限，不能修改' : '将有您没有的权限，不能授予'}`,
    );
}

/** The refusal (4010) to change a role that the product made or that has all rights; it advises to copy the role. */
export const presetRoleError = (name: string): AppError =>
  new AppError(codes.illegalTransition, message('role.preset', { name }));

/** Menus whose holders can give rights to other users. */
export const adminMenus: readonly string[] = ['rolePermissions', 'userManagement'] satisfies MenuKey[];

/** Throws 4012, unless the caller proved his password lately, when one of these roles makes its holder an administrator. */
export async function requireProofForRoles(trx: Trx, ctx: Ctx, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return;
  const { rows } = await sql<{ name: string }>`select r.name from role r where r.client_id = ${ctx.clientId}
    and r.id = any(${[...roleIds]}::bigint[]) and (r.all_rights or exists (select from role_menu m where m.role_id = r.id
      and m.menu_key = any(${[...adminMenus]}::text[]))) order by r.id`.execute(trx);
  if (rows.length > 0) await requireProof(trx, ctx, `授予管理类角色“${rows.map((r) => r.name).join('、')}”`);
}
