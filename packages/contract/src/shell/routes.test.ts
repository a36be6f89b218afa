import { expect, test } from 'vitest';
import { areaKeys, areas } from './areas';
import { menus } from './menus';
import { href, mountOf, placeAt, places, placesOfMenu, routeKeys, routes } from './routes';
import { rootOf } from './tree';

test('350 screens stand in 380 places', () => {
  expect(routeKeys).toHaveLength(350);
  expect(places).toHaveLength(380);
});

test.each([
  ['community', 50],
  ['resources', 31],
  ['report', 73],
  ['transport', 98],
  ['enterprise', 21],
  ['backstage', 71],
  ['monitor', 25],
  ['analysis', 7],
  ['settings', 4],
] as const)('%s has its %d places', (area, count) => {
  expect(places.filter((place) => place.area === area)).toHaveLength(count);
});

test('no two screens share an address', () => {
  expect(new Set(places.map(({ full }) => full)).size).toBe(places.length);
});

test('every area has a home and a page for what does not exist', () => {
  for (const area of areaKeys) {
    expect(placeAt(areas[area].base)?.area, area).toBe(area);
    expect(placeAt(`${areas[area].base}/404.html`)?.key, area).toBe('notFound');
  }
});

test('a screen without a menu lets everybody in, one with a menu asks the guard', () => {
  for (const { key, menu, route } of places) expect(route.permitted, key).toBe(menu === null);
});

test('every menu of a screen is a child or grandchild of its app, so the guard can find it', () => {
  for (const { key, menu } of places) {
    if (menu === null) continue;
    const root = rootOf(menu).key;
    const parent = menus[menu].parent;
    expect(parent, key).not.toBeNull();
    const grand = Object.values(menus).find((one) => one.key === parent)?.parent;
    expect([parent, grand], key).toContain(root);
  }
});

test('edit and detail pages are not tabs; the screens that are tabs have a menu to be grouped by', () => {
  for (const { key, tab, route, menu } of places) {
    if (['edit', 'detail', 'wizard', 'mobile', 'error', 'redirect'].includes(route.kind)) expect(tab, key).toBe(false);
    if (tab) expect(menu, key).not.toBeNull();
  }
  expect(places.filter(({ tab }) => tab)).toHaveLength(86);
});

test('what keeps its state is what the specification names', () => {
  const kept = routeKeys.filter((key) => routes[key].keepAlive);
  expect(kept.sort()).toEqual(['carrierList', 'cashCollectionReport', 'driverList', 'routeManageList', 'vehicleList']);
});

test('titles are Chinese, parameters are camel case', () => {
  for (const { key, title, path } of places) {
    expect(/[\u4e00-\u9fa5]/u.test(title), key).toBe(true);
    expect(path, key).toMatch(
      /^\/(?:[A-Za-z0-9]+(?:\.jsp|\.html)?(?:\/(?:[A-Za-z0-9]+(?:\.jsp)?|:[a-z][A-Za-z]*))*)?$/u,
    );
  }
});

test('links: area, path values, query', () => {
  expect(href(routes.vehicleList, 'resources')).toBe('/resources/vehicle');
  expect(href(routes.vehicleList, 'transport')).toBe('/transport/vehicle');
  expect(href(routes.vehicleEdit, 'resources', { id: '12', copy: 1, x: undefined })).toBe(
    '/resources/vehicle/edit?id=12&copy=1',
  );
  expect(href(routes.receiptManageEdit, 'transport', { orderCode: 'A/1', from: '单' })).toBe(
    '/transport/businessTracking/receiptManage/edit/A%2F1?from=%E5%8D%95',
  );
  expect(href(routes.communityHome, 'community')).toBe('/community');
  expect(() => href(routes.survey, 'community')).toThrow('id');
});

test('a link to an area that does not mount the screen does not compile, and throws', () => {
  // @ts-expect-error fleets are not shown in the transport system
  expect(() => href(routes.fleetList, 'transport')).toThrow('transport');
  // @ts-expect-error the same for its place
  expect(() => mountOf(routes.fleetList, 'report')).toThrow('report');
});

test('an address finds its screen', () => {
  expect(placeAt('/resources/vehicle/')?.key).toBe('vehicleList');
  expect(placeAt('/transport/vehicle')).toMatchObject({ key: 'vehicleList', menu: 'tmsVehicle', breadcrumb: true });
  expect(placeAt('/transport/businessTracking/receiptManage/detail/X1')?.key).toBe('receiptManageDetails');
  expect(placeAt('/community/interface/historyTrack.jsp')?.key).toBe('sharedTrack');
  expect(placeAt('/community/interface/historyTrackXjsp')).toBeUndefined();
  expect(placeAt('/community/survey')).toBeUndefined();
  expect(placeAt('/')).toBeUndefined();
  expect(placeAt('/nowhere/vehicle')).toBeUndefined();
});

test('a detail page lights up the menu of its list', () => {
  expect(placesOfMenu('vehicle').map(({ key }) => key)).toEqual([
    'vehicleList',
    'vehicleEdit',
    'vehicleDetails',
    'vehicleProbe',
    'printVehicle',
  ]);
});
