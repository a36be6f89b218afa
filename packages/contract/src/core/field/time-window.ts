import { z } from 'zod';

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, '时间格式应为 HH:mm');
/** A part of every day (operatingHours): first and last minute, both included; it may run over midnight. */
export const wholeDay: [string, string] = ['00:00', '23:59'];
export const dayHours = z.tuple([clock, clock], '时段应为两个 HH:mm').default(wholeDay);
/** Hours of a week, as stores take goods in and areas keep trucks out: ISO weekdays, company time; an end before the start lies on the next day. */
export const timeWindow = z
  .object({
    days: z.array(z.number().int().min(1).max(7)).min(1, '请选择星期'),
    from: clock,
    to: clock,
  })
  .refine((w) => w.from !== w.to, '开始和结束时间不能相同');
export type TimeWindow = z.output<typeof timeWindow>;

const dayNames = ['一', '二', '三', '四', '五', '六', '日'];
/** `每天 06:00-10:00；周一至周五 14:00-18:00`. */
export function windowWords(windows: readonly TimeWindow[]): string {
  return windows.map(({ days, from, to }) => `${dayWords(days)} ${from}-${to < from ? '次日' : ''}${to}`).join('；');
}
function dayWords(days: readonly number[]): string {
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  if (sorted.length === 7) return '每天';
  const [first, last] = [sorted[0] ?? 1, sorted.at(-1) ?? 1];
  const name = (day: number): string => dayNames[day - 1] ?? '';
  if (sorted.length > 2 && last - first === sorted.length - 1) return `周${name(first)}至周${name(last)}`;
  return `周${sorted.map(name).join('、')}`;
}

const windowText =
  /^(每天|周[一二三四五六日天至到、,，周]+)?\s*(\d{1,2}:\d{2})\s*[-~—至到]\s*(?:次日)?(\d{1,2}:\d{2})$/u;
/** The other direction of `windowWords`, as people write it into a cell; a window without days is every day's. Null: cannot be read. */
export function windowsOf(text: string): TimeWindow[] | null {
  const found: TimeWindow[] = [];
  for (const part of text.split(/[;；\n]+/u).map((word) => word.trim())) {
    if (part === '') continue;
    const [, dayText = '每天', from = '', to = ''] = windowText.exec(part) ?? [];
    const read = timeWindow.safeParse({ days: daysOf(dayText), from: from.padStart(5, '0'), to: to.padStart(5, '0') });
    if (!read.success) return null;
    found.push(read.data);
  }
  return found;
}
function daysOf(text: string): number[] {
  if (text === '每天') return [1, 2, 3, 4, 5, 6, 7];
  const dayOf = (word: string): number => (word === '天' ? 7 : dayNames.indexOf(word) + 1);
  const range = /^周(.)[至到]周?(.)$/u.exec(text);
  if (range) {
    const [from, to] = [dayOf(range[1] ?? ''), dayOf(range[2] ?? '')];
    return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, i) => ((from - 1 + i) % 7) + 1);
  }
  return [...text.replace(/[周、,，]/gu, '')].map(dayOf);
}

/** Whether a moment lies in a window; one that ends before it starts goes on into the next day. */
export function inWindow({ days, from, to }: TimeWindow, weekday: number, clock: string): boolean {
  if (from < to) return days.includes(weekday) && clock >= from && clock < to;
  const before = weekday === 1 ? 7 : weekday - 1;
  return (days.includes(weekday) && clock >= from) || (days.includes(before) && clock < to);
}
