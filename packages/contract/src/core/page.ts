import { z } from 'zod';
import { message } from './messages';

/** Largest page the server answers; more is refused with 4000. */
export const maxPageSize = 200;

/** What every list request carries beside its filters. `sort` is `<column key> asc|desc`. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  size: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxPageSize, message('table.pageSize', { n: maxPageSize }))
    .default(15),
  sort: z
    .string()
    .regex(/^[A-Za-z0-9]+ (asc|desc)$/u)
    .optional(),
});

/** A page of rows: `{list,total,page,size}`. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ list: z.array(row), total: z.number().int(), page: z.number().int(), size: z.number().int() });

/** Pager schemes of the specification, `sizePage` being the sizes to choose from: A back-office and resources lists, B logs, C reports and monitoring, D embedded lists. */
export const pagerSchemes = {
  A: { size: 10, sizePage: [5, 10, 15, 20] },
  B: { size: 30, sizePage: [15, 30, 45, 60] },
  C: { size: 15, sizePage: [15, 30, 45, 60] },
  D: { size: 40, sizePage: [10, 20, 30, 40] },
} as const;

/** An int64 as decimal string on the wire. */
export const id = z.string().regex(/^\d{1,19}$/u, '编号格式错误');
/** `YYYY-MM-DD HH:mm:ss` in the company's zone. */
export const dateTime = dateTimeOr();
/** The same that must be there: the sentence says so when it is not. */
export const requiredTime = (sentence: string) => dateTimeOr(sentence);
function dateTimeOr(sentence?: string) {
  const text = sentence === undefined ? z.string() : z.string(sentence).min(1, sentence);
  return text
    .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/u, '时间格式应为 YYYY-MM-DD HH:mm:ss')
    .refine((time) => isOfCalendar(`${time.replace(' ', 'T')}Z`), '时间不存在');
}
/** `YYYY-MM-DD`. */
export const dateOnly = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/u, '日期格式应为 YYYY-MM-DD')
  .refine(isCalendarDay, '日期不存在');

/** Whether the text names a day that exists (2026-02-30 does not). */
export function isCalendarDay(text: string): boolean {
  return isOfCalendar(`${text}T00:00:00Z`);
}

/** Whether the calendar has this moment (ISO): no hour has 61 minutes. */
function isOfCalendar(iso: string): boolean {
  const time = new Date(iso);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(iso.slice(0, -1));
}
