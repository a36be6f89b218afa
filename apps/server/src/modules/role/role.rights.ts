import type { Parsed } from '@tongda/contract/core/endpoint';
import { isMenuKey, menus } from '@tongda/contract/menus';
import type { roleSaveMenu } from '@tongda/contract/role/role';
import type { Transaction } from 'kysely';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { forbidden, notFound } from '../../core/errors';
import { flat, menusToGive } from './role.menus';
import { change, changeableRole, handOpenMessages, note, touch } from './role.write';
import { guardLastAdmin } from './role-guard.service';

type Trx = Transaction<DB>;

/** The rights of a role as its screen shows them. Menus that are not built yet keep what they hold and are not shown. */
export function roleRights(ctx: Ctx, roleId: string) {
  return ctx.db(async (trx) => {
    const role = await trx
      .selectFrom('role')
      .select(['id', 'all_rights', 'version'])
      .where('id', '=', roleId)
      .where('client_id', '=', ctx.clientId)
      .executeTakeFirst();
    if (!role) throw notFound('角色');
    const tree = menusToGive(ctx);
    const nodes = flat(tree);
    const shown = shownRights(nodes);
    if (role.all_rights)
      return {
        tree,
        checked: nodes.map((n) => n.key),
        buttons: nodes.flatMap((n) => n.buttons.map(({ path }) => ({ menuId: n.menuId, path }))),
        version: role.version,
      };
    const held = await heldBy(trx, roleId);
    return {
      tree,
      checked: held.menus.filter((key) => shown.menus.has(key)),
      buttons: held.buttons.filter((b) => shown.buttons.has(`${b.menuId}|${b.path}`)),
      version: role.version,
    };
  });
}

async function heldBy(trx: Trx, roleId: string): Promise<Held> {
  const menus = await trx.selectFrom('role_menu').select('menu_key').where('role_id', '=', roleId).execute();
  const buttons = await trx
    .selectFrom('role_button')
    .select(['menu_id as menuId', 'path'])
    .where('role_id', '=', roleId)
    .execute();
  return { menus: menus.map((m) => m.menu_key), buttons };
}

function shownRights(nodes: ReturnType<typeof flat>) {
  return {
    menus: new Map(nodes.map((n) => [n.key, n])),
    // the first place of a number gives the name
    buttons: new Map(
      [...nodes]
        .reverse()
        .flatMap((n) => n.buttons.map((b) => [`${n.menuId}|${b.path}`, { ...b, menu: n.name }] as const)),
    ),
  };
}

/** Ticks of the screen, made whole: a button ticks its menu, a menu that goes takes its buttons with it. Only what the caller holds may be added. */
export function saveRoleMenus(ctx: Ctx, input: Parsed<typeof roleSaveMenu>) {
  return ctx.db(async (trx) => {
    const role = await changeableRole(trx, ctx, input.roleId, input.version);
    const nodes = flat(menusToGive(ctx));
    const shown = shownRights(nodes);
    const wanted = new Set(input.menus.filter((key) => shown.menus.has(key) && !shown.menus.get(key)?.group));
    const heldIds = new Set<number>([...wanted].map((key) => (isMenuKey(key) ? menus[key].id : 0)));
    for (const { menuId } of input.buttons) {
      const node = nodes.find((n) => n.menuId === menuId);
      if (node && !heldIds.has(menuId) && !node.group) wanted.add(node.key);
      heldIds.add(menuId);
    }
    const buttons = new Map(
      input.buttons
        .filter((b) => shown.buttons.has(`${b.menuId}|${b.path}`))
        .map((b) => [`${b.menuId}|${b.path}`, b] as const),
    );
    const before = await heldBy(trx, role.id);
    const rightOf = (key: string) => shown.buttons.get(key as `${number}|${string}`);
    const hadMenus = new Set(before.menus.filter((key) => shown.menus.has(key)));
    const hadButtons = new Map(
      before.buttons
        .filter((b) => shown.buttons.has(`${b.menuId}|${b.path}`))
        .map((b) => [`${b.menuId}|${b.path}`, b] as const),
    );
    const addedMenus = [...wanted].filter((key) => !hadMenus.has(key));
    const addedButtons = [...buttons].filter(([key]) => !hadButtons.has(key));
    const goneMenus = [...hadMenus].filter((key) => !wanted.has(key) && !shown.menus.get(key)?.group);
    const goneButtons = [...hadButtons].filter(([key]) => !buttons.has(key));
    const beyond = [
      ...addedMenus.filter((key) => !shown.menus.get(key)?.mayGive).map((key) => shown.menus.get(key)?.name ?? key),
      ...addedButtons
        .filter(([key]) => !rightOf(key)?.mayGive)
        .map(([key]) => `${rightOf(key)?.menu}-${rightOf(key)?.label}`),
    ];
    if (beyond.length > 0) throw forbidden(`您没有这些权限，不能授予：${beyond.slice(0, 5).join('、')}`);
    if (goneMenus.length > 0)
      await trx.deleteFrom('role_menu').where('role_id', '=', role.id).where('menu_key', 'in', goneMenus).execute();
    for (const [, { menuId, path }] of goneButtons)
      await trx
        .deleteFrom('role_button')
        .where('role_id', '=', role.id)
        .where('menu_id', '=', menuId)
        .where('path', '=', path)
        .execute();
    await writeMenus(trx, ctx, role.id, { menus: addedMenus, buttons: addedButtons.map(([, b]) => b) });
    await guardLastAdmin(trx, ctx);
    if (addedMenus.length > 0) await handOpenMessages(trx, ctx, role.id);
    const version = await touch(trx, role.id);
    const names = (keys: readonly string[]): string => keys.map((key) => shown.menus.get(key)?.name ?? key).join('、');
    const labelsOf = (list: ReadonlyArray<readonly [string, unknown]>): string =>
      list.map(([key]) => `${rightOf(key)?.menu}-${rightOf(key)?.label}`).join('、');
    const changes = [
      change('menus', '菜单', names(goneMenus), names(addedMenus)),
      change('buttons', '按钮', labelsOf(goneButtons), labelsOf(addedButtons)),
    ].filter((c) => c.before !== '' || c.after !== '');
    if (changes.length > 0) await note(trx, ctx, role.id, '改权限', changes);
    return {
      version,
      added: addedMenus.length + addedButtons.length,
      removed: goneMenus.length + goneButtons.length,
    };
  });
}

/** A copy of a role with all rights holds what there is today, ticked one by one, so that it can be cut down. */
export async function giveEverything(trx: Trx, ctx: Ctx, roleId: string): Promise<void> {
  const nodes = flat(menusToGive(ctx));
  await writeMenus(trx, ctx, roleId, {
    menus: nodes.filter((n) => !n.group).map((n) => n.key),
    buttons: nodes.flatMap((n) => n.buttons.map(({ path }) => ({ menuId: n.menuId, path }))),
  });
}

interface Held {
  menus: readonly string[];
  buttons: ReadonlyArray<{ menuId: number; path: string }>;
}
async function writeMenus(trx: Trx, ctx: Ctx, roleId: string, held: Held): Promise<void> {
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
