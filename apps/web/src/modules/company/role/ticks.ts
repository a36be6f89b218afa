import type { RoleMenuNode } from '@tongda/contract/company/role/calls';
import { rightKey } from '@tongda/contract/core/allows';

/** What is ticked on the screen of a role: keys of menus, `<menu id>|<path>` of buttons. */
export interface Ticks {
  menus: ReadonlySet<string>;
  buttons: ReadonlySet<string>;
}

/** Every node of the trees, parents first. */
export const flattenMenus = (nodes: readonly RoleMenuNode[]): RoleMenuNode[] =>
  nodes.flatMap((node) => [node, ...flattenMenus(node.children)]);

/** The node and what lies below: menus and buttons that may be given. */
function givableBelow(node: RoleMenuNode): { menus: string[]; buttons: string[] } {
  const all = flattenMenus([node]).filter((n) => n.mayGive || n.group);
  return {
    menus: all.filter((n) => !n.group).map((n) => n.key),
    buttons: all.flatMap((n) => n.buttons.filter((b) => b.mayGive).map((b) => rightKey(n.menuId, b.path))),
  };
}

/** Ticks or unticks a menu with everything below it. Unticking a menu unticks its buttons too, unless the same menu is ticked at another place. */
export function tickMenu(ticks: Ticks, node: RoleMenuNode, on: boolean, tree: readonly RoleMenuNode[]): Ticks {
  const menus = new Set(ticks.menus);
  const buttons = new Set(ticks.buttons);
  const part = givableBelow(node);
  if (on) {
    for (const key of part.menus) menus.add(key);
    for (const key of part.buttons) buttons.add(key);
    return { menus, buttons };
  }
  for (const n of flattenMenus([node])) menus.delete(n.key);
  const held = new Set(
    flattenMenus(tree)
      .filter((n) => menus.has(n.key))
      .map((n) => n.menuId),
  );
  for (const n of flattenMenus([node])) {
    if (!held.has(n.menuId)) for (const b of n.buttons) buttons.delete(rightKey(n.menuId, b.path));
  }
  return { menus, buttons };
}

/** Ticks a button, and its menu with it; or unticks it. */
export function tickButton(ticks: Ticks, node: RoleMenuNode, path: string, on: boolean): Ticks {
  const menus = new Set(ticks.menus);
  const buttons = new Set(ticks.buttons);
  const key = rightKey(node.menuId, path);
  if (on) {
    buttons.add(key);
    if (!node.group) menus.add(node.key);
  } else buttons.delete(key);
  return { menus, buttons };
}

export type TickState = 'on' | 'part' | 'off';
/** State of a node: of its own menu, its buttons and everything below. */
export function stateOf(ticks: Ticks, node: RoleMenuNode): TickState {
  const all = flattenMenus([node]);
  const points = [
    ...all.filter((n) => !n.group).map((n) => ticks.menus.has(n.key)),
    ...all.flatMap((n) => n.buttons.map((b) => ticks.buttons.has(rightKey(n.menuId, b.path)))),
  ];
  const held = points.filter(Boolean).length;
  if (held === 0) return 'off';
  return held === points.length ? 'on' : 'part';
}

/** One difference between two sets of ticks, in words. */
export interface Difference {
  key: string;
  text: string;
  sensitive: boolean;
}

/** Rights that `after` has and `before` has not (`added`), and the other way round (`removed`), each in words like `车辆管理 · 新增`. */
export function compareTicks(tree: readonly RoleMenuNode[], before: Ticks, after: Ticks) {
  const added: Difference[] = [];
  const removed: Difference[] = [];
  const seen = new Set<string>();
  const put = (key: string, was: boolean, is: boolean, text: string, sensitive: boolean): void => {
    if (was === is || seen.has(key)) return;
    seen.add(key);
    (is ? added : removed).push({ key, text, sensitive });
  };
  const walk = (node: RoleMenuNode, above: string): void => {
    const name = above ? `${above} / ${node.name}` : node.name;
    if (!node.group) put(node.key, before.menus.has(node.key), after.menus.has(node.key), name, false);
    for (const b of node.buttons) {
      const key = rightKey(node.menuId, b.path);
      put(key, before.buttons.has(key), after.buttons.has(key), `${name} · ${b.label}`, b.sensitive);
    }
    for (const child of node.children) walk(child, name);
  };
  for (const node of tree) walk(node, '');
  return { added, removed };
}
