import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { logSteps, type StepAuthor } from '../../order/door';
import { type LockedWaybill, loadLegs } from '../state';

interface StopStep {
  /** what the log of the trip calls it */
  action: string;
  /** what the logs of its orders call it */
  orderAction: string;
  source: number;
  happenedAt?: Date;
  /** why, behind the name of the stop */
  why?: string;
}

/**
 * Logs what happened at a stop: once for the trip, and for every order that is loaded or unloaded there, so that the log of an order has all of its
 * legs, whether goods were counted there or not.
 */
export async function logAtStop(
  trx: Trx,
  ctx: Ctx,
  author: StepAuthor,
  waybill: LockedWaybill,
  stop: { seq: number; name: string },
  { action, orderAction, why = '', ...step }: StopStep,
): Promise<void> {
  const legs = await loadLegs(trx, ctx, waybill.id);
  const here = legs.filter(({ fromSeq, toSeq }) => fromSeq === stop.seq || toSeq === stop.seq);
  const reason = why && `：${why}`;
  await logSteps(trx, author, [
    {
      ...step,
      objType: 'waybill',
      objCode: waybill.waybillCode,
      action,
      from: waybill.transportStatus,
      to: waybill.transportStatus,
      remark: `${stop.name}${reason}`,
    },
    ...here.map(({ orderCode }) => ({
      ...step,
      objType: 'customerOrder' as const,
      objCode: orderCode,
      action: orderAction,
      remark: `${stop.name} ${waybill.waybillCode}${reason}`,
    })),
  ]);
}
