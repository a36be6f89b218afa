import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { doorOpenCloseDetails, doorOpenCloseReport } from '@tongda/contract/reports/door/open-close';
import type { ReportQuery, ReportRow } from '@tongda/contract/reports/kit/report';
import { type RawBuilder, sql } from 'kysely';
import { allOf } from '../../core/db/rows';
import type { Ctx } from '../../core/http/ctx';
import { mapFew } from '../../core/run/few-at-once';
import { computeWayFacts } from '../../kernel/day/facts';
import { recoveryMs } from '../../kernel/temperature/recovery';
import { readPermitted } from '../../modules/watch/track/door';
import { clippedEpisodes, dataWord, driverName, siteAt, waybillCodeAt, wireAt } from '../kit/facts-sql';
import { findReportVehicle } from '../kit/lent';
import { loadProbeVersions, probesOf } from '../kit/probes';
import { chosenVehicles, mayReadFact, ofFact, readsAtOnce, type Wish } from '../kit/query';
import { curvesOf } from '../kit/reading-curves';
import { loadReadings } from '../kit/readings';
import { serve } from '../kit/serve';
import { fromSql } from '../kit/sql-source';

type Query = ReportQuery<typeof doorOpenCloseReport> & Pick<Wish, 'from' | 'until'>;
/** After a door closed the box has so long to get back into its bounds. */
const recoveryWithin = 4 * hourMs;

const is = (name: string): RawBuilder<boolean> => sql<boolean>`(s.values ->> ${name})::boolean is true`;

/** Openings that the filters let through, cut to range and 时段. */
function selectOpenings(ctx: Ctx, q: Query): RawBuilder<unknown> {
  const { doors, scene, openMin } = q;
  const all: Array<RawBuilder<boolean>> = [sql<boolean>`s.seconds >= ${openMin * 60}`];
  if (doors && doors.length > 0) all.push(sql<boolean>`s.subject = any(${doors.map((no) => `door${no}`)}::text[])`);
  if (scene === 'moving') all.push(is('moving'));
  if (scene === 'outside') all.push(is('outside'));
  if (scene === 'inside') all.push(sql<boolean>`not (${is('outside')})`);
  // of a shared vehicle whose temperatures are not shared, the openings alone
  const warm = mayReadFact(ctx, ofFact('s'), sql`s.start_time`, 'temperature');
  const degrees = (name: string) => sql`case when ${warm} then (s.values ->> ${name})::float8 end`;
  return sql`select s.*, ${degrees('riseC')} as rise, ${degrees('beforeC')} as "beforeC", ${degrees('maxC')} as "maxC"
    from (${clippedEpisodes(ctx, 'door', q, chosenVehicles(ctx, { ...q, ids: undefined }))}) s where ${allOf(all)}`;
}

export const summary = serve(
  doorOpenCloseReport,
  fromSql(
    doorOpenCloseReport,
    (
      ctx,
      q,
    ) => sql`select s."vehicleId", s."vehicleId" as id, count(*)::int as opens, sum(s.seconds) / 60 as minutes, max(s.seconds) / 60 as "longestMin",
      avg(s.seconds) / 60 as "meanMin", (count(*) filter (where ${is('moving')}))::int as moving, (count(*) filter (where ${is('outside')}))::int as outside,
      max(s."maxC") as "maxC", avg(s.rise) as "meanRiseC", coalesce(sum(s.rise), 0) as rises, count(s.rise)::int as risen
      from (${selectOpenings(ctx, q)}) s group by s."vehicleId"`,
    { keys: () => 'bigint' },
  ),
);

type Row = ReportRow<typeof doorOpenCloseDetails>;

/** Fills in what the points around each opening say: distance, position and unit, and how soon the box was cold again. Called with the rows of one page. */
const addReadings = (ctx: Ctx, rows: Row[]): Promise<Row[]> =>
  mapFew(rows, readsAtOnce, async (row) => {
    const span = { from: row.fromMs, to: row.untilMs };
    const { vehicle, points, probes } = await ctx.db(async (trx) => {
      const found = await findReportVehicle(trx, ctx, row.vehicleId, 'track', row.untilMs);
      const after = { from: row.fromMs - 10 * minuteMs, to: row.untilMs + recoveryWithin };
      return {
        vehicle: found,
        points: await readPermitted(trx, found, { ...after, extra: true, neighbours: true }),
        probes: probesOf(await loadProbeVersions(trx, row.vehicleId, { from: row.fromMs, until: row.untilMs }), {}),
      };
    });
    const closing = row.isOpen ? undefined : points.findLast(({ t, located }) => located && t <= row.untilMs);
    const on = points.findLast(({ t }) => t <= row.fromMs)?.extra?.reeferOn;
    const recovery = row.isOpen ? null : recoveryMs(points, probes, row.untilMs);
    return {
      ...row,
      km: Math.round(computeWayFacts(points, span, vehicle.settingsAt).mileageM / 100) / 10,
      closeLng: closing?.lng ?? null,
      closeLat: closing?.lat ?? null,
      chiller: on === undefined ? '' : on ? 'on' : 'off',
      recoverMin: recovery === null ? null : Math.round(recovery / minuteMs),
    };
  });

/** What its lock says of an opening: who unlocked it in the ten minutes before, else nothing. */
const lockLog = sql`coalesce((select l.user_name || case when l.allowed then ' 开锁' else ' 开锁被拒' end from lock_binding b join lock_open_log l on l.lock_id = b.lock_id
  where b.vehicle_id = s."vehicleId" and b.during @> s.start_time and l.action = 1 and l.at between s.start_time - interval '10 minutes' and s.start_time
  order by l.at desc limit 1), '')`;
const doorNo = sql`substr(s.subject, 5)::int`;
/** the name that the door had then */
const doorName = sql`coalesce(${wireAt('door', 'name', { vehicleId: sql`s."vehicleId"`, channel: doorNo, moment: sql`s.start_time` })}, '车门' || ${doorNo})`;

export const detail = serve(
  doorOpenCloseDetails,
  fromSql(
    doorOpenCloseDetails,
    (
      ctx,
      q,
    ) => sql`select s.*, s.start_time as at, ${doorName} as "doorName", s.s0 as "startTime", case when s.end_time is null then null else s.s1 end as "endTime",
      case when s.end_time is null then 'open' when ${is('estimated')} then 'estimated' else 'closed' end as state, s.end_time is null as "isOpen",
      s.seconds / 60 as minutes, ${siteAt(sql`s."vehicleId"`, sql`s.start_time`)} as "siteName", null::float8 as km,
      case when ${is('moving')} then 'yes' else 'no' end as moving, case when ${is('outside')} then 'yes' else 'no' end as outside, s.rise as "riseC",
      null::float8 as "recoverMin", '' as chiller, ${lockLog} as "lockLog", ${driverName(sql`s.driver_id`)} as driver,
      ${waybillCodeAt(sql`s."vehicleId"`, sql`s.start_time`)} as waybill, ${dataWord('s')} as data, null::float8 as "closeLng", null::float8 as "closeLat",
      (extract(epoch from s.s0) * 1000)::float8 as "fromMs", (extract(epoch from s.s1) * 1000)::float8 as "untilMs"
      from (${selectOpenings(ctx, q)}) s`,
    { finish: addReadings, keys: () => 'bigint' },
  ),
  { curve: async (ctx, q) => curvesOf(await loadReadings(ctx, { ...q, zone: 'own' }), q) },
);
