// @vitest-environment jsdom

import { act, cleanup, render, screen } from '@testing-library/react';
import { driverTasks } from '@tongda/contract/transport/driver-app/calls';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { call } from '../../kit/call/api';
import { ErrorPage } from './error';

vi.mock('../../kit/call/api', () => ({ call: vi.fn() }));
afterEach(cleanup);

test('an account without menus is told so only when it is known to be no driver', async () => {
  let refuse: (reason: Error) => void = () => undefined;
  const tasks = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  vi.mocked(call).mockImplementation((endpoint) =>
    endpoint.path === driverTasks.path ? tasks : new Promise(() => undefined),
  );
  render(
    <MemoryRouter initialEntries={['/community/error?code=nomenu']}>
      <ErrorPage />
    </MemoryRouter>,
  );
  await vi.waitFor(() =>
    expect(vi.mocked(call).mock.calls.some(([asked]) => asked.path === driverTasks.path)).toBe(true),
  );
  expect(screen.queryByText(/未分配任何菜单/u)).toBeNull();
  await act(async () => refuse(new Error('no driver')));
  expect(await screen.findByText(/未分配任何菜单/u)).toBeTruthy();
});

test('without the right for one page it is said at once', () => {
  vi.mocked(call).mockImplementation(() => new Promise(() => undefined));
  render(
    <MemoryRouter initialEntries={['/community/error?code=noauth']}>
      <ErrorPage />
    </MemoryRouter>,
  );
  expect(screen.getByText(/没有此页面的权限/u)).toBeTruthy();
});
