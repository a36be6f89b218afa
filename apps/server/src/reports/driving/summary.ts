import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { drivingSummaryDetails, drivingSummaryReport } from '@tongda/contract/reports/driving/summary';
import { dayCountOf } from '@tongda/contract/reports/kit/columns';
import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../core/http/ctx';
import { computeWayFacts } from '../../kernel/day/facts';
import { windowsOf } from '../../kernel/day/hours';
import type { Segment, SegmentState } from '../../kernel/motion/segments';
import { spellsOf } from '../../kernel/motion/spells';
import { readPermitted } from '../../modules/watch/track/door';
import { episodesOf } from '../kit/episodes';
import { findReportVehicle } from '../kit/lent';
import { chosenVehicles, mayReadFact, ofVehicle, type Wish, windowsSql } from '../kit/query';
import { serve } from '../kit/serve';
import { fromReadings } from '../kit/source';
import { fromSql } from '../kit/sql-source';
import { staysOfVehicle } from './stays';
import { isWholeDays, selectWays } from './ways';

type Query = ReportQuery<typeof drivingSummaryReport> & Wish;

/** Alarms and trips of the vehicle `v` that began within the windows. */
const begunIn = (windows: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`${windows} @> e.start_time`;

/**
 * A row a vehicle: its days added up, its stays, trips and alarms; `days` and `windowHours` are what they are held against. Each of them is looked up vehicle by
 * vehicle, and left out where nobody asks for it.
 */
async function selectVehicles(ctx: Ctx, q: Query): Promise<RawBuilder<unknown>> {
  const pieces = windowsOf({ from: q.from, until: Math.min(q.until, Date.now()) }, q.operatingHours, ctx.timeZone);
  const windowHours = pieces.reduce((sum, { from, until }) => sum + until - from, 0) / hourMs;
  const windows = windowsSql(pieces);
  const [ways, stays] = [await selectWays(ctx, q), await staysOfVehicle(ctx, { ...q, ...everyStay })];
  const itsOwn = sql`e.vehicle_id = v.id and e.status <> 2 and e.start_time >= ${new Date(q.from)} and e.start_time < ${new Date(q.until)}
    and ${begunIn(windows)} and ${mayReadFact(ctx, ofVehicle('v'), sql`e.start_time`)}`;
  return sql`select v.id as "vehicleId", v.fleet_id, w.*, d.stops, t.*, a.speeding, ${windowHours}::float8 as "windowHours", ${dayCountOf(q)}::int as days,
      greatest(0, ${windowHours}::float8 - w."drivingHours" - w."idleHours" - w."parkedHours") as "noDataHours"
    from vehicle v cross join lateral (select coalesce(sum(mileage_m), 0) / 1000 as mileage, coalesce(sum(gap_mileage_m), 0) / 1000 as "gapMileage",
      coalesce(sum(mileage_m - gap_mileage_m), 0) / 1000 as "netKm", coalesce(sum(driving_ms), 0)::float8 / ${hourMs} as "drivingHours",
      coalesce(sum(idle_ms), 0)::float8 / ${hourMs} as "idleHours", coalesce(sum(parked_ms), 0)::float8 / ${hourMs} as "parkedHours",
      max(max_speed_kmh)::float8 as "maxSpeed", (array_agg(max_speed_at order by max_speed_kmh desc nulls last))[1] as "maxSpeedTime",
      (count(*) filter (where mileage_m >= 1000))::int as "daysOut", sum(fuel_used_l)::float8 as "fuelL",
      (sum(mileage_m) filter (where fuel_used_l is not null))::float8 / 1000 as "fuelKm",
      (array_agg(start_odometer_m order by day) filter (where start_odometer_m is not null))[1] / 1000.0 as "odometerStart",
      (array_agg(end_odometer_m order by day desc) filter (where end_odometer_m is not null))[1] / 1000.0 as "odometerEnd" from (${ways}) y) w
    left join lateral (select count(*)::int as stops from (${stays}) s) d on true
    left join lateral (select count(*)::int as trips, min(e.start_time) as "firstStart", max(e.end_time) as "lastStop",
      coalesce(string_agg(distinct r.name, '、'), '') as drivers from episode e left join driver r on r.id = e.driver_id
      where e.kind = 'trip' and ${itsOwn}) t on true
    left join lateral (select count(*)::int as speeding from episode e where e.kind = 'speedAlarm' and ${itsOwn}) a on true
    where ${chosenVehicles(ctx, { ...q, ids: undefined })}`;
}
const everyStay = { parkingFine: true, siteScope: 'all', engine: 'all', siteIds: undefined } as const;

/** Quotients of a row; fuel per 100 km is shown from 10 km on (K10). */
const quotients = sql`x."netKm" / nullif(x."drivingHours", 0) as "avgSpeed",
  case when x."fuelKm" >= 10 then x."fuelL" * 100 / x."fuelKm" end as per100`;

/** A row a driver: his trips added up. */
const selectDrivers = (ctx: Ctx, q: Query): RawBuilder<unknown> => {
  const windows = windowsSql(windowsOf(q, q.operatingHours, ctx.timeZone));
  const value = (key: string): RawBuilder<number> => sql<number>`coalesce((e.values ->> ${key})::float8, 0)`;
  return sql`select x.*, ${quotients} from (select null::bigint as "vehicleId", 'd' || coalesce(r.id, 0) as id, coalesce(r.name, '未登记司机') as "groupName",
      '' as drivers, count(distinct v.id)::int as vehicles, sum(${value('mileageM')}) / 1000 as mileage, sum(${value('gapMileageM')}) / 1000 as "gapMileage",
      sum(${value('mileageM')} - ${value('gapMileageM')}) / 1000 as "netKm", sum(${value('drivingMs')}) / ${hourMs} as "drivingHours",
      sum(${value('idleMs')}) / ${hourMs} as "idleHours", null::float8 as "parkedHours", null::float8 as "noDataHours", null::int as stops,
      count(*)::int as trips, max(e.peak) as "maxSpeed", null::timestamptz as "maxSpeedTime", null::int as speeding, min(e.start_time) as "firstStart",
      max(e.end_time) as "lastStop", null::int as "daysOut", null::int as days, null::float8 as attendance, null::float8 as use, null::float8 as "windowHours",
      sum((e.values ->> 'oilL')::float8) as "fuelL", (sum(${value('mileageM')}) filter (where e.values ->> 'oilL' is not null)) / 1000 as "fuelKm",
      null::float8 as "odometerStart", null::float8 as "odometerEnd"
    from vehicle v cross join lateral (${episodesOf('trip', q)}) e left join driver r on r.id = e.driver_id
    where ${chosenVehicles(ctx, { ...q, ids: undefined })} and e.start_time >= ${new Date(q.from)} and ${windows} @> e.start_time and ${mayReadFact(ctx, ofVehicle('v'), sql`e.start_time`)}
    group by r.id, r.name) x`;
};

async function selectRows(ctx: Ctx, q: Query): Promise<RawBuilder<unknown>> {
  if (q.groupBy === 'driver') return selectDrivers(ctx, q);
  const vehicles = await selectVehicles(ctx, q);
  const shares = sql`x."daysOut" * 100.0 / nullif(x.days, 0) as attendance, x."drivingHours" * 100 / nullif(x."windowHours", 0) as use`;
  if (q.groupBy === 'vehicle')
    return sql`select x.*, x."vehicleId" as id, '' as "groupName", 1 as vehicles, ${shares}, ${quotients} from (${vehicles}) x`;
  const sums = sql.join(
    [
      'mileage',
      'gapMileage',
      'netKm',
      'drivingHours',
      'idleHours',
      'parkedHours',
      'noDataHours',
      'stops',
      'trips',
      'speeding',
      'daysOut',
      'days',
      'windowHours',
      'fuelL',
      'fuelKm',
    ].map((name) => sql`sum(p.${sql.ref(name)}) as ${sql.ref(name)}`),
  );
  return sql`select x.*, ${shares}, ${quotients} from (select null::bigint as "vehicleId", 'f' || coalesce(p.fleet_id, 0) as id, coalesce(g.name, '未分车队') as "groupName",
      '' as drivers, count(*)::int as vehicles, ${sums}, max(p."maxSpeed") as "maxSpeed", null::timestamptz as "maxSpeedTime",
      min(p."firstStart") as "firstStart", max(p."lastStop") as "lastStop", null::float8 as "odometerStart", null::float8 as "odometerEnd"
    from (${vehicles}) p left join fleet g on g.id = p.fleet_id group by p.fleet_id, g.name) x`;
}

/** 行驶汇总 over whole days from their summaries, over a part of each day from the points. */
export const drivingSummary = serve(
  drivingSummaryReport,
  fromSql(drivingSummaryReport, selectRows, {
    keys: (q) => (q.groupBy === 'vehicle' && isWholeDays(q) ? 'bigint' : null),
  }),
);

interface Drive {
  vehicleId: string;
  vehicleColor: number;
  plateNo: string;
  range: { from: number; until: number };
  segments: Segment[];
  windows: ReadonlyArray<{ from: number; until: number }>;
}

/** Segments of the one chosen vehicle, cut to 运行时段. */
async function loadDrive(ctx: Ctx, q: Wish & Pick<Query, 'operatingHours' | 'vehicleIds'>): Promise<Drive> {
  const [vehicleId = ''] = q.vehicleIds ?? [];
  const range = { from: q.from, until: Math.max(q.from, Math.min(q.until, Date.now())) };
  const { vehicle, points } = await ctx.db(async (trx) => {
    const found = await findReportVehicle(trx, ctx, vehicleId, 'track', range.until);
    return {
      vehicle: found,
      points: await readPermitted(trx, found, { from: range.from, to: range.until, neighbours: true }),
    };
  });
  const windows = windowsOf(range, q.operatingHours, ctx.timeZone);
  const segments = windows.flatMap(
    ({ from, until }) => computeWayFacts(points, { from, to: until }, vehicle.settingsAt, until - 1).segments,
  );
  const { plateNo, vehicleColor } = vehicle;
  return { vehicleId, vehicleColor, plateNo, range, segments, windows };
}

const spellRows = ({ vehicleId, vehicleColor, plateNo, segments }: Drive) =>
  spellsOf(segments).map(({ state, start, end, mileageM, gapMileageM, maxSpeedKmh, from, to }, i) => ({
    id: String(i + 1),
    seq: i + 1,
    vehicleId,
    vehicleColor,
    plateNo,
    state,
    startTime: start,
    endTime: end,
    minutes: (end - start) / minuteMs,
    km: mileageM / 1000,
    gapKm: gapMileageM / 1000,
    maxSpeed: maxSpeedKmh,
    startLng: from?.lng ?? null,
    startLat: from?.lat ?? null,
    endLng: to?.lng ?? null,
    endLat: to?.lat ?? null,
  }));

const stripNames: ReadonlyArray<readonly [SegmentState, string, CurveAnswer['strips'][number]['tone']]> = [
  ['moving', '行驶', 'drive'],
  ['idle', '怠速', 'wait'],
  ['parked', '停车', 'stay'],
];

/** Speed over the period, the states as strips below it, silences as gaps. */
async function loadSpeedCurve(ctx: Ctx, q: Wish & Pick<Query, 'operatingHours' | 'vehicleIds'>): Promise<CurveAnswer> {
  const { range, segments } = await loadDrive(ctx, q);
  const points = segments.flatMap((segment): Array<[number, number | null, number]> => {
    const { from, start, state } = segment;
    if (state === 'noData') return [[start, null, 0]];
    return from && from.t >= range.from ? [[from.t, from.speedKmh, from.late ? 1 : 0]] : [];
  });
  const spells = spellsOf(segments);
  const spansOf = (state: SegmentState) =>
    spells.filter((spell) => spell.state === state).map(({ start, end }) => ({ from: start, until: end }));
  return {
    ...range,
    lanes: [{ name: '速度', unit: 'km/h', series: [{ name: '速度', lower: null, upper: null, points: thin(points) }] }],
    strips: stripNames.map(([state, name, tone]) => ({ name, tone, spans: spansOf(state) })),
    gaps: spansOf('noData').map((span) => ({ ...span, reason: '无数据' })),
  };
}

/** A curve has so many points at most. */
const most = 3000;
/** Every n-th point, and every break. */
const thin = <P extends readonly [number, number | null, number]>(points: readonly P[]): P[] => {
  const step = Math.ceil(points.length / most);
  return points.filter(([, value], i) => value === null || i % step === 0);
};

export const drivingDetail = serve(
  drivingSummaryDetails,
  fromReadings(drivingSummaryDetails, { load: loadDrive, rows: spellRows }),
  { curve: loadSpeedCurve },
);
