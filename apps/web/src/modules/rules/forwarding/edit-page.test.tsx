// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { logInForTest, stubDocument } from '../../../kit/test-document';
import { ThemeProvider } from '../../../theme/provider';
import { ForwardEditPage } from './edit-page';
import { subscriptionLinks } from './links';

stubDocument();
logInForTest();
afterEach(cleanup);

test.each([
  [subscriptionLinks.addFor('7'), '新增订阅', '/community/interfaceCenter?tab=push'],
  ['/report/forwarding/edit', '新增转发', '/report/forwarding'],
])('%s is titled %s and leads back to %s', async (address, title, back) => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 200, msg: 'ok', data: null })));
  const router = createMemoryRouter(
    [{ path: '/report/forwarding/edit', element: <ForwardEditPage /> }, { path: '*' }],
    {
      initialEntries: [address],
    },
  );
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  expect(await screen.findByText(title)).toBeTruthy();
  fireEvent.click(screen.getByText(/^取\s?消$/u));
  await vi.waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(back));
});
