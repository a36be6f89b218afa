import { expect, test } from 'vitest';
import { pageTitle } from './page-title';

test('a screen that adds and edits is called by what it does now', () => {
  const user = { title: '新增/修改用户' };
  const vehicle = { title: '新增/编辑车辆' };
  expect([pageTitle(user, ''), pageTitle(user, '?id=5')]).toEqual(['新增用户', '编辑用户']);
  expect([pageTitle(vehicle, '?fleetId=5'), pageTitle(vehicle, '?id=5')]).toEqual(['新增车辆', '编辑车辆']);
  expect(pageTitle({ title: '编辑蓝牙锁授权' }, '')).toBe('编辑蓝牙锁授权');
});
