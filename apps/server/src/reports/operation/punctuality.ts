import { minuteMs } from '@tongda/contract/core/durations';
import { percentOf } from '@tongda/contract/core/round';
import type { ReportFoot, ReportQuery } from '@tongda/contract/reports/kit/report';
import {
  exemptRight,
  hottestSites,
  punctualityReason,
  punctualityReport,
} from '@tongda/contract/reports/operation/punctuality';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { wireTime } from '../../core/http/answer/wire-time';
import type { Ctx } from '../../core/http/ctx';
import { route } from '../../core/http/route';
import { localDay } from '../../kernel/day/edges';
import type { TimetableCall } from '../../kernel/ground/timetable-calls';
import type { Wish } from '../kit/query';
import { serve } from '../kit/serve';
import { fromReadings } from '../kit/source';
import { type Drive, readDrives, sightOf } from './drives';
import { enterReason } from './reasons';
import { openSpan, readSettled } from './settlement';

type Query = ReportQuery<typeof punctualityReport> & Pick<Wish, 'from' | 'until'>;

interface Reason {
  id: string;
  reason: string;
  exempt: boolean;
  userName: string;
}
interface Loaded {
  drives: Array<Drive & { settled: boolean }>;
  reasons: ReadonlyMap<string, Reason>;
  timeZone: string;
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

/** Departures of settled days as they were written down, those of the others as they are judged now. */
const load = (ctx: Ctx, q: Query): Promise<Loaded> =>
  ctx.db(async (trx) => {
    const sight = sightOf(ctx);
    const search = q.route ?? '';
    const settled = await readSettled(trx, sight, q, search);
    const isOpen = ({ planAt }: Drive): boolean => !settled.days.has(localDay(planAt, ctx.timeZone));
    const span = openSpan(q, settled.days, ctx.timeZone);
    const open = span ? (await readDrives(trx, sight, span, search, Date.now())).filter(isOpen) : [];
    const drives = [
      ...settled.drives.map((drive) => ({ ...drive, settled: true })),
      ...open.map((drive) => ({ ...drive, settled: false })),
    ];
    return { drives: drives.sort(byRoute), reasons: await readReasons(trx, ctx, q), timeZone: ctx.timeZone };
  });

const byRoute = (a: Drive, b: Drive): number =>
  a.routeName === b.routeName ? a.planAt - b.planAt : a.routeName < b.routeName ? -1 : 1;

/** Every call of every departure in the range: of each drive that served it, or of nobody's. */
function rowsOf({ drives, ...loaded }: Loaded, q: Query) {
  const rows = drives.flatMap((drive) => drive.calls.map((call) => rowOf(drive, call, loaded)));
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
  { routeId, routeName, planAt, run, stops, settled }: Loaded['drives'][number],
  call: TimetableCall,
  { reasons, timeZone }: Pick<Loaded, 'reasons' | 'timeZone'>,
) {
  const stop = stops[call.stop];
  const id = callIdOf(routeId, planAt, run?.vehicleId ?? '', call.stop + 1);
  const entered = reasons.get(id);
  const visit = run?.visits[call.stop];
  const planned = wireTime(planAt, timeZone);
  return {
    id,
    date: planned.slice(0, 10),
    routeName,
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
    settled: settled ? 'yes' : 'no',
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

type Foot = ReportFoot<typeof punctualityReport>;

const isCounted = ({ exempt, arriveResult }: Row): boolean => exempt === 'yes' && arriveResult !== '';

/** How many arrivals of each day were planned and in time, days in order. */
function trendOf(rows: readonly Row[]): Foot['trend'] {
  const days = new Map<string, Foot['trend'][number]>();
  for (const { date, arriveResult } of rows.filter(isCounted)) {
    const { planned, onTime } = days.get(date) ?? { planned: 0, onTime: 0 };
    days.set(date, { date, planned: planned + 1, onTime: onTime + (arriveResult === 'onTime' ? 1 : 0) });
  }
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** The sites with the most arrivals that were late or missed, and on which days these were; worst first. */
function heatOf(rows: readonly Row[]): Foot['heat'] {
  const sites = new Map<string, Foot['heat'][number]>();
  for (const { placeId, site, date, arriveResult } of rows.filter(isCounted)) {
    const known = sites.get(placeId) ?? { placeId, site, planned: 0, bad: 0, days: {} };
    const isBad = arriveResult === 'late' || arriveResult === 'missed';
    const days = isBad ? { ...known.days, [date]: (known.days[date] ?? 0) + 1 } : known.days;
    sites.set(placeId, { ...known, planned: known.planned + 1, bad: known.bad + (isBad ? 1 : 0), days });
  }
  const bad = [...sites.values()].filter((site) => site.bad > 0);
  return bad.sort((a, b) => b.bad - a.bad || (a.site < b.site ? -1 : 1)).slice(0, hottestSites);
}

function footOf(rows: readonly Row[], by: Query['by']): Pick<Foot, 'stat' | 'trend' | 'heat'> {
  return { stat: statOf(rows, by), trend: trendOf(rows), heat: heatOf(rows) };
}

export const punctuality = serve(
  punctualityReport,
  fromReadings(punctualityReport, {
    load,
    rows: (loaded, q) => rowsOf(loaded, q).map(({ placeId: _site, ...row }) => row),
    foot: (loaded, _ctx, q) => footOf(rowsOf(loaded, q), q.by),
  }),
  {
    bindActions: (app) =>
      route(app, punctualityReason, (ctx, input) => enterReason(ctx, { ...input, mayExempt: ctx.can(exemptRight) })),
  },
);
