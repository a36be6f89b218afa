// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { forwardProtocol } from '@tongda/contract/rules/forwarding/enums';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { logInForTest, stubDocument } from '../../../kit/test-document';
import { ThemeProvider } from '../../../theme/provider';
import { ForwardEditPage, SubscriptionEditPage } from './edit-page';
import { subscriptionLinks } from './links';

stubDocument();
logInForTest();
afterEach(cleanup);

function renderPage(address: string, data: unknown = null) {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 200, msg: 'ok', data })));
  const router = createMemoryRouter(
    [
      { path: '/report/forwarding/edit', element: <ForwardEditPage /> },
      { path: '/community/interfaceCenter/subscription/edit', element: <SubscriptionEditPage /> },
      { path: '*' },
    ],
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
  return router;
}

test.each([
  [subscriptionLinks.addFor('7'), '新增订阅', '/community/interfaceCenter?tab=push'],
  ['/report/forwarding/edit', '新增转发', '/report/forwarding'],
])('%s is titled %s and leads back to %s', async (address, title, back) => {
  const router = renderPage(address);
  expect(await screen.findByText(title)).toBeTruthy();
  fireEvent.click(screen.getByText(/^取\s?消$/u));
  await vi.waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(back));
});

test('a subscription is called so, is told by HTTP only, and every field that is missing says so', async () => {
  // lists of what there is to choose from are empty
  renderPage(subscriptionLinks.addFor(undefined), []);
  expect(await screen.findByText('新增订阅')).toBeTruthy();
  expect(document.body.textContent).not.toContain('转发');
  expect(screen.getByText('推送车辆')).toBeTruthy();
  expect(screen.getByText(forwardProtocol.label(forwardProtocol.http))).toBeTruthy();
  for (const other of [forwardProtocol.mqtt, forwardProtocol.jt809])
    expect(screen.queryByText(forwardProtocol.label(other))).toBeNull();
  fireEvent.click(screen.getByText(/^保\s?存$/u));
  for (const missing of ['请输入订阅名称', '请输入目标平台', '请输入地址', '请选择对接应用'])
    expect((await screen.findAllByText(missing)).length, missing).toBeGreaterThan(0);
});
