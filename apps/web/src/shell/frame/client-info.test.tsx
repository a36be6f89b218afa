// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type User, useSession } from '../../kit/session/user';
import { logInForTest, stubDocument } from '../../kit/test-document';
import { NoticeArea } from './notice-area';

stubDocument();
const asked: string[] = [];
let systemCodeList: string[] = [];

beforeEach(() => {
  asked.length = 0;
  logInForTest();
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.split('/').at(-1) ?? '');
    return new Response(JSON.stringify({ code: 200, msg: 'ok', data: { systemCodeList } }));
  });
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function show(user: Partial<User>): Promise<void> {
  useSession.setState({ user: user as User, tree: [] });
  render(
    <MemoryRouter>
      <NoticeArea />
    </MemoryRouter>,
  );
  await act(() => vi.advanceTimersByTimeAsync(999));
}

test('the company is asked for a second after load, and then the trial is offered', async () => {
  systemCodeList = ['TMS'];
  await show({ clientId: '101', isPrimaryUser: 1, loginType: 0 });
  expect(asked.filter((call) => call === 'getClientInfo')).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(asked.filter((call) => call === 'getClientInfo')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: '服务与试用' }));
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(screen.getByText('申请试用')).toBeTruthy();
});

test('who has both systems is offered no trial; interfaces are always there', async () => {
  systemCodeList = ['TMS', 'WMS'];
  await show({ clientId: '101', isPrimaryUser: 1, loginType: 0 });
  await act(() => vi.advanceTimersByTimeAsync(1));
  fireEvent.click(screen.getByRole('button', { name: '服务与试用' }));
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(screen.getByText('接口对接')).toBeTruthy();
  expect(screen.queryByText('申请试用')).toBeNull();
});

test('a screen on the wall only looks: it is offered nothing and asks for no survey', async () => {
  await show({ clientId: '101', isPrimaryUser: 1, loginType: 0, terminalKind: 'tv' });
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.queryByRole('button', { name: '服务与试用' })).toBeNull();
  expect(asked).toEqual([]);
});
