import { placeAt } from '@tongda/contract/shell/routes';
import { expect, test } from 'vitest';
import { placeInMenu } from './place-in-menu';

const menuAt = (path: string, search: string) => {
  const place = placeAt(path);
  return place && placeInMenu(place, search).menu;
};

test('换装 of a transport task lies under 运输任务, that of a 配载单 under 配载单', () => {
  const path = '/transport/waybillManage/waybillStowage/reloading';
  expect(menuAt(path, '?id=YD1&under=transportTask')).toBe('transportTask');
  expect(menuAt(path, '?id=YD1')).toBe('waybillStowage');
});

test('a menu of another sub-application, or an unknown one, changes nothing', () => {
  const path = '/transport/waybillManage/waybillStowage/reloading';
  expect(menuAt(path, '?under=vehicle')).toBe('waybillStowage');
  expect(menuAt(path, '?under=toString')).toBe('waybillStowage');
});
