import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { defineJob, type JobDefinition } from '../../../core/run/jobs';
import { clearNotices, reconcilePayments, refundPayments, stopOverduePayments } from './pay/offers';
import type { PayDeps } from './pay/settle';
import { closeOverdueOrders } from './steps';

export const memberJobName = 'member-overdue';
/** How often somebody looks for orders that were not paid in time. */
export const memberEveryMs = minuteMs;

/** Closes unpaid orders at the end of their time, after their payments; gives money back that is due. */
export const memberJob = (pay: PayDeps): JobDefinition<never> =>
  defineJob<object>(memberJobName, async () => {
    await stopOverduePayments(pay);
    while ((await pay.db.transaction().execute(closeOverdueOrders)) > 0);
    await refundPayments(pay);
  });

export const reconcileJobName = 'member-reconcile';
export const reconcileEveryMs = hourMs;
/** Compares payments that wait with what their providers know. */
export const reconcileJob = (pay: PayDeps): JobDefinition<never> =>
  defineJob<object>(reconcileJobName, async () => {
    await reconcilePayments(pay);
    await clearNotices(pay.db);
  });
