import type { MenuNode } from '../base/identity/calls';
import { keysOf } from '../core/keys';
import { builtScreens } from './built-screens';
import { type MenuKey, menus } from './menus';
import { placeAt, type RouteKey } from './routes';

/** Screens that work today. A menu entry leads to one of them or does not exist; the web mounts exactly these. */
export const builtRoutes: ReadonlySet<RouteKey> = new Set(keysOf(builtScreens));

/** Dialogs that work today and have a menu of their own. */
export const builtDialogs: ReadonlySet<MenuKey> = new Set<MenuKey>(['changePassword']);

/**
 * Drops every node that leads nowhere: no built page of its own and none below. A group that keeps children but whose own page is not
 * built stays as a mere group (empty url).
 */
export function prunedTree(
  tree: readonly MenuNode[],
  built: ReadonlySet<RouteKey> = builtRoutes,
  dialogs: ReadonlySet<MenuKey> = builtDialogs,
): MenuNode[] {
  const dialogIds = new Set([...dialogs].map((key) => String(menus[key].id)));
  const prune = (node: MenuNode): MenuNode[] => {
    const children = node.children.flatMap(prune);
    const place = node.url === '' ? undefined : placeAt(node.url);
    const leads = place !== undefined && built.has(place.key);
    const alone = leads ? place.route.kind !== 'redirect' : dialogIds.has(node.id);
    if (!alone && children.length === 0) return [];
    return [{ ...node, url: leads ? node.url : '', children }];
  };
  return tree.flatMap(prune);
}
