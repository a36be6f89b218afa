import { erpOrderStatusList } from '@tongda/contract/trade/member/enums';
import { auditStatus } from '@tongda/contract/transport/enums';
import { expect, it } from 'vitest';
import { isCancellable } from './words';

it('offers 取消 while nothing is paid and no transfer is looked for', () => {
  const row = {
    auditStatus: auditStatus.pending,
    orderType: erpOrderStatusList.procurement,
    paidFen: 0,
    transferWaits: false,
  };
  expect(isCancellable(row)).toBe(true);
  expect(isCancellable({ ...row, transferWaits: true })).toBe(false);
  expect(isCancellable({ ...row, paidFen: 1 })).toBe(false);
  expect(isCancellable({ ...row, auditStatus: auditStatus.passed })).toBe(false);
  expect(isCancellable({ ...row, orderType: erpOrderStatusList.renewal })).toBe(false);
});
