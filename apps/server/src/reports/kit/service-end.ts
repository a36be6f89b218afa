import { dayMs } from '@tongda/contract/core/durations';
import type { Ctx } from '../../core/http/ctx';
import { blockedByRule } from '../../core/http/errors';
import { wallToMs } from '../../kernel/day/edges';

/** End of the last day that is paid for, epoch ms. */
function endOf(ctx: Pick<Ctx, 'timeZone'>, serviceEnd: string | null): number {
  const lastDay = serviceEnd === null ? null : wallToMs(`${serviceEnd} 00:00:00`, ctx.timeZone);
  return lastDay === null ? Number.POSITIVE_INFINITY : lastDay + dayMs;
}

/** Whether the service ended before a moment (epoch ms). */
export const isServiceOver = (ctx: Pick<Ctx, 'timeZone'>, serviceEnd: string | null, from: number): boolean =>
  endOf(ctx, serviceEnd) <= from;

/**
 * Until when data of something whose service ends on the day `serviceEnd` (null: never) may be read, epoch ms: the last day is paid for. 4011 when the range begins later
 * (report.md 2.1). `what` names it: 车辆沪A12345.
 */
export function readableUntil(
  ctx: Pick<Ctx, 'timeZone'>,
  what: string,
  serviceEnd: string | null,
  from: number,
): number {
  const until = endOf(ctx, serviceEnd);
  if (until <= from) throw blockedByRule(`${what}的服务已于${serviceEnd}到期，仅可查询到期前数据`);
  return until;
}
