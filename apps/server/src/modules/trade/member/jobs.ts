import { minuteMs } from '@tongda/contract/core/durations';
import type { Kysely } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { defineJob, type JobDefinition } from '../../../core/run/jobs';
import { closeOverdueOrders } from './steps';

export const memberJobName = 'member-overdue';
/** How often somebody looks for orders that were not paid in time. */
export const memberEveryMs = minuteMs;

/** Closes unpaid orders at the end of their time. */
export const memberJob = (db: Kysely<DB>): JobDefinition<never> =>
  defineJob<object>(memberJobName, async () => {
    while ((await db.transaction().execute(closeOverdueOrders)) > 0);
  });
