// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { MessageRow } from '@tongda/contract/base/message/calls';
import { href, routes } from '@tongda/contract/shell/routes';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { firstNote, useStrip } from '../../../kit/strip/notes';
import { logInForTest, stubDocument } from '../../../kit/test-document';
import { useNotices } from './notice-store';
import { MessagePopups } from './popups';

stubDocument();
beforeEach(() => {
  localStorage.clear();
  logInForTest();
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 200, msg: 'ok', data: null })));
});
afterEach(() => {
  cleanup();
  useNotices.setState({ open: [], total: 0 });
});

const message = (id: string): MessageRow => ({
  ...{ id, category: 13, type: 186, typeName: '疲劳驾驶', level: null, popup: true, sound: false, objTag: '' },
  ...{ objName: `沪A1000${id}`, title: '疲劳驾驶', content: '连续驾驶超过4小时', readFlag: 0 },
  createTime: '2026-11-21 08:00:00',
});
const come = (...ids: string[]) => act(() => useNotices.setState({ open: ids.map(message), total: ids.length }));
const shown = (): number => screen.queryAllByRole('listitem').length;
const note = () => firstNote(useStrip.getState().notes, 'notice')?.note;

function open() {
  const page = (
    <>
      <MessagePopups />
      <main>
        <input aria-label="备注" />
        <Outlet />
      </main>
    </>
  );
  const router = createMemoryRouter([{ path: '*', element: page }], {
    initialEntries: [href(routes.download, 'community')],
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

test('messages wait in the strip until somebody wants to see them, and then until he begins to fill in something', () => {
  open();
  come('1', '2');
  expect(shown()).toBe(0);
  expect(note()?.text).toBe('新消息 2 条：沪A10001 疲劳驾驶');
  act(() => note()?.run());
  expect(shown()).toBe(2);
  // newer ones stand among those that he looks at
  come('3', '1', '2');
  expect([shown(), note()]).toEqual([3, undefined]);
  fireEvent.focusIn(screen.getByLabelText('备注'));
  expect(shown()).toBe(0);
  expect(note()?.text).toContain('新消息 3 条');
  act(() => note()?.run());
  fireEvent.click(screen.getByRole('button', { name: '全部关闭' }));
  expect([shown(), note()]).toEqual([0, undefined]);
  // those that come after all were closed wait again
  come('4');
  expect(shown()).toBe(0);
});
