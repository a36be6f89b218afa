// @vitest-environment jsdom
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type PlanRow, planModels, planPrices, planSavePrices } from '@tongda/contract/trade/member-plan/calls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logInForTest, stubDocument } from '../../../kit/test-document';
import { ThemeProvider } from '../../../theme/provider';
import { PriceDialog } from './prices';

const plan: PlanRow = {
  ...{ id: '7', name: '标准版', level: 1, isBase: false, quotas: {}, benefits: [], models: [], status: 1 },
  ...{ accounts: '', smsPerMonth: '', exportRows: '', monthFen: 100, nextFrom: null, version: 3 },
  ...{ deviceCount: 0, clientCount: 0, openOrders: 0, updateUser: '', updateTime: '2026-11-01 10:00:00' },
};
afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
});

interface Sent {
  version: number;
  prices: Array<{ unitPriceFen: number }>;
}
let version = 3;
let sent: Sent[] = [];
beforeEach(() => {
  stubDocument();
  logInForTest();
  version = 3;
  sent = [];
  vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => {
    const path = String(url);
    const price = { model: null, months: 12, unitPriceFen: 10_000, listPriceFen: 10_000, promoText: '' };
    if (path.includes(planSavePrices.path)) sent.push(JSON.parse(init?.body ?? '{}'));
    const data = path.includes(planPrices.path)
      ? { today: '2026-11-30', version, prices: [{ ...price, from: '2026-01-01', to: null }] }
      : path.includes(planModels.path)
        ? []
        : { version: 9 };
    return new Response(JSON.stringify({ code: 200, msg: 'ok', data }));
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <PriceDialog plan={plan} changed={() => undefined} close={() => undefined} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
});
const type = (label: string, text: string): void => {
  const box = screen.getByLabelText(label);
  fireEvent.change(box, { target: { value: text } });
  fireEvent.blur(box);
};
const save = (): void => void fireEvent.click(screen.getByRole('button', { name: /保\s*存/u }));

test('what a colleague saved while lines are typed is not taken for read when the connection comes back', async () => {
  await screen.findByLabelText('第1行售价');
  type('第1行售价', '200');
  version = 4;
  await act(async () => {
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
  });
  type('第1行原价', '250');
  save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toMatchObject([{ version: 3, prices: [{ unitPriceFen: 20_000 }] }]);
});

test('a list without lines is refused before it is sent, and says what to do instead', async () => {
  fireEvent.click(await screen.findByRole('button', { name: '删除第1行' }));
  save();
  expect(await screen.findByText('至少一条价格；不再销售请停售')).toBeTruthy();
  expect(sent).toEqual([]);
});
