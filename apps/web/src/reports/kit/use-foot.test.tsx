// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { parkingDetails } from '@tongda/contract/reports/driving/parking';
import type { Report } from '@tongda/contract/reports/kit/report';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PageEndpoint, useList } from '../../kit/list/use-rows';
import { logInForTest, stubDocument } from '../../kit/test-document';
import type { AnyRow } from './cells';
import { useFoot } from './use-foot';

/** rows that the server counts now */
let rows = 43;
const asked: string[] = [];

stubDocument();
afterEach(cleanup);
beforeEach(() => {
  rows = 43;
  asked.length = 0;
  logInForTest();
  vi.stubGlobal('fetch', async (url: string) => {
    const call = String(url).split('/').at(-1) ?? '';
    if (call.startsWith('detail')) asked.push(call);
    const data = call === 'detail' ? { list: [], total: rows, page: 1, size: 15, late: 0 } : { rows, values: {} };
    return new Response(JSON.stringify({ code: 200, msg: 'ok', data }));
  });
});

function Page() {
  // the report's rows are any rows here
  const of = parkingDetails as unknown as Report;
  const list = useList<AnyRow>(of.page as unknown as PageEndpoint<AnyRow>);
  const foot = useFoot(of, list);
  return (
    <>
      <button type="button" onClick={list.refresh}>
        刷新
      </button>
      <output>{`${list.total} ${foot?.rows ?? '--'}`}</output>
    </>
  );
}

test('a list that counts other rows than its foot has the foot asked again', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/?vehicleIds=%5B%221%22%5D']}>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText('43 43');
  expect(asked).toEqual(['detail', 'detailTotals']);
  rows = 48;
  fireEvent.click(screen.getByRole('button', { name: '刷新' }));
  await screen.findByText('48 48');
  expect(asked).toEqual(['detail', 'detailTotals', 'detail', 'detailTotals']);
});
