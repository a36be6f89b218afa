// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { logInForTest, stubDocument } from '../../kit/test-document';
import { HeaderSearch } from './search';

stubDocument();
logInForTest();
// jsdom lays nothing out
Element.prototype.scrollIntoView = () => undefined;
const answer = () => new Response(JSON.stringify({ code: 200, msg: 'ok', data: [] }));
const fetched = vi.fn(async () => answer());
vi.stubGlobal('fetch', fetched);
afterEach(cleanup);

const field = (): HTMLInputElement => screen.getByRole('combobox', { name: /^搜索车辆/u });

test('keys that are typed while the palette is loaded arrive in its field, and the next ones follow them', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <HeaderSearch />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  // its file is not here yet
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(document.activeElement).toBe(field());
  const first = field();
  fireEvent.change(first, { target: { value: 'yc' } });
  await act(() => vi.dynamicImportSettled());
  await screen.findByRole('listbox');
  expect(field().value).toBe('yc');
  // the same element: what an input method composes in it goes on
  expect(field()).toBe(first);
  expect(document.activeElement).toBe(first);
  // it begins empty the next time
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(screen.queryByRole('combobox')).toBeNull();
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  expect(field().value).toBe('');
}, 20_000);

test('that nothing was found is said only when the server has answered', async () => {
  let arrive: (response: Response) => void = () => undefined;
  fetched.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <HeaderSearch />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  await screen.findByRole('listbox');
  const before = fetched.mock.calls.length;
  fireEvent.change(field(), { target: { value: '9L347' } });
  expect(screen.getByText('正在查找…')).toBeTruthy();
  await vi.waitFor(() => expect(fetched.mock.calls.length).toBe(before + 1));
  expect(screen.queryByText(/没有找到/u)).toBeNull();
  await act(async () => arrive(answer()));
  expect(await screen.findByText(/^没有找到“9L347”/u)).toBeTruthy();
}, 20_000);
