// @vitest-environment jsdom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { href, routes } from '@tongda/contract/shell/routes';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useWorkBegins } from './work-begins';

afterEach(cleanup);
const list = href(routes.download, 'community');
const form = href(routes.vehicleEdit, 'resources');
let begun = 0;

function Page() {
  useWorkBegins(() => begun++);
  return (
    <>
      <header>
        <input aria-label="头部" />
      </header>
      <main>
        <input aria-label="内容" />
        <p>内容之外</p>
      </main>
    </>
  );
}
function open(path: string) {
  begun = 0;
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return router;
}

test('work begins when a field of the page takes the focus, and on a form at once', async () => {
  const router = open(list);
  fireEvent.focusIn(screen.getByLabelText('头部'));
  fireEvent.focusIn(screen.getByText('内容之外'));
  expect(begun).toBe(0);
  fireEvent.focusIn(screen.getByLabelText('内容'));
  expect(begun).toBe(1);
  await act(() => router.navigate(form));
  expect(begun).toBe(2);
});
