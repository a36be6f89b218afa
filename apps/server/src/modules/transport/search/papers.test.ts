import { expect, test } from 'vitest';
import { wayOf } from './papers';

test('an order that was found by its receiver shows him, others show from whom to whom they go', () => {
  expect(wayOf('华北肉联食品有限公司', '惠民生鲜上海青浦10店', '青浦')).toBe('→ 惠民生鲜上海青浦10店');
  expect(wayOf('华北肉联食品有限公司', '惠民生鲜上海青浦10店', '肉联')).toBe(
    '华北肉联食品有限公司 → 惠民生鲜上海青浦10店',
  );
  expect(wayOf('青浦食品', '青浦10店', '青浦')).toBe('青浦食品 → 青浦10店');
  expect(wayOf('华北肉联', 'KA门店', 'ka')).toBe('→ KA门店');
  expect(wayOf('华北肉联', 'KA门店', 'DD26')).toBe('华北肉联 → KA门店');
});
