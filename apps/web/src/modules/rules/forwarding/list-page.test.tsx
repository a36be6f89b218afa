// @vitest-environment jsdom
import { cleanup } from '@testing-library/react';
import { forwardDel, forwardPage, forwardSwitch, forwardUpdate } from '@tongda/contract/rules/forwarding/calls';
import { menus } from '@tongda/contract/shell/menus';
import { afterEach, test } from 'vitest';
import { expectChangeable, showListForTest } from '../../../kit/list/for-test';
import { ForwardListPage } from './list-page';

afterEach(cleanup);

test('a row that tells of vehicles which the user does not see is for looking at, and his own for ending', async () => {
  const counts = { okCount: 0, failCount: 0, backlog: 0, deadCount: 0 };
  const target = { ...counts, protocol: 1, state: 1, enabled: 1, paused: false, lastError: '' };
  showListForTest({
    page: <ForwardListPage />,
    menuId: menus.dataForwarding.id,
    buttons: [forwardUpdate, forwardDel, forwardSwitch],
    call: forwardPage,
    rows: [
      { ...target, id: '1', name: '全公司', beyond: true, own: false },
      { ...target, id: '2', name: '本部门', beyond: false, own: false },
      { ...target, id: '3', name: '自己的', beyond: true, own: true },
    ],
  });
  await expectChangeable('全公司', '停止', false);
  await expectChangeable('本部门', '停止', true);
  await expectChangeable('自己的', '停止', 'end');
});
