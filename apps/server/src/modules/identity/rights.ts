import type { Kysely } from 'kysely';
import type { Rights } from '../../core/ctx';
import type { DB } from '../../core/db-types';

/**
 * Menus and buttons of a user: the union of the roles'. A primary user and a role with all rights hold everything of the company.
 * Reads with the owner's rights because it runs before there is a context.
 */
export async function loadRights(db: Kysely<DB>, userId: string, isPrimary: boolean): Promise<Rights> {
  const roles = await db
    .selectFrom('user_role as ur')
    .innerJoin('role as r', 'r.id', 'ur.role_id')
    .select(['r.id', 'r.all_rights'])
    .where('ur.user_id', '=', userId)
    .execute();
  if (isPrimary || roles.some((r) => r.all_rights)) return { all: true, menus: everything, buttons: everything };
  const ids = roles.map((r) => r.id);
  if (ids.length === 0) return { all: false, menus: new Set(), buttons: new Set() };
  const [menus, buttons] = await Promise.all([
    db.selectFrom('role_menu').select('menu_key').where('role_id', 'in', ids).execute(),
    db.selectFrom('role_button').select(['menu_id', 'path']).where('role_id', 'in', ids).execute(),
  ]);
  return {
    all: false,
    menus: new Set(menus.map((m) => m.menu_key)),
    buttons: new Set(buttons.map((b) => `${b.menu_id}|${b.path}`)),
  };
}

/** A set that holds every text. */
const everything: ReadonlySet<string> = new (class extends Set<string> {
  override has(): boolean {
    return true;
  }
})();
