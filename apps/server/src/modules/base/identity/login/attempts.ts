import { minuteMs } from '@tongda/contract/core/durations';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';

/** Failures before a captcha is required (shell.md A1): the third try needs one; the fifth failure within 15 minutes locks the account at this address for 15 minutes. */
const captchaAfter = 2;
const windowMinutes = 15;

/** When failures lock, and for how long: the platform's rule, or the one of a company for its people. */
export interface LockRule {
  lockAfter: number;
  lockMin: number;
}
const usualLock: LockRule = { lockAfter: 5, lockMin: 15 };

export interface AttemptState {
  needsCaptcha: boolean;
  /** minutes left, 0 when not locked */
  lockedMinutes: number;
}

const keyOf = (account: string, ip: string): string => `${account.toLowerCase()}|${ip}`;

/** How often `account` failed from `ip` lately. */
export async function loadAttemptState(db: Kysely<DB>, account: string, ip: string): Promise<AttemptState> {
  const row = await db
    .selectFrom('login_attempt')
    .selectAll()
    .where('key', '=', keyOf(account, ip))
    .where(sql<boolean>`(window_start > now() - make_interval(mins => ${windowMinutes}) or locked_until > now())`)
    .executeTakeFirst();
  if (!row) return { needsCaptcha: false, lockedMinutes: 0 };
  const left = row.locked_until ? row.locked_until.getTime() - Date.now() : 0;
  return { needsCaptcha: row.failed_count >= captchaAfter, lockedMinutes: left > 0 ? Math.ceil(left / minuteMs) : 0 };
}

/** Counts one failure; the window starts again after 15 quiet minutes. */
export async function recordFailure(
  db: Kysely<DB>,
  account: string,
  ip: string,
  { lockAfter, lockMin }: LockRule = usualLock,
): Promise<AttemptState> {
  await sql`
    insert into login_attempt as t (key, failed_count, window_start) values (${keyOf(account, ip)}, 1, now())
    on conflict (key) do update set
      failed_count = case when t.window_start < now() - make_interval(mins => ${windowMinutes}) then 1 else t.failed_count + 1 end,
      window_start = case when t.window_start < now() - make_interval(mins => ${windowMinutes}) then now() else t.window_start end,
      locked_until = case when t.window_start >= now() - make_interval(mins => ${windowMinutes}) and t.failed_count + 1 >= ${lockAfter}
        then now() + make_interval(mins => ${lockMin}::int) else null end`.execute(db);
  return loadAttemptState(db, account, ip);
}

/** A good login forgets the failures. */
export async function clearFailures(db: Kysely<DB>, account: string, ip: string): Promise<void> {
  await db.deleteFrom('login_attempt').where('key', '=', keyOf(account, ip)).execute();
}
