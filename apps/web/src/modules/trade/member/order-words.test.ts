import { memberPayType } from '@tongda/contract/trade/member/enums';
import { expect, it } from 'vitest';
import { paymentFacts } from './order-words';

const unpaid = { payTradeNo: '', payTime: null, payments: [], remitDate: null, remitName: '' };

it('shows of an online payment its way, also once it went back, number and time, and nothing of a transfer', () => {
  const paid = {
    ...unpaid,
    payType: memberPayType.online,
    payTradeNo: '4200001234',
    payTime: '2026-06-01 12:00:03',
    payments: [
      { id: '1', channel: 'wechat', status: 5, paidOrder: false, fen: 1, cause: '重复支付' },
      { id: '2', channel: 'alipay', status: 5, paidOrder: true, fen: 29_900, cause: '停用' },
    ],
  } as const;
  expect(paymentFacts({ ...paid, payments: [...paid.payments] })).toEqual([
    ['支付渠道', '支付宝'],
    ['支付交易号', '4200001234'],
    ['支付时间', '2026-06-01 12:00:03'],
  ]);
  expect(paymentFacts({ ...unpaid, payType: memberPayType.online }).map(([label]) => label)).toEqual([
    '支付渠道',
    '支付交易号',
    '支付时间',
  ]);
});

it('shows of a transfer its day and payer', () => {
  const transfer = { ...unpaid, payType: memberPayType.offline, remitDate: '2026-06-01', remitName: '甲公司' };
  expect(paymentFacts(transfer)).toEqual([
    ['汇款日期', '2026-06-01'],
    ['汇款户名', '甲公司'],
  ]);
});
