import { expect, it } from 'vitest';
import { dateOnly, dateTime } from './page';

const sentenceOf = (schema: typeof dateOnly | typeof dateTime, text: string): string | null =>
  schema.safeParse(text).error?.issues[0]?.message ?? null;

it.each([
  ['2026-02-28 23:59:59', null],
  ['2024-02-29 00:00:00', null],
  ['2026-02-31 08:00:00', '时间不存在'],
  ['2026-11-28 25:00:00', '时间不存在'],
  ['2026-11-28 08:61:00', '时间不存在'],
  ['2026-13-01 08:00:00', '时间不存在'],
  ['2026-11-28', '时间格式应为 YYYY-MM-DD HH:mm:ss'],
])('the time %s: %s', (text, sentence) => expect(sentenceOf(dateTime, text)).toBe(sentence));

it.each([
  ['2026-11-30', null],
  ['2026-11-31', '日期不存在'],
  ['2026-02-29', '日期不存在'],
  ['2026-00-10', '日期不存在'],
  ['26-11-28', '日期格式应为 YYYY-MM-DD'],
])('the day %s: %s', (text, sentence) => expect(sentenceOf(dateOnly, text)).toBe(sentence));
