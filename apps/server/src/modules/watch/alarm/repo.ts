import type { Output } from '@tongda/contract/core/endpoint';
import { driverBy } from '@tongda/contract/core/live';
import { type AlarmFilters, alarmFilters, type alarmStat } from '@tongda/contract/watch/alarm/calls';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import {
  type AlarmCounts,
  alarmUrgency,
  lastingMs,
  noAlarms,
  overdueMs,
  pastMs,
  ringLevel,
} from '@tongda/contract/watch/alarm/urgency';
import { terminalKinds } from '@tongda/contract/watch/alarm/words';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { allOf, requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../core/record/filters';
import { likePattern } from '../../../core/record/options';
import { anyCustomer, isBoundAt, type ScopeOf, visibleVehicleRows } from '../../base/org/door';
import { firedSpeedRule } from '../track/door';
import { announcedFiles, arrivedFiles } from './file-counts';
import type { StoredAlarm } from './rows';

/**
 * SQL condition on the alarms that the caller may read: all of his company's vehicles that he sees, and of shared vehicles those that began
 * while the share opened alarms; for the program of a customer, of them those that began while the vehicle was bound to him.
 */
export const isAlarmReadable = (
  who: ScopeOf,
): RawBuilder<boolean> => sql<boolean>`${visibleVehicleRows(anyCustomer(who), 'v')} and ${who.customerId === undefined ? sql`true` : isBoundAt(who, 'e.vehicle_id', sql`e.start_time`)} and exists (
  select from vehicle_access a where a.vehicle_id = e.vehicle_id and a.client_id = ${who.clientId} and (a.source = 'own' or 'alarm' = any(a.scopes))
    and e.start_time >= a.valid_from and (a.valid_until is null or e.start_time < a.valid_until))`;

const joins = sql`from episode e join vehicle v on v.id = e.vehicle_id
  left join fleet f on f.id = v.fleet_id left join org o on o.id = v.org_id left join driver d on d.id = e.driver_id
  left join alarm_rule r on r.id = e.rule_id left join place p on p.id = e.place_id`;

/** Whom an alarm is told to, as far as it says how much of it: the program of a customer, or anybody else. */
type ToldTo = Pick<ScopeOf, 'clientId' | 'customerId'>;

/** SQL: when the binding to the customer ended in which alarm `e` began; null while it lasts. */
const boundUntil = (who: ToldTo): RawBuilder<unknown> =>
  sql`(select max(upper(b.during)) from vehicle_binding b where b.client_id = ${who.clientId} and b.customer_id = ${who.customerId}
    and b.vehicle_id = e.vehicle_id and b.during @> e.start_time)`;

/** SQL: until when the caller may know of alarm `e`: for the program of a customer no longer than it was his binding. */
const knownEnd = (who: ScopeOf): RawBuilder<unknown> =>
  who.customerId === undefined
    ? sql`coalesce(e.end_time, now())`
    : sql`least(coalesce(e.end_time, now()), ${boundUntil(who)})`;

/** SQL: the status of alarm `e`; to the program of a customer one that outlasted the binding is as it was when that ended, open. */
const knownStatus = (who: ToldTo): RawBuilder<number> =>
  who.customerId === undefined
    ? sql<number>`e.status`
    : sql<number>`(case when coalesce(e.end_time, now()) >= ${boundUntil(who)} then 0 else e.status end)`;

/** SQL: how far alarm `e` is handled; to the program of a customer, once the binding has ended, only what was finished before that. */
const knownHandling = (who: ToldTo): RawBuilder<number> =>
  who.customerId === undefined
    ? sql<number>`e.handle_status`
    : sql<number>`(case when now() < coalesce(${boundUntil(who)}, 'infinity') then e.handle_status
        when e.handle_status in (${alarmHandleStatus.closed}, ${alarmHandleStatus.falseAlarm}) and e.handled_at < ${boundUntil(who)} then e.handle_status
        else ${alarmHandleStatus.open} end)`;

/** Nobody has finished the alarm: 待处理 (0), 处理中 (1), 申诉中 (4) or 超时未处理 (5), and it was not withdrawn (status 2). */
export const isWaiting = sql<boolean>`e.handle_status in (0, 1, 4, 5) and e.status <> 2`;
/** Somebody took it up: 处理中, or an appeal that waits for its decision. */
const takenUp = sql<boolean>`e.handle_status in (${alarmHandleStatus.inProgress}, ${alarmHandleStatus.appeal})`;

/** km/h when it began. The figure of speeding and of active-safety alarms is a speed, which alarms of before have too. */
export const alarmSpeed = sql<
  number | null
>`coalesce(e.speed_kmh, case when e.kind in ('speedAlarm', 'safetyAlarm') then e.peak end)::float8`;

const before = (ms: number): RawBuilder<Date> => sql<Date>`(now() - make_interval(secs => ${ms / 1000}))`;

/**
 * Who has to look at an alarm (`alarmUrgency`), null for finished and withdrawn ones and those of deleted vehicles. Every count of alarms and every list of them goes by this
 * expression. 新 counts from when the alarm was told, so that what late data brings hours afterwards is not new to anybody.
 */
const urgencyOf = sql<number | null>`(case when not (${isWaiting}) or v.deleted_at is not null then null
  when e.end_time <= ${before(pastMs)} then ${alarmUrgency.past}
  when e.end_time is null and e.start_time <= ${before(lastingMs)}
    and (e.level <= ${ringLevel} or ${takenUp}) then ${alarmUrgency.lasting}
  when ${takenUp} then ${alarmUrgency.working}
  when e.announced_at > ${before(overdueMs)} then ${alarmUrgency.fresh} else ${alarmUrgency.unacknowledged} end)::int`;

/** SQL: {@link urgencyOf}; to the program of a customer nothing after the binding, when nobody has to look for him any more. */
const knownUrgency = (who: ToldTo): RawBuilder<number | null> =>
  who.customerId === undefined
    ? urgencyOf
    : sql<number | null>`(case when now() < coalesce(${boundUntil(who)}, 'infinity') then ${urgencyOf} end)`;

const epochMs = (column: string): RawBuilder<unknown> => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

/** Name on the driver card that was in the terminal when the alarm began, where no registered driver has this card; else null. */
const stranger = sql`(select nullif(c.name, '') from card_in(e.vehicle_id, e.start_time) c where c.driver_id is null)`;

const rowColumns = (
  who: ToldTo,
) => sql`e.id::text, e.version, e.vehicle_id::text as "vehicleId", plate_at(e.vehicle_id, e.start_time) as "plateNo",
  v.vehicle_color as "vehicleColor", coalesce(f.name, '') as "fleetName", coalesce(o.name, '') as "orgName", coalesce(${stranger}, d.name, '') as "driverName",
  case when ${stranger} is null then coalesce(d.phone, '') else '' end as "driverPhone",
  case when ${stranger} is not null then ${driverBy.unknownCard} when e.driver_id is null then null when exists (select from
    (values (e.start_time), (e.confirmed_at)) x(at), card_in(e.vehicle_id, x.at) c where c.driver_id = e.driver_id) then ${driverBy.card}
    else ${driverBy.assigned} end::int as "driverBy", e.client_id <> ${who.clientId} as shared, e.kind, e.subject, e.level, ${knownStatus(who)} as status, e.values, e.peak,
  e.limit_value as limit, ${epochMs('e.start_time')} as start, ${epochMs('e.end_time')} as end, e.lng, e.lat, coalesce(p.name, '') as "placeName", e.place_id::text as "placeId",
  coalesce(r.name, '') as "ruleName", e.rule_id::text as "ruleId", e.rule_version as "ruleVersion", ${firedSpeedRule} as "speedRule",
  e.blind_ratio as "blindRatio",
  ${alarmSpeed} as "speedKmh", e.announced_at is not null as announced, ${arrivedFiles} as "fileCount", ${announcedFiles} as "filesAnnounced", ${knownHandling(who)} as "handleStatus", ${knownUrgency(who)} as urgency, case when e.handled_at is null then '{}' else coalesce((select h.ways from alarm_handle h
    where h.episode_id = e.id and h.action = 'handle' order by h.id desc limit 1), '{}') end as ways, e.handled_name as "handledBy", e.handled_by::text as "handledById",
  ${epochMs('e.handled_at')} as "handledAt", e.handle_remark as "handleRemark",
  coalesce((select b.name from probe b where b.vehicle_id = e.vehicle_id
    and b.kind || b.channel = replace(split_part(e.subject, ':', 1), 'tank', 'oil')), '') as "subjectName"`;

/** SQL condition: the vehicle carries or carried a plate like this. */
const carriedPlate = (like: string) =>
  sql`e.vehicle_id in (select x.vehicle_id from vehicle_period x where x.kind = 'plate' and x.value ilike ${like})`;

export type AlarmQuery = AlarmFilters & { ids?: string[]; sort?: string };

/** `sourceOf` in SQL. */
const sourceSql = sql<string>`case when e.values->>'source' = 'both' then 'both' when e.kind = any(${[...terminalKinds]}) then 'terminal' else 'platform' end`;

type Reader = ScopeOf & { timeZone: string };
const ownConditions: OwnConditions<typeof alarmFilters.table, Reader> = {
  keyword: (text, who) => {
    const like = likePattern(text);
    const number = /^(?:bj)?0*(\d{1,19})$/iu.exec(text)?.[1] ?? null;
    // the program of a customer knows the plate that it is told, and the remark of what is bound to him now
    if (who.customerId !== undefined)
      return sql<boolean>`(plate_at(e.vehicle_id, e.start_time) ilike ${like} or e.id = ${number}::bigint
        or v.remark_no ilike ${like} and ${isBoundAt(who, 'e.vehicle_id', sql`now()`)})`;
    return sql<boolean>`(v.plate_no ilike ${like} or v.remark_no ilike ${like} or e.id = ${number}::bigint or ${carriedPlate(like)})`;
  },
  customerId: (customerId, who) => isBoundAt(who, 'e.vehicle_id', sql`e.start_time`, { customerId }),
  extCode: (extCode, who) => isBoundAt(who, 'e.vehicle_id', sql`e.start_time`, { extCode }),
  late: (has) => (has === 1 ? sql<boolean>`e.blind_ratio > 0` : sql<boolean>`e.blind_ratio = 0`),
  files: (has) => (has === 1 ? sql<boolean>`${arrivedFiles} > 0` : sql<boolean>`${arrivedFiles} = 0`),
  vehicleId: (vehicle) => sql<boolean>`e.vehicle_id = ${vehicle}`,
  status: (code, who) => sql<boolean>`${knownStatus(who)} = ${code}`,
  handleStatus: (code, who) => sql<boolean>`${knownHandling(who)} = ${code}`,
  urgency: (code, who) => sql<boolean>`${isWaiting} and ${knownUrgency(who)} = ${code}`,
  waiting: (waits, who) =>
    waits === 1
      ? sql<boolean>`${isWaiting} and ${knownUrgency(who)} is not null`
      : sql<boolean>`${knownUrgency(who)} is null`,
  source: (from) => sql<boolean>`${sourceSql} = ${from}`,
  minSpeedKmh: (kmh) => sql<boolean>`${alarmSpeed} >= ${kmh}`,
  maxSpeedKmh: (kmh) => sql<boolean>`${alarmSpeed} <= ${kmh}`,
  minMinutes: (minutes, who) => sql<boolean>`${knownEnd(who)} - e.start_time >= make_interval(mins => ${minutes})`,
};

const alarmConditions = (who: Reader, q: AlarmQuery): RawBuilder<boolean> =>
  allOf([
    sql<boolean>`e.alarm`,
    isAlarmReadable(who),
    filterConditions(alarmFilters.table, 'e', ownConditions, who, q),
    // each of them holds by now; one binding has to satisfy both
    q.customerId && q.extCode ? isBoundAt(who, 'e.vehicle_id', sql`e.start_time`, q) : sql<boolean>`true`,
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

/** On the live list: somebody has to look at the alarm. */
const onLiveList = sql<boolean>`${isWaiting} and ${urgencyOf} < ${alarmUrgency.past}`;

/** The live list: the most urgent first, then by level, then the newest first. With `ids` only those of them that belong on the list. */
export async function listLiveAlarms(
  trx: Trx,
  ctx: Ctx,
  limit: number,
  ids?: readonly string[],
): Promise<StoredAlarm[]> {
  const one = sql`where ${alarmConditions(ctx, ids ? { ids: [...ids] } : {})} and ${onLiveList}`;
  const { rows } = await sql<StoredAlarm>`select ${rowColumns(ctx)} ${joins} ${one}
    order by urgency, e.level desc, e.start_time desc, e.id desc limit ${limit}`.execute(trx);
  return rows;
}

/** How many alarms there are of each urgency, and how many vehicles are in alarm: what the header, the live list and the tabs of the register say. */
export async function countByUrgency(trx: Trx, ctx: Ctx): Promise<AlarmCounts> {
  const of = (code: number): RawBuilder<number> => sql<number>`(count(*) filter (where urgency = ${code}))::int`;
  const { rows } = await sql<AlarmCounts>`select ${of(alarmUrgency.fresh)} as fresh,
      ${of(alarmUrgency.unacknowledged)} as unacknowledged, ${of(alarmUrgency.working)} as working,
      ${of(alarmUrgency.lasting)} as lasting, ${of(alarmUrgency.past)} as past,
      (count(distinct vehicle_id) filter (where status = 0 and level >= ${ringLevel} and urgency < ${alarmUrgency.lasting}))::int as vehicles
    from (select e.vehicle_id, e.status, e.level, ${urgencyOf} as urgency from episode e join vehicle v on v.id = e.vehicle_id
      where e.alarm and ${isWaiting} and ${isAlarmReadable(ctx)}) x`.execute(trx);
  return rows[0] ?? noAlarms;
}

/**
 * Join: `h.at`, when somebody first wrote what he did about the alarm `e`. The time until then is the reaction, wherever one is told. Whom the vehicle is
 * lent to sees no steps, and knows the last one's time from the alarm itself.
 */
export const firstHandled = sql`left join lateral (select coalesce(min(x.at), e.handled_at) as at from alarm_handle x where x.episode_id = e.id and x.action = 'handle') h on true`;

/** Counts for the head of the register. Withdrawn alarms are not counted, as they never happened; only the tabs count them, as they list them. */
export async function countAlarmFigures(trx: Trx, ctx: Ctx, q: AlarmQuery): Promise<Output<typeof alarmStat>> {
  const real = sql`e.status <> 2`;
  const { rows } = await sql<
    Output<typeof alarmStat> & { done: number }
  >`select (count(*) filter (where ${real}))::int as count,
      (count(distinct e.vehicle_id) filter (where ${real}))::int as vehicles, (count(*) filter (where e.status = 0))::int as open,
      (count(*) filter (where ${urgencyOf} is not null))::int as waiting, (count(*) filter (where ${real} and e.handle_status = 3))::int as "falseAlarms",
      (count(*) filter (where ${real} and e.handle_status in (2, 3)))::int as done,
      (avg(extract(epoch from e.end_time - e.start_time)) filter (where ${real}) * 1000)::float8 as "meanDurationMs",
      (avg(extract(epoch from h.at - e.start_time)) filter (where ${real}) * 1000)::float8 as "meanReactionMs",
      json_build_object('all', count(*), 'appeals', count(*) filter (where e.handle_status = 4), 'closed', count(*) filter (where e.handle_status = 2), 'dismissed', count(*) filter (where e.handle_status = 3)) as rows
    ${joins} ${firstHandled}
    where ${alarmConditions(ctx, q)}`.execute(trx);
  const { done = 0, ...figures } = requireRow(rows[0], '报警');
  return { ...figures, handledPercent: figures.count > 0 ? Math.round((done / figures.count) * 1000) / 10 : null };
}

/** Alarms of the vehicle that began within `aroundMs` of this one, oldest first, without itself; the nearest where there are many. */
export async function listNear(
  trx: Trx,
  ctx: Ctx,
  { id, vehicleId, start }: Pick<StoredAlarm, 'id' | 'vehicleId' | 'start'>,
  aroundMs: number,
): Promise<StoredAlarm[]> {
  const at = sql`${new Date(start)}::timestamptz`;
  const { rows } =
    await sql<StoredAlarm>`select ${rowColumns(ctx)} ${joins} where e.alarm and e.vehicle_id = ${vehicleId} and e.id <> ${id}
      and ${isAlarmReadable(ctx)} and e.start_time between ${new Date(start - aroundMs)} and ${new Date(start + aroundMs)}
    order by abs(extract(epoch from e.start_time - ${at})), e.id limit ${mostNear}`.execute(trx);
  return rows.sort((a, b) => a.start - b.start);
}
const mostNear = 10;

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
