import type { AlarmDay } from '@tongda/contract/watch/track/day-figures';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import type { ScopeOf } from '../../base/org/door';
import { isAlarmReadable } from './repo';

/**
 * Alarms that began on each of the company's last days, on vehicles `v` or with drivers `e` of the condition and of the caller's view; days
 * without any are left out. Withdrawn ones are counted nowhere.
 */
export async function countAlarmsByDay(
  trx: Kysely<DB>,
  who: ScopeOf & { timeZone: string },
  which: RawBuilder<boolean>,
  days: number,
): Promise<Map<string, Omit<AlarmDay, 'day'>>> {
  const { rows } = await sql<AlarmDay>`select to_char(e.start_time at time zone ${who.timeZone}, 'YYYY-MM-DD') as day,
      (count(*) filter (where e.level <= 1))::int as notice, (count(*) filter (where e.level = 2))::int as ordinary,
      (count(*) filter (where e.level >= 3))::int as severe
    from episode e join vehicle v on v.id = e.vehicle_id
    where e.alarm and e.status <> 2 and ${which} and ${isAlarmReadable(who)}
      and e.start_time >= ((now() at time zone ${who.timeZone})::date - ${days - 1}::int) at time zone ${who.timeZone}
    group by 1`.execute(trx);
  return new Map(rows.map(({ day, ...counts }) => [day, counts]));
}

/** Alarms of the last days by kind, most first; the same view as `alarmsByDay`. */
export async function countAlarmsByKind(
  trx: Kysely<DB>,
  who: ScopeOf & { timeZone: string },
  which: RawBuilder<boolean>,
  days: number,
): Promise<Array<{ kind: string; count: number }>> {
  const { rows } = await sql<{ kind: string; count: number }>`select e.kind, count(*)::int as count
    from episode e join vehicle v on v.id = e.vehicle_id
    where e.alarm and e.status <> 2 and ${which} and ${isAlarmReadable(who)}
      and e.start_time >= ((now() at time zone ${who.timeZone})::date - ${days - 1}::int) at time zone ${who.timeZone}
    group by 1 order by 2 desc, 1`.execute(trx);
  return rows;
}
