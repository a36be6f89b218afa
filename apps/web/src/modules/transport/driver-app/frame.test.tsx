// @vitest-environment jsdom

import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { noteReach } from '../../../kit/call/reach';
import { DriverFrame } from './frame';
import type { Driver } from './use-driver';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  noteReach(200);
});

const driver: Driver = {
  who: 'siji',
  name: '张建军',
  vehicles: null,
  leaver: '',
  tasks: [],
  plans: [],
  notices: [],
  readNotice: () => undefined,
  refusal: null,
  trouble: null,
  refresh: () => undefined,
  retry: () => undefined,
  read: async () => undefined,
  act: async () => undefined,
};
const said = (): string => screen.queryByRole('status')?.textContent ?? '';

test('the driver’s page says 没有网络 as soon as its calls do not get through, also while the browser believes in its network', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  render(
    <MemoryRouter>
      <DriverFrame title="任务" driver={driver} home>
        {null}
      </DriverFrame>
    </MemoryRouter>,
  );
  expect(said()).toBe('');
  act(() => noteReach(null));
  expect(said()).toContain('没有网络');
  // a proxy without a server behind it is no network either
  act(() => noteReach(200));
  expect(said()).toBe('');
  act(() => noteReach(502));
  expect(said()).toContain('没有网络');
});
