import { rightKey } from '@tongda/contract/core/allows';
import { hiddenByAll } from '@tongda/contract/core/field/hidden-kinds';
import { isMenuKey, type MenuKey, menuList, menus } from '@tongda/contract/shell/menus';
import { rootOf, withParents } from '@tongda/contract/shell/tree';
import type { Kysely } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import type { Rights } from '../../../../core/http/ctx';

interface Who {
  userId: string;
  isPrimary: boolean;
  /** the provider's own staff: the back-office is theirs only */
  provider: boolean;
  /** keys of menus that are switched off for the company (定制模块) */
  off: readonly string[];
}

/** Nothing at all. */
export const noRights: Rights = {
  all: false,
  keys: new Set(),
  menus: new Set(),
  buttons: new Set(),
  masks: new Set(),
};

/**
 * Menus and buttons of a user: the union of the roles', without the modules that are switched off for the company. A primary user and a role with all rights hold
 * everything of the company.
 * Reads with the owner's rights because it runs before there is a context.
 */
export async function loadRights(db: Kysely<DB>, who: Who): Promise<Rights> {
  const roles = await db
    .selectFrom('user_role as ur')
    .innerJoin('role as r', 'r.id', 'ur.role_id')
    .select(['r.id', 'r.all_rights', 'r.masks'])
    .where('ur.user_id', '=', who.userId)
    .where('r.status', '=', 1)
    .execute();
  const off = new Set(who.off.filter(isMenuKey));
  const possible = listPossibleMenus(who.provider).filter((key) => !off.has(key));
  if (who.isPrimary || roles.some((r) => r.all_rights)) {
    const rights = { all: true, keys: new Set(possible), menus: idsOf(possible), buttons: new Set<string>() };
    return { ...rights, masks: new Set(), off: { menus: off, held: off } };
  }
  const ids = roles.map((r) => r.id);
  if (ids.length === 0) return { ...noRights, off: { menus: off, held: new Set() } };
  const [held, buttons] = await Promise.all([
    db.selectFrom('role_menu').select('menu_key').where('role_id', 'in', ids).execute(),
    db.selectFrom('role_button').select(['menu_id', 'path']).where('role_id', 'in', ids).execute(),
  ]);
  const granted = new Set(held.map((m) => m.menu_key));
  const keys = possible.filter((key) => granted.has(key));
  return {
    all: false,
    keys: new Set(keys),
    menus: idsOf([...withParents(keys)]),
    buttons: new Set(buttons.map((b) => rightKey(b.menu_id, b.path))),
    masks: hiddenByAll(roles.map((r) => r.masks)),
    off: { menus: off, held: new Set([...off].filter((key) => granted.has(key))) },
  };
}

/** Menus a company can hold at all: the back-office belongs to the provider. */
function listPossibleMenus(provider: boolean): MenuKey[] {
  return menuList
    .map((menu) => menu.key)
    .filter(isMenuKey)
    .filter((key) => provider || rootOf(key).area !== 'backstage');
}

const idsOf = (keys: readonly MenuKey[]): Set<string> => new Set(keys.map((key) => String(menus[key].id)));
