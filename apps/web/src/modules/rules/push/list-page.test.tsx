// @vitest-environment jsdom
import { cleanup } from '@testing-library/react';
import { pushDel, pushPage, pushSwitch, pushUpdate } from '@tongda/contract/rules/push/calls';
import { menus } from '@tongda/contract/shell/menus';
import { afterEach, test } from 'vitest';
import { expectChangeable, showListForTest } from '../../../kit/list/for-test';
import { PushListPage } from './list-page';

afterEach(cleanup);

test('a row that tells of vehicles which the user does not see is for looking at, and his own for ending', async () => {
  const setting = { enabled: 1, minLevel: 2, channels: '站内', weekCount: 0 };
  showListForTest({
    page: <PushListPage />,
    menuId: menus.pushSettings.id,
    buttons: [pushUpdate, pushDel, pushSwitch],
    call: pushPage,
    rows: [
      { ...setting, id: '1', name: '全公司', beyond: true, own: false },
      { ...setting, id: '2', name: '本部门', beyond: false, own: false },
      { ...setting, id: '3', name: '自己的', beyond: true, own: true },
    ],
  });
  await expectChangeable('全公司', '停用', false);
  await expectChangeable('本部门', '停用', true);
  await expectChangeable('自己的', '停用', 'end');
});
