import { expect, test } from 'vitest';
import { type Chosen, notAllowedText, partByStep } from './not-allowed';

const order = (orderCode: string, orderStatus: number, more: Partial<Chosen> = {}): Chosen => ({
  ...{ orderCode, orderStatus, splitFlag: 0, allowActions: [] },
  ...more,
});

test('a selection is parted into orders that can be voided and those that cannot, by reason', () => {
  const { can, not } = partByStep('void', [
    order('DD1', 1, { allowActions: ['void'] }),
    order('DD2', 4),
    order('DD3', 4),
    order('DD4', 1, { splitFlag: 1 }),
    order('DD5-1', 1, { splitFlag: 2 }),
  ]);
  expect(can.map(({ orderCode }) => orderCode)).toEqual(['DD1']);
  expect(not).toEqual([
    { reason: '运输中的订单不能作废，只有待调度、待装车时可以', orderCodes: ['DD2', 'DD3'] },
    { reason: '已拆单的订单不能作废，请先撤销拆单或处理子单', orderCodes: ['DD4'] },
    { reason: '同一母单的其他子单正在装车或运输，子单不能作废', orderCodes: ['DD5-1'] },
  ]);
  expect(notAllowedText(not.slice(0, 1))).toBe('运输中的订单不能作废，只有待调度、待装车时可以（2 个）');
});
