import { type MenuKey, menus } from '@tongda/contract/shell/menus';
import type { Place } from '@tongda/contract/shell/routes';

const isMenu = (key: string): key is MenuKey => Object.hasOwn(menus, key);

/**
 * The screen under the menu that it was opened from. A screen that serves several menus is declared under one of them; its address names
 * another one as `under`. Names of other sub-applications, and names that nobody knows, change nothing.
 */
export function placeInMenu(place: Place, search: string): Place {
  const under = new URLSearchParams(search).get('under');
  if (under === null || !isMenu(under) || menus[under].area !== place.area) return place;
  return { ...place, menu: under };
}
