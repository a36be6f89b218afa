// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { endpoint } from '@tongda/contract/core/endpoint';
import { pageOf, pageQuery } from '@tongda/contract/core/page';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { logInForTest, stubDocument } from '../test-document';
import { StatusTabs } from './status-tabs';
import { useList } from './use-rows';

const rowsEndpoint = endpoint({
  path: '/api/rows/page',
  access: 'session',
  title: '行',
  input: pageQuery.extend({ day: z.string().optional(), state: z.number().optional(), waiting: z.number().optional() }),
  output: pageOf(z.object({ id: z.string() })),
});

stubDocument();
afterEach(cleanup);
beforeEach(() => {
  logInForTest();
  const data = { list: [], total: 0, page: 1, size: 20 };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 200, msg: 'ok', data })));
});

const usual = { day: 'today' };
/** A list of one day whose tab 未完成 asks for all days. */
function Alarms() {
  const list = useList(rowsEndpoint, { defaults: usual });
  const items = [
    { name: '全部' },
    { name: '未完成', other: { field: 'waiting', code: 1, more: { day: null } } },
    { name: '已处理', code: 2 },
  ];
  return (
    <>
      <StatusTabs list={list} name="state" items={items} />
      <button type="button" onClick={() => list.query({ ...list.filters, day: 'monday' })}>
        周一
      </button>
      <output>{`${useLocation().search} ${String(list.filters.day ?? 'every day')}`}</output>
    </>
  );
}
const shown = (): string | null | undefined => document.querySelector('output')?.textContent;
const press = (name: string): void => void fireEvent.click(screen.getByText(name));
const open = (address: string) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <Alarms />
      </MemoryRouter>
    </QueryClientProvider>,
  );

test('a tab that asks for all days gives the day back when it is left', () => {
  open('/x');
  press('未完成');
  expect(shown()).toBe('?day=null&waiting=1 every day');
  press('已处理');
  expect(shown()).toBe('?day=today&state=2 today');
  press('周一');
  press('未完成');
  press('全部');
  expect(shown()).toBe('?day=monday monday');
});

test('a day that was chosen under such a tab stays, and a page that began under it has its own day then', () => {
  open('/x?day=null&waiting=1');
  press('全部');
  expect(shown()).toBe('?day=today today');
  press('未完成');
  press('周一');
  press('全部');
  expect(shown()).toBe('?day=monday monday');
});

/** A list whose last tab counts something else than the first two. */
function Counted() {
  const list = useList(rowsEndpoint, { defaults: usual });
  const items = [
    { name: '全部', scope: '12-01', count: 783 },
    { name: '误报', code: 3, count: 5 },
    { name: '未完成', code: 1, scope: '不限时间', count: 9 },
  ];
  return <StatusTabs list={list} name="state" items={items} />;
}

test('tabs that count something else than those before them say what, outside of their own names', () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Counted />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(screen.getByRole('tablist').textContent).toBe('12-01全部783误报5不限时间未完成9');
  expect(screen.getByRole('tab', { name: /^未完成\s*9$/u })).toBeTruthy();
});
