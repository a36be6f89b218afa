import type { Access } from './endpoint';

/** What somebody may do, as the server knows it of a session and the web of the user it was told about. */
export interface HeldRights {
  /** every button under the menus held */
  all?: boolean;
  /** ids of the menus held, as text */
  menus: ReadonlySet<string>;
  /** keys of `rightKey` */
  buttons: ReadonlySet<string>;
}

/** How a button is noted in a set of rights: `<menu id>|<path>`. */
export const rightKey = (menu: number | string, path: string): string => `${menu}|${path}`;

/** The id of the menu that a button stands under, of its `rightKey`. */
export const menuOfRight = (key: string): string => key.slice(0, key.indexOf('|'));

/**
 * Whether `rights` satisfy the `access` of an endpoint: public and session calls always do; the others ask for any of their menus, and
 * for the button under that same menu when they name one. A button without its menu is worth nothing.
 */
export function allowsAccess(rights: HeldRights, access: Access): boolean {
  if (access === 'public' || access === 'session') return true;
  const { path } = access;
  return [access.menu].flat().some((menu) => {
    if (!rights.menus.has(String(menu))) return false;
    return path === undefined || rights.all === true || rights.buttons.has(rightKey(menu, path));
  });
}
