// @vitest-environment jsdom

import { act, cleanup, render, screen } from '@testing-library/react';
import { brandOfHost } from '@tongda/contract/base/brand/calls';
import { token } from '@tongda/contract/base/identity/calls';
import { getTvCode, grantLife } from '@tongda/contract/base/identity/login-grant';
import { siteInfo } from '@tongda/contract/base/site/calls';
import { codes } from '@tongda/contract/core/endpoint';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { screenStart } from '../../../../../kit/session/leave';
import { clearTokens } from '../../../../../kit/session/tokens';
import { stubDocument } from '../../../../../kit/test-document';
import { TvLoginPage } from './tv-page';

stubDocument();
/** What the token call says: somebody has to confirm first. */
let answer: { code: number; data: unknown };
const site = {
  ...{ platformName: '通达', icp: '', servicePhone: '', appUrl: '', version: '1', wechat: false },
  ...{ demo: false, demoPreparing: false, demoAccounts: [] },
};
const brand = {
  clientId: '9',
  ...{ platformName: '鲜达冷链', logoUrl: '/brand/logo.png', loginLogoUrl: null, themeColor: null },
  ...{ icp: '', servicePhone: '', appUrl: '' },
};
beforeEach(() => {
  localStorage.clear();
  clearTokens();
  answer = { code: codes.pending, data: null };
  const of: Record<string, unknown> = {
    [siteInfo.path]: site,
    [brandOfHost.path]: brand,
    [getTvCode.path]: { code: 'ABC234', authId: 'x', expireIn: 300, qrUrl: 'http://x/y' },
  };
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const path = new URL(String(url), 'http://x').pathname;
    const body = path === token.path ? answer : { code: 200, data: of[path] };
    return new Response(JSON.stringify({ msg: '', ...body }));
  });
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Where = () => <p data-testid="where">{useLocation().pathname}</p>;
async function open(): Promise<void> {
  render(
    <MemoryRouter initialEntries={['/community/tvlogin']}>
      <Routes>
        <Route path="/community/tvlogin" element={<TvLoginPage />} />
        <Route path="*" element={<Where />} />
      </Routes>
    </MemoryRouter>,
  );
  await act(() => vi.advanceTimersByTimeAsync(50));
}

test('the wall screen wears the name and the logo of the brand', async () => {
  await open();
  expect(document.title).toBe('大屏登录 - 鲜达冷链');
  expect(screen.getByText('鲜达冷链')).toBeTruthy();
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/brand/logo.png');
  expect(document.querySelector('.base-identity-login-tv-code')?.textContent).toBe('ABC234');
});

test('it opens the page that was chosen when it was let in, now and when it is switched on again', async () => {
  await open();
  const letIn = {
    ...{ access_token: 'a', refresh_token: 'r', expires_in: 1800, refresh_expires_in: 28_800 },
    ...{ superManagerFlag: 0, superClientId: null, superUserId: null, superUserName: null, noJump: 1 },
    screenPage: 'alarms',
  };
  answer = { code: codes.ok, data: letIn };
  await act(() => vi.advanceTimersByTimeAsync(grantLife.tvPoll * 1000 + 50));
  expect(screen.getByTestId('where').textContent).toBe('/monitor/alarmRecord');
  expect(screenStart()).toBe('/monitor/alarmRecord');
});
