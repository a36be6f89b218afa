// @vitest-environment jsdom

import { act, cleanup, render, screen } from '@testing-library/react';
import { driverTasks } from '@tongda/contract/transport/driver-app/calls';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeTokens } from '../../kit/session/tokens';
import { ErrorPage } from './error';

/** What was asked for, each with how its answer fails. */
let asked: Array<{ url: string; refuse: (reason: Error) => void }>;
beforeEach(() => {
  asked = [];
  storeTokens({
    ...{ access_token: 'a', refresh_token: 'r', expires_in: 1800, refresh_expires_in: 28_800, noJump: 1 },
    ...{ superManagerFlag: 0, superClientId: null, superUserId: null, superUserName: null },
  });
  vi.stubGlobal('fetch', (url: string) => new Promise((_, refuse) => asked.push({ url, refuse })));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an account without menus is told so only when it is known to be no driver', async () => {
  render(
    <MemoryRouter initialEntries={['/community/error?code=nomenu']}>
      <ErrorPage />
    </MemoryRouter>,
  );
  const tasks = () => asked.find(({ url }) => url.startsWith(driverTasks.path));
  await vi.waitFor(() => expect(tasks()).toBeDefined());
  expect(screen.queryByText(/未分配任何菜单/u)).toBeNull();
  await act(async () => tasks()?.refuse(new TypeError('no driver')));
  expect(await screen.findByText(/未分配任何菜单/u)).toBeTruthy();
});

test('without the right for one page it is said at once', () => {
  render(
    <MemoryRouter initialEntries={['/community/error?code=noauth']}>
      <ErrorPage />
    </MemoryRouter>,
  );
  expect(screen.getByText(/没有此页面的权限/u)).toBeTruthy();
});
