import { auditKind, auditStage, erpOrderStatusList, memberPayType } from '@tongda/contract/trade/member/enums';
import { expect, it } from 'vitest';
import { onlineFacts, paidFacts, passWords } from './words';

const goods = {
  kind: auditKind.goods,
  orderType: erpOrderStatusList.procurement,
  amountFen: 520_000,
  paidFen: 100_000,
};

it('asks for the rest of an order that was paid in part, and for nothing when all is paid', () => {
  expect(passWords(goods)).toBe('，确认已收到 4,200.00 元。通过后订单可以发货');
  expect(passWords({ ...goods, paidFen: 0 })).toContain('确认已收到 5,200.00 元');
  expect(passWords({ ...goods, paidFen: 520_000 })).toBe('，已付清 5,200.00 元。通过后订单可以发货');
  expect(passWords({ ...goods, orderType: erpOrderStatusList.returned })).toBe('。同意退货');
  expect(passWords({ kind: auditKind.member, orderType: null, amountFen: 100, paidFen: 0 })).toContain(
    '确认已收到 1.00 元',
  );
});

it('shows what is paid and what is waited for, of orders of the order centre alone', () => {
  expect(paidFacts({ ...goods, stage: auditStage.review })).toEqual([
    ['已付', '1,000.00 元'],
    ['待收', '4,200.00 元'],
  ]);
  expect(paidFacts({ ...goods, paidFen: 520_000, stage: auditStage.passed })).toEqual([['已付', '5,200.00 元']]);
  expect(paidFacts({ ...goods, kind: auditKind.renewal, stage: auditStage.review })).toEqual([]);
});

it('shows the online payment also of an order whose rest is transferred', () => {
  const paid = { payTradeNo: '4200001234', payTime: '2026-06-01 12:00:03', payments: [] };
  expect(onlineFacts(paid, memberPayType.offline)).toContainEqual(['支付交易号', '4200001234']);
  // money that only goes back paid nothing
  expect(onlineFacts({ ...paid, payTradeNo: '', payTime: null }, memberPayType.offline)).toEqual([]);
  expect(onlineFacts(null, memberPayType.online)).toEqual([]);
});
