import type { MenuNode } from '../base/identity/calls';
import type { Area } from './areas';
import { constants } from './constants';
import { type LauncherEntry, launcher, launcherMore, tmsGroup } from './launcher';
import { childrenOf, isMenuKey, type Menu, type MenuKey, menuKeys, menuList, menus, menuUrl, rootMenus } from './menus';
import { href, type Place, placeAt, routes } from './routes';

/** System lists a client may ask menus for. */
export type SysName = Menu['sys'] | 'tms_new';

/** The granted menus and their parents: whoever holds a page holds the groups above it (and so the flag 166 with a monitoring page). */
export function withParents(granted: Iterable<MenuKey>): Set<MenuKey> {
  const held = new Set<MenuKey>();
  for (const key of granted) {
    for (let at: string | null = key; at !== null && isMenuKey(at); at = menus[at].parent) held.add(at);
  }
  return held;
}

/**
 * The tree of a user: the granted menus, their parents, nothing that is empty. Nodes of the transport system come under the name
 * that was asked for (`tms` or `tms_new`). Ids are the menu numbers as text; urls are paths from the origin, '' for a group.
 */
export function buildMenuTree(granted: ReadonlySet<MenuKey>, sysList: readonly SysName[]): MenuNode[] {
  const sysOf = (menu: Menu): SysName | undefined => {
    if (sysList.includes(menu.sys)) return menu.sys;
    return menu.sys === 'tms' && sysList.includes('tms_new') ? 'tms_new' : undefined;
  };
  const build = (menu: Menu): MenuNode[] => {
    if (menu.as === 'unnamed') return [];
    const children = childrenOf(menu.key).flatMap(build);
    const sys = sysOf(menu);
    const held = sys !== undefined && isMenuKey(menu.key) && granted.has(menu.key) && menu.as !== 'group';
    if (!held && children.length === 0) return [];
    const { id, name, icon, mark } = menu;
    return [{ id: String(id), name, icon, mark, sys: sys ?? menu.sys, url: menuUrl(menu), children }];
  };
  return menuList.filter((menu) => menu.parent === null).flatMap(build);
}

/** The first node with this id, at any depth. */
export function findMenu(tree: readonly MenuNode[], id: number): MenuNode | undefined {
  for (const node of tree) {
    const found = node.id === String(id) ? node : findMenu(node.children, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the id is in the tree at any depth. */
export const hasMenu = (tree: readonly MenuNode[], id: number): boolean => findMenu(tree, id) !== undefined;

/** Every id of a tree. */
export const menuIds = (tree: readonly MenuNode[]): Set<number> =>
  new Set(tree.flatMap((node) => [Number(node.id), ...menuIds(node.children)]));

/** Whether `id` is a child or grandchild of the app's node; deeper does not count. */
export function underApp(tree: readonly MenuNode[], appId: number, id: number): boolean {
  const children = findMenu(tree, appId)?.children ?? [];
  return [...children, ...children.flatMap((child) => child.children)].some((node) => node.id === String(id));
}

/** The node of the sub-application that a menu stands under. */
export function rootOf(key: MenuKey): Menu {
  let menu: Menu = menus[key];
  while (menu.parent !== null && isMenuKey(menu.parent)) menu = menus[menu.parent];
  return menu;
}

/** The lists that a client asks for first. */
export const usualSystems = ['common', 'webGIS', 'tms'] as const satisfies readonly SysName[];
/**
 * The lists that belong to a user: who holds menus of the transport system and of nothing else works in the new transport system, whose client asks for `tms_new` only.
 * `tree` is what the usual lists gave.
 */
export function systemsOf(tree: readonly MenuNode[]): readonly SysName[] {
  const transport = String(menus.transportRoot.id);
  return tree.length > 0 && tree.every(({ id }) => id === transport) ? ['tms_new'] : usualSystems;
}

/** Whether the user works in the new transport system: its menus come under a name of their own. */
export const isNewTms = (tree: readonly MenuNode[]): boolean =>
  tree.some(({ sys, children }) => sys === 'tms_new' || isNewTms(children));

/** Where the logo leads: vehicle monitoring; in the new transport system to the first page there. */
export const homeLink = (tree: readonly MenuNode[]): string =>
  (isNewTms(tree) ? areaHome(tree, 'transport') : undefined) ?? href(routes.location, 'community');

/** Route guard: whether a logged-in user may enter. The pages of the new transport system are not guarded here (the server is the guard anyway). */
export function mayEnter(
  tree: readonly MenuNode[],
  place: Pick<Place, 'menu' | 'route' | 'area'>,
  newTms = isNewTms(tree),
): boolean {
  if ((newTms && place.area === 'transport') || place.route.open || place.route.permitted) return true;
  return place.menu !== null && underApp(tree, rootOf(place.menu).id, menus[place.menu].id);
}

/** The node of a sub-application: its children are the side menu. */
export const appNode = (tree: readonly MenuNode[], area: Area): MenuNode | undefined =>
  findMenu(tree, menus[rootMenus[area]].id);

/** The side menu hides when it has at most one item and that item at most one child. */
export const sideMenuHidden = (items: ReadonlyArray<{ children: readonly unknown[] }>): boolean =>
  items.length <= constants.menu.hideMaxItems && (items[0]?.children.length ?? 0) <= constants.menu.hideMaxChildren;

/** How many entries stand on each page of the launcher for a free height (px) and a number of entries: 630 px and 16 → [10, 6]. */
export function launcherPages(heightPx: number, entries: number): number[] {
  const perPage = Math.max(1, Math.floor(heightPx / constants.launcher.itemHeightPx));
  return Array.from({ length: Math.ceil(entries / perPage) }, (_, page) => Math.min(perPage, entries - page * perPage));
}

/** The page a node leads to: its own, or the first one below; undefined when there is none. */
export function firstPage(node: MenuNode): string | undefined {
  if (node.url !== '' && placeAt(node.url)?.route.kind !== 'redirect') return node.url;
  for (const child of node.children) {
    const page = firstPage(child);
    if (page !== undefined) return page;
  }
  return undefined;
}

export interface LauncherItem extends Omit<LauncherEntry, 'parent'> {
  id: string;
  url: string;
}

/** The launcher of a tree: entries whose menu is held (under the parent that they declare) and that lead to a page. */
export function launcherItems(tree: readonly MenuNode[]): LauncherItem[] {
  return [...launcher, ...launcherMore].flatMap(({ parent, ...entry }) => {
    const id = menus[entry.menu].id;
    const around = parent === undefined ? undefined : findMenu(tree, menus[parent].id);
    const node = parent === undefined ? findMenu(tree, id) : around?.children.find((child) => child.id === String(id));
    const url = node === undefined ? undefined : firstPage(node);
    return node === undefined || url === undefined ? [] : [{ ...entry, id: node.id, url }];
  });
}

/** The transport-management group of the launcher, in its order. */
export function tmsItems(tree: readonly MenuNode[]): LauncherItem[] {
  return tmsGroup.flatMap((key) => {
    const { id, name, icon }: Menu = menus[key];
    const node = findMenu(tree, id);
    const url = node === undefined ? undefined : firstPage(node);
    return node === undefined || url === undefined ? [] : [{ name, icon, menu: key, id: node.id, url }];
  });
}

/** The page of a menu for a user who holds `ids`: its own, otherwise that of the first held child, otherwise that of the first child. */
function pageOf(menu: Menu, ids: ReadonlySet<number>): string | undefined {
  const own = menuUrl(menu);
  if (own !== '' && placeAt(own)?.route.kind !== 'redirect') return own;
  const children = childrenOf(menu.key);
  const [first] = [...children.filter(({ id }) => ids.has(id)), ...children];
  return first === undefined ? undefined : pageOf(first, ids);
}

/**
 * Where `/community/location` sends a user who holds these menus: null = stay (menu 166 is held); otherwise the first page of the
 * transport group in its order, then of the launcher, then of any menu he holds, then the error page.
 */
export function homeRedirect(ids: ReadonlySet<number>): string | null {
  if (ids.has(menus.monitoring.id)) return null;
  const trips = tripsHome(ids);
  if (trips !== undefined) return trips;
  // whoever holds nothing of these still has a page of what he holds
  const candidates: MenuKey[] = [...tmsGroup, ...launcher.map(({ menu }) => menu), ...menuKeys];
  for (const key of candidates) {
    const page = ids.has(menus[key].id) ? pageOf(menus[key], ids) : undefined;
    if (page !== undefined) return page;
  }
  return href(routes.error, 'community', { code: 'nomenu' });
}

/** Where the base of a sub-application leads: the first page the user holds there, undefined when none. */
export function areaHome(tree: readonly MenuNode[], area: Area): string | undefined {
  const node = appNode(tree, area);
  if (node === undefined) return undefined;
  return (area === 'transport' ? tripsHome(menuIds([node])) : undefined) ?? firstPage(node);
}

/** Menus of whoever makes trips out of orders, or handles them at a site. */
const planning = [
  'customerOrder',
  'pickUpOrder',
  'receiptOrder',
  'dispatchCenter',
  'vehicleDispatch',
  'arrivalManage',
  'departureManage',
] as const satisfies readonly MenuKey[];

/**
 * The first page of whoever only has trips given to him, as a carrier: 运单跟踪, where they stand whatever kind they are, and not the first list of one kind,
 * which may be empty.
 */
function tripsHome(ids: ReadonlySet<number>): string | undefined {
  const makes = planning.some((key) => ids.has(menus[key].id));
  return !makes && ids.has(menus.transportTask.id) && ids.has(menus.waybillTracking.id)
    ? menuUrl(menus.waybillTracking)
    : undefined;
}

/**
 * Where the page of a group or the base of a sub-application leads: the first page below the menu (or in the whole sub-application) that is in
 * the tree; else the error page, which calls it a missing right when the user holds menus elsewhere.
 */
export function onward(tree: readonly MenuNode[], { menu, area }: Pick<Place, 'menu' | 'area'>): string {
  const below = menu === null ? areaHome(tree, area) : firstBelow(tree, menu);
  return below ?? href(routes.error, 'community', { code: tree.some(firstPage) ? 'noauth' : 'nomenu' });
}

/** The first page below a menu, not its own. */
const firstBelow = (tree: readonly MenuNode[], menu: MenuKey): string | undefined =>
  findMenu(tree, menus[menu].id)?.children.flatMap((child) => firstPage(child) ?? [])[0];

/** Button rights as the server sends them: menu id → allowed paths. */
export type ButtonGrouping = Readonly<Record<string, ReadonlyArray<{ path: string }>>>;

/** Exact match of the path under the menu. */
export const hasButton = (buttons: ButtonGrouping, menuId: number, path: string): boolean =>
  buttons[String(menuId)]?.some((button) => button.path === path) ?? false;

type ButtonRef = readonly [menuId: number, path: string];
/** At least one; false for an empty list. */
export const anyButton = (buttons: ButtonGrouping, wanted: readonly ButtonRef[]): boolean =>
  wanted.some(([menuId, path]) => hasButton(buttons, menuId, path));
/** Every one; true for an empty list. */
export const allButtons = (buttons: ButtonGrouping, wanted: readonly ButtonRef[]): boolean =>
  wanted.every(([menuId, path]) => hasButton(buttons, menuId, path));
