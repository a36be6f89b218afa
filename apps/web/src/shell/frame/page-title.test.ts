import { expect, test } from 'vitest';
import { pageTitle } from './page-title';

test('a screen that adds and edits is called by what it does now', () => {
  const user = { title: '新增/修改用户' };
  const vehicle = { title: '新增/编辑车辆' };
  expect([pageTitle(user, ''), pageTitle(user, '?id=5')]).toEqual(['新增用户', '编辑用户']);
  expect([pageTitle(vehicle, '?fleetId=5'), pageTitle(vehicle, '?id=5')]).toEqual(['新增车辆', '编辑车辆']);
  const grant = { title: '编辑蓝牙锁授权' };
  expect([pageTitle(grant, '?granteeId=5'), pageTitle(grant, '?id=5')]).toEqual(['新增蓝牙锁授权', '编辑蓝牙锁授权']);
  expect([pageTitle({ title: '问卷编辑' }, ''), pageTitle({ title: '问卷编辑' }, '?id=5')]).toEqual([
    '新增问卷',
    '编辑问卷',
  ]);
  expect(pageTitle({ title: '编辑发车' }, '')).toBe('编辑发车');
  // a subscription is edited by the page of 数据转发
  const forward = { title: '新增/编辑转发' };
  expect([pageTitle(forward, '?appId=5&from=subscription'), pageTitle(forward, '?id=5&from=subscription')]).toEqual([
    '新增订阅',
    '编辑订阅',
  ]);
});
