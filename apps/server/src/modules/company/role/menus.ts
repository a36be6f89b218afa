import type { RoleMenuNode } from '@tongda/contract/company/role/calls';
import { rightKey } from '@tongda/contract/core/allows';
import { builtDialogs, builtRoutes } from '@tongda/contract/shell/built';
import { childrenOf, isMenuKey, type Menu, type MenuKey, menuList } from '@tongda/contract/shell/menus';
import { type Button, buttons } from '@tongda/contract/shell/rights';
import { placesOfMenu } from '@tongda/contract/shell/routes';
import type { Ctx, Rights } from '../../../core/http/ctx';
import { listRights } from '../../../core/http/endpoints';

/** `<menu id>|<path>` of every right that an endpoint or a part of one asks for; computed once. */
let knownRights: ReadonlySet<string> | null = null;
function rightsInUse(): ReadonlySet<string> {
  knownRights ??= new Set(listRights().flatMap(({ menu, path }) => [menu].flat().map((id) => `${id}|${path}`)));
  return knownRights;
}

const holdsMenu = (rights: Rights, key: MenuKey): boolean =>
  rights.all || rights.keys.has(key) || key === 'changePassword';
export const holdsButton = (rights: Rights, menuId: number, path: string): boolean =>
  rights.all || rights.buttons.has(rightKey(menuId, path));

function listButtonsUnder(menu: Menu, rights: Rights): RoleMenuNode['buttons'] {
  return buttons
    .filter((b: Button) => b.menuId === menu.id && rightsInUse().has(`${b.menuId}|${b.path}`))
    .map(({ menuId, path, label, sensitive }) => ({
      path,
      label,
      sensitive,
      mayGive: holdsButton(rights, menuId, path),
    }));
}

/** The tree of menus that lead to a working page or dialog, with the buttons of each and whether the caller may give them. Menus of the back office are for the provider's company only, and modules that are switched off are for nobody. */
export function listMenusToGive(ctx: Pick<Ctx, 'rights' | 'provider'>): RoleMenuNode[] {
  const nodeOf = (menu: Menu): RoleMenuNode[] => {
    if (menu.as === 'unnamed' || !isMenuKey(menu.key)) return [];
    const { key } = menu;
    if (ctx.rights.off?.menus.has(key)) return [];
    const children = childrenOf(key).flatMap(nodeOf);
    const own = placesOfMenu(key).some((p) => builtRoutes.has(p.key) && p.route.kind !== 'redirect');
    const leads = own || builtDialogs.has(key);
    if (!leads && children.length === 0) return [];
    const { id: menuId, name } = menu;
    const under = leads || menu.id < 900_000 ? listButtonsUnder(menu, ctx.rights) : [];
    return [{ key, menuId, name, group: !leads, buttons: under, mayGive: holdsMenu(ctx.rights, key), children }];
  };
  return menuList.filter((menu) => menu.parent === null && (ctx.provider || menu.area !== 'backstage')).flatMap(nodeOf);
}

/** All nodes of the trees in one list, parents before children. */
export const flattenMenus = (nodes: readonly RoleMenuNode[]): RoleMenuNode[] =>
  nodes.flatMap((node) => [node, ...flattenMenus(node.children)]);
