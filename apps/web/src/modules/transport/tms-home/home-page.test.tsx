// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { useSession } from '../../../kit/session/user';
import { logInForTest, stubDocument } from '../../../kit/test-document';
import { TransportHomePage } from './home-page';

stubDocument();
afterEach(cleanup);

test('who has no right to the figures is told so at once, and nothing is asked', () => {
  logInForTest();
  // files of one environment share what they have loaded, the session too
  useSession.setState({ menus: new Set(), buttons: new Set() });
  const asked = vi.fn();
  vi.stubGlobal('fetch', asked);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TransportHomePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(screen.getByText('暂无权限')).toBeTruthy();
  expect(asked).not.toHaveBeenCalled();
});
