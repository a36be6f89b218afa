import { expect, test } from 'vitest';
import { centerTabOf, centerTabs } from './center-tabs';

test('news of a subscription lead to 订阅推送, without it to the program, and to what there is otherwise', () => {
  expect(centerTabOf('push', centerTabs(true, true))).toBe('push');
  expect(centerTabOf('push', centerTabs(true, false))).toBe('apps');
  expect(centerTabOf('push', centerTabs(false, true))).toBe('list');
  expect(centerTabOf('usage', centerTabs(true, false))).toBe('usage');
  expect(centerTabOf('usage', centerTabs(false, false))).toBe('list');
  expect(centerTabOf(null, centerTabs(true, true))).toBe('list');
});
