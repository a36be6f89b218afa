// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { memberPayType, memberStatus } from '@tongda/contract/trade/member/enums';
import type { MemberOrderDetail } from '@tongda/contract/trade/member/order';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logInForTest, stubDocument } from '../../../../kit/test-document';
import { InventoryDone } from './done';

beforeEach(() => {
  stubDocument();
  logInForTest();
});
afterEach(cleanup);

const lineOf = (status: number): string => {
  const order = {
    orderNo: 'HY1',
    planName: '专业版',
    deviceCount: 1,
    monthsText: '12个月',
    payFen: 36_720,
    payType: memberPayType.online,
    memberStatus: status,
    closeReason: '',
    refundReason: '',
    items: [{ deviceId: '7', deviceNo: '014400280222', plateNo: '', months: 12, startDate: null, endDate: null }],
    // what the page reads of an order
  } as unknown as MemberOrderDetail;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <InventoryDone order={order} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.getByRole('listitem').textContent ?? '';
};

test('only an order that waits for its review promises months after it', () => {
  expect(lineOf(memberStatus.toReview)).toBe('014400280222：审核通过后 12 个月');
  cleanup();
  expect(lineOf(memberStatus.cancelled)).toBe('014400280222：12 个月');
});
