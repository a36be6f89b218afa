import { minuteMs } from '@tongda/contract/core/durations';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';

/** Minutes after which failures are forgotten. */
export const windowMinutes = 15;

/** When failures lock, and for how long: the platform's rule, or the one of a company for its people. */
export interface LockRule {
  lockAfter: number;
  lockMin: number;
}
export const usualLock: LockRule = { lockAfter: 5, lockMin: 15 };

export interface AttemptState {
  /** minutes left, 0 when not locked */
  lockedMinutes: number;
}

/**
 * Counts of checks that belong to one user and no network (the password asked once more, pairing codes): five failures within 15 minutes lock the
 * check for 15 minutes. Logins are counted by `limits`.
 */
const keyOf = (what: string): string => `${what.toLowerCase()}|`;

/** Whether `what` failed too often lately. */
export async function loadAttemptState(db: Kysely<DB>, what: string): Promise<AttemptState> {
  const row = await db
    .selectFrom('login_attempt')
    .select('locked_until')
    .where('key', '=', keyOf(what))
    .where('locked_until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return { lockedMinutes: minutesLeft(row?.locked_until ?? null) };
}

/** Minutes until a moment, rounded up; 0 when it is over. */
export const minutesLeft = (until: Date | null): number =>
  until === null ? 0 : Math.max(0, Math.ceil((until.getTime() - Date.now()) / minuteMs));

/** Counts one failure, and says which of the window it is; the window starts again after 15 quiet minutes. */
export async function recordFailure(db: Kysely<DB>, what: string): Promise<AttemptState & { failures: number }> {
  const { lockAfter, lockMin } = usualLock;
  const { rows } = await sql<{ failures: number }>`
    insert into login_attempt as t (key, account, network, failed_count, window_start) values (${keyOf(what)}, ${what.toLowerCase()}, '', 1, now())
    on conflict (key) do update set
      failed_count = case when t.window_start < now() - make_interval(mins => ${windowMinutes}) then 1 else t.failed_count + 1 end,
      window_start = case when t.window_start < now() - make_interval(mins => ${windowMinutes}) then now() else t.window_start end,
      locked_until = case when t.window_start >= now() - make_interval(mins => ${windowMinutes}) and t.failed_count + 1 >= ${lockAfter}
        then now() + make_interval(mins => ${lockMin}::int) else null end
    returning failed_count as failures`.execute(db);
  return { ...(await loadAttemptState(db, what)), failures: rows[0]?.failures ?? lockAfter };
}

/** A success forgets the failures. */
export async function clearFailures(db: Kysely<DB>, what: string): Promise<void> {
  await db.deleteFrom('login_attempt').where('key', '=', keyOf(what)).execute();
}
