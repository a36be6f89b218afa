import { dataScope } from '@tongda/contract/base/org/enums';
import { type GrantKind, grantKindNames } from '@tongda/contract/company/resource-auth/rights';
import { type explainButton, type explainResource, reasonNames } from '@tongda/contract/company/resource-auth/shapes';
import { codes, type Output } from '@tongda/contract/core/endpoint';
import { isMenuKey, menuList, menus } from '@tongda/contract/shell/menus';
import { withParents } from '@tongda/contract/shell/tree';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, notFound } from '../../../../core/http/errors';
import { orgScope } from '../../../base/org/door';
import { tableOfKind, visibleOfKind } from '../kinds';
import { loadPerson, loadResourceFacts } from './facts';
import { type Person, reasonsOf, rightsOpenedBy } from './rules';

/** Explains why a user can or cannot see a resource. Throws 4004 when the caller may not see the user or the resource. */
export function explainResourceTo(
  ctx: Ctx,
  userId: string,
  kind: GrantKind,
  resourceId: string,
): Promise<Output<typeof explainResource>> {
  return ctx.db(async (trx) => {
    const user = await loadAskedUser(trx, ctx, userId);
    const noun = grantKindNames[kind];
    const seen =
      await sql`select from ${tableOfKind(kind)} r where r.id = ${resourceId} and r.deleted_at is null and ${visibleOfKind(ctx, kind, 'r')}`.execute(
        trx,
      );
    const [facts] = seen.rows.length > 0 ? await loadResourceFacts(trx, ctx.clientId, kind, [resourceId]) : [];
    if (!facts) throw notFound(noun);
    const reasons = reasonsOf({ user, ...facts }, new Date(), ctx.timeZone);
    const rights = rightsOpenedBy(reasons, user.hides);
    const visible = rights.includes('view');
    const { name } = facts.resource;
    const why = reasons.filter((r) => r.state === 'active').map((r) => reasonNames[r.kind]);
    return {
      visible,
      answer: visible
        ? `${user.name}能看到${name}，因为：${[...new Set(why)].join('、')}`
        : `${user.name}看不到${name}：${reasons.length > 0 ? '曾有或可能的途径都未生效' : `${noun}不在其数据范围内，也没有授权给本人、本部门或含下级的上级部门`}`,
      rights,
      hides: [...user.hides],
      userOrg: user.orgName,
      resourceOrg: facts.resource.orgName,
      scope: user.scopes.map((s) => `${s.from}：${dataScope.label(s.kind)}`).join('；'),
      reasons,
    };
  });
}

async function loadAskedUser(trx: Trx, ctx: Ctx, userId: string): Promise<Person> {
  const { rows } = await sql`select from app_user u where u.id = ${userId} and u.client_id = ${ctx.clientId}
    and (${orgScope(ctx, 'u.org_id')} or u.id = ${ctx.userId})`.execute(trx);
  const user = rows.length > 0 ? await loadPerson(trx, ctx.clientId, userId) : undefined;
  if (!user) throw notFound('用户');
  return user;
}

/** Explains why a user can or cannot open a menu or press a button (`path`), by what each of his roles gives. */
export function explainButtonTo(
  ctx: Ctx,
  userId: string,
  menuId: number,
  path: string | undefined,
): Promise<Output<typeof explainButton>> {
  return ctx.db(async (trx) => {
    const user = await loadAskedUser(trx, ctx, userId);
    const keys = menuList.filter((m) => m.id === menuId).map((m) => m.key);
    const name = menuList.find((m) => m.id === menuId)?.name;
    if (name === undefined) throw new AppError(codes.notFound, '菜单不存在');
    const { rows } = await sql<{
      id: string;
      name: string;
      status: number;
      all: boolean;
      menus: string[];
      button: boolean;
    }>`
      select r.id::text as id, r.name, r.status, r.all_rights as all,
        array(select m.menu_key from role_menu m where m.role_id = r.id) as menus,
        exists (select from role_button b where b.role_id = r.id and b.menu_id = ${menuId} and b.path = ${path ?? ''}) as button
      from user_role ur join role r on r.id = ur.role_id where ur.user_id = ${userId} order by r.id`.execute(trx);
    const roles: Output<typeof explainButton>['roles'] = rows.map((r) => {
      const held = withParents(r.menus.filter(isMenuKey));
      const menu = r.all || keys.some((key) => isMenuKey(key) && held.has(key));
      const button = path === undefined || r.all || r.button;
      const text = r.all
        ? '拥有全部菜单和按钮'
        : `${menu ? '有' : '没有'}菜单“${name}”${path === undefined ? '' : `，${button ? '已' : '未'}勾选该按钮`}`;
      return {
        id: r.id,
        name: r.name,
        enabled: r.status === 1,
        menu,
        button,
        text: r.status === 1 ? text : `角色已停用；${text}`,
      };
    });
    if (user.isPrimary)
      roles.unshift({
        id: null,
        name: '主账号',
        enabled: true,
        menu: true,
        button: true,
        text: '主账号拥有本公司全部菜单和按钮',
      });
    const live = roles.filter((r) => r.enabled);
    const backstage = keys.every((key) => isMenuKey(key) && menus[key].area === 'backstage');
    const off = keys.some((key) => isMenuKey(key) && ctx.rights.off?.menus.has(key));
    const menu = live.some((r) => r.menu) && (ctx.provider || !backstage) && !off;
    const button = live.some((r) => r.button);
    const allowed = user.enabled && menu && button;
    return { allowed, answer: buttonAnswer(user, name, path, { menu, button, off, roles: roles.length }), roles };
  });
}

function buttonAnswer(
  user: Person,
  menuName: string,
  path: string | undefined,
  held: { menu: boolean; button: boolean; off: boolean; roles: number },
): string {
  const what = path === undefined ? `菜单“${menuName}”` : `“${menuName}”下的该按钮`;
  if (!user.enabled) return `${user.name}不能使用${what}：账号已停用`;
  if (held.off) return `${user.name}不能使用${what}：企业没有开通该模块`;
  if (held.roles === 0) return `${user.name}不能使用${what}：没有任何角色`;
  if (!held.menu) return `${user.name}不能使用${what}：没有一个启用的角色拥有该菜单`;
  if (!held.button) return `${user.name}不能使用${what}：有菜单，但没有一个启用的角色勾选该按钮`;
  return `${user.name}可以使用${what}`;
}
