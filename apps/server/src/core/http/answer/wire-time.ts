import { type Expression, type RawBuilder, sql } from 'kysely';

const formats = new Map<string, Intl.DateTimeFormat>();

/** `YYYY-MM-DD HH:mm:ss` of a moment (Date or epoch ms) in a time zone: the form in which every time leaves the server. */
export function wireTime(at: Date | number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    // sv-SE writes exactly this form
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' });
    formats.set(timeZone, format);
  }
  return format.format(at);
}

/** {@link wireTime} as an SQL expression for a `timestamptz`. */
export const wireTimeSql = (
  time: Expression<Date | null> | RawBuilder<Date | null>,
  timeZone: string,
): RawBuilder<string> => sql<string>`to_char(${time} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;

/** A `timestamptz` column as wire text; `wireColumnOrNull` for one that may be null. */
export const wireColumn = (column: string, timeZone: string): RawBuilder<string> =>
  wireTimeSql(sql<Date>`${sql.ref(column)}`, timeZone);
export const wireColumnOrNull = (column: string, timeZone: string): RawBuilder<string | null> =>
  sql<string | null>`${wireColumn(column, timeZone)}`;

/** An SQL expression for the moment of a text `YYYY-MM-DD HH:mm:ss` in a time zone. */
export const instantSql = (text: string, timeZone: string): RawBuilder<Date> =>
  sql<Date>`(${text}::timestamp at time zone ${timeZone})`;

/** An SQL expression for today's date in a time zone. */
export const todaySql = (timeZone: string): RawBuilder<string> => sql<string>`(now() at time zone ${timeZone})::date`;

/** An SQL expression for the moment at which a day (YYYY-MM-DD) begins in a time zone; with `after` 1 the end of that day, which need not have 24 hours. */
const dayStart = (day: string, timeZone: string, after = 0): RawBuilder<Date> =>
  sql<Date>`((${day}::date + ${after}::int)::timestamp at time zone ${timeZone})`;

/** SQL conditions of a day filter: the moment lies within the days `from` to `to` of the time zone, both included; an end that is left out is open. */
export function conditionsOfDays(
  moment: string | RawBuilder<unknown>,
  from: string | undefined,
  to: string | undefined,
  timeZone: string,
): Array<RawBuilder<boolean>> {
  const at = typeof moment === 'string' ? sql.ref(moment) : moment;
  return [
    ...(from ? [sql<boolean>`${at} >= ${dayStart(from, timeZone)}`] : []),
    ...(to ? [sql<boolean>`${at} < ${dayStart(to, timeZone, 1)}`] : []),
  ];
}
