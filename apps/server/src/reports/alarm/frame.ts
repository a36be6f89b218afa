import { dayMs } from '@tongda/contract/core/durations';
import type { overTemperatureAlarms } from '@tongda/contract/reports/alarm/nine';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import { type EpisodeKind, episodeStatus } from '@tongda/contract/watch/alarm/episode';
import { alarmNo, alarmTitle, sourceOf, subjectWords } from '@tongda/contract/watch/alarm/words';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import type { Ctx } from '../../core/http/ctx';
import { likePattern } from '../../core/record/options';
import { findFixesAt } from '../../core/telemetry/at-time';
import { describeSends } from '../../modules/rules/push/door';
import { alarmSpeed, firstHandled, isAlarmReadable, isWaiting } from '../../modules/watch/alarm/door';
import { dataWord, driverName, siteAt } from '../kit/facts-sql';
import { chosenVehicles, isLent, mayReadFact, ofVehicle, type Wish } from '../kit/query';
import { curvesOf } from '../kit/reading-curves';
import { loadReadings } from '../kit/readings';
import { fromSql } from '../kit/sql-source';

/** The filters that every alarm report has. */
export type AlarmWish = Omit<ReportQuery<typeof overTemperatureAlarms>, 'side' | 'probeName' | 'zoneName'> & Wish;

/** SQL: a figure of the alarm's own kind. */
export const figureOf = (key: string): RawBuilder<number | null> => sql<number | null>`(e.values ->> ${key})::float8`;

/** SQL: what the company calls the probe or door that the alarm is about; '' = as numbered, which `nameAlarms` says in words. */
export const subjectName = sql<string>`coalesce((select b.name from probe b where b.vehicle_id = e.vehicle_id
  and b.kind || b.channel = split_part(e.subject, ':', 1)), '')`;

/** SQL: a reading out of its bounds: which one, how far. */
export const boundColumns = sql`${subjectName} as probe, case when e.peak is null or e.limit_value is null then 'none' when e.peak < e.limit_value then 'under'
  else 'over' end as side, e.limit_value as "limit", e.peak, coalesce(${figureOf('deviation')}, abs(e.peak - e.limit_value)) as deviation,
  null::float8 as first, null::float8 as mean, extract(epoch from e.confirmed_at - e.start_time)::float8 / 60 as "delayMin"`;

/** SQL condition on the side that `boundColumns` tells. */
export const onSide = (side: 'all' | 'over' | 'under'): RawBuilder<boolean> =>
  side === 'all' ? sql<boolean>`true` : sql<boolean>`r.side = ${side}`;

/** SQL condition: the probe that `boundColumns` names is called so, or has this number. */
export const ofProbe = (name: string | undefined): RawBuilder<boolean> => {
  if (!name) return sql<boolean>`true`;
  const numbered = sql`case when r.subject like 'tem%' then '探头' when r.subject like 'hum%' then '湿度' else '' end
    || coalesce(substring(r.subject from '[0-9]+'), case when r.subject like '%Avg%' then '平均' else '' end)`;
  return sql<boolean>`coalesce(nullif(r.probe, ''), ${numbered}) ilike ${likePattern(name)}`;
};

/**
 * Alarms of some kinds that began in the range, with the columns of the frame: `own` are the report's own columns over the episode `e`, `also` a
 * condition on the finished row `r`.
 */
export function selectAlarms(
  ctx: Ctx,
  q: AlarmWish,
  kinds: readonly EpisodeKind[],
  own: RawBuilder<unknown>,
  also: RawBuilder<boolean> = sql<boolean>`true`,
): RawBuilder<unknown> {
  const all: Array<RawBuilder<boolean>> = [
    sql<boolean>`e.alarm and e.kind = any(${[...kinds]}::text[])`,
    sql<boolean>`e.start_time >= ${new Date(q.from)} and e.start_time < ${new Date(q.until)}`,
    sql<boolean>`e.level >= ${Number(q.level)}`,
    isAlarmReadable(ctx),
    chosenVehicles(ctx, { ...q, ids: undefined }),
  ];
  if (q.status !== 'all') all.push(sql<boolean>`e.status = ${Number(q.status)}`);
  if (q.handled === 'waiting') all.push(isWaiting);
  else if (q.handled !== 'all') all.push(sql<boolean>`e.handle_status = ${Number(q.handled)}`);
  if (q.late !== 'all') all.push(q.late === '1' ? sql<boolean>`e.blind_ratio > 0` : sql<boolean>`e.blind_ratio = 0`);
  if (q.ruleName) all.push(sql<boolean>`u.name ilike ${likePattern(q.ruleName)}`);
  const rows = sql`select e.id, e.vehicle_id as "vehicleId", e.start_time as at, '' as "alarmNo", '' as title, e.subject, e.values, e.kind, e.version, ${isLent(ctx)} as shared,
      ${driverName(sql`e.driver_id`)} as driver, e.level, coalesce(u.name, '') as "ruleName", e.start_time as "startTime", e.end_time as "endTime",
      extract(epoch from coalesce(e.end_time, now()) - e.start_time)::float8 / 60 as minutes, 1 as one,
      extract(epoch from e.end_time - e.start_time)::float8 / 60 as "endedMin", null::int as vehicles, case when e.end_time is null then 0 else 1 end as ended, e.lng, e.lat, null::float8 as "endLng", null::float8 as "endLat",
      ${alarmSpeed} as "speedKmh",
      ${siteAt(sql`e.vehicle_id`, sql`e.start_time`)} as "siteName", e.status, case when e.announced_at is null then '补传不推送' else '无推送' end as pushed,
      e.handle_status as "handleStatus", e.handled_name as "handledBy", e.handled_at as "handledAt", e.handle_remark as "handleRemark",
      extract(epoch from h.at - e.start_time)::float8 / 60 as "responseMin", case when h.at is null then 0 else 1 end as answered,
      case when e.handle_status in (2, 3) then 100 else 0 end as "doneRate", 'platform' as source, ${dataWord('e')} as data, ${own}
    from vehicle v join episode e on e.vehicle_id = v.id left join alarm_rule u on u.id = e.rule_id ${firstHandled} where ${sql.join(all, sql` and `)}`;
  return sql`select r.* from (${rows}) r where ${also} and ${q.minMinutes === undefined ? sql`true` : sql`r.minutes >= ${q.minMinutes}`}
    and ${q.driverName ? sql`r.driver ilike ${likePattern(q.driverName)}` : sql`true`}
    and ${q.siteName ? sql`r."siteName" ilike ${likePattern(q.siteName)}` : sql`true`}`;
}

/**
 * A report of alarms from one statement. Withdrawn ones are listed, as they were told, and counted nowhere, as they never happened: 报警记录 counts the same.
 */
export const fromAlarms: typeof fromSql = (report, statement, options = {}) =>
  fromSql(report, statement, { ...options, counted: sql<boolean>`r.status <> ${episodeStatus.withdrawn}` });

/** The readings of the compartment around an alarm; a truck with a door and no probe shows its door alone. */
export const curveOfAlarms = {
  curve: async (ctx: Ctx, { from, until, vehicleIds }: Pick<AlarmWish, 'from' | 'until' | 'vehicleIds'>) =>
    curvesOf(await loadReadings(ctx, { from, until, vehicleIds, bare: true }), { from, until }),
};

/** An alarm as it is stored, for what a page says of it beyond SQL. */
export interface StoredAlarm {
  kind: EpisodeKind;
  subject: string;
  values: Record<string, string | number | boolean | null>;
  vehicleId: string;
  /** epoch ms; `until` is now where it has not ended */
  from: number;
  until: number;
  /** where the caller may know where the vehicle was when it ended, epoch ms */
  endedAt: number | null;
}

export interface AlarmRow {
  id: string;
  kind: string;
  alarmNo: string;
  title: string;
  source: string | number;
  endLng: number | null;
  endLat: number | null;
  pushed: string;
  probe?: string;
  door?: string;
}

/** An older fix says nothing of where an alarm ended. */
const maxAgeMs = dayMs;

/**
 * What SQL does not say of alarms: number, title, source and subject in the words of 报警记录, what became of their notices, and where the vehicle was when they ended; `more` adds what a report
 * has of its own. Called with the rows of a page or a piece of a sheet.
 */
export async function nameAlarms<R extends AlarmRow>(
  ctx: Ctx,
  rows: R[],
  more?: (rows: R[], stored: ReadonlyMap<string, StoredAlarm>) => Promise<R[]>,
): Promise<R[]> {
  const { stored, ends, sends } = await ctx.db(async (trx) => {
    const found = await loadStored(trx, ctx, rows);
    const ended = [...found].flatMap(([id, { vehicleId, endedAt }]) =>
      endedAt === null ? [] : [{ id, vehicleId, at: endedAt }],
    );
    const fixes = await findFixesAt(trx, ended, maxAgeMs);
    return {
      stored: found,
      ends: new Map(ended.map(({ id }, i) => [id, fixes[i]])),
      sends: await describeSends(trx, ctx, [...found.keys()]),
    };
  });
  const named = rows.map((row) => {
    const alarm = stored.get(row.id);
    if (!alarm) return row;
    const subject = subjectWords({ subject: alarm.subject, subjectName: '' });
    const end = ends.get(row.id);
    return {
      ...row,
      ...(row.probe === '' ? { probe: subject } : {}),
      ...(row.door === '' ? { door: subject } : {}),
      ...(end ? { endLng: end.lng, endLat: end.lat } : {}),
      pushed: sends.get(row.id) ?? row.pushed,
      alarmNo: alarmNo(row.id),
      title: alarmTitle(alarm),
      source: sourceOf(alarm),
    };
  });
  return more ? more(named, stored) : named;
}

async function loadStored(trx: Trx, ctx: Ctx, rows: readonly AlarmRow[]): Promise<Map<string, StoredAlarm>> {
  const { rows: stored } = await sql<
    StoredAlarm & { id: string }
  >`select e.id::text, e.kind, e.subject, e.values, e.vehicle_id::text as "vehicleId",
      (extract(epoch from e.start_time) * 1000)::float8 as from, (extract(epoch from coalesce(e.end_time, now())) * 1000)::float8 as until,
      (case when ${mayReadFact(ctx, ofVehicle('v'), sql`e.end_time`)} then extract(epoch from e.end_time) * 1000 end)::float8 as "endedAt"
    from episode e join vehicle v on v.id = e.vehicle_id where e.id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    trx,
  );
  return new Map(stored.map((alarm) => [alarm.id, alarm]));
}
