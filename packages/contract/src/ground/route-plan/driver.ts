import { z } from 'zod';
import { dayMs } from '../../core/durations';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';

const text = z.string();

/** A plan as the driver's phone shows it. */
export const driverPlan = z.object({
  id,
  planNo: text,
  planName: text,
  plateNo: text,
  status: z.number(),
  departTime: dateTime,
  mileageKm: z.number(),
  durationMin: z.number(),
  /** its ways are straight legs times 1.3 */
  estimated: z.boolean(),
  /** 禁行区域 to keep off */
  avoid: z.array(text),
  remark: text,
  sentTime: dateTime,
  sentUser: text,
  /** when he looked at it; null: not since it was sent last */
  readTime: dateTime.nullable(),
  stops: z.array(
    z.object({
      name: text,
      address: text,
      lng: z.number(),
      lat: z.number(),
      distanceKm: z.number(),
      stayMin: z.number(),
      windowFrom: text.nullable(),
      windowTo: text.nullable(),
      arriveTime: dateTime,
      leaveTime: dateTime,
    }),
  ),
  /** when it is back at the first stop, where it goes back */
  backTime: dateTime.nullable(),
});
export type DriverPlan = z.infer<typeof driverPlan>;

/** The receipt that a plan was read may reach the server at most so many days late. */
export const readReceiptDays = 7;

/** Receipt that the driver has read a plan; whoever sent it then sees 已查看. A repetition, or a receipt for an older sending, changes nothing. */
export const driverPlanRead = endpoint({
  path: '/api/tms/driverApp/planRead',
  access: 'session',
  title: '司机端：已查看线路规划（限本人为司机的账号）',
  input: z.object({
    id,
    /** of the sending that he looked at */
    sentTime: dateTime,
    /** how long ago, by the phone's clock */
    agoMs: z
      .number()
      .int()
      .min(0)
      .max(readReceiptDays * dayMs, `超过${readReceiptDays}天的查看不能再提交`),
  }),
  output: z.object({ readTime: dateTime.nullable() }),
});
