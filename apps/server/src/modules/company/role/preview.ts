import type { RoleMenuNode, roleMenuPreview } from '@tongda/contract/company/role/calls';
import { rightKey } from '@tongda/contract/core/allows';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { hiddenByAll } from '@tongda/contract/core/field/hidden-kinds';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { flattenMenus, listMenusToGive } from './menus';

/** What a user with these roles will find: the pages of each sub-application, the number of buttons and the hidden fields. Disabled roles give nothing. Throws 4004 for an unknown role. */
export function previewMenus(ctx: Ctx, { roleIds }: Parsed<typeof roleMenuPreview>) {
  return ctx.db(async (trx) => {
    const { rows } = await sql<{ on: boolean; all: boolean; masks: string[]; menus: string[]; buttons: string[] }>`
      select r.status = 1 as "on", r.all_rights as "all", r.masks, array(select menu_key from role_menu m where m.role_id = r.id) as menus,
        array(select menu_id || '|' || path from role_button b where b.role_id = r.id) as buttons
      from role r where r.client_id = ${ctx.clientId} and r.id = any(${roleIds}::bigint[])`.execute(trx);
    if (rows.length < new Set(roleIds).size) throw notFound('角色');
    const given = rows.filter(({ on }) => on);
    const all = given.some((r) => r.all);
    const keys = new Set(given.flatMap((r) => r.menus));
    const pressed = new Set(given.flatMap((r) => r.buttons));
    const held = (node: RoleMenuNode): boolean => !node.group && (all || keys.has(node.key));
    const systems = listMenusToGive(ctx).flatMap((system) => {
      const pages = flattenMenus([system]).filter(held);
      if (pages.length === 0) return [];
      const rights = new Set(
        flattenMenus([system]).flatMap(({ menuId, buttons }) => buttons.map(({ path }) => rightKey(menuId, path))),
      );
      const buttons = [...rights].filter((right) => all || pressed.has(right)).length;
      return [{ system: system.name, pages: pages.map(({ name }) => name), buttons }];
    });
    return { systems, masks: [...hiddenByAll(given.map((r) => r.masks))] };
  });
}
