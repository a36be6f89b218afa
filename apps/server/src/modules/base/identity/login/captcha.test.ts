import { afterEach, expect, test, vi } from 'vitest';
import { captchaText, newCaptcha, solveCaptcha } from './captcha';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a captcha is four characters, good for one try within 120 s', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let passedMs = performance.now();
  // what the store reads the age by
  vi.spyOn(performance, 'now').mockImplementation(() => passedMs);
  const solve = (afterS: number, wrong = ''): boolean => {
    const { captchaKey, expireIn } = newCaptcha();
    expect(expireIn).toBe(120);
    const text = captchaText(captchaKey) ?? '';
    expect(text).toHaveLength(4);
    if (wrong) expect(solveCaptcha(captchaKey, wrong)).toBe(false);
    passedMs += afterS * 1000;
    vi.advanceTimersByTime(afterS * 1000);
    return solveCaptcha(captchaKey, text.toUpperCase());
  };
  expect([solve(0), solve(119), solve(121), solve(0, '????')]).toEqual([true, true, false, false]);
});
