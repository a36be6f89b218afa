import { dayMs } from '@tongda/contract/core/durations';
import { codes } from '@tongda/contract/core/endpoint';
import { type DriverPlan, driverPlanRead, readReceiptDays } from '@tongda/contract/ground/route-plan/driver';
import { call } from '../../../../kit/call/api';
import { ApiError } from '../../../../kit/call/api-error';
import { keepReads, keptReads } from './outbox-db';

type Sent = Pick<DriverPlan, 'id' | 'sentTime'>;
const mostMs = readReceiptDays * dayMs;

/** Notes that a plan was looked at; a plan that is sent again is noted again. */
export async function noteRead(who: string, { id, sentTime }: Sent): Promise<void> {
  const reads = await keptReads(who);
  if (reads.some((read) => read.id === id && read.sentTime === sentTime)) return;
  await keepReads(who, [...reads.filter((read) => read.id !== id), { id, sentTime, at: Date.now() }]);
}

/** Tells the server which plans were looked at. What does not get through stays for the next time. Answers whether the server took any. */
export async function sendReads(who: string, now = Date.now()): Promise<boolean> {
  const reads = await keptReads(who);
  let told = false;
  for (const { id, sentTime, at } of reads) {
    try {
      await call(driverPlanRead, { id, sentTime, agoMs: Math.min(Math.max(0, now - at), mostMs) }, { quiet: true });
    } catch (error) {
      // the plan was taken away from him meanwhile: nobody waits for the notice
      if (!(error instanceof ApiError) || error.code < codes.invalid || error.code >= codes.unexpected) return told;
    }
    told = true;
    const left = (await keptReads(who)).filter((read) => read.id !== id || read.sentTime !== sentTime);
    await keepReads(who, left);
  }
  return told;
}
