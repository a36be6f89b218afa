import { minuteMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import type { KnownApp } from './apps';

/** What is left: null when the call may be made, otherwise which limit was reached and in how many seconds it is over. */
export type Reached = { limit: 'second' | 'minute' | 'day'; most: number; retryAfterS: number } | null;

/**
 * Counts the calls of programs: all of a program in a minute of the clock, those of one interface in a second of the clock and in a day of the company. The counters are rows, so that several
 * processes share a quota and a restart gives nobody a second one.
 */
export class Quota {
  constructor(
    private readonly db: Kysely<DB>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts one call unless a limit is reached. `day` is the company's date, `endsAt` when it is over (ms since 1970). */
  async take(
    app: Pick<KnownApp, 'id' | 'clientId' | 'perMinute'>,
    key: string,
    { daily, perSecond }: { daily: number; perSecond: number },
    today: { day: string; endsAt: number },
  ): Promise<Reached> {
    const at = this.now();
    const second = Math.floor(at / 1000) * 1000;
    const minute = Math.floor(at / minuteMs) * minuteMs;
    const { rows } = await sql<{ second: boolean; minute: boolean; day: boolean }>`with s as (
        insert into open_quota as q (app_id, name, client_id, since, n) values (${app.id}, ${`${key}/s`}, ${app.clientId}, ${String(second / 1000)}, 1)
        on conflict (app_id, name) do update set n = case when q.since = excluded.since then q.n + 1 else 1 end, since = excluded.since
        where q.since <> excluded.since or q.n < ${perSecond} returning 1),
      m as (
        insert into open_quota as q (app_id, name, client_id, since, n) select ${app.id}, '', ${app.clientId}, ${String(minute / 1000)}, 1 from s
        on conflict (app_id, name) do update set n = case when q.since = excluded.since then q.n + 1 else 1 end, since = excluded.since
        where q.since <> excluded.since or q.n < ${app.perMinute} returning 1),
      d as (
        insert into open_quota as q (app_id, name, client_id, since, n) select ${app.id}, ${key}, ${app.clientId}, ${today.day}, 1 from m
        on conflict (app_id, name) do update set n = case when q.since = excluded.since then q.n + 1 else 1 end, since = excluded.since
        where q.since <> excluded.since or q.n < ${daily} returning 1)
      select exists (select from s) as second, exists (select from m) as minute, exists (select from d) as day`.execute(
      this.db,
    );
    const [counted = { second: false, minute: false, day: false }] = rows;
    if (!counted.second) return { limit: 'second', most: perSecond, retryAfterS: 1 };
    if (!counted.minute) return { limit: 'minute', most: app.perMinute, retryAfterS: secondsTo(minute + minuteMs, at) };
    return counted.day ? null : { limit: 'day', most: daily, retryAfterS: secondsTo(today.endsAt, at) };
  }
}

const secondsTo = (end: number, now: number): number => Math.max(1, Math.ceil((end - now) / 1000));
