import { expect, test } from 'vitest';
import { scanCode, scanKindOf } from './scan-code';

const sign = 'Ab_9-'.padEnd(22, 'x');

test.each([
  [`v1001-1-${sign}`, 'vehicle'],
  [` s1001-${sign} `, 'store'],
  [`v1001-${sign}`, null],
  [`s1001-1-${sign}x`, null],
  [`v1001-1-${sign.slice(1)}`, null],
  ['https://example.com/', null],
  ['', null],
])('%s stands on: %s', (code, kind) => {
  expect(scanKindOf(code)).toBe(kind);
});

test('what is no code of ours is told in words', () => {
  expect(scanCode.safeParse('6901028001915').error?.issues[0]?.message).toContain('二维码无法识别');
});
