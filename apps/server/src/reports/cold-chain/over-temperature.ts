import { dayMs, hourMs, minuteMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import {
  overTemperatureHandle,
  overTemperaturePrint,
  overTemperatureReport,
} from '@tongda/contract/reports/cold-chain/over-temperature';
import type { ReportRow } from '@tongda/contract/reports/kit/report';
import { alarmHandleStatus, alarmHandleWay } from '@tongda/contract/watch/alarm/enums';
import { type RawBuilder, sql } from 'kysely';
import { allOf } from '../../core/db/rows';
import { enqueueExport } from '../../core/export/definition';
import type { Ctx } from '../../core/http/ctx';
import { invalidField, notFound } from '../../core/http/errors';
import { route } from '../../core/http/route';
import { mapFew } from '../../core/run/few-at-once';
import { overLimitEpisodesOf } from '../../kernel/detect/temperature/over-limit-episodes';
import { qualityStatsOfPoints, validTempC } from '../../kernel/temperature/figures';
import { handleAlarms } from '../../modules/watch/alarm/door';
import { dataWord, driverName, reachOf, waybillCodeAt, wireAt } from '../kit/facts-sql';
import { type Bounds, refuseCrossedBounds } from '../kit/probes';
import { chosenVehicles, isLent, mayReadFact, ofVehicle, readsAtOnce, type Wish } from '../kit/query';
import { curvesOf } from '../kit/reading-curves';
import { loadReadings, type Readings } from '../kit/readings';
import { serve } from '../kit/serve';
import { oncePerRequest } from '../kit/source';
import { fromSql } from '../kit/sql-source';
import { registerSheet } from '../paper/register';
import { deviationSheetOf } from './deviation-sheet';
import {
  eachProbed,
  passRateOf,
  type Query,
  refuseLongComputing,
  type Span,
  watchedByReader,
  watchesOf,
} from './pass-rate';
import { probableCause, uncooledAt } from './probable-cause';

type Row = ReportRow<typeof overTemperatureReport>;

/** An episode before it is worded: stored by an alarm rule, or found for the reader's own bounds. */
const found = sql.raw(
  'id text, v bigint, s timestamptz, e timestamptz, subject text, status int, level int, peak float8, lower float8, upper float8, deviation float8, area float8, lng float8, lat float8, blind_ratio float8, data_gap boolean',
);

/** SQL: alarms of temperature, not of humidity. As a `case`, because PostgreSQL takes a pattern for something that hardly any row fulfils, and then joins row by row. */
const ofProbes = sql`case when e.subject ~ '^tem([0-9]+|Avg|All)$' then true else false end`;

/** Episodes that alarm rules found in the range, withdrawn ones too. */
const storedEpisodes = (ctx: Ctx, q: Query): RawBuilder<unknown> => {
  const high = sql`e.peak > e.limit_value`;
  return sql`select e.id::text as id, v.id as v, e.start_time as s, e.end_time as e, e.subject, e.status, e.level, e.peak,
      case when not (${high}) then e.limit_value end as lower, case when ${high} then e.limit_value end as upper, (e.values ->> 'deviation')::float8 as deviation,
      (e.values ->> 'areaMin')::float8 as area, e.lng, e.lat, e.blind_ratio::float8 as blind_ratio, e.data_gap, e.id as episode_id, e.version, e.driver_id,
      e.handle_status, e.handled_name, e.handle_remark, coalesce(e.end_time, ${reachOf}) as reach
    from vehicle v join episode e on e.vehicle_id = v.id and e.kind = 'temperatureAlarm' and ${ofProbes}
      and e.start_time >= ${new Date(q.from)}::timestamptz - interval '31 days' and e.start_time < ${new Date(q.until)} and coalesce(e.end_time, 'infinity') > ${new Date(q.from)}
    where ${chosenVehicles(ctx, { ...q, ids: undefined })} and ${mayReadFact(ctx, ofVehicle('v'), sql`e.start_time`, 'temperature')}`;
};

/** What the points of each vehicle say by the reader's own bounds, or those of the goods under way: its episodes, and how long it was watched for 合格率. The foot asks for both, and the points are read once. */
const compute = oncePerRequest((ctx: Ctx, q: Query) =>
  eachProbed(ctx, q, (one) => [
    {
      episodes: watchesOf(one, q).flatMap(({ time, bounds }) => episodesOf(one, time, bounds, q)),
      watched: watchedByReader(one, q),
    },
  ]),
);

/** Episodes outside of the reader's own bounds, or those of the goods under way, computed from the points. Too many days are refused at their field. */
async function computedEpisodes(ctx: Ctx, q: Query): Promise<RawBuilder<unknown>> {
  const { lower = null, upper = null } = q;
  if (q.basis === 'custom' && lower === null && upper === null) throw invalidField('upper', '请输入上限或下限');
  if (q.basis === 'custom') refuseCrossedBounds({ lower, upper });
  const rows = (await compute(ctx, q)).flatMap(({ episodes }) => episodes);
  return sql`select r.*, null::bigint as episode_id, 0 as version, null::bigint as driver_id, null::int as handle_status, '' as handled_name, '' as handle_remark,
    coalesce(r.e, ${reachOf}) as reach from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(${found}) join vehicle v on v.id = r.v`;
}

function episodesOf(
  { vehicle, points, probes, intervalMs, gapMaxMs }: Readings,
  { from, until }: Span,
  bounds: Bounds,
  { minMinutes }: Query,
) {
  const inside = points.filter(({ t }) => t >= from && t < until);
  return probes
    .filter(({ kind }) => kind === 'tem')
    .flatMap(({ key }) => {
      const channel = Number(key.slice(3));
      const wish = { channel, ...bounds, delayS: minMinutes * 60, intervalMs, gapMaxMs };
      return overLimitEpisodesOf(inside, wish).map(({ start, end, level, peak, lng, lat, dataGap, values }) => {
        const during = inside.filter(({ t }) => t >= start && t <= (end ?? until));
        return {
          id: `${vehicle.id}-${key}-${start}`,
          v: vehicle.id,
          s: new Date(start),
          e: end === null ? null : new Date(end),
          subject: key,
          status: end === null ? 0 : 1,
          level,
          peak,
          ...bounds,
          deviation: values.deviation,
          area: values.areaMin,
          lng,
          lat,
          blind_ratio: during.length === 0 ? 0 : during.filter(({ late }) => late).length / during.length,
          data_gap: dataGap,
        };
      });
    });
}

async function selectEpisodes(ctx: Ctx, q: Query): Promise<RawBuilder<unknown>> {
  const { levels, handleStatus, inTransit, minMinutes } = q;
  const source = q.basis === 'rule' ? storedEpisodes(ctx, q) : await computedEpisodes(ctx, q);
  const waybill = waybillCodeAt(sql`x.v`, sql`x.s`);
  const all: Array<RawBuilder<boolean>> = [sql<boolean>`x.reach - x.s >= make_interval(secs => ${minMinutes * 60})`];
  if (levels && levels.length > 0) all.push(sql<boolean>`x.level = any(${levels.map(Number)}::int[])`);
  if (handleStatus && handleStatus.length > 0)
    all.push(sql<boolean>`x.handle_status = any(${handleStatus.map(Number)}::int[])`);
  if (inTransit) all.push(sql<boolean>`${waybill} <> ''`);
  const channel = sql`coalesce(substring(x.subject from '^tem([0-9]+)$'), '0')::int`;
  const wire = { vehicleId: sql`x.v`, channel, moment: sql`x.s` };
  // what was withdrawn is shown, but counts for nothing
  const counts = (value: RawBuilder<unknown>) => sql`case when x.status <> 2 then ${value} end`;
  return sql`select x.id, x.v as "vehicleId", x.s as at, x.s as "startTime", x.e as "endTime", x.status, ${channel} as channel,
      coalesce(${wireAt('tem', 'name', wire)}, case x.subject when 'temAvg' then '平均' when 'temAll' then '全部探头' else '温度' || ${channel} end) as probe,
      coalesce(${wireAt('tem', 'zone', wire)}, '') as zone, x.lower, x.upper, ${counts(sql`extract(epoch from x.reach - x.s) / 60`)} as minutes,
      case when x.upper is not null and x.peak > x.upper then 'high' else 'low' end as direction, x.peak as extreme, null::float8 as "maxC", null::float8 as "minC",
      null::float8 as "avgC", x.deviation, ${counts(sql`x.area`)} as "degMin", x.level, 'unknown' as cause, null::float8 as "doorMin", '' as chiller, ${waybill} as waybill,
      ${driverName(sql`x.driver_id`)} as driver, coalesce(x.handle_status::text, '') as "handleStatus", x.handled_name as "handledBy", x.handle_remark as remark,
      ${dataWord('x')} as data, ${counts(sql`case when row_number() over (partition by x.v, x.status <> 2 order by x.s) = 1 then 1 else 0 end`)} as vehicles,
      ${counts(sql`x.deviation`)} as "worstC", null::float8 as "passRate", x.episode_id::text as "episodeId", x.version, ${isLent(ctx, sql`(select o.client_id from vehicle o where o.id = x.v)`)} as shared, array['extreme'] as over, x.lng, x.lat, null::float8 as "endLng",
      null::float8 as "endLat", (extract(epoch from x.s) * 1000)::float8 as "fromMs", (extract(epoch from x.reach) * 1000)::float8 as "untilMs", ${uncooledAt(sql`x.v`, sql`x.s`)} as uncooled
    from (${source}) x where ${allOf(all)}`;
}

/** Fills in what the points of each episode say, and its probable cause. Called with the rows of one page. */
const addReadings = (ctx: Ctx, rows: Row[]): Promise<Row[]> =>
  mapFew(rows, readsAtOnce, async (row) => {
    const [start, end] = [row.fromMs, row.untilMs];
    const [readings] = await loadReadings(ctx, {
      vehicleIds: [row.vehicleId],
      from: start - hourMs,
      until: Math.min(end + 1, start + 31 * dayMs),
      bare: true,
    });
    if (!readings) return row;
    const { points, probes, reefer, gapMaxMs, intervalMs } = readings;
    const probe = probes.find(({ key }) => key === `tem${row.channel}`) ?? probes.find(({ kind }) => kind === 'tem');
    const inside = points.filter(({ t }) => t >= start && t <= end);
    const stats = qualityStatsOfPoints(inside, probe?.reading ?? (({ tempC }) => validTempC(tempC[0])), {
      ...{ gapMaxMs, lastMs: intervalMs, lower: null, upper: null },
    });
    const doors = readings.doors.filter((door) => door.start <= end);
    const openMs = doors.reduce(
      (sum, door) => sum + Math.max(0, Math.min(door.end ?? end, end) - Math.max(door.start, start)),
      0,
    );
    const defrosts = reefer.filter(({ mode }) => mode === 'defrost');
    const on = inside[0]?.extra?.reeferOn;
    const frost = defrosts.some(({ from, until }) => from <= start && until > start);
    const last = row.endTime === null ? undefined : inside.findLast(({ located }) => located);
    return {
      ...row,
      maxC: stats.max,
      minC: stats.min,
      avgC: stats.avg === null ? null : Math.round(stats.avg * 10) / 10,
      doorMin: Math.round(openMs / (minuteMs / 10)) / 10,
      chiller: frost ? 'frost' : on === undefined ? '' : on ? 'on' : 'off',
      cause: probableCause(readings, { start, end, probe, uncooled: row.uncooled }),
      endLng: last?.lng ?? null,
      endLat: last?.lat ?? null,
    };
  });

/** What a kind of 处理 does to the alarm: its state, the way, and how the opinion begins. */
const handling = {
  onSite: { handleStatus: alarmHandleStatus.closed, ways: [alarmHandleWay.onSite], before: '' },
  falseAlarm: { handleStatus: alarmHandleStatus.falseAlarm, ways: [], before: '' },
  damage: { handleStatus: alarmHandleStatus.closed, ways: [], before: '货损上报：' },
} as const;

const source = fromSql(overTemperatureReport, selectEpisodes, {
  finish: addReadings,
  // rows of the reader's own bounds are computed anew for each question
  keys: (q) => (q.basis === 'rule' ? 'text' : null),
  counted: sql<boolean>`r.status <> 2`,
  refuse: refuseLongComputing,
  countLater: ({ basis }) => basis !== 'rule',
  foot: async (ctx, q) => ({
    passRate: await passRateOf(ctx, q, async () => (await compute(ctx, q)).flatMap(({ watched }) => watched)),
  }),
});

/** The row of an alarm; 4004 when the list does not show it (any more). */
async function findEpisode(ctx: Ctx, asked: Parsed<typeof overTemperaturePrint>): Promise<Row> {
  const { episodeId, vehicleId, fromMs, startTime } = asked;
  const wish: Query & Wish = {
    ...{ vehicleIds: [vehicleId], startTime, endTime: startTime, from: fromMs - 1, until: fromMs + 1000 },
    ...{ basis: 'rule', lower: undefined, upper: undefined, minMinutes: 0, levels: undefined, handleStatus: undefined },
    ...{ inTransit: false, fleetId: undefined, orgId: undefined },
  };
  const rows = await source.rows(ctx, { ...wish, limit: 100, offset: 0 });
  const found = rows.find((row) => row.episodeId === episodeId);
  if (!found) throw notFound('超温记录');
  return found;
}

const sheet = registerSheet({
  endpoint: overTemperaturePrint,
  name: '偏差报告',
  condition: ({ startTime }) => `超温 ${startTime}`,
  make: async (ctx, asked) => deviationSheetOf(ctx, await findEpisode(ctx, asked)),
});

export const overTemperature = serve(overTemperatureReport, source, {
  curve: async (ctx, q) => {
    const own = q.basis === 'custom' ? { lower: q.lower, upper: q.upper } : {};
    return curvesOf(await loadReadings(ctx, { from: q.from, until: q.until, vehicleIds: q.vehicleIds, ...own }), q);
  },
  bindActions: (app, deps) => {
    route(app, overTemperaturePrint, (ctx, asked) => enqueueExport(deps, ctx, sheet, asked));
    route(app, overTemperatureHandle, (ctx, { episodes, handleType, remark, files }) => {
      const { before, handleStatus, ways } = handling[handleType];
      return handleAlarms(ctx, {
        alarms: episodes,
        remark: `${before}${remark}`.slice(0, 200),
        files,
        sameKind: false,
        handleStatus,
        ways,
      });
    });
  },
});
