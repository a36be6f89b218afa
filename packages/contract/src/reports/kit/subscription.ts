import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';

const base = '/api/report/subscription';

/** How often a report is sent, and over which days: the day before, the seven days before, the month before. */
export const cycles = { day: '每日', week: '每周', month: '每月' } as const;
export type Cycle = keyof typeof cycles;
/** Days that a report of each cycle covers at most; a report that takes fewer is not sent so. */
export const cycleDays: Readonly<Record<Cycle, number>> = { day: 1, week: 7, month: 31 };
/** 1 = Monday. */
export const weekdays = { 1: '周一', 2: '周二', 3: '周三', 4: '周四', 5: '周五', 6: '周六', 7: '周日' } as const;
export const subscriptionChannels = { message: '站内消息', mail: '邮件' } as const;
/** Subscriptions that one user may have. */
export const mostSubscriptions = 20;

const fields = {
  /** of the report's declaration */
  screen: z.string().min(1).max(64),
  name: z.string().trim().min(1, '请输入名称').max(30, '名称最多30个字符'),
  cycle: z.enum(['day', 'week', 'month'], '请选择周期'),
  /** `week`: 1 = Monday to 7 */
  weekday: z.number().int().min(1).max(7).default(1),
  /** `month`: day of the month; later ones do not exist in every month */
  monthDay: z.number().int().min(1, '日期应为1~28').max(28, '日期应为1~28').default(1),
  /** of the company's clock */
  clock: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, '请选择发送时间'),
  channels: z.array(z.enum(['message', 'mail'])).min(1, '请至少选择一种发送方式'),
  format: z.enum(['xlsx', 'csv', 'pdf']).default('xlsx'),
} as const;

const subscription = z.object({
  id,
  ...fields,
  enabled: z.boolean(),
  /** wire time of the next sending; null while it is off */
  nextTime: z.string().nullable(),
  /** … and of the last one */
  lastTime: z.string().nullable(),
  /** why the last one failed; '' when it did not */
  lastFault: z.string(),
});
export type Subscription = z.output<typeof subscription>;

export const subscriptionList = endpoint({
  path: `${base}/list`,
  access: 'session',
  visit: 'look',
  title: '定时报表',
  input: z.object({ screen: fields.screen }),
  output: z.array(subscription),
});
export const subscriptionAdd = endpoint({
  path: `${base}/add`,
  access: 'session',
  title: '新增定时报表',
  /** `filters`: those of the report without its range, with the shown columns and the order (`fields`, `sort`) as an export takes them */
  input: z.object({ ...fields, filters: z.record(z.string(), z.unknown()) }),
  output: z.object({ id }),
});
export const subscriptionSwitch = endpoint({
  path: `${base}/switch`,
  access: 'session',
  title: '启停定时报表',
  input: z.object({ id, enabled: z.boolean() }),
});
export const subscriptionDelete = endpoint({
  path: `${base}/delete`,
  access: 'session',
  title: '删除定时报表',
  input: z.object({ id }),
});
