import { prunedTree } from '@tongda/contract/built';
import type { Endpoint, MenuAccess, Output } from '@tongda/contract/core/endpoint';
import type { menuTree } from '@tongda/contract/identity/session';
import { orderSplitAddress } from '@tongda/contract/order/order-family';
import { buildMenuTree, type SysName } from '@tongda/contract/tree';
import { probeCorrect } from '@tongda/contract/vehicle/probe';
import type { Ctx } from '../../core/ctx';
import { allEndpoints } from '../../core/endpoints';

/** The user's menus (only those that lead to a working page) and the buttons under them. */
export function menusOf(ctx: Ctx, sysList: readonly string[]): Output<typeof menuTree> {
  return {
    menuTree: prunedTree(buildMenuTree(ctx.rights.keys, sysList as SysName[])),
    buttonGrouping: buttonsOf(ctx),
  };
}

function buttonsOf(ctx: Ctx): Record<string, Array<{ path: string }>> {
  const grouping: Record<string, Array<{ path: string }>> = {};
  for (const { menu, path } of buttons()) {
    if (!ctx.can({ menu, path })) continue;
    const key = String(menu);
    grouping[key] ??= [];
    grouping[key].push({ path });
  }
  return grouping;
}

let known: Array<{ menu: number; path: string }> | null = null;

/** Rights that fields of a page ask for and no call by itself. */
const ofFields: ReadonlyArray<Endpoint['access']> = [probeCorrect, orderSplitAddress];

/** Every button that some endpoint or field asks for, once. */
function buttons(): Array<{ menu: number; path: string }> {
  if (known) return known;
  const seen = new Map<string, { menu: number; path: string }>();
  for (const access of [...allEndpoints().map((endpoint) => endpoint.access), ...ofFields]) {
    if (!hasPath(access)) continue;
    const menus = typeof access.menu === 'number' ? [access.menu] : access.menu;
    for (const menu of menus) seen.set(`${menu}|${access.path}`, { menu, path: access.path });
  }
  known = [...seen.values()];
  return known;
}

const hasPath = (access: Endpoint['access']): access is MenuAccess & { path: string } =>
  typeof access === 'object' && access.path !== undefined;
