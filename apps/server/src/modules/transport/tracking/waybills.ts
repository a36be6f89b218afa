import { transportStatus } from '@tongda/contract/transport/enums';
import {
  type Risk,
  riskKeys,
  riskWeights,
  type WaybillTimeline,
  type WaybillTrackFilters,
  type WaybillTrackRow,
  waybillTrackFilters,
} from '@tongda/contract/transport/tracking/calls';
import type { EpisodeKind, EpisodeValues } from '@tongda/contract/watch/alarm/episode';
import { alarmFactsLine, alarmTitle } from '@tongda/contract/watch/alarm/words';
import { type RawBuilder, sql } from 'kysely';
import { orderByClause, requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireColumn, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../core/record/filters';
import { waybillScope } from '../../base/org/door';
import { carriesSpoiling, drivenKm, isFresh, lateOfTrip, standing, standsLong, temps, tripEta } from '../figures/door';
import { isFollowed } from './notify';
import { addPlaces, type LiveColumns, liveColumns, loadHappenings, loadStops, openDoors } from './parts';

export type WaybillTrackQuery = Partial<WaybillTrackFilters> & { ids?: string[] };

const runs = sql`w.transport_status = ${sql.lit(transportStatus.inTransit)}`;
/** Joins of the present state; `p` is the next stop, the first one not reached. */
const nowJoins = sql`left join lateral (select * from waybill_stop n where n.waybill_id = w.id and n.stop_status = 0 order by n.seq limit 1) p on true
    left join device_state s on s.vehicle_id = w.vehicle_id and ${runs}
    ${standing} ${lateOfTrip}`;
/** Waybills to be tracked, with the joins of their present state or without: most of the table ended long ago and needs none. */
const fromWaybills = (
  ctx: Ctx,
  withNow: boolean,
) => sql`from waybill w left join vehicle v on v.id = w.vehicle_id left join driver d on d.id = w.driver_id
    left join carrier c on c.id = w.carrier_id ${withNow ? nowJoins : sql``}
  where w.client_id = ${ctx.clientId} and w.voided_at is null and ${waybillScope(ctx, 'w')}`;

const alarmsOfTrip = sql`e.vehicle_id = w.vehicle_id and e.alarm and e.status < 2 and e.start_time >= w.actual_depart_at
    and e.start_time <= coalesce(w.actual_arrive_at, now())`;
/** A truck without a terminal cannot be offline: nothing is known of it, which its row says in other words. */
const hasDevice = sql<boolean>`exists (select from device_binding b where b.vehicle_id = w.vehicle_id and upper_inf(b.during))`;
const riskSql: Readonly<Record<Risk, RawBuilder<boolean>>> = {
  late: sql<boolean>`(${runs} and lt.level > 0)`,
  overTemp: sql<boolean>`(${runs} and ${carriesSpoiling})`,
  offline: sql<boolean>`(${runs} and not ${isFresh} and ${hasDevice})`,
  deviation: sql<boolean>`(${runs} and exists (select from episode e where ${alarmsOfTrip} and e.kind = 'lineAlarm' and e.end_time is null))`,
  longStop: sql<boolean>`(${runs} and ${standsLong})`,
};
const score = sql`(${sql.join(
  riskKeys.map((risk) => sql`${riskSql[risk]}::int * ${sql.lit(riskWeights[risk])}`),
  sql` + `,
)})`;
const states: Readonly<Record<NonNullable<WaybillTrackFilters['tab']>, number>> = {
  inTransit: transportStatus.inTransit,
  toDepart: transportStatus.toDepart,
  complete: transportStatus.complete,
};

const sortable = {
  waybillCode: 'w.waybill_code',
  plateNo: 'v.plate_no',
  etaTime: tripEta(),
  planDepartTime: 'w.plan_depart_at',
  actualDepartTime: 'w.actual_depart_at',
};

const ownConditions: OwnConditions<typeof waybillTrackFilters.table> = {
  tab: (tab) => sql<boolean>`w.transport_status = ${states[tab]}`,
  followed: (_only, ctx) => isFollowed(ctx, 'waybill', sql`w.waybill_code`),
  risk: (risk) => riskSql[risk],
};
const trackConditions = (ctx: Ctx, q: WaybillTrackQuery): RawBuilder<boolean> =>
  filterConditions(waybillTrackFilters.table, 'w', ownConditions, ctx, q);

const trackColumns = (ctx: Ctx) => sql`w.id::text, w.waybill_code as "waybillCode", w.waybill_kind as "waybillKind",
    w.transport_status as "transportStatus", w.from_name as "fromName", w.to_name as "toName", w.vehicle_id::text as "vehicleId",
    coalesce(v.plate_no, '') as "plateNo", v.vehicle_color as "vehicleColor", coalesce(d.name, '') as "driverName",
    coalesce(d.phone, '') as "driverPhone", coalesce(c.name, '') as "carrierName",
    (select count(*)::int from waybill_leg l where l.waybill_id = w.id and l.removed_at is null) as "orderCount",
    (select count(*)::int from waybill_stop n where n.waybill_id = w.id and n.stop_status > 0) as "stopDone",
    (select count(*)::int from waybill_stop n where n.waybill_id = w.id) as "stopCount",
    p.name as "nextStop", ${wireColumn('p.plan_arrive_at', ctx.timeZone)} as "nextPlanTime", ${wireTimeSql(tripEta(), ctx.timeZone)} as "etaTime",
    lt.min as "delayMin", lt.level as "delayLevel", ${wireColumn('w.plan_depart_at', ctx.timeZone)} as "planDepartTime",
    ${wireColumn('w.actual_depart_at', ctx.timeZone)} as "actualDepartTime", ${wireColumn('w.actual_arrive_at', ctx.timeZone)} as "actualArriveTime",
    w.set_temp_c::float8 as "setTemp", ${temps} as temps, case when ${isFresh} then (s.live->>'reeferOn')::boolean end as "reeferOn",
    ${openDoors} as "openDoors",
    ${drivenKm} as "drivenKm",
    round(w.plan_distance_m / 1000.0, 1)::float8 as "planKm",
    floor(extract(epoch from now() - stay.since) / 60)::int as "stayMin",
    ${wireColumn('s.device_time', ctx.timeZone)} as "reportTime",
    (select count(*)::int from episode e where ${alarmsOfTrip}) as "alarmCount",
    (select count(*)::int from abnormal_report a where a.waybill_id = w.id and a.abnormal_status <> 8) as "abnormalCount",
    array_remove(array[${sql.join(riskKeys.map((risk) => sql`case when ${riskSql[risk]} then ${sql.lit(risk)} end`))}], null) as risks,
    ${hasDevice} as "hasDevice",
    ${isFollowed(ctx, 'waybill', sql`w.waybill_code`)} as followed, ${liveColumns(ctx)}`;

type Raw = Omit<WaybillTrackRow, 'live'> & LiveColumns;
async function loadRows(trx: Trx, ctx: Ctx, withNow: boolean, rest: RawBuilder<unknown>): Promise<WaybillTrackRow[]> {
  // the page is chosen first, so that the expensive columns are read for its rows only
  const { rows } =
    await sql<Raw>`with chosen as (select w.id, row_number() over () as no from (select w.id ${fromWaybills(ctx, withNow)} and ${rest}) w)
    select ${trackColumns(ctx)} from chosen join waybill w on w.id = chosen.id left join vehicle v on v.id = w.vehicle_id
      left join driver d on d.id = w.driver_id left join carrier c on c.id = w.carrier_id ${nowJoins} order by chosen.no`.execute(
      trx,
    );
  return addPlaces(trx, ctx, rows);
}

/** A page of waybills: followed ones first, then by risk (which only those on the road have), then those due first; finished ones newest first. */
export function listWaybillTracks(
  trx: Trx,
  ctx: Ctx,
  q: WaybillTrackQuery & { sort?: string; limit: number; offset: number },
): Promise<WaybillTrackRow[]> {
  const [key = '', direction] = (q.sort ?? '').split(' ');
  const computed = { delayMin: sql`lt.min`, alarmCount: sql`(select count(*) from episode e where ${alarmsOfTrip})` }[
    key
  ];
  const over = q.tab === 'complete' && !q.risk;
  const byRisk = sql`${isFollowed(ctx, 'waybill', sql`w.waybill_code`)} desc, ${score} desc, case when w.transport_status < 3 then p.plan_arrive_at end nulls last, w.plan_depart_at desc, w.id desc`;
  const order = computed
    ? sql`${computed} ${direction === 'desc' ? sql`desc` : sql`asc`} nulls last, w.id desc`
    : q.sort
      ? orderByClause(q.sort, sortable, 'w.id')
      : over
        ? sql`w.plan_depart_at desc, w.id desc`
        : byRisk;
  const withNow = !over || computed !== undefined || key === 'etaTime';
  return loadRows(
    trx,
    ctx,
    withNow,
    sql`${trackConditions(ctx, q)} order by ${order} limit ${q.limit} offset ${q.offset}`,
  );
}

export async function countWaybillTracks(trx: Trx, ctx: Ctx, q: WaybillTrackQuery): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n ${fromWaybills(ctx, q.risk !== undefined)} and ${trackConditions(ctx, q)}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** Number of waybills by tab, and of those on the road by risk. */
export async function countWaybillsByRisk(trx: Trx, ctx: Ctx, q: WaybillTrackQuery): Promise<Record<string, number>> {
  const { rows: papers } = await sql<{
    status: number;
    n: number;
  }>`select w.transport_status as status, count(*)::int as n
    ${fromWaybills(ctx, q.risk !== undefined)} and ${trackConditions(ctx, q)} group by 1`.execute(trx);
  const per = riskKeys.map((risk) => sql`count(*) filter (where ${riskSql[risk]})::int as ${sql.ref(risk)}`);
  const { rows: risks } = await sql<
    Record<Risk, number>
  >`select ${sql.join(per)} ${fromWaybills(ctx, true)} and ${runs} and ${trackConditions(ctx, q)}`.execute(trx);
  const counts: Record<string, number> = {};
  for (const [tab, status] of Object.entries(states)) counts[tab] = papers.find((row) => row.status === status)?.n ?? 0;
  return { ...counts, ...risks[0] };
}

/** One waybill with the planned and real times of its stops, the alarms of its trip, and its steps; 4004 when the caller may not see it. */
export async function loadWaybillTimeline(trx: Trx, ctx: Ctx, waybillCode: string): Promise<WaybillTimeline> {
  const waybill = requireRow((await loadRows(trx, ctx, false, sql`w.waybill_code = ${waybillCode}`))[0], '运单');
  const { rows } = await sql<{
    id: string;
    kind: EpisodeKind;
    level: number;
    time: string;
    endTime: string | null;
    subject: string;
    peak: number | null;
    limit: number | null;
    values: EpisodeValues;
  }>`select e.id::text, e.kind, e.level, ${wireColumn('e.start_time', ctx.timeZone)} as time, ${wireColumn('e.end_time', ctx.timeZone)} as "endTime", e.subject, e.peak,
      e.limit_value as limit, e.values
    from waybill w join episode e on ${alarmsOfTrip} where w.client_id = ${ctx.clientId} and w.id = ${waybill.id}
    order by e.start_time desc limit 100`.execute(trx);
  return {
    waybill,
    stops: (await loadStops(trx, ctx, [waybill.id])).get(waybill.id) ?? [],
    alarms: rows.map(({ id, level, time, endTime, ...rest }) => {
      const facts = { ...rest, subjectName: '' };
      return { id, level, time, endTime, text: [alarmTitle(facts), alarmFactsLine(facts)].filter(Boolean).join(' ') };
    }),
    timeline: await loadHappenings(trx, ctx, 'waybill', waybillCode),
  };
}
