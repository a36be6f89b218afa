import type { menuTree } from '@tongda/contract/base/identity/calls';
import { rightKey } from '@tongda/contract/core/allows';
import type { Output } from '@tongda/contract/core/endpoint';
import { prunedTree } from '@tongda/contract/shell/built';
import { buildMenuTree, type SysName } from '@tongda/contract/shell/tree';
import type { Ctx } from '../../../../core/http/ctx';
import { listRights } from '../../../../core/http/endpoints';

/** The user's menus (only those that lead to a working page) and the buttons under them. */
export function listMenus(ctx: Ctx, sysList: readonly string[]): Output<typeof menuTree> {
  return {
    // any text may be asked for: a name of no system selects no menu
    menuTree: prunedTree(buildMenuTree(ctx.rights.keys, sysList as SysName[])),
    buttonGrouping: groupButtons(ctx),
  };
}

function groupButtons(ctx: Ctx): Record<string, Array<{ path: string }>> {
  const grouping: Record<string, Array<{ path: string }>> = {};
  for (const { menu, path } of listButtons()) {
    if (!ctx.can({ menu, path })) continue;
    const key = String(menu);
    grouping[key] ??= [];
    grouping[key].push({ path });
  }
  return grouping;
}

let known: Array<{ menu: number; path: string }> | null = null;

/** Every button that a call or a part of one asks for, once. */
function listButtons(): Array<{ menu: number; path: string }> {
  if (known) return known;
  const seen = new Map<string, { menu: number; path: string }>();
  for (const { menu: menus, path } of listRights())
    for (const menu of [menus].flat()) seen.set(rightKey(menu, path), { menu, path });
  known = [...seen.values()];
  return known;
}
