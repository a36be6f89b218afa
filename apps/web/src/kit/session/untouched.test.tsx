// @vitest-environment jsdom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { href, routes } from '@tongda/contract/shell/routes';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useUntouched, useWorkBegins } from './untouched';

afterEach(cleanup);
const list = href(routes.download, 'community');
const other = href(routes.message, 'community');
const form = href(routes.vehicleEdit, 'resources');
let begun = 0;

function Page() {
  const untouched = useUntouched();
  useWorkBegins(() => begun++);
  return (
    <>
      <header>
        <input aria-label="头部" />
      </header>
      <main>
        <input aria-label="内容" />
        <p>{untouched ? '可以打扰' : '不打扰'}</p>
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

test('a page is left alone from its first input on, a new one is untouched again, and a form always', async () => {
  const router = open(list);
  expect(screen.queryByText('可以打扰')).not.toBeNull();
  fireEvent.pointerDown(screen.getByLabelText('头部'));
  expect(screen.queryByText('可以打扰')).not.toBeNull();
  fireEvent.pointerDown(screen.getByText('可以打扰'));
  expect(screen.queryByText('不打扰')).not.toBeNull();
  await act(() => router.navigate(other));
  expect(screen.queryByText('可以打扰')).not.toBeNull();
  fireEvent.focusIn(screen.getByLabelText('内容'));
  expect(screen.queryByText('不打扰')).not.toBeNull();
  expect(begun).toBe(1);
  await act(() => router.navigate(form));
  expect(screen.queryByText('不打扰')).not.toBeNull();
  expect(begun).toBe(2);
});

test('nothing comes over a page that is read up to its corners', () => {
  for (const path of [
    '/transport',
    href(routes.customerOrderDetails, 'transport', { id: 'DD1' }).split('?')[0] ?? '',
  ]) {
    open(path);
    expect([path, screen.queryByText('不打扰')?.textContent]).toEqual([path, '不打扰']);
    cleanup();
  }
});
