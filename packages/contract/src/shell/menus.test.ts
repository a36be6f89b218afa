import { expect, test } from 'vitest';
import { areaKeys } from './areas';
import { launcher, tmsGroup } from './launcher';
import { childrenOf, isMenuKey, type Menu, menuKeys, menuList, menus, menuUrl, ownIds, rootMenus } from './menus';
import { placeAt } from './routes';

/** Permissions that the tree shows in two places. */
const shownTwice = [111, 113, 10105, 10114, 10271];
/** What the web compares by number: the specification's own numbers must be found under their names. */
const landmarks: Array<[number, Menu]> = [
  [166, menus.monitoring],
  [180, menus.settlement],
  [190, menus.capacity],
  [200, menus.basicInfo],
  [116, menus.enterpriseRoot],
  [99, menus.enterpriseHome],
  [10085, menus.orderManage],
  [10089, menus.waybillManage],
  [10093, menus.businessTracking],
  [10450, menus.member],
  [10487, menus.account],
  [10488, menus.operationBoard],
  [10489, menus.changePassword],
  [10519, menus.dataReport],
  [10522, menus.vehicleDispatch],
  [11030, menus.dispatchCenter],
];

test('221 menus, 79 numbers of the specification among them', () => {
  expect(menuList).toHaveLength(221);
  expect(new Set(menuList.map(({ id }) => id).filter((id) => id < ownIds)).size).toBe(79);
});

test('a number stands twice only for the shared permissions, and then in different systems', () => {
  const ids = menuList.map(({ id }) => id);
  const twice = new Set(ids.filter((id, at) => ids.indexOf(id) !== at));
  expect([...twice].sort((a, b) => a - b)).toEqual(shownTwice);
  const placed = menuList.map(({ id, sys }) => `${id} ${sys}`);
  expect(new Set(placed).size).toBe(placed.length);
});

test('the key of a row is its name in the table', () => {
  for (const key of menuKeys) expect(menus[key].key).toBe(key);
});

test('every parent exists, nothing hangs in a ring, and only the nine sub-applications have none', () => {
  for (const menu of menuList) {
    const seen = new Set<string>();
    for (let at: Menu | undefined = menu; at?.parent != null; ) {
      expect(seen.has(at.key), menu.key).toBe(false);
      seen.add(at.key);
      expect(isMenuKey(at.parent), at.key).toBe(true);
      at = isMenuKey(at.parent) ? menus[at.parent] : undefined;
    }
  }
  const roots = menuList.filter(({ parent }) => parent === null).map(({ key }) => key);
  expect(roots.sort()).toEqual(Object.values(rootMenus).sort());
  expect(Object.keys(rootMenus).sort()).toEqual([...areaKeys].sort());
});

test('every menu that is a page leads to a screen, and a group to its children', () => {
  for (const menu of menuList) {
    if (menu.as === 'page') expect(placeAt(menuUrl(menu)), menu.key).toBeDefined();
    if (menu.as === 'group' && menu.key !== 'vehicleAffairs')
      expect(childrenOf(menu.key).length, menu.key).toBeGreaterThan(0);
    expect(menu.as === 'unnamed' ? menu.name === '' : menu.name !== '', menu.key).toBe(true);
  }
});

test('siblings have different names', () => {
  for (const key of menuKeys) {
    const names = childrenOf(key).map(({ name }) => name);
    expect(new Set(names).size, key).toBe(names.length);
  }
});

test.each(landmarks)('menu %d is where the specification names it', (id, menu) => {
  expect(menu.id).toBe(id);
});

test('the launcher has sixteen entries, each under the parent that it declares', () => {
  expect(launcher).toHaveLength(16);
  for (const { menu, parent } of launcher) if (parent !== undefined) expect(menus[menu].parent, menu).toBe(parent);
});

test('the transport group has nine entries in the order of the redirection', () => {
  expect(tmsGroup.map((key) => menus[key].id)).toEqual([10085, 11030, 10522, 10089, 10093, 180, 10519, 190, 200]);
  expect(childrenOf('transportRoot').map(({ key }) => key)).toEqual([...tmsGroup]);
});
