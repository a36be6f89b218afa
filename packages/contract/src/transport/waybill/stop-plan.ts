import { z } from 'zod';
import { dayMin } from '../../core/durations';
import { dateTime } from '../../core/page';
import { wallMs } from '../../core/wall-time';
import { stopType } from './enums';
import type { Trip } from './stow/assemble';

/** The longest stay that can be planned at a stop, minutes. */
export const maxServiceMin = dayMin;

/**
 * Window and stay that somebody entered for a stop, in place of those that follow from its orders (transport.md C16). A stop is identified by the
 * orders that are loaded or unloaded there, because stops are made anew whenever the sequence changes.
 */
export const stopPlan = z
  .object({
    stopType: z.literal([stopType.load, stopType.unload], '请选择装货点或卸货点'),
    orderCodes: z.array(z.string().min(1).max(30)).min(1).max(200),
    windowStart: dateTime.nullable(),
    windowEnd: dateTime.nullable(),
    serviceMin: z
      .int('停留分钟须为整数')
      .min(0, '停留分钟不能小于0')
      .max(maxServiceMin, `停留分钟最多${maxServiceMin}`),
  })
  .refine(({ windowStart, windowEnd }) => !windowStart || !windowEnd || windowStart <= windowEnd, {
    path: ['windowEnd'],
    error: '时间窗的结束不能早于开始',
  });
export type StopPlan = z.infer<typeof stopPlan>;

/** Numbers of the orders that are loaded at a loading stop, or unloaded at any other. */
export const ordersAt = (
  { legs }: { legs: ReadonlyArray<{ orderCode: string; fromSeq: number; toSeq: number }> },
  stop: { seq: number; stopType: number },
): string[] => {
  const end = stop.stopType === stopType.load ? 'fromSeq' : 'toSeq';
  return legs.flatMap((leg) => (leg[end] === stop.seq ? leg.orderCode : []));
};

/** The plan that was entered for a stop of this type: the first that names one of its orders. */
export const stopPlanOf = <P extends Pick<StopPlan, 'stopType' | 'orderCodes'>>(
  plans: readonly P[],
  type: number,
  codes: readonly string[],
): P | undefined =>
  plans.find((plan) => plan.stopType === type && plan.orderCodes.some((code) => codes.includes(code)));

/** The trip with entered windows and stays in place of those that follow from its orders. */
export function applyStopPlans(trip: Trip, plans: readonly StopPlan[]): Trip {
  if (plans.length === 0) return trip;
  const moment = (time: string | null): number | null => (time === null ? null : wallMs(time));
  const stops = trip.stops.map((stop) => {
    const plan = stopPlanOf(plans, stop.stopType, ordersAt(trip, stop));
    if (!plan) return stop;
    const { windowStart, windowEnd, serviceMin } = plan;
    return { ...stop, windowStart: moment(windowStart), windowEnd: moment(windowEnd), serviceMin };
  });
  return { ...trip, stops };
}
