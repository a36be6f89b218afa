import type { roleSaveMenu } from '@tongda/contract/company/role/calls';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { isMenuKey, menus } from '@tongda/contract/shell/menus';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { forbiddenError, notFound } from '../../../core/http/errors';
import { requireProof } from '../../base/identity/door';
import { adminMenus, guardLastAdmin, withinReachOfRole } from './guard';
import { flattenMenus, listMenusToGive } from './menus';
import { changeableRole, changeOf, handOpenMessages, noteRoleChange, touchRole } from './write';

/** The tree of menus and what the role holds of it. Rights of menus that are not built yet stay stored but are not shown. Throws 4004. */
export function loadRoleRights(ctx: Ctx, roleId: string) {
  return ctx.db(async (trx) => {
    const role = await trx
      .selectFrom('role')
      .select(['id', 'all_rights', 'version'])
      .where('id', '=', roleId)
      .where('client_id', '=', ctx.clientId)
      .executeTakeFirst();
    if (!role) throw notFound('角色');
    const tree = listMenusToGive(ctx);
    const nodes = flattenMenus(tree);
    const shown = indexRights(nodes);
    if (role.all_rights)
      return {
        tree,
        checked: nodes.map((n) => n.key),
        buttons: nodes.flatMap((n) => n.buttons.map(({ path }) => ({ menuId: n.menuId, path }))),
        version: role.version,
      };
    const held = await loadHeldRights(trx, roleId);
    return {
      tree,
      checked: held.menus.filter((key) => shown.menus.has(key)),
      buttons: held.buttons.filter((b) => shown.buttons.has(rightKey(b))),
      version: role.version,
    };
  });
}

async function loadHeldRights(trx: Trx, roleId: string): Promise<Held> {
  const menus = await trx.selectFrom('role_menu').select('menu_key').where('role_id', '=', roleId).execute();
  const buttons = await trx
    .selectFrom('role_button')
    .select(['menu_id as menuId', 'path'])
    .where('role_id', '=', roleId)
    .execute();
  return { menus: menus.map((m) => m.menu_key), buttons };
}

function indexRights(nodes: ReturnType<typeof flattenMenus>) {
  return {
    menus: new Map(nodes.map((n) => [n.key, n])),
    // the first place of a number gives the name
    buttons: new Map(
      [...nodes]
        .reverse()
        .flatMap((n) => n.buttons.map((b) => [rightKey({ ...b, menuId: n.menuId }), { ...b, menu: n.name }] as const)),
    ),
  };
}

/** Saves the ticks of the page as the rights of the role, see `replaceRights`; throws 4009 for an outdated version and 4010 for a role of the product. */
export function saveRoleMenus(ctx: Ctx, input: Parsed<typeof roleSaveMenu>) {
  return ctx.db(async (trx) => {
    const role = await changeableRole(trx, ctx, input.roleId, input.version);
    const counts = await withinReachOfRole(trx, ctx, role.id, () => replaceRights(trx, ctx, role.id, input));
    await guardLastAdmin(trx, ctx);
    return { version: await touchRole(trx, ctx, role.id), ...counts };
  });
}

/**
 * Replaces the rights of a role, as far as the page shows them, by the menus and buttons of `input`, and writes its history. A button brings its
 * menu with it. Throws 4003 for rights that the caller does not hold himself, 4012 for menus of administrators without a fresh proof.
 */
export async function replaceRights(trx: Trx, ctx: Ctx, roleId: string, input: Held) {
  const nodes = flattenMenus(listMenusToGive(ctx));
  const shown = indexRights(nodes);
  const wanted = completeRights(nodes, shown, input);
  const before = await loadHeldRights(trx, roleId);
  const had = {
    menus: before.menus.filter((key) => shown.menus.has(key)),
    buttons: indexByRight(before.buttons.filter((b) => shown.buttons.has(rightKey(b)))),
  };
  const added = {
    menus: [...wanted.menus].filter((key) => !had.menus.includes(key)),
    buttons: [...wanted.buttons].filter(([key]) => !had.buttons.has(key)),
  };
  const gone = {
    menus: had.menus.filter((key) => !wanted.menus.has(key) && !shown.menus.get(key)?.group),
    buttons: [...had.buttons].filter(([key]) => !wanted.buttons.has(key)),
  };
  const rightOf = (key: RightKey) => shown.buttons.get(key);
  const beyond = [
    ...added.menus.filter((key) => !shown.menus.get(key)?.mayGive).map((key) => shown.menus.get(key)?.name ?? key),
    ...added.buttons
      .filter(([key]) => !rightOf(key)?.mayGive)
      .map(([key]) => `${rightOf(key)?.menu}-${rightOf(key)?.label}`),
  ];
  if (beyond.length > 0) throw forbiddenError(`您没有这些权限，不能授予：${beyond.slice(0, 5).join('、')}`);
  const admin = added.menus.filter((key) => adminMenus.includes(key));
  if (admin.length > 0)
    await requireProof(
      trx,
      ctx,
      `给角色增加管理菜单“${admin.map((key) => shown.menus.get(key)?.name ?? key).join('、')}”`,
    );
  if (gone.menus.length > 0)
    await trx.deleteFrom('role_menu').where('role_id', '=', roleId).where('menu_key', 'in', gone.menus).execute();
  for (const [, { menuId, path }] of gone.buttons)
    await trx
      .deleteFrom('role_button')
      .where('role_id', '=', roleId)
      .where('menu_id', '=', menuId)
      .where('path', '=', path)
      .execute();
  await addRights(trx, ctx, roleId, { menus: added.menus, buttons: added.buttons.map(([, b]) => b) });
  if (added.menus.length > 0) await handOpenMessages(trx, ctx, roleId);
  const names = (keys: readonly string[]): string => keys.map((key) => shown.menus.get(key)?.name ?? key).join('、');
  const labelsOf = (list: ReadonlyArray<readonly [RightKey, unknown]>): string =>
    list.map(([key]) => `${rightOf(key)?.menu}-${rightOf(key)?.label}`).join('、');
  const changes = [
    changeOf('menus', '菜单', names(gone.menus), names(added.menus)),
    changeOf('buttons', '按钮', labelsOf(gone.buttons), labelsOf(added.buttons)),
  ].filter((c) => c.before !== '' || c.after !== '');
  if (changes.length > 0) await noteRoleChange(trx, ctx, roleId, '改权限', changes);
  return { added: added.menus.length + added.buttons.length, removed: gone.menus.length + gone.buttons.length };
}

type RightKey = `${number}|${string}`;
const rightKey = ({ menuId, path }: { menuId: number; path: string }): RightKey => `${menuId}|${path}`;
const indexByRight = (list: Held['buttons']) => new Map(list.map((b) => [rightKey(b), b] as const));

/** The wanted rights with the menu of each button added, unless the same menu is ticked at another place of the tree. */
function completeRights(nodes: ReturnType<typeof flattenMenus>, shown: ReturnType<typeof indexRights>, input: Held) {
  const wanted = new Set(input.menus.filter((key) => shown.menus.has(key) && !shown.menus.get(key)?.group));
  const heldIds = new Set<number>([...wanted].map((key) => (isMenuKey(key) ? menus[key].id : 0)));
  for (const { menuId } of input.buttons) {
    const node = nodes.find((n) => n.menuId === menuId);
    if (node && !heldIds.has(menuId) && !node.group) wanted.add(node.key);
    heldIds.add(menuId);
  }
  return { menus: wanted, buttons: indexByRight(input.buttons.filter((b) => shown.buttons.has(rightKey(b)))) };
}

/** Gives a role every menu and button of today one by one: the copy of a role with all rights, which can then be cut down. */
export async function giveAllRights(trx: Trx, ctx: Ctx, roleId: string): Promise<void> {
  const nodes = flattenMenus(listMenusToGive(ctx));
  await addRights(trx, ctx, roleId, {
    menus: nodes.filter((n) => !n.group).map((n) => n.key),
    buttons: nodes.flatMap((n) => n.buttons.map(({ path }) => ({ menuId: n.menuId, path }))),
  });
}

interface Held {
  menus: readonly string[];
  buttons: ReadonlyArray<{ menuId: number; path: string }>;
}
async function addRights(trx: Trx, ctx: Ctx, roleId: string, held: Held): Promise<void> {
  const own = { client_id: ctx.clientId, role_id: roleId };
  if (held.menus.length > 0)
    await trx
      .insertInto('role_menu')
      .values(held.menus.map((menu_key) => ({ ...own, menu_key })))
      .onConflict((c) => c.doNothing())
      .execute();
  if (held.buttons.length > 0)
    await trx
      .insertInto('role_button')
      .values(held.buttons.map(({ menuId, path }) => ({ ...own, menu_id: menuId, path })))
      .onConflict((c) => c.doNothing())
      .execute();
}
