// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type MemberWish, memberPreview, memberSaveDraft } from '@tongda/contract/trade/member/order';
import type { MemberPlan } from '@tongda/contract/trade/member/plan';
import { MemoryRouter, Route, Routes, useNavigate, useSearchParams } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logInForTest, stubDocument } from '../../../../kit/test-document';
import { ThemeProvider } from '../../../../theme/provider';
import { memberLinks } from '../links';
import { InventoryChoose } from './choose';

type Months = MemberPlan['prices'][number]['months'];
const plan = (id: string, planName: string, terms: readonly Months[]): MemberPlan => ({
  id,
  planName,
  level: Number(id),
  quotas: { accounts: null, smsPerMonth: null, exportRows: null },
  benefits: [],
  models: [],
  prices: terms.map((months) => ({ model: null, months, unitPriceFen: 100, listPriceFen: 100, promoText: '' })),
  effectiveCount: 0,
});
const plans = [plan('1', '标准版', [1, 12, 36]), plan('2', '专业版', [1, 36])];
const ticked = [
  { deviceId: '7', months: 12 },
  { deviceId: '8', months: 1 },
] as const;

/** The draft on the server, and what it becomes by 下一步. */
let saved: readonly MemberWish[] = ticked;
let behind: readonly MemberWish[] | null = null;
/** What was last asked for: a month count a terminal. */
let priced: Record<string, number> = {};
let pricedPlan = '';
beforeEach(() => {
  priced = {};
  saved = ticked;
  behind = null;
  stubDocument();
  logInForTest();
  vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => {
    if (String(url).includes(memberSaveDraft.path)) saved = behind ?? saved;
    if (String(url).includes(memberPreview.path)) {
      const { planId, items } = JSON.parse(init?.body ?? '{}');
      pricedPlan = planId;
      priced = Object.fromEntries(
        items.map((item: { deviceId: string; months: number }) => [item.deviceId, item.months]),
      );
    }
    return new Response(
      JSON.stringify({ code: 200, msg: 'ok', data: { list: [], total: 0, lines: [], models: [], payFen: 0 } }),
    );
  });
});
afterEach(cleanup);

/** The first step as the wizard shows it: with the draft and what the address wants. */
function FirstStep() {
  const [params] = useSearchParams();
  const wanted = { planId: params.get('planId'), months: params.get('months') };
  return <InventoryChoose plans={plans} start={{ planId: '1', items: saved }} wanted={wanted} />;
}
/** Any other page, which knows the way back. */
function Elsewhere() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      返回
    </button>
  );
}

const show = (wantedMonths: string | null): void => {
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter
          initialEntries={[
            '/before',
            `${memberLinks.step(1)}?planId=1${wantedMonths ? `&months=${wantedMonths}` : ''}`,
          ]}
        >
          <Routes>
            <Route path={memberLinks.step(1)} element={<FirstStep />} />
            <Route path="*" element={<Elsewhere />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
};
const isPriced = (planId: string, terms: Record<string, number>) =>
  waitFor(() => expect([pricedPlan, priced]).toEqual([planId, terms]));

test('a term that is chosen later holds for what is ticked already', async () => {
  show(null);
  await isPriced('1', { 7: 12, 8: 1 });
  fireEvent.click(screen.getByText('3年'));
  await isPriced('1', { 7: 36, 8: 36 });
});

test('a term that was chosen on the page before holds for what was ticked earlier', async () => {
  show('36');
  await isPriced('1', { 7: 36, 8: 36 });
});

test('a plan that does not sell a term of before gives its own', async () => {
  show(null);
  await isPriced('1', { 7: 12, 8: 1 });
  fireEvent.click(screen.getByText('专业版'));
  await isPriced('2', { 7: 36, 8: 1 });
});

test('terms that were changed one by one are kept when he comes back from the next step', async () => {
  show('36');
  await isPriced('1', { 7: 36, 8: 36 });
  behind = [
    { deviceId: '7', months: 36 },
    { deviceId: '8', months: 1 },
  ];
  fireEvent.click(await screen.findByRole('button', { name: '下一步' }));
  fireEvent.click(await screen.findByRole('button', { name: '返回' }, { timeout: 10_000 }));
  await isPriced('1', { 7: 36, 8: 1 });
});

test('who comes back from the next step finds the term that he had chosen', async () => {
  show('36');
  await isPriced('1', { 7: 36, 8: 36 });
  behind = [
    { deviceId: '7', months: 36 },
    { deviceId: '8', months: 36 },
  ];
  fireEvent.click(await screen.findByRole('button', { name: '下一步' }));
  fireEvent.click(await screen.findByRole('button', { name: '返回' }, { timeout: 10_000 }));
  expect(await screen.findByRole('radio', { name: '3年' })).toHaveProperty('checked', true);
});
