// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { Column } from '@tongda/contract/core/columns';
import { endpoint } from '@tongda/contract/core/endpoint';
import { pageOf, pageQuery } from '@tongda/contract/core/page';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ThemeProvider } from '../../theme/provider';
import { logInForTest, stubDocument } from '../test-document';
import { ListPage } from './page';
import { StatusTabs } from './status-tabs';
import { useList } from './use-rows';

interface Row {
  id: string;
  code: string;
}
const rowsEndpoint = endpoint({
  path: '/api/rows/page',
  access: 'session',
  title: '行',
  input: pageQuery.extend({ code: z.string().optional(), state: z.number().optional() }),
  output: pageOf(z.object({ id: z.string(), code: z.string() })),
});
const columns: ReadonlyArray<Column<Row>> = [{ value: 'code', label: '单号', width: 120 }];
/** state of each row */
const rows: ReadonlyArray<Row & { state: number }> = [
  { id: '1', code: 'D1', state: 1 },
  { id: '2', code: 'D2', state: 2 },
  { id: '3', code: 'D3', state: 3 },
];
let answering: Promise<void> = Promise.resolve();

stubDocument();
afterEach(cleanup);
beforeEach(() => {
  answering = Promise.resolve();
  logInForTest();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!String(url).includes(rowsEndpoint.path))
      return new Response(JSON.stringify({ code: 200, msg: 'ok', data: null }));
    const asked = rowsEndpoint.input.parse(JSON.parse(String(init.body)));
    await answering;
    const list = rows
      .filter((row) => asked.state === undefined || row.state === asked.state)
      .filter((row) => asked.code === undefined || row.code === asked.code);
    return new Response(
      JSON.stringify({
        code: 200,
        msg: 'ok',
        data: { list, total: list.length, page: asked.page, size: asked.size },
      }),
    );
  });
});

function Orders({ counts }: { counts?: Record<number, number> }) {
  const list = useList<Row>(rowsEndpoint);
  const states = [
    [1, '待调度'],
    [2, '运输中'],
    [3, '已完成'],
  ] as const;
  const items = [
    ...states.map(([code, name]) => ({ code, name, count: counts?.[code] })),
    { name: '全部', count: undefined },
  ];
  return (
    <>
      <ListPage list={list} columns={columns} tabs={<StatusTabs list={list} name="state" items={items} />} />
      <output>{decodeURIComponent(useLocation().search)}</output>
    </>
  );
}
const open = (address: string) =>
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[address]}>
          <Orders />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );

test('a number searched under the wrong tab: says under which, and leads to the tab that has it', async () => {
  open('/x?state=1&code=D2');
  expect(await screen.findByText('“待调度”中没有符合条件的数据')).toBeTruthy();
  const there = await screen.findByText('运输中 1');
  expect(await screen.findByText('全部 1')).toBeTruthy();
  expect(screen.queryByText('已完成 1')).toBeNull();
  fireEvent.click(there);
  expect(await screen.findByText('D2')).toBeTruthy();
  expect(document.querySelector('output')?.textContent).toBe('?state=2&code=D2');
}, 20_000);

test('a number that no tab has: says so, and names no tab', async () => {
  open('/x?state=1&code=D9');
  expect(await screen.findByText('其他页签里也没有，请放宽筛选条件')).toBeTruthy();
  expect(screen.getByText('没有符合条件的数据')).toBeTruthy();
  expect(screen.queryByText(/中没有符合条件的数据/u)).toBeNull();
}, 20_000);

test('an empty tab that nobody searched in leads nowhere', async () => {
  open('/x?state=9');
  expect(await screen.findByText('没有符合条件的数据')).toBeTruthy();
  expect(screen.queryByText(/中没有符合条件的数据/u)).toBeNull();
}, 20_000);

test('a list that is loading does not say that it has no rows, nor do its tabs', async () => {
  let answer = (): void => undefined;
  answering = new Promise((resolve) => {
    answer = () => resolve();
  });
  open('/x');
  expect(await screen.findByText('共 -- 条')).toBeTruthy();
  expect(screen.getByText('待调度').textContent).toBe('待调度--');
  answer();
  expect(await screen.findByText('共 3 条')).toBeTruthy();
}, 20_000);
