import type { Output } from '@tongda/contract/core/endpoint';
import { driverBy } from '@tongda/contract/core/live';
import { type AlarmFilters, alarmFilters, type alarmStat } from '@tongda/contract/watch/alarm/calls';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { allOf } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../core/record/filters';
import { likePattern } from '../../../core/record/options';
import { type ScopeOf, visibleVehicleRows } from '../../base/org/door';
import type { StoredAlarm } from './rows';

/**
 * SQL condition on the alarms that the caller may read: all of his company's vehicles that he sees, and of shared vehicles those that began
 * while the share opened alarms.
 */
export const isAlarmReadable = (
  who: ScopeOf,
): RawBuilder<boolean> => sql<boolean>`${visibleVehicleRows(who, 'v')} and exists (
  select from vehicle_access a where a.vehicle_id = e.vehicle_id and a.client_id = ${who.clientId} and (a.source = 'own' or 'alarm' = any(a.scopes))
    and e.start_time >= a.valid_from and (a.valid_until is null or e.start_time < a.valid_until))`;

const joins = sql`from episode e join vehicle v on v.id = e.vehicle_id
  left join fleet f on f.id = v.fleet_id left join org o on o.id = v.org_id left join driver d on d.id = e.driver_id
  left join alarm_rule r on r.id = e.rule_id left join place p on p.id = e.place_id`;

const epochMs = (column: string): RawBuilder<unknown> => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

/** Name on the driver card that was in the terminal when the alarm began, where no registered driver has this card; else null. */
const stranger = sql`(select nullif(c.name, '') from card_in(e.vehicle_id, e.start_time) c where c.driver_id is null)`;

const rowColumns = (
  who: Pick<ScopeOf, 'clientId'>,
) => sql`e.id::text, e.version, e.vehicle_id::text as "vehicleId", plate_at(e.vehicle_id, e.start_time) as "plateNo",
  v.vehicle_color as "vehicleColor", coalesce(f.name, '') as "fleetName", coalesce(o.name, '') as "orgName", coalesce(${stranger}, d.name, '') as "driverName",
  case when ${stranger} is null then coalesce(d.phone, '') else '' end as "driverPhone",
  case when ${stranger} is not null then ${driverBy.unknownCard} when e.driver_id is null then null when exists (select from
    (values (e.start_time), (e.confirmed_at)) x(at), card_in(e.vehicle_id, x.at) c where c.driver_id = e.driver_id) then ${driverBy.card}
    else ${driverBy.assigned} end::int as "driverBy", e.client_id <> ${who.clientId} as shared, e.kind, e.subject, e.level, e.status, e.values, e.peak,
  e.limit_value as limit, ${epochMs('e.start_time')} as start, ${epochMs('e.end_time')} as end, e.lng, e.lat, coalesce(p.name, '') as "placeName",
  coalesce(r.name, '') as "ruleName", e.rule_id::text as "ruleId", e.rule_version as "ruleVersion", e.blind_ratio as "blindRatio",
  e.announced_at is not null as announced, e.handle_status as "handleStatus", e.handled_name as "handledBy", e.handled_by::text as "handledById",
  ${epochMs('e.handled_at')} as "handledAt", e.handle_remark as "handleRemark",
  coalesce((select b.name from probe b where b.vehicle_id = e.vehicle_id
    and b.kind || b.channel = replace(split_part(e.subject, ':', 1), 'tank', 'oil')), '') as "subjectName"`;

/** SQL condition: the vehicle carries or carried a plate like this. */
const carriedPlate = (like: string) =>
  sql`e.vehicle_id in (select x.vehicle_id from vehicle_period x where x.kind = 'plate' and x.value ilike ${like})`;

export type AlarmQuery = AlarmFilters & { ids?: string[]; sort?: string };

/** Nobody has finished the alarm: 待处理 (0), 处理中 (1) or 超时未处理 (5), and it was not withdrawn (status 2). */
const waiting = sql<boolean>`e.handle_status in (0, 1, 5) and e.status <> 2`;

type Reader = ScopeOf & { timeZone: string };
const ownConditions: OwnConditions<typeof alarmFilters.table, Reader> = {
  keyword: (text) => {
    const like = likePattern(text);
    const number = /^(?:bj)?0*(\d{1,19})$/iu.exec(text)?.[1] ?? null;
    return sql<boolean>`(v.plate_no ilike ${like} or v.remark_no ilike ${like} or e.id = ${number}::bigint or ${carriedPlate(like)})`;
  },
  late: (has) => (has === 1 ? sql<boolean>`e.blind_ratio > 0` : sql<boolean>`e.blind_ratio = 0`),
  vehicleId: (vehicle) => sql<boolean>`e.vehicle_id = ${vehicle}`,
  waiting: (waits) => (waits === 1 ? waiting : sql<boolean>`not (${waiting})`),
  minMinutes: (minutes) =>
    sql<boolean>`coalesce(e.end_time, now()) - e.start_time >= make_interval(mins => ${minutes})`,
};

const alarmConditions = (who: Reader, q: AlarmQuery): RawBuilder<boolean> =>
  allOf([
    sql<boolean>`e.alarm`,
    isAlarmReadable(who),
    filterConditions(alarmFilters.table, 'e', ownConditions, who, q),
  ]);

const sortable: Readonly<Record<string, RawBuilder<unknown>>> = {
  plateNo: sql`v.plate_no`,
  level: sql`e.level`,
  startTime: sql`e.start_time`,
  endTime: sql`e.end_time`,
  durationMs: sql`coalesce(e.end_time, now()) - e.start_time`,
  status: sql`e.status`,
  handleStatus: sql`e.handle_status`,
  handleTime: sql`e.handled_at`,
};

function orderOf(sort: string | undefined): RawBuilder<unknown> {
  const [key = '', direction] = (sort ?? 'startTime desc').split(' ');
  const column = sortable[key];
  if (!column) return sql`e.start_time desc, e.id desc`;
  return sql`${column} ${direction === 'desc' ? sql`desc` : sql`asc`} nulls last, e.id desc`;
}

export async function listAlarms(
  trx: Trx,
  who: ScopeOf & { timeZone: string },
  q: AlarmQuery & { limit: number; offset: number },
): Promise<StoredAlarm[]> {
  const { rows } = await sql<StoredAlarm>`select ${rowColumns(who)} ${joins} where ${alarmConditions(who, q)}
    order by ${orderOf(q.sort)} limit ${q.limit} offset ${q.offset}`.execute(trx);
  return rows;
}

export async function countAlarms(trx: Trx, ctx: Ctx, q: AlarmQuery): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n ${joins} where ${alarmConditions(ctx, q)}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** Alarms by their ids, for background work: nobody's rights are asked. */
export async function loadAlarms(
  db: Kysely<DB>,
  ids: readonly string[],
): Promise<Array<StoredAlarm & { clientId: string }>> {
  if (ids.length === 0) return [];
  const { rows } = await sql<
    StoredAlarm & { clientId: string }
  >`select ${rowColumns({ clientId: '0' })}, e.client_id::text as "clientId"
    ${joins} where e.alarm and e.id = any(${[...ids]}::bigint[]) order by e.id`.execute(db);
  return rows;
}

/** Condition of the live list: nobody finished the alarm, it goes on or ended within the last day, and its vehicle is not deleted. */
const onLiveList = sql<boolean>`${waiting} and v.deleted_at is null and (e.end_time is null or e.end_time > now() - interval '1 day')`;

/** The live list: alarms that go on first, then by level, then the newest first. With `ids` only those of them that belong on the list. */
export async function listLiveAlarms(
  trx: Trx,
  ctx: Ctx,
  limit: number,
  ids?: readonly string[],
): Promise<{ list: StoredAlarm[]; total: number }> {
  const one = sql`where ${alarmConditions(ctx, ids ? { ids: [...ids] } : {})} and ${onLiveList}`;
  const { rows } = await sql<
    StoredAlarm & { total: number }
  >`select ${rowColumns(ctx)}, (count(*) over ())::int as total ${joins} ${one}
    order by e.status, e.level desc, e.start_time desc, e.id desc limit ${limit}`.execute(trx);
  return { list: rows, total: rows[0]?.total ?? 0 };
}

/** Counts for the head of the register. Withdrawn alarms are not counted, as they never happened. */
export async function countAlarmFigures(trx: Trx, ctx: Ctx, q: AlarmQuery): Promise<Output<typeof alarmStat>> {
  const { rows } = await sql<Output<typeof alarmStat> & { done: number }>`select count(*)::int as count,
      count(distinct e.vehicle_id)::int as vehicles, (count(*) filter (where e.status = 0))::int as open,
      (count(*) filter (where e.handle_status in (0, 1, 5)))::int as waiting, (count(*) filter (where e.handle_status = 3))::int as "falseAlarms",
      (count(*) filter (where e.handle_status in (2, 3)))::int as done,
      (avg(extract(epoch from e.end_time - e.start_time)) * 1000)::float8 as "meanDurationMs",
      (avg(extract(epoch from h.at - e.start_time)) * 1000)::float8 as "meanReactionMs"
    ${joins} left join lateral (select min(x.at) as at from alarm_handle x where x.episode_id = e.id and x.action = 'handle') h on true
    where ${alarmConditions(ctx, q)} and e.status <> 2`.execute(trx);
  const [row] = rows;
  const { done = 0, ...figures } = row ?? {
    count: 0,
    vehicles: 0,
    open: 0,
    waiting: 0,
    falseAlarms: 0,
    meanDurationMs: null,
    meanReactionMs: null,
    handledPercent: null,
  };
  return { ...figures, handledPercent: figures.count > 0 ? Math.round((done / figures.count) * 1000) / 10 : null };
}

/** Ids of the alarm before and of the one after this one on the same vehicle; null where there is none. */
export async function findNeighbours(
  trx: Trx,
  ctx: Ctx,
  { id, vehicleId, start }: Pick<StoredAlarm, 'id' | 'vehicleId' | 'start'>,
): Promise<{ before: string | null; after: string | null }> {
  const at = sql`(${new Date(start)}::timestamptz, ${id}::bigint)`;
  const beside = sql`${joins} where e.alarm and e.vehicle_id = ${vehicleId} and ${isAlarmReadable(ctx)} and (e.start_time, e.id)`;
  const { rows } = await sql<{ before: string | null; after: string | null }>`select
    (select e.id::text ${beside} < ${at} order by e.start_time desc, e.id desc limit 1) as before,
    (select e.id::text ${beside} > ${at} order by e.start_time, e.id limit 1) as after`.execute(trx);
  return rows[0] ?? { before: null, after: null };
}
