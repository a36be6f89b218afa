// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { endpoint } from '@tongda/contract/core/endpoint';
import { pageOf, pageQuery } from '@tongda/contract/core/page';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { logInForTest } from '../test-document';
import { type ListOptions, useList } from './use-rows';

const rowsEndpoint = endpoint({
  path: '/api/rows/page',
  access: 'session',
  title: '行',
  input: pageQuery.extend({ plateNo: z.string().optional(), status: z.number().optional() }),
  output: pageOf(z.object({ id: z.string() })),
});
type Asked = Record<string, unknown>;
const asked: Asked[] = [];
let total = 40;

beforeEach(() => {
  asked.length = 0;
  total = 40;
  logInForTest();
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const input = JSON.parse(String(init.body)) as Asked;
    asked.push(input);
    const list = [{ id: `p${input.page}` }];
    return new Response(
      JSON.stringify({ code: 200, msg: 'ok', data: { list, total, page: input.page, size: input.size } }),
    );
  });
});

function mount(address: string, options?: ListOptions<{ id: string }>) {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
    </QueryClientProvider>
  );
  return renderHook(() => ({ list: useList(rowsEndpoint, options), search: useLocation().search }), { wrapper });
}

test('filters, page and order come from the address', async () => {
  const { result } = mount('/x?plateNo=沪A&status=0&page=2&sort=id desc');
  await waitFor(() => expect(result.current.list.rows).toEqual([{ id: 'p2' }]));
  expect(asked).toEqual([{ plateNo: '沪A', status: 0, page: 2, size: 15, sort: 'id desc' }]);
});

test('a new filter goes to page 1 and into the address; reset empties it', async () => {
  const { result } = mount('/x?page=2');
  await waitFor(() => expect(result.current.list.total).toBe(40));
  act(() => result.current.list.query({ plateNo: '苏E' }));
  await waitFor(() => expect(asked.at(-1)).toEqual({ plateNo: '苏E', page: 1, size: 15 }));
  expect(decodeURIComponent(result.current.search)).toBe('?plateNo=苏E');
  act(() => result.current.list.reset());
  await waitFor(() => expect(result.current.search).toBe(''));
});

test('the old rows stay until the next page is there', async () => {
  const { result } = mount('/x');
  await waitFor(() => expect(result.current.list.rows).toEqual([{ id: 'p1' }]));
  act(() => result.current.list.setPage(2, 15));
  expect(result.current.list.rows).toEqual([{ id: 'p1' }]);
  expect(result.current.list.isLoading).toBe(false);
  await waitFor(() => expect(result.current.list.rows).toEqual([{ id: 'p2' }]));
});

test('another size starts at page 1', async () => {
  const { result } = mount('/x?page=3');
  await waitFor(() => expect(result.current.list.total).toBe(40));
  act(() => result.current.list.setPage(3, 30));
  await waitFor(() => expect(asked.at(-1)).toEqual({ page: 1, size: 30 }));
});

test('rows that the table turns out to have no room for are cut off, and asked for no second time', async () => {
  const { innerHeight } = window;
  vi.stubGlobal('innerHeight', 1080);
  const many = Array.from({ length: 40 }, (_, i) => ({ id: String(i) }));
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const input = JSON.parse(String(init.body)) as { page: number; size: number };
    asked.push(input);
    const list = many.slice((input.page - 1) * input.size, input.page * input.size);
    return new Response(JSON.stringify({ code: 200, msg: 'ok', data: { list, total, ...input } }));
  });
  const { result } = mount('/cut');
  await waitFor(() => expect(result.current.list.rows.length).toBeGreaterThan(16));
  act(() => result.current.list.roomFor(16));
  expect(result.current.list.rows.map(({ id }) => id)).toEqual(many.slice(0, 16).map(({ id }) => id));
  expect(result.current.list.size).toBe(16);
  // the next page begins where the first one ends
  act(() => result.current.list.setPage(2, 16));
  await waitFor(() => expect(result.current.list.rows[0]).toEqual({ id: '16' }));
  expect(asked.map(({ page, size }) => [page, size])).toEqual([
    [1, asked[0]?.size],
    [2, 16],
  ]);
  // more room than was asked for is filled
  act(() => result.current.list.setPage(1, 16));
  act(() => result.current.list.roomFor(38));
  await waitFor(() => expect(result.current.list.rows).toHaveLength(38));
  vi.stubGlobal('innerHeight', innerHeight);
});

test('the last row of the last page is gone: one page back', async () => {
  total = 30;
  const { result } = mount('/x?page=3');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: 2 }));
  expect(result.current.search).toBe('?page=2');
});

test('a default filter counts until it is taken away, and comes back with reset', async () => {
  const options = { defaults: { status: 1 } };
  const { result } = mount('/x', options);
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ status: 1 }));
  expect(result.current.list.filtered).toBe(false);
  act(() => result.current.list.query({}));
  await waitFor(() => expect(asked.at(-1)).toEqual({ page: 1, size: 15 }));
  expect(result.current.list.filtered).toBe(true);
  act(() => result.current.list.reset());
  await waitFor(() => expect(result.current.list.filters).toEqual({ status: 1 }));
});

test('a report asks nothing before the first query', async () => {
  const { result } = mount('/x', { auto: false });
  expect(result.current.list.asked).toBe(false);
  expect(asked).toEqual([]);
  act(() => result.current.list.query({ plateNo: '沪A' }));
  await waitFor(() => expect(asked).toHaveLength(1));
});

test('nothing is asked while something is missing, also by 查询 and by the button that asks again', async () => {
  const { result } = mount('/x?status=1', { ready: ({ plateNo }) => plateNo !== undefined });
  act(() => result.current.list.query({ status: 1 }));
  act(() => result.current.list.refresh());
  expect(result.current.list.asked).toBe(false);
  act(() => result.current.list.query({ status: 1, plateNo: '沪A' }));
  await waitFor(() => expect(result.current.list.total).toBe(40));
  expect(asked).toEqual([{ plateNo: '沪A', status: 1, page: 1, size: 15 }]);
});
