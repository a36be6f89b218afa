import { expect, test } from 'vitest';
import { refreshAfter } from './refresh';

const start = Date.parse('2026-11-21T02:00:00Z');
const known = (filesPending: string) => ({ alarm: { start }, filesPending });

test('an alarm that has just begun is asked for every 3 seconds while its films are on their way', () => {
  const pending = known('终端声明2个附件，已收到0个，已请求，等待终端上传');
  expect(refreshAfter(pending, start + 5_000)).toBe(3_000);
  expect(refreshAfter(pending, start + 179_000)).toBe(3_000);
  // the terminal may never send them
  expect(refreshAfter(pending, start + 180_000)).toBe(30_000);
  expect(refreshAfter(known(''), start + 5_000)).toBe(30_000);
  expect(refreshAfter(undefined, start)).toBe(30_000);
});
