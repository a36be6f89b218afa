import { expect, test } from 'vitest';
import { builtRoutes, prunedTree } from './built';
import { launcher, launcherMore } from './launcher';
import { childrenOf, type MenuKey, menuKeys, menus } from './menus';
import { placeAt, places, type RouteKey } from './routes';
import {
  allButtons,
  anyButton,
  areaHome,
  buildMenuTree,
  findMenu,
  hasButton,
  hasMenu,
  homeLink,
  homeRedirect,
  isNewTms,
  launcherItems,
  launcherPages,
  mayEnter,
  menuIds,
  onward,
  sideMenuHidden,
  systemsOf,
  tmsItems,
  underApp,
  usualSystems,
  withParents,
} from './tree';

const usual = ['common', 'webGIS', 'tms'] as const;
const all = new Set<MenuKey>(menuKeys);
const everything = buildMenuTree(all, usual);
const treeOf = (...keys: MenuKey[]) => buildMenuTree(new Set(keys), usual);
const node = (id: string, ...children: ReturnType<typeof treeOf>) => ({
  id,
  name: id,
  url: '',
  icon: '',
  sys: 'common',
  mark: '',
  children,
});

test('hasMenu looks at any depth', () => {
  expect(hasMenu(everything, 10528)).toBe(true);
  expect(hasMenu(treeOf('vehicle'), 111)).toBe(true);
  expect(hasMenu(treeOf('tmsVehicle'), 111)).toBe(true);
  expect(hasMenu(treeOf('fleet'), 111)).toBe(false);
});

test('the guard takes children and grandchildren, nothing deeper, and not the app itself', () => {
  const tree = [node('1', node('2', node('3', node('4'))))];
  expect(underApp(tree, 1, 2)).toBe(true);
  expect(underApp(tree, 1, 3)).toBe(true);
  expect(underApp(tree, 1, 4)).toBe(false);
  expect(underApp(tree, 1, 1)).toBe(false);
  expect(underApp(tree, 9, 2)).toBe(false);
});

test('mayEnter: held, not held, permitted, open, and the new transport system', () => {
  const place = (path: string) => {
    const found = placeAt(path);
    if (found === undefined) throw new Error(path);
    return found;
  };
  const tree = treeOf('location');
  expect(mayEnter(tree, place('/community/location'))).toBe(true);
  expect(mayEnter(tree, place('/community/location2'))).toBe(true);
  expect(mayEnter(tree, place('/community/trajectory'))).toBe(false);
  expect(mayEnter(tree, place('/community/download'))).toBe(true);
  expect(mayEnter([], place('/community/login'))).toBe(true);
  expect(mayEnter([], place('/transport/orderManage/customerOrder'))).toBe(false);
  expect(mayEnter([], place('/transport/orderManage/customerOrder'), true)).toBe(true);
  expect(mayEnter([], place('/resources/vehicle'), true)).toBe(false);
  expect(mayEnter(treeOf('tmsVehicle'), place('/transport/vehicle'))).toBe(true);
  expect(mayEnter(treeOf('tmsVehicle'), place('/resources/vehicle'))).toBe(false);
  expect(mayEnter(treeOf('dispatchCenter'), place('/community/dispatchCenter'))).toBe(true);
});

test('whoever holds everything may enter every screen', () => {
  for (const place of places) expect(mayEnter(everything, place), place.full).toBe(true);
});

test('the side menu hides with one item of at most one child', () => {
  const item = (children: number) => ({ children: Array.from({ length: children }) });
  expect(sideMenuHidden([])).toBe(true);
  expect(sideMenuHidden([item(0)])).toBe(true);
  expect(sideMenuHidden([item(1)])).toBe(true);
  expect(sideMenuHidden([item(2)])).toBe(false);
  expect(sideMenuHidden([item(0), item(0)])).toBe(false);
});

test.each([
  [630, 16, [10, 6]],
  [62, 3, [1, 1, 1]],
  [567, 9, [9]],
  [566, 9, [8, 1]],
  [0, 2, [1, 1]],
  [630, 0, []],
])('a launcher of %d px with %d entries has the pages %j', (height, entries, pages) => {
  expect(launcherPages(height, entries)).toEqual(pages);
});

test.each([
  [[10089, 180], '/transport/waybillManage/billOfLading'],
  [[200], '/transport/customer/manage'],
  [[166, 10085], null],
  [[], '/community/error?code=nomenu'],
  [[10085], '/transport/orderManage/customerOrder'],
  [[11030], '/transport/dispatchCenter'],
  [[10522], '/transport/vehicleDispatchManagement'],
  [[10093], '/transport/businessTracking/orderTracking'],
  [[180], '/transport/settlementDeploy/officeFee'],
  [[10519], '/transport/dataReport/cashCollectionOnBehalf'],
  [[190], '/transport/vehicle'],
  [[190, 113], '/transport/driver'],
  [[200, menus.itemNameConfigure.id], '/transport/itemNameConfigure'],
  [[200, 190, 180], '/transport/settlementDeploy/officeFee'],
  [[10450], '/community/member'],
  [[116], '/enterprise'],
  [[10488], '/community/staticdashboard'],
  [[10487, 10489], '/community/error?code=nomenu'],
  [[menus.reportRoot.id, 10210, menus.parkingAlarm.id], '/report/alarm/parking'],
])('home of the menus %j is %s', (ids, target) => {
  expect(homeRedirect(new Set(ids))).toBe(target);
});

test('whoever only has trips given to him begins where trips of every kind stand', () => {
  const carrier = ['billOfLading', 'waybillStowage', 'transportTask', 'waybillTracking'] as const;
  expect(areaHome(treeOf(...carrier), 'transport')).toBe('/transport/businessTracking/waybillTracking');
  expect(homeRedirect(menuIds(treeOf(...carrier)))).toBe('/transport/businessTracking/waybillTracking');
  expect(areaHome(treeOf(...carrier, 'arrivalManage'), 'transport')).toBe('/transport/waybillManage/billOfLading');
  expect(areaHome(treeOf('billOfLading', 'waybillTracking'), 'transport')).toBe(
    '/transport/waybillManage/billOfLading',
  );
});

test.each([
  ['/transport/orderManage', '/transport/orderManage/customerOrder'],
  ['/transport/waybillManage', '/transport/waybillManage/billOfLading'],
  ['/transport/businessTracking', '/transport/businessTracking/orderTracking'],
  ['/transport/capacity', '/transport/vehicle'],
  ['/enterprise/resourceAuthorization', '/enterprise/resourceAuthorization/vehicleEquipment'],
  ['/resources', '/resources/vehicle'],
  ['/report', '/report/portableDevice'],
])('the group or base %s leads to its own first page %s', (path, target) => {
  const place = placeAt(path);
  expect(place && onward(prunedTree(everything), place)).toBe(target);
});

test('every group and base that is built leads to a page of its own menu', () => {
  for (const place of places.filter(({ key, route }) => builtRoutes.has(key) && route.kind === 'redirect')) {
    if (place.key === 'communityHome') continue;
    const target = placeAt(onward(prunedTree(everything), place));
    expect(target?.area, place.full).toBe(place.area);
    expect(target?.route.kind, place.full).not.toBe('redirect');
    if (place.menu !== null)
      expect(
        childrenOf(place.menu).map(({ key }) => key),
        place.full,
      ).toContain(target?.menu);
  }
});

test('a group or base without a held page: 暂无权限 for whoever holds other menus, nothing assigned for whoever holds none', () => {
  const base = placeAt('/resources');
  const group = placeAt('/transport/waybillManage');
  if (!base || !group) throw new Error('no such screens');
  expect(onward(treeOf('location'), base)).toBe('/community/error?code=noauth');
  expect(onward(treeOf('customerOrder'), group)).toBe('/community/error?code=noauth');
  expect(onward([], base)).toBe('/community/error?code=nomenu');
  expect(onward(treeOf('pickUpOrder', 'arrivalManage'), group)).toBe('/transport/waybillManage/arrivalManage');
});

test('every target of the home redirection is a screen, never another redirection', () => {
  for (const key of menuKeys) {
    const target = homeRedirect(new Set([menus[key].id]));
    if (target === null) continue;
    const place = placeAt(target.split('?')[0] ?? '');
    expect(place, key).toBeDefined();
    expect(place?.route.kind, key).not.toBe('redirect');
  }
});

test('the tree: parents of a granted child are added, empty groups and the unnamed menu are not', () => {
  const tree = treeOf('parking', 'enterprise10230', 'coldChainReports');
  expect([...menuIds(tree)]).toEqual([menus.reportRoot.id, 154, menus.parking.id]);
  expect(findMenu(tree, menus.parking.id)).toMatchObject({ name: '停车报表', url: '/report/parking', sys: 'common' });
});

test('whoever holds a page holds the groups above it', () => {
  expect([...withParents(['location', 'tmsVehicle'])]).toEqual([
    'location',
    'monitoring',
    'communityRoot',
    'tmsVehicle',
    'capacity',
    'transportRoot',
  ]);
});

test('the new transport system asks for its own list and gets the transport menus under that name', () => {
  const tree = buildMenuTree(all, ['tms_new']);
  expect(tree.map(({ id }) => Number(id))).toEqual([menus.transportRoot.id]);
  expect(findMenu(tree, 111)).toMatchObject({ sys: 'tms_new', url: '/transport/vehicle' });
  expect(hasMenu(tree, 166)).toBe(false);
  expect([isNewTms(tree), isNewTms(everything), isNewTms([])]).toEqual([true, false, false]);
  expect(homeLink(tree)).toBe('/transport/orderManage/customerOrder');
  expect(homeLink(everything)).toBe('/community/location');
  // who holds nothing else is asked for under that name; whoever holds more is not
  expect([systemsOf(treeOf('tmsVehicle')), systemsOf(treeOf('tmsVehicle', 'location')), systemsOf([])]).toEqual([
    ['tms_new'],
    usualSystems,
    usualSystems,
  ]);
  expect(systemsOf(tree)).toEqual(['tms_new']);
  expect(buildMenuTree(all, ['webGIS']).map(({ id }) => Number(id))).toEqual([
    menus.communityRoot.id,
    menus.monitorRoot.id,
  ]);
});

test('the launcher shows what is held; an entry with a parent only under that parent', () => {
  expect(launcherItems(everything).map(({ name }) => name)).toEqual(
    [...launcher, ...launcherMore].filter(({ menu }) => menu !== 'vehicleAffairs').map(({ name }) => name),
  );
  expect(launcherItems(treeOf('timeRealAlarm'))).toEqual([]);
  expect(launcherItems(treeOf('activeSafety'))).toMatchObject([{ name: '主动安全', url: '/monitor/timeRealAlarm' }]);
  expect(launcherItems(treeOf('pushSettings')).map(({ name }) => name)).toEqual(['报表中心', '报警设置']);
  const moved = [node(String(menus.reportRoot.id)), ...(treeOf('location')[0]?.children ?? [])];
  expect(launcherItems(moved).map(({ name }) => name)).toEqual(['位置信息']);
});

test('the transport group leads to the first page that the user has', () => {
  expect(tmsItems(treeOf('tmsDriver', 'waybillTracking'))).toMatchObject([
    { name: '运输跟踪', url: '/transport/businessTracking/waybillTracking' },
    { name: '运力管理', url: '/transport/driver' },
  ]);
});

test('the base of an area leads to its first held page', () => {
  expect(areaHome(treeOf('driver', 'store'), 'resources')).toBe('/resources/driver');
  expect(areaHome(treeOf('driver'), 'report')).toBeUndefined();
});

test('a menu entry leads to a page that works or does not exist', () => {
  const leaves = (nodes: typeof everything): string[] =>
    nodes.flatMap(({ url, children }) => (children.length > 0 ? leaves(children) : [url]));
  const pruned = prunedTree(everything, builtRoutes, new Set());
  for (const url of leaves(pruned)) {
    const place = placeAt(url);
    expect(place !== undefined && builtRoutes.has(place.key), url).toBe(true);
  }
  expect(hasMenu(pruned, 166)).toBe(true);
  expect(hasMenu(pruned, 111)).toBe(true);
  const withoutPlanning = new Set([...builtRoutes].filter((key) => !key.startsWith('routePlanning')));
  expect(hasMenu(pruned, 115)).toBe(true);
  expect(hasMenu(prunedTree(everything, withoutPlanning), 115)).toBe(false);
  expect(hasMenu(pruned, 10489)).toBe(false);
  expect(hasMenu(prunedTree(everything), 10489)).toBe(true);
  expect(prunedTree(everything, new Set(), new Set())).toEqual([]);
});

test('a group whose own page is not built stays as a group, a dialog stays when it is built', () => {
  const built = new Set<RouteKey>(['customerOrderList']);
  expect(findMenu(prunedTree(everything, built), 10085)).toMatchObject({ url: '', children: [{ name: '客户订单' }] });
  expect(hasMenu(prunedTree(everything, built, new Set(['changePassword'])), 10489)).toBe(true);
  expect(prunedTree(everything, new Set<RouteKey>(['orderManage']), new Set())).toEqual([]);
  expect(findMenu(prunedTree(everything, new Set<RouteKey>([...built, 'orderManage'])), 10085)?.url).toBe(
    '/transport/orderManage',
  );
});

test('button rights: exact match, any of none is no, all of none is yes', () => {
  const buttons = { '111': [{ path: 'vehicle/add' }, { path: 'vehicle/edit' }] };
  expect(hasButton(buttons, 111, 'vehicle/add')).toBe(true);
  expect(hasButton(buttons, 111, 'vehicle/ad')).toBe(false);
  expect(hasButton(buttons, 112, 'vehicle/add')).toBe(false);
  expect(anyButton(buttons, [])).toBe(false);
  expect(allButtons(buttons, [])).toBe(true);
  expect(
    anyButton(buttons, [
      [111, 'x'],
      [111, 'vehicle/edit'],
    ]),
  ).toBe(true);
  expect(
    allButtons(buttons, [
      [111, 'vehicle/add'],
      [111, 'x'],
    ]),
  ).toBe(false);
});
