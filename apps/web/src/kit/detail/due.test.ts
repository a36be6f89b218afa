import { describe, expect, it } from 'vitest';
import { dueOf } from './due';

describe('dueOf', () => {
  it.each([
    [null, 'none', ''],
    ['2026-11-20', 'over', '过期1天'],
    ['2026-11-21', 'soon', '今天到期'],
    ['2026-12-21', 'soon', '剩30天'],
    ['2026-12-22', 'fine', '剩31天'],
    ['2025-11-21', 'over', '过期365天'],
  ])('%s is %s', (date, due, words) => {
    expect(dueOf(date, '2026-11-21')).toMatchObject({ due, words });
  });
});
