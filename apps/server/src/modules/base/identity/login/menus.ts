import type { menuTree } from '@tongda/contract/base/identity/calls';
import { rightKey } from '@tongda/contract/core/allows';
import type { Endpoint, Output } from '@tongda/contract/core/endpoint';
import { prunedTree } from '@tongda/contract/shell/built';
import { buildMenuTree, type SysName } from '@tongda/contract/shell/tree';
import type { Ctx } from '../../../../core/http/ctx';
import { listEndpoints, listRights } from '../../../../core/http/endpoints';
import { actingMode, closedWhileActing } from '../acting/rules';

/** The user's menus (only those that lead to a working page) and the buttons under them. */
export function listMenus(ctx: Ctx, sysList: readonly string[]): Output<typeof menuTree> {
  return {
    // any text may be asked for: a name of no system selects no menu
    menuTree: prunedTree(buildMenuTree(ctx.rights.keys, sysList as SysName[])),
    buttonGrouping: groupButtons(ctx),
  };
}

function groupButtons(ctx: Ctx): Record<string, Array<{ path: string }>> {
  const mode = actingMode(ctx);
  const grouping: Record<string, Array<{ path: string }>> = {};
  for (const { menu, path, calls } of listButtons()) {
    if (!ctx.can({ menu, path })) continue;
    // a button that this session would be refused, whatever its user may do, is not shown to it
    if (mode && calls.length > 0 && calls.every((call) => closedWhileActing(mode, call))) continue;
    const key = String(menu);
    grouping[key] ??= [];
    grouping[key].push({ path });
  }
  return grouping;
}

interface Button {
  menu: number;
  path: string;
  /** the calls that ask for it; none where it is a part of a call */
  calls: Array<Pick<Endpoint, 'path' | 'visit'>>;
}
let known: Button[] | null = null;

/** Every button that a call or a part of one asks for, once. */
function listButtons(): Button[] {
  if (known) return known;
  const seen = new Map<string, Button>();
  for (const { menu: menus, path } of listRights())
    for (const menu of [menus].flat()) seen.set(rightKey(menu, path), { menu, path, calls: [] });
  for (const call of listEndpoints()) {
    const { access } = call;
    if (typeof access === 'object' && access.path !== undefined)
      for (const menu of [access.menu].flat()) seen.get(rightKey(menu, access.path))?.calls.push(call);
  }
  known = [...seen.values()];
  return known;
}
