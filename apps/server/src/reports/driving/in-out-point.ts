import { dayMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { inOutPointDetails, inOutPointRecalc, inOutPointReport } from '@tongda/contract/reports/driving/in-out-point';
import type { ReportQuery, ReportRow } from '@tongda/contract/reports/kit/report';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../core/http/ctx';
import { notFound } from '../../core/http/errors';
import { route } from '../../core/http/route';
import { mapFew } from '../../core/run/few-at-once';
import { dayStart } from '../../kernel/day/edges';
import { computeWayFacts } from '../../kernel/day/facts';
import { validTempC } from '../../kernel/temperature/figures';
import { visiblePlaces } from '../../modules/base/org/door';
import { readPermitted } from '../../modules/watch/track/door';
import { dataWord, doubtMin, driverName, reachOf, waybillCodeAt } from '../kit/facts-sql';
import { findReportVehicle } from '../kit/lent';
import { chosenVehicles, mayReadFact, ofFact, ofVehicle, readsAtOnce, type Wish } from '../kit/query';
import { serve } from '../kit/serve';
import { fromSql } from '../kit/sql-source';

type Query = ReportQuery<typeof inOutPointDetails> & Wish;
type Row = ReportRow<typeof inOutPointDetails>;

/** What is stored of the doors of a visit `e` that has ended; of one that goes on, up to the last report. */
const doorsOf = (stored: 'door_opens' | 'door_first' | 'door_seconds', found: 'opens' | 'first_at' | 'seconds') =>
  sql`case when e.end_time is not null then ${sql.ref(`e.${stored}`)} else (select ${sql.ref(`d.${found}`)} from doors_within(e.vehicle_id, e.start_time, e.reach) d) end`;
/** Openings of any door within a visit `e`, cut to it: how many, when the first one began, and seconds in all. */
const [doorOpens, doorFirst, doorSeconds] = [
  doorsOf('door_opens', 'opens'),
  doorsOf('door_first', 'first_at'),
  doorsOf('door_seconds', 'seconds'),
];

/**
 * Visits of sites and regions that began in the range (K13), by the ground as it was then. A stay shorter than the filter's is a passage;
 * where places overlap the smallest one is the main one.
 */
function selectVisits(ctx: Ctx, q: Query): RawBuilder<unknown> {
  const chosen = q.siteIds && q.siteIds.length > 0 ? sql`e.place_id = any(${q.siteIds}::bigint[])` : sql`true`;
  const visits = sql`select e.*, coalesce(e.end_time, ${reachOf}) as reach
    from vehicle v join episode e on e.vehicle_id = v.id and e.kind = 'visit' and e.status <> 2
    where ${chosenVehicles(ctx, { ...q, ids: undefined })} and e.start_time >= ${new Date(q.from)}::timestamptz - interval '7 days' and e.start_time < ${new Date(q.until)}
      and ${mayReadFact(ctx, ofVehicle('v'), sql`e.start_time`)}`;
  const area = (visit: RawBuilder<unknown>): RawBuilder<number> =>
    sql<number>`(select x.area_m2 from place_shape x where x.place_id = ${visit}.place_id and x.during @> ${visit}.start_time limit 1)`;
  /** something of the last stay that had ended by then, straight from the index of ends: asked for each row where rows are sorted by it */
  const before = (
    what: RawBuilder<unknown>,
  ) => sql`(select ${what} from episode o where o.vehicle_id = e.vehicle_id and o.kind = 'visit' and o.status <> 2
    and o.end_time <= e.start_time and o.end_time - o.start_time >= make_interval(secs => ${q.stayDuration * 60})
    and o.start_time >= ${new Date(q.from)}::timestamptz - interval '7 days' and o.start_time < ${new Date(q.until)} and ${mayReadFact(ctx, ofFact('o'), sql`o.start_time`)}
    and exists (select from place n where n.id = o.place_id) order by o.end_time desc, o.id desc limit 1)`;
  /**
   * The same end for all visits at once, for an order by it: ends and beginnings of each vehicle in the order of time, so that each beginning knows the last end before it. A look-up each would take a
   * second and a half for a hundred thousand visits.
   */
  const ends = sql`select x.id, x.left_at from (select y.id, max(y.ended) over (partition by y.vehicle_id order by y.at, y.turn rows unbounded preceding) as left_at
    from (select o.vehicle_id, o.end_time as at, 0 as turn, o.end_time as ended, null::bigint as id from visit o
        where o.end_time - o.start_time >= make_interval(secs => ${q.stayDuration * 60}) and exists (select from place n where n.id = o.place_id)
      union all select o.vehicle_id, o.start_time, 1, null, o.id from visit o) y) x where x.id is not null`;
  const atOnce = q.sort?.startsWith('beforeMin ') === true;
  // other visits are looked up vehicle by vehicle: kept aside as one list, all of it would be searched for each row
  return sql`with visit as not materialized (${visits})
    select e.id, e.vehicle_id as "vehicleId", e.vehicle_id, e.place_id, e.start_time, e.end_time, e.reach, e.driver_id, e.values, e.data_gap, e.blind_ratio,
      e.door_opens, e.door_first, e.door_seconds, p.name as "siteName", p.place_type as "siteType", greatest(0, extract(epoch from e.reach - e.start_time))::float8 as seconds,
      case when e.end_time is null then 'here' when e.end_time - e.start_time < make_interval(secs => ${q.stayDuration * 60}) then 'pass' else 'left' end as state,
      not exists (select from visit o where o.vehicle_id = e.vehicle_id and o.id <> e.id and o.start_time < e.reach and o.reach > e.start_time
        and (${area(sql.ref('o'))}, o.id) < (${area(sql.ref('e'))}, e.id)) as main,
      ${before(sql`(select n.name from place n where n.id = o.place_id)`)} as "beforeName", ${atOnce ? sql`b.left_at` : before(sql`o.end_time`)} as left_at
    from visit e join place p on p.id = e.place_id ${atOnce ? sql`left join (${ends}) b on b.id = e.id` : sql``}
    where e.start_time >= ${new Date(q.from)} and ${chosen}
      and (${q.includePass} or e.end_time is null or e.end_time - e.start_time >= make_interval(secs => ${q.stayDuration * 60}))`;
}

/**
 * 回算: the first ground of each place holds from so many days ago on, and the days of the vehicles that came near it since then are computed again.
 * Only places that the caller sees. Who came near is known by the packed hours; the hours that are not packed yet are those of the last day of each vehicle.
 */
const recalcPlaces = (ctx: Ctx, { siteIds, days }: Parsed<typeof inOutPointRecalc>): Promise<{ days: number }> =>
  ctx.db(async (trx) => {
    const since = dayStart(Date.now() - days * dayMs, ctx.timeZone);
    const { rows: places } =
      await sql`select p.id from place p where p.id = any(${siteIds}::bigint[]) and p.kind in ('site', 'region')
      and p.deleted_at is null and ${visiblePlaces(ctx, 'p')}`.execute(trx);
    if (places.length < new Set(siteIds).size) throw notFound('站点');
    await sql`update place_shape x set during = tstzrange(${new Date(since)}, upper(x.during)) from (select distinct on (y.place_id) y.id from place_shape y
      where y.place_id = any(${siteIds}::bigint[]) order by y.place_id, lower(y.during)) f where x.id = f.id and lower(x.during) > ${new Date(since)}`.execute(
      trx,
    );
    const { rows } = await sql`insert into dirty_day (vehicle_id, day, client_id, due_at)
      select distinct v.id, (h.hour at time zone ${ctx.timeZone})::date, v.client_id, now()
      from place_shape x join position_hour h on h.hour >= ${new Date(since)} and h.west <= x.east and h.east >= x.west and h.south <= x.north and h.north >= x.south
        join vehicle v on v.id = h.vehicle_id and v.client_id = ${ctx.clientId} and v.deleted_at is null
      where x.place_id = any(${siteIds}::bigint[])
      union select v.id, (s.device_time at time zone ${ctx.timeZone})::date, v.client_id, now() from vehicle v join device_state s on s.vehicle_id = v.id
      where v.client_id = ${ctx.clientId} and v.deleted_at is null and s.device_time >= now() - interval '1 day'
      on conflict (vehicle_id, day) do update set due_at = least(dirty_day.due_at, excluded.due_at) returning 1`.execute(
      trx,
    );
    return { days: rows.length };
  });

export const summary = serve(
  inOutPointReport,
  fromSql(inOutPointReport, (ctx, q) => {
    const site = q.groupBy === 'site';
    const visits = sql`select e.*, case when d.opens > 0 then greatest(0, extract(epoch from d.first_at - e.start_time))::float8 / 60 end as queue,
        case when d.opens > 0 then d.seconds / 60 end as unload
      from (${selectVisits(ctx, q)}) e cross join lateral (select ${doorOpens} as opens, ${doorFirst} as first_at, ${doorSeconds} as seconds) d`;
    // a site and a vehicle at a time first, so that neither is counted twice and no list of all visits is sorted
    const pairs = sql`select e.place_id, e.vehicle_id, max(e."siteName") as "siteName", max(e."siteType") as "siteType", count(*) as visits, sum(e.seconds) as seconds,
        max(e.seconds) as longest, min(e.start_time) as first_in, max(e.end_time) as last_out, sum(e.queue) as queue, sum(e.unload) as unload, count(e.unload) as opened
      from (${visits}) e group by e.place_id, e.vehicle_id`;
    const whose = site
      ? sql`null::bigint as "vehicleId", 'p' || e.place_id as id, max(e."siteName") as "siteName", max(e."siteType") as "siteType", e.place_id::text as "siteId"`
      : sql`e.vehicle_id as "vehicleId", e.vehicle_id as id, '' as "siteName", 0 as "siteType", '' as "siteId"`;
    return sql`select ${whose}, sum(e.visits)::int as visits, ${site ? sql`count(*)` : sql`1`}::int as vehicles, ${site ? sql`1` : sql`count(*)`}::int as sites,
        sum(e.seconds) / 3600 as "stayHours", sum(e.seconds) / 60 / sum(e.visits)::float8 as "meanMin", max(e.longest) / 60 as "longestMin", min(e.first_in) as "firstIn",
        max(e.last_out) as "lastOut", sum(e.queue) / nullif(sum(e.opened), 0)::float8 as "queueMin", sum(e.unload) / nullif(sum(e.opened), 0)::float8 as "unloadMin",
        sum(e.queue) as "queueSum", sum(e.unload) as "unloadSum", sum(e.opened)::int as opened
      from (${pairs}) e group by ${site ? sql`e.place_id` : sql`e.vehicle_id`}`;
  }),
  { bindActions: (app) => route(app, inOutPointRecalc, recalcPlaces) },
);

/** What was driven since the place before, and how warm it was on arrival and departure. Called with the rows of one page. */
const addReadings = (ctx: Ctx, rows: Row[]): Promise<Row[]> =>
  mapFew(rows, readsAtOnce, async (row) => {
    const since = row.beforeMs ?? row.fromMs;
    const { vehicle, points } = await ctx.db(async (trx) => {
      const found = await findReportVehicle(trx, ctx, row.vehicleId, 'track', row.untilMs);
      return {
        vehicle: found,
        points: await readPermitted(trx, found, { from: since, to: row.untilMs, neighbours: true }),
      };
    });
    const temps = points
      .filter(({ t }) => t >= row.fromMs && t <= row.untilMs)
      .flatMap(({ tempC }) => tempC.flatMap((one) => validTempC(one) ?? [])[0] ?? []);
    const { mileageM } = computeWayFacts(points, { from: since, to: row.fromMs }, vehicle.settingsAt);
    return {
      ...row,
      beforeKm: row.beforeMs === null ? null : Math.round(mileageM / 100) / 10,
      temIn: temps[0] ?? null,
      temOut: row.state === 'here' ? null : (temps.at(-1) ?? null),
    };
  });

export const detail = serve(
  inOutPointDetails,
  fromSql(
    inOutPointDetails,
    (
      ctx,
      q,
    ) => sql`select e."vehicleId", e.id, e.start_time as at, e."siteName", e."siteType", case when e.main then 'yes' else 'no' end as main,
      e.start_time as "startTime", e.end_time as "endTime", e.state, e.seconds / 60 as minutes, (e.values ->> 'inOdometerM')::float8 / 1000 as "odometerIn",
      (e.values ->> 'outOdometerM')::float8 / 1000 as "odometerOut", coalesce(e."beforeName", '') as "beforeName", null::float8 as "beforeKm",
      extract(epoch from e.start_time - e.left_at)::float8 / 60 as "beforeMin", ${doorOpens} as doors, ${doorSeconds} / 60 as "doorMin", null::float8 as "temIn",
      null::float8 as "temOut", ${driverName(sql`e.driver_id`)} as driver,
      ${waybillCodeAt(sql`e.vehicle_id`, sql`e.start_time`)} as waybill, ${dataWord('e')} as data,
      ${doubtMin('e')} as "doubtMin",
      (extract(epoch from e.left_at) * 1000)::float8 as "beforeMs", (extract(epoch from e.start_time) * 1000)::float8 as "fromMs",
      (extract(epoch from e.reach) * 1000)::float8 as "untilMs"
    from (${selectVisits(ctx, q)}) e`,
    { finish: addReadings, keys: () => 'bigint' },
  ),
);
