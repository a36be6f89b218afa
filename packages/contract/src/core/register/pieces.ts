import { z } from 'zod';
import { endpoint, type MenuAccess, type Visit } from '../endpoint';
import { dateOnly, dateTime, id, pageOf, pageQuery } from '../page';

/** Pieces that every register shares: ids of a batch, its results, export input, change history. */

/** One line of the result of a batch: done, or why not. */
export const batchLine = z.object({ id, name: z.string(), ok: z.boolean(), msg: z.string() });
export type BatchLine = z.infer<typeof batchLine>;

/** Ticked rows of a batch. */
export const chosenIds = (noun: string) => z.array(id).min(1, `请选择${noun}`).max(500, `一次最多处理500条${noun}记录`);

/** What an export's request says beside the filters of its list. */
export const exportOptions = {
  sort: pageQuery.shape.sort,
  fields: z.array(z.string().max(40)).min(1, '最少勾选一个显示的字段').max(100).optional(),
  /** ticked rows only */
  ids: z.array(id).max(500, '一次最多导出500条勾选的记录').optional(),
  /** absent: xlsx, csv beyond 100,000 rows */
  format: z.enum(['xlsx', 'csv']).optional(),
} as const;

/** Version that a changed record was read at. */
export const version = z.number().int().min(1, '缺少版本号');

/** Text of a filter. */
export const filterText = (max = 50, form: (text: string) => string = (text) => text) =>
  z.string().trim().max(max, `最多${max}个字符`).overwrite(form).optional();
/** Code of a filter: from the address of the page numbers arrive as text. */
export const filterCode = <C extends readonly number[]>(codes: C) =>
  z.coerce.number().pipe(z.literal(codes)).optional();
/** First or last day of a filter, both included; the time that a range of days brings along is dropped. */
export const filterDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/u, '日期格式应为 YYYY-MM-DD')
  .transform((day) => day.slice(0, 10))
  .pipe(dateOnly)
  .optional();
/** Documents that end: soon = within 30 days, expired = over. */
export const filterExpire = z.enum(['soon', 'expired']).optional();

const changeLine = z.object({
  id,
  time: dateTime,
  userName: z.string(),
  action: z.string(),
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
});

/** 变更记录 of a register. */
export const changeHisCall = (base: `/${string}`, access: MenuAccess, noun: string, visit?: Visit) =>
  endpoint({
    path: `${base}/changeHis`,
    access,
    visit,
    title: `${noun}变更记录`,
    input: pageQuery.extend({ id }),
    output: pageOf(changeLine),
  });
