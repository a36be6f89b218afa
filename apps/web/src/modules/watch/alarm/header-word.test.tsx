// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { menuList } from '@tongda/contract/shell/menus';
import { type AlarmCounts, noAlarms } from '@tongda/contract/watch/alarm/urgency';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type User, useSession } from '../../../kit/session/user';
import { logInForTest, stubDocument } from '../../../kit/test-document';
import { AlarmWord } from './header-word';

stubDocument();
logInForTest();
beforeEach(() => {
  // no more of the user is looked at
  useSession.setState({ user: { id: '7' } as User, menus: new Set(menuList.map(({ id }) => String(id))) });
});
afterEach(cleanup);

const show = (counts: AlarmCounts | null) => {
  vi.stubGlobal('fetch', () =>
    counts === null
      ? new Promise(() => undefined)
      : Promise.resolve(new Response(JSON.stringify({ code: 200, msg: 'ok', data: counts }))),
  );
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <AlarmWord />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return container;
};

test('the header counts new alarms', async () => {
  show({ ...noAlarms, fresh: 3, unacknowledged: 70 });
  expect(await screen.findByText('3')).toBeTruthy();
  expect(screen.getByText('新报警')).toBeTruthy();
});

test('it says no nought beside alarms that nobody took up: those are what it counts then', async () => {
  const container = show({ ...noAlarms, unacknowledged: 70 });
  expect(await screen.findByText('70')).toBeTruthy();
  expect(container.textContent).toBe('未确认70');
});

test('before the server has answered it knows nothing, and says so', () => {
  expect(show(null).textContent).toBe('新报警--');
});
