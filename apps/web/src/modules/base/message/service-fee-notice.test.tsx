// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeTokens } from '../../../kit/session/tokens';
import { useTurns } from '../../../kit/session/turns';
import { type User, useSession } from '../../../kit/session/user';
import { useNotices } from './notice-store';
// here already when it is asked for
import './service-fee-dialog';
import { ServiceFeeNotice } from './service-fee-notice';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);

beforeEach(() => {
  localStorage.clear();
  storeTokens({
    access_token: 'a',
    refresh_token: 'r',
    expires_in: 1800,
    refresh_expires_in: 28_800,
    superManagerFlag: 0,
    superClientId: null,
    superUserId: null,
    superUserName: null,
    noJump: 1,
  });
  const fee = { terminalNo: '13800000001', plateNo: '沪A12345', serviceEnd: '2026-12-01', daysLeft: 10 };
  const data = { content: '以下终端的服务费即将到期', list: [fee] };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 200, msg: 'ok', data })));
  useSession.setState({ user: { id: '7' } as User });
  useTurns.setState({ waiting: [], current: null, last: null });
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function visit(unread: number): Promise<void> {
  useNotices.setState(({ settings }) => ({ byType: { 11001: unread }, settings: { ...settings, popups: true } }));
  render(
    <MemoryRouter>
      <ServiceFeeNotice />
    </MemoryRouter>,
  );
  // the answer, then its turn
  await act(() => vi.advanceTimersByTimeAsync(10));
  await act(() => vi.advanceTimersByTimeAsync(3000));
  // the dialog's own file
  await act(() => vi.dynamicImportSettled());
}

test('服务费通知: once a day and user, while an unread notice of it waits', async () => {
  await visit(0);
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  await visit(1);
  expect(screen.getByRole('dialog').textContent).toContain('服务费通知');
  expect(screen.getByText('10天')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '知道了' }));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(useTurns.getState().current).toBeNull();
  cleanup();
  useTurns.setState({ waiting: [], current: null, last: null });
  await visit(1);
  expect(screen.queryByRole('dialog')).toBeNull();
}, 20_000);
