// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type User, useSession } from '../../../kit/session/user';
import { firstNote, useStrip } from '../../../kit/strip/notes';
import { logInForTest, stubDocument } from '../../../kit/test-document';
import { useNotices } from './notice-store';
// here already when it is asked for
import './service-fee-dialog';
import { ServiceFeeNotice } from './service-fee-notice';

stubDocument();

beforeEach(() => {
  localStorage.clear();
  logInForTest();
  const fee = {
    terminalNo: '13800000001',
    vehicleId: '7',
    plateNo: '沪A12345',
    serviceEnd: '2026-12-01',
    daysLeft: 10,
  };
  const data = { content: '以下终端的服务费即将到期', list: [fee] };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 200, msg: 'ok', data })));
  // the menus of another test would let him in
  useSession.setState({ user: { id: '7' } as User, tree: [] });
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
  // the answer
  await act(() => vi.advanceTimersByTimeAsync(10));
  // the dialog's own file, if it is wanted
  await act(() => vi.dynamicImportSettled());
}
const note = () => firstNote(useStrip.getState().notes, 'notice')?.note;

test('服务费通知: a notice of the strip while an unread message of it waits, once a day and user; a dialog only when it is asked for', async () => {
  await visit(0);
  expect(note()).toBeUndefined();
  cleanup();
  await visit(1);
  expect(note()?.text).toBe('1 台设备服务 12-01 到期');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.queryByRole('dialog')).toBeNull();
  // who may not enter the fees reads them
  expect(note()?.verb).toBe('查看');
  act(() => note()?.run());
  await act(() => vi.dynamicImportSettled());
  expect(screen.getByRole('dialog').textContent).toContain('服务费通知');
  expect(screen.getByText('10天')).toBeTruthy();
  act(() => note()?.away());
  expect(note()).toBeUndefined();
  cleanup();
  await visit(1);
  expect(note()).toBeUndefined();
}, 20_000);
