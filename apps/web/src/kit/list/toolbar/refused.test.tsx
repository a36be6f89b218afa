// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { Column } from '@tongda/contract/core/columns';
import { codes, endpoint } from '@tongda/contract/core/endpoint';
import { pageOf, pageQuery } from '@tongda/contract/core/page';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ThemeProvider } from '../../../theme/provider';
import { logInForTest, stubDocument } from '../../test-document';
import { ListPage } from '../page';
import { useList } from '../use-rows';

interface Row {
  id: string;
}
const rowsEndpoint = endpoint({
  path: '/api/rows/page',
  access: 'session',
  title: '行',
  input: pageQuery,
  output: pageOf(z.object({ id: z.string() })),
});
const columns: ReadonlyArray<Column<Row>> = [{ value: 'id', label: '编号', width: 120 }];

stubDocument();
afterEach(cleanup);

function Orders() {
  const list = useList<Row>(rowsEndpoint);
  return <ListPage list={list} columns={columns} toolbar={<button type="button">新建任务</button>} />;
}

/** Opens the list while its call answers this. */
function open(answer: object): void {
  logInForTest();
  vi.stubGlobal('fetch', async (url: string) =>
    String(url).includes(rowsEndpoint.path)
      ? new Response(JSON.stringify(answer))
      : new Response(JSON.stringify({ code: 200, msg: 'ok', data: null })),
  );
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <Orders />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

test('a list that is refused offers nothing to do in it', async () => {
  open({ code: codes.forbidden, msg: '暂无操作权限', data: null });
  expect(await screen.findByText('暂无权限')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '新建任务' })).toBeNull();
});

test('a list that is seen offers it', async () => {
  open({ code: 200, msg: 'ok', data: { list: [{ id: '7' }], total: 1, page: 1, size: 20 } });
  expect(await screen.findByText('7')).toBeTruthy();
  expect(screen.getByRole('button', { name: '新建任务' })).toBeTruthy();
});
