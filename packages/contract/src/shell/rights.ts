import type { MenuAccess } from '../core/endpoint';
import { builtRights } from './built-screens';
import { type Menu, menus } from './menus';
import { plannedRights } from './planned/rights';
import type { RightsOfMenu } from './screens';

/** Every right: those of planned screens, and before them those of screens that are built, declared beside them. */
const rights = { ...plannedRights, ...builtRights } as const;

export type ButtonMenu = keyof typeof rights;
export type ButtonAction<K extends ButtonMenu> = Extract<keyof (typeof rights)[K], string>;

export interface Button {
  menu: ButtonMenu;
  menuId: number;
  action: string;
  /** What endpoints name and roles hold: `vehicle/add`. */
  path: string;
  label: string;
  sensitive: boolean;
}

const pathOf = (menu: Menu, action: string): string => (menu.path === '' ? action : `${menu.path.slice(1)}/${action}`);

/** Every right of the product. */
// keys of the table of rights are its menus
export const buttons: readonly Button[] = (Object.entries(rights) as Array<[ButtonMenu, RightsOfMenu]>).flatMap(
  ([menu, row]) =>
    Object.entries(row).map(([action, right]): Button => {
      const plain = typeof right === 'string';
      const { id } = menus[menu];
      return {
        menu,
        menuId: id,
        action,
        path: pathOf(menus[menu], action),
        label: plain ? right : right.label,
        sensitive: !plain,
      };
    }),
);

/** The access of an endpoint by one right: `access: button('vehicle', 'add')`. */
export function button<K extends ButtonMenu>(menu: K, action: ButtonAction<K>): Required<MenuAccess> {
  return rightOf(menu, action);
}

/** The same where the action is not known to the compiler; throws for a right that the menu does not have. */
export function rightOf(menu: ButtonMenu, action: string): Required<Omit<MenuAccess, 'menu'>> & { menu: number } {
  const found = buttons.find((one) => one.menu === menu && one.action === action);
  if (found === undefined) throw new Error(`no such right: ${menu}/${action}`);
  return { menu: found.menuId, path: found.path, label: found.label };
}
