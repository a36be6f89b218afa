import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import { percentOf } from '@tongda/contract/core/round';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import { exemptRight, punctualityReason, punctualityReport } from '@tongda/contract/reports/operation/punctuality';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { wireTime } from '../../core/http/answer/wire-time';
import type { Ctx } from '../../core/http/ctx';
import { route } from '../../core/http/route';
import { likePattern } from '../../core/record/options';
import type { RunCall, RunStop } from '../../kernel/ground/route-runs';
import { type TimetableCall, timetableCalls } from '../../kernel/ground/timetable-calls';
import { orgOrNone, visibleVehicles } from '../../modules/base/org/door';
import { departuresAround } from '../../modules/ground/transport-route/door';
import { dataWord, doubtMin, driverName } from '../kit/facts-sql';
import type { Wish } from '../kit/query';
import { serve } from '../kit/serve';
import { fromReadings } from '../kit/source';
import { enterReason } from './reasons';

type Query = ReportQuery<typeof punctualityReport> & Pick<Wish, 'from' | 'until'>;

interface RouteOfReport {
  id: string;
  name: string;
  weekdays: number[];
  departTimes: string[];
  /** epoch ms: departures before it was made are nobody's */
  since: number;
  stops: Array<RunStop & { name: string }>;
  /** vehicles that are bound and that the caller sees */
  vehicles: string[];
}
interface Run {
  routeId: string;
  vehicleId: string;
  plateNo: string;
  vehicleColor: number;
  planAt: number;
  departAt: number;
  arriveAt: number;
  calls: RunCall[];
  /** one a call: what the visit says that it was read from */
  visits: Array<{ driver: string; data: 'real' | 'late' | 'gap' | ''; doubtMin: number | null }>;
}
interface Reason {
  id: string;
  reason: string;
  exempt: boolean;
  userName: string;
}
interface Loaded {
  routes: RouteOfReport[];
  runs: Run[];
  reasons: ReadonlyMap<string, Reason>;
  now: number;
  timeZone: string;
}

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

async function readRoutes(trx: Trx, ctx: Ctx, q: Query): Promise<RouteOfReport[]> {
  const like = likePattern(q.route ?? '');
  const { rows } = await sql<RouteOfReport>`
    select r.id::text, r.name, r.weekdays, r.depart_times as "departTimes", ${ms('r.created_at')} as since,
      (select coalesce(jsonb_agg(jsonb_build_object('placeId', s.place_id::text, 'name', p.name, 'driveMin', s.drive_min, 'stayMin', s.stay_min,
        'earlyMin', s.early_min, 'lateMin', s.late_min, 'assess', s.assess) order by s.seq), '[]')
        from route_stop s join place p on p.id = s.place_id where s.route_id = r.id) as stops,
      array(select b.vehicle_id::text from route_vehicle b where b.route_id = r.id and ${visibleVehicles(ctx, 'b.vehicle_id')}) as vehicles
    from transport_route r where r.client_id = ${ctx.clientId} and r.deleted_at is null and ${orgOrNone(ctx, 'r.org_id')}
      and (r.name ilike ${like} or r.code ilike ${like}) order by r.name, r.id`.execute(trx);
  return rows;
}

async function readRuns(trx: Trx, ctx: Ctx, q: Query): Promise<Run[]> {
  const { rows } = await sql<Run>`
    select x.route_id::text as "routeId", x.vehicle_id::text as "vehicleId", plate_at(v.id, x.depart_at) as "plateNo", v.vehicle_color as "vehicleColor",
      ${ms('x.plan_at')} as "planAt", ${ms('x.depart_at')} as "departAt", ${ms('x.arrive_at')} as "arriveAt", x.stops as calls,
      (select jsonb_agg(jsonb_build_object('driver', coalesce(i.driver, ''), 'data', coalesce(i.data, ''), 'doubtMin', i.doubt) order by s.n)
        from jsonb_array_elements(x.stops) with ordinality s(call, n) left join lateral (select ${driverName(sql`e.driver_id`)} as driver, ${dataWord('e')} as data,
            ${doubtMin('e')} as doubt
          from episode e where e.vehicle_id = x.vehicle_id and e.kind = 'visit' and e.status <> 2
            and e.start_time = to_timestamp((s.call ->> 'arrive')::float8 / 1000) limit 1) i on true) as visits
    from route_run x join vehicle v on v.id = x.vehicle_id
    where x.client_id = ${ctx.clientId} and x.plan_at >= ${new Date(q.from)} and x.plan_at < ${new Date(q.until)}
      and ${visibleVehicles(ctx, 'x.vehicle_id')} order by x.plan_at, x.depart_at`.execute(trx);
  return rows;
}

/** `12-1772300000-7-2`: route, departure (epoch s), vehicle or 0, and the number of the stop. */
const callIdOf = (routeId: string, planAt: number, vehicleId: string, seq: number): string =>
  `${routeId}-${Math.round(planAt / 1000)}-${vehicleId || '0'}-${seq}`;

async function readReasons(trx: Trx, ctx: Ctx, q: Query): Promise<Map<string, Reason>> {
  const { rows } = await sql<Reason>`
    select route_id || '-' || round(extract(epoch from plan_at))::bigint || '-' || coalesce(vehicle_id, 0) || '-' || seq as id, reason, exempt, user_name as "userName"
    from punctuality_reason where client_id = ${ctx.clientId} and plan_at >= ${new Date(q.from)} and plan_at < ${new Date(q.until)}`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const load = (ctx: Ctx, q: Query): Promise<Loaded> =>
  ctx.db(async (trx) => ({
    routes: await readRoutes(trx, ctx, q),
    runs: await readRuns(trx, ctx, q),
    reasons: await readReasons(trx, ctx, q),
    now: Date.now(),
    timeZone: ctx.timeZone,
  }));

/** Departures of a timetable within the range, in order. */
function departuresIn(of: RouteOfReport, { from, until }: Query, timeZone: string): number[] {
  const around = departuresAround(of, timeZone);
  const found = new Set<number>();
  for (let t = from; t < until + dayMs; t += dayMs)
    for (const at of around(t)) if (at >= from && at < until && at >= of.since) found.add(at);
  return [...found].sort((a, b) => a - b);
}

/** Every call of every departure in the range: of each drive that served it, or of nobody's. */
function rowsOf({ routes, runs, reasons, now, timeZone }: Loaded, q: Query) {
  const rows = routes.flatMap((of) => {
    const own = runs.filter(({ routeId, calls }) => routeId === of.id && calls.length === of.stops.length);
    const driven = new Set(own.map(({ planAt }) => planAt));
    // a departure that nobody drove is missed by the route's vehicles; who sees none of them has nothing to do with it
    const missed = of.vehicles.length > 0 ? departuresIn(of, q, timeZone).filter((at) => !driven.has(at)) : [];
    const drives = [...own, ...missed.map((planAt) => ({ planAt, run: null }))].sort((a, b) => a.planAt - b.planAt);
    return drives.flatMap((drive) => {
      const run = 'calls' in drive ? drive : null;
      return timetableCalls(of.stops, drive.planAt, run?.calls ?? null, now).map((call) =>
        rowOf(of, drive.planAt, run, call, { reasons, timeZone }),
      );
    });
  });
  return rows.filter(
    (row) =>
      // what is still to come is not judged yet
      (row.arriveResult !== '' || row.leave !== null) &&
      (!q.siteIds?.length || q.siteIds.includes(row.placeId)) &&
      (!q.vehicleIds?.length || q.vehicleIds.includes(row.vehicleId)) &&
      (q.way !== 'in' || row.planArrive !== null) &&
      (q.way !== 'out' || row.planLeave !== null) &&
      (!q.results?.length ||
        // codes of results are those of the filter
        (q.results as readonly string[]).includes(q.way === 'out' ? row.leaveResult : row.arriveResult)),
  );
}

const minutesOf = (value: number | null): number | null => (value === null ? null : Math.round(value / minuteMs));

function rowOf(
  of: RouteOfReport,
  planAt: number,
  run: Run | null,
  call: TimetableCall,
  { reasons, timeZone }: Pick<Loaded, 'reasons' | 'timeZone'>,
) {
  const stop = of.stops[call.stop];
  const id = callIdOf(of.id, planAt, run?.vehicleId ?? '', call.stop + 1);
  const entered = reasons.get(id);
  const visit = run?.visits[call.stop];
  const planned = wireTime(planAt, timeZone);
  return {
    id,
    date: planned.slice(0, 10),
    routeName: of.name,
    shift: planned.slice(11, 16),
    plateNo: run?.plateNo ?? '',
    vehicleId: run?.vehicleId ?? '',
    vehicleColor: run?.vehicleColor ?? 0,
    driver: visit?.driver ?? '',
    seq: call.stop + 1,
    site: stop?.name ?? '',
    placeId: stop?.placeId ?? '',
    planArrive: call.planArrive,
    arrive: call.arrive,
    arriveDiff: minutesOf(call.arriveDiffMs),
    arriveResult: call.arriveResult ?? '',
    planLeave: call.planLeave,
    leave: call.leave,
    leaveDiff: minutesOf(call.leaveDiffMs),
    leaveResult: call.leaveResult ?? '',
    stayMin: call.arrive === null || call.leave === null ? null : minutesOf(call.leave - call.arrive),
    reason: entered?.reason ?? '',
    data: visit?.data ?? '',
    doubtMin: visit?.doubtMin ?? null,
    exempt: stop?.assess === false ? 'none' : entered?.exempt ? 'no' : 'yes',
    enteredBy: entered?.userName ?? '',
    startTime: run ? wireTime(run.departAt, timeZone) : null,
    endTime: run ? wireTime(run.arriveAt, timeZone) : null,
  };
}
type Row = ReturnType<typeof rowOf>;

/** Figures of the rows that count, in all and by what was chosen. */
function statOf(rows: readonly Row[], by: Query['by']) {
  const nameOf = {
    route: ({ routeName }: Row) => routeName,
    site: ({ site }: Row) => site,
    vehicle: ({ plateNo }: Row) => plateNo || '无车执行',
    day: ({ date }: Row) => date,
  }[by];
  const counted = rows.filter(({ exempt }) => exempt === 'yes');
  const groups = new Map<string, Row[]>();
  for (const row of counted) groups.set(nameOf(row), [...(groups.get(nameOf(row)) ?? []), row]);
  return [figuresOf('all', '合计', counted), ...[...groups].map(([name, own]) => figuresOf(name, name, own))];
}

function figuresOf(id: string, name: string, rows: readonly Row[]) {
  const arrivals = rows.filter(({ arriveResult }) => arriveResult !== '');
  const count = (result: string): number => arrivals.filter(({ arriveResult }) => arriveResult === result).length;
  const left = rows.filter(({ leaveResult }) => leaveResult !== '');
  const lates = arrivals.flatMap(({ arriveResult, arriveDiff }) => (arriveResult === 'late' ? (arriveDiff ?? []) : []));
  const sum = lates.reduce((all, one) => all + one, 0);
  return {
    id,
    name,
    planned: arrivals.length,
    ...{ onTime: count('onTime'), early: count('early'), late: count('late'), missed: count('missed') },
    arriveRate: percentOf(count('onTime'), arrivals.length),
    leaveRate: percentOf(left.filter(({ leaveResult }) => leaveResult === 'onTime').length, left.length),
    avgLate: lates.length > 0 ? Math.round(sum / lates.length) : null,
    maxLate: lates.length > 0 ? Math.max(...lates) : null,
  };
}

export const punctuality = serve(
  punctualityReport,
  fromReadings(punctualityReport, {
    load,
    rows: rowsOf,
    foot: (loaded, _ctx, q) => ({ stat: statOf(rowsOf(loaded, q), q.by) }),
  }),
  {
    bindActions: (app) =>
      route(app, punctualityReason, (ctx, input) => enterReason(ctx, { ...input, mayExempt: ctx.can(exemptRight) })),
  },
);
