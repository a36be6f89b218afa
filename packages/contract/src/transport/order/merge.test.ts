import { describe, expect, it } from 'vitest';
import { orderPage } from './calls';
import { intersectRanges, type MergeOrder, mergeProblems } from './merge';

const order = (orderCode: string, more: Partial<MergeOrder> = {}): MergeOrder => ({
  orderCode,
  orderStatus: 1,
  split: false,
  customerId: '1',
  receiveStoreId: '7',
  receiver: '',
  originSiteId: '3',
  freightPayMode: 3,
  tempMin: -22,
  tempMax: -18,
  arriveFrom: 1000,
  arriveTo: 3000,
  ...more,
});
const problem = (...orders: MergeOrder[]) => mergeProblems(orders).map(({ orderCode, msg }) => `${orderCode} ${msg}`);

describe('joining orders (transport.md 4.2)', () => {
  it('joins what goes to one place', () => {
    expect(problem(order('A'), order('B', { tempMin: -20, arriveFrom: 2000 }))).toEqual([]);
    const away = { receiveStoreId: null, receiver: '张三 13800000000 人民路1号' };
    expect(problem(order('A', away), order('B', away))).toEqual([]);
  });
  it('names the order that stands in the way, and why', () => {
    expect(problem(order('A'))).toEqual(['A 合单须选择2至50个订单']);
    expect(problem(order('A'), order('B', { orderStatus: 4 }))).toEqual(['B 运输中的订单不能合单，只有待调度时可以']);
    expect(problem(order('A'), order('B', { split: true }))).toEqual(['B 拆分过的订单不能合单']);
    expect(problem(order('A'), order('B', { customerId: '2' }))).toEqual(['B 客户不同，不能合单']);
    expect(problem(order('A'), order('B', { receiveStoreId: null, receiver: 'x' }))).toEqual([
      'B 收货点不同，不能合单',
    ]);
    expect(problem(order('A'), order('B', { originSiteId: null }))).toEqual(['B 发站不同，不能合单']);
    expect(problem(order('A'), order('B', { freightPayMode: 1 }))).toEqual(['B 付款方式不同，不能合单']);
    expect(problem(order('A'), order('B', { tempMin: -17, tempMax: -15 }))).toEqual(['A 所选订单的温度范围没有交集']);
    expect(problem(order('A'), order('B', { arriveFrom: 4000, arriveTo: 5000 }))).toEqual([
      'A 所选订单的要求到达时间没有交集',
    ]);
  });
  it('knows no limit where none is given', () => {
    expect(intersectRanges([{ low: null, high: null }])).toEqual({ low: null, high: null });
    expect(
      intersectRanges([
        { low: 2, high: null },
        { low: null, high: 8 },
      ]),
    ).toEqual({ low: 2, high: 8 });
    expect(
      intersectRanges([
        { low: 2, high: 2 },
        { low: 2, high: 2 },
      ]),
    ).toEqual({ low: 2, high: 2 });
  });
});

it('filters by days as a range of days is sent: with times of day, which do not count', () => {
  const asked = orderPage.input.parse({
    createFrom: '2026-11-16 00:00:00',
    createTo: '2026-11-22 23:59:59',
    arriveTo: '2026-11-22',
  });
  expect(asked).toMatchObject({ createFrom: '2026-11-16', createTo: '2026-11-22', arriveTo: '2026-11-22' });
  expect(orderPage.input.safeParse({ createFrom: '16.11.2026' }).success).toBe(false);
});
