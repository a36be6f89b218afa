import { minuteMs } from '@tongda/contract/core/durations';

/** What is left: null when the call may be made, otherwise which limit was reached and in how many seconds it is over. */
export type Reached = { limit: 'minute' | 'day'; most: number; retryAfterS: number } | null;

interface Counter {
  since: number;
  n: number;
}

/**
 * Counts the calls of programs: all of a program in a minute of the clock, those of one interface in a day of the company. In memory, as one process answers them; the day
 * begins with what `stored` knows, so that a restart gives nobody a second quota.
 */
export class Quota {
  private readonly minutes = new Map<string, Counter>();
  private readonly days = new Map<string, { day: string; n: number }>();

  constructor(
    private readonly stored: (appId: string, key: string, day: string) => Promise<number>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts one call unless a limit is reached. `day` is the company's date, `nextDay` when it ends (ms since 1970). */
  async take(
    app: { id: string; perMinute: number },
    key: string,
    dailyLimit: number,
    today: { day: string; endsAt: number },
  ): Promise<Reached> {
    const name = `${app.id} ${key}`;
    if (this.days.get(name)?.day !== today.day) {
      const n = await this.stored(app.id, key, today.day);
      // another call may have asked meanwhile
      if (this.days.get(name)?.day !== today.day) this.days.set(name, { day: today.day, n });
    }
    const at = this.now();
    const minute = this.minuteOf(app.id, at);
    if (minute.n >= app.perMinute)
      return { limit: 'minute', most: app.perMinute, retryAfterS: secondsTo(minute.since + minuteMs, at) };
    const day = this.days.get(name);
    if (day && day.n >= dailyLimit) return { limit: 'day', most: dailyLimit, retryAfterS: secondsTo(today.endsAt, at) };
    minute.n++;
    if (day) day.n++;
    return null;
  }

  private minuteOf(appId: string, at: number): Counter {
    const since = Math.floor(at / minuteMs) * minuteMs;
    const known = this.minutes.get(appId);
    if (known?.since === since) return known;
    const fresh = { since, n: 0 };
    this.minutes.set(appId, fresh);
    return fresh;
  }
}

const secondsTo = (end: number, now: number): number => Math.max(1, Math.ceil((end - now) / 1000));
