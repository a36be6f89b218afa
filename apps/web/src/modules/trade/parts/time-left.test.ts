import { expect, it } from 'vitest';
import { timeLeft } from './time-left';

it.each([
  [5, '00:05'],
  [29 * 60 + 41, '29:41'],
  [3599, '59:59'],
  [3900, '1小时5分'],
  [10_052 * 60 + 28, '6天23小时32分'],
])('%i seconds are %s', (seconds, text) => expect(timeLeft(seconds)).toBe(text));
