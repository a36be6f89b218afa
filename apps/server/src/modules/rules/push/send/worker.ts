import { hourMs } from '@tongda/contract/core/durations';
import { sql } from 'kysely';
import type pg from 'pg';
import { loopNews } from '../../../../core/db/away';
import { listenTo } from '../../../../core/db/listener';
import { planFollowups } from '../plan/followups';
import { type PlanDeps, planEvents } from '../plan/planner';
import { type DeliverDeps, deliverDue } from './deliver';

export type PushDeps = PlanDeps & DeliverDeps;

/** One round: events become notices, due follow-ups are planned, stale notices are suppressed, and notices that may leave are sent. */
export async function runPushRound(deps: PushDeps): Promise<void> {
  await planEvents(deps);
  await planFollowups(deps);
  await deliverDue(deps);
}

const roundMs = 1_000;
const cleanMs = hourMs;
/** The send log is kept for half a year (report.md 7.3). */
const keptDays = 180;

/**
 * Runs rounds until stopped: at once after an event of an alarm, and every second besides. The answered function stops it and waits for the
 * round under way.
 */
export function startPush(pool: pg.Pool, deps: PushDeps): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let cleanedAt = 0;
  const news = loopNews(deps.log, 'push round');
  const round = async (): Promise<void> => {
    try {
      await runPushRound(deps);
      if (deps.now() - cleanedAt > cleanMs) {
        cleanedAt = deps.now();
        await deleteOldSends(deps);
      }
      news.worked();
    } catch (error) {
      news.failed(error);
    }
    if (!stopped) timer = setTimeout(go, roundMs);
  };
  const go = (): void => {
    timer = null;
    running = round();
  };
  const hear = (): void => {
    // a round under way is followed by another within a second
    if (timer === null || stopped) return;
    clearTimeout(timer);
    go();
  };
  const { stop } = listenTo(pool, 'tongda push', { episode_event: hear }, hear);
  go();
  return async () => {
    stopped = true;
    if (timer) clearTimeout(timer);
    await running;
    await stop();
  };
}

async function deleteOldSends({ db }: PushDeps): Promise<void> {
  await sql`delete from push_send where created_at < now() - make_interval(days => ${keptDays})`.execute(db);
  await sql`delete from push_call where at < now() - interval '1 hour'`.execute(db);
}
