// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { rightKey } from '@tongda/contract/core/allows';
import { pushDel, pushPage, pushSwitch, pushUpdate } from '@tongda/contract/rules/push/calls';
import { menus } from '@tongda/contract/shell/menus';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../../../kit/session/user';
import { logInForTest, stubDocument } from '../../../kit/test-document';
import { ThemeProvider } from '../../../theme/provider';
import { PushListPage } from './list-page';

const setting = { enabled: 1, minLevel: 2, channels: '站内', weekCount: 0 };
const rows = [
  { ...setting, id: '1', name: '全公司', beyond: true },
  { ...setting, id: '2', name: '本部门', beyond: false },
];
beforeEach(() => {
  stubDocument();
  logInForTest();
  const held = [pushUpdate, pushDel, pushSwitch].flatMap(({ access }) =>
    typeof access === 'object' && access.path ? [access.path] : [],
  );
  useSession.setState({
    status: 'ready',
    menus: new Set([String(menus.pushSettings.id)]),
    buttons: new Set(held.map((path) => rightKey(menus.pushSettings.id, path))),
  });
  vi.stubGlobal('fetch', async (url: string) => {
    const data = String(url).includes(pushPage.path) ? { list: rows, total: 2, page: 1, size: 20 } : null;
    return new Response(JSON.stringify({ code: 200, msg: 'ok', data }));
  });
});
afterEach(cleanup);

test('a row that tells of vehicles which the user does not see is for looking at', async () => {
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={['/list']}>
          <PushListPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  const row = async (name: string): Promise<HTMLElement> => {
    const found = (await screen.findByText(name)).closest<HTMLElement>('[role=row], tr, li');
    if (!found) throw new Error(`no row of ${name}`);
    return found;
  };
  const tick = (line: HTMLElement) => line.querySelector<HTMLInputElement>('input[type=checkbox]');
  const wholeRow = await row('全公司');
  const whole = within(wholeRow);
  expect(whole.queryByText('编辑')).toBeNull();
  expect(whole.getByText('详情')).toBeDefined();
  expect(tick(wholeRow)?.disabled).toBe(true);
  const off = (rowOf: typeof whole) =>
    rowOf.getByText('停用').closest('[aria-disabled]')?.getAttribute('aria-disabled');
  expect(off(whole)).toBe('true');
  const ownRow = await row('本部门');
  const own = within(ownRow);
  expect(own.getByText('编辑')).toBeDefined();
  expect(own.queryByText('详情')).toBeNull();
  expect(tick(ownRow)?.disabled).toBe(false);
  expect(off(own)).toBe('false');
});
