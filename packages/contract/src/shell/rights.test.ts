import { expect, test } from 'vitest';
import { menuKeys, menus } from './menus';
import { button, buttons } from './rights';
import { placesOfMenu } from './routes';

test('the 267 rights of the specification and those of later screens, the harmful ones marked as sensitive', () => {
  expect(buttons.length).toBeGreaterThanOrEqual(267);
  expect(buttons.filter(({ sensitive }) => sensitive).length).toBeGreaterThanOrEqual(76);
});

test('a right stands under a menu with a page, once, with a Chinese label', () => {
  const seen = new Set<string>();
  for (const { menuId, path, label } of buttons) {
    const page = path.slice(0, path.lastIndexOf('/'));
    const places = menuKeys.filter((key) => menus[key].path === `/${page}`).flatMap(placesOfMenu);
    expect(places.length, path).toBeGreaterThan(0);
    const key = `${menuId} ${path}`;
    expect(seen.has(key), key).toBe(false);
    seen.add(key);
    expect(label, path).toMatch(/[\u4e00-\u9fa5]/u);
  }
});

test('the path is the route of the list page without its slash, and the action', () => {
  for (const { menu, path, action } of buttons) {
    if (menu !== 'monitoring') expect(`/${path}`).toBe(`${menus[menu].path}/${action}`);
  }
  expect(buttons.filter(({ menuId }) => menuId === 111).map(({ path }) => path)).toEqual([
    'vehicle/add',
    'vehicle/edit',
    'vehicle/probe',
    'vehicle/probeCopy',
    'vehicle/probeCorrect',
    'vehicle/bindDevice',
    'vehicle/qrcode',
    'vehicle/status',
    'vehicle/repair',
    'vehicle/mileage',
    'vehicle/batchUpdate',
    'vehicle/del',
    'vehicle/import',
    'vehicle/export',
    'vehicle/sensitive',
    'vehicle/message',
  ]);
});

test('an endpoint takes its access from a right', () => {
  expect(button('vehicle', 'del')).toEqual({ menu: 111, path: 'vehicle/del', label: '删除' });
  expect(button('lockManage', 'open')).toEqual({ menu: 10533, path: 'bluetoothLock/manage/open', label: '远程开锁' });
  // @ts-expect-error no such action
  expect(() => button('vehicle', 'explode')).toThrow('vehicle/explode');
});
