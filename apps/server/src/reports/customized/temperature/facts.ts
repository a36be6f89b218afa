import { minuteMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { roundTo } from '@tongda/contract/core/round';
import {
  mostPieces,
  type TripPhase,
  type TripReport,
  tripPhases,
  type tripReportPrint,
} from '@tongda/contract/reports/customized/trip-report';
import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import { sql } from 'kysely';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { AppError } from '../../../core/http/errors';
import { mapFew } from '../../../core/run/few-at-once';
import { findAddress } from '../../../modules/watch/track/door';
import { coolingTaskOf } from '../../cold-chain/cooling-tasks';
import { loadCertificates } from '../../cold-chain/record/certificates';
import { deviationsOf } from '../../cold-chain/record/deviations';
import { curvesOf } from '../../kit/reading-curves';
import { figuresOf } from '../../kit/reading-figures';
import { loadReadings, type Readings, type ReadingWish } from '../../kit/readings';
import { findTrip, longestTripMs, type Trip } from './trip';
import { boundsFor, type Judging, temperaturesOf, tripFigures, verdictOf } from './verdict';

/** Of which trip a report is asked for, and how it is to be judged. */
export type TripAsked = Pick<Parsed<typeof tripReportPrint>, 'id' | 'allowedMin' | 'zone' | 'lower' | 'upper'>;

/** A report with the readings that it was made of: of the whole trip, and of the time that counts. */
export interface MadeTripReport {
  report: TripReport;
  whole: Readings;
  judged: Readings;
  wish: ReadingWish;
}

/** Points that a kept report holds of each curve (twice so many at most), and of its way. */
const [curvePoints, wayPoints] = [240, 400];

interface Phase {
  phase: TripPhase;
  name: string;
  from: number;
  until: number;
}

/** Only what lies on the way and in unloading counts: before, the goods are not aboard. */
const counts = (phase: TripPhase): boolean => phase === 'drive' || phase === 'unload';

/** The phases of a trip in their order, without overlap. A stop that loads after the trip has left lies on the way: goods are aboard by then. */
export function phasesOf(
  { loadAt, departAt, stops }: Pick<Trip, 'loadAt' | 'departAt' | 'stops'>,
  cooled: { from: number; until: number } | null,
  end: number,
): Phase[] {
  const phases: Phase[] = [];
  const add = (phase: TripPhase, name: string, from: number, until: number): void => {
    if (until > from) phases.push({ phase, name, from, until });
  };
  if (cooled) add('cool', '', cooled.from, Math.min(cooled.until, loadAt ?? departAt));
  if (loadAt !== null) add('load', stops.find(({ kind }) => kind === 'load')?.name ?? '', loadAt, departAt);
  let at = departAt;
  const unloads = stops
    .flatMap(({ kind, name, arriveAt, leaveAt }) =>
      kind === 'unload' && arriveAt !== null ? [{ name, from: arriveAt, until: leaveAt }] : [],
    )
    .sort((a, b) => a.from - b.from);
  for (const [i, { name, from, until }] of unloads.entries()) {
    const [begin, over] = [Math.max(at, from), Math.min(end, until ?? unloads[i + 1]?.from ?? end)];
    if (over <= begin) continue;
    add('drive', '', at, begin);
    add('unload', name, begin, over);
    at = over;
  }
  add('drive', '', at, end);
  return phases;
}

/** The time of a trip with what is known of it before anything is read, epoch ms. */
export interface Span {
  trip: Trip;
  cooling: Awaited<ReturnType<typeof coolingTaskOf>>;
  cooled: { from: number; until: number } | null;
  from: number;
  departAt: number;
  end: number;
}

/** From the cooling of the box, or the loading, to the end of unloading or now, a month after leaving at the latest. 4004 for a trip that the caller does not see. */
export async function spanOf(ctx: Ctx, { id }: TripAsked): Promise<Span> {
  const trip = await findTrip(ctx, id);
  const cooling = await coolingTaskOf(ctx, trip);
  // the list has times to the second, and says the same
  const departAt = wholeSecond(trip.departAt);
  const ended = trip.endAt === null ? Date.now() : wholeSecond(trip.endAt);
  const end = Math.max(departAt, Math.min(ended, departAt + longestTripMs));
  const loadAt = trip.loadAt ?? departAt;
  const start = cooling?.startTime ?? null;
  const until = cooling?.endTime ?? cooling?.reachTime ?? loadAt;
  const cooled = start === null || start >= loadAt ? null : { from: start, until };
  return { trip, cooling, cooled, from: Math.min(departAt, loadAt, cooled?.from ?? departAt), departAt, end };
}
const wholeSecond = (t: number): number => Math.floor(t / 1000) * 1000;

/** The report of one trip as it is now. A sentence for a vehicle without a probe. */
export async function makeTripReport(ctx: Ctx, asked: TripAsked, span?: Span): Promise<MadeTripReport> {
  const { trip, cooling, cooled, from, departAt, end } = span ?? (await spanOf(ctx, asked));
  const bounds = boundsFor(asked, trip);
  // a trip holds the report with which it ends
  const wish = { vehicleIds: [trip.vehicleId], from, until: end + 1, ...bounds };
  const [whole] = await loadReadings(ctx, wish);
  // a trip that begins with its way is read once; any other anew, as probes and gaps of a shorter time are its own
  const [judged] = from === departAt ? [whole] : await loadReadings(ctx, { ...wish, from: departAt });
  if (!whole || !judged) throw new AppError(4004, '车辆不存在或无权查看');
  const phases = phasesOf(trip, cooled, end);
  const ended = trip.endAt !== null;
  const judging = { allowedMin: asked.allowedMin, ended, cut: ended && end < wholeSecond(trip.endAt ?? end) };
  const { reckoned, ...figures } = tripFigures(judged, judging, ctx.timeZone);
  const time = (t: number): string => wireTime(t, ctx.timeZone);
  const timeOf = (t: number | null): string | null => (t === null ? null : time(t));
  const precool = cooling && trip.paper === 'shipment' ? coolingWord(cooling.verdict) : trip.precool;
  const report: TripReport = {
    ...{ id: trip.id, code: trip.code, paper: trip.paper, company: ctx.clientName, timeZone: ctx.timeZone },
    ...{ vehicleId: trip.vehicleId, plateNo: whole.vehicle.plateNo, terminals: await terminalsOf(ctx, whole) },
    ...{ fromName: trip.fromName, toName: trip.toName, loadTime: timeOf(trip.loadAt), departTime: time(departAt) },
    unloadTime: timeOf(trip.endAt),
    precool,
    verdict: trip.verdict ?? reckoned,
    reckoned,
    ...{ reviewer: trip.reviewer, opinion: trip.opinion, allowedMin: asked.allowedMin },
    figures,
    probes: await probesOf(ctx, whole, judged, judging),
    phases: phases.map((one) => ({
      ...{ phase: one.phase, name: one.name, startTime: time(one.from), endTime: time(one.until) },
      minutes: Math.round((one.until - one.from) / minuteMs),
      counts: counts(one.phase),
    })),
    ...(await piecesOf(whole, judged, departAt, time)),
    stops: stopsOf(trip, whole, timeOf),
    path: pathOf(whole),
    curve: { ...curvesOf([whole], wish, curvePoints), phases: shadesOf(phases) },
  };
  return { report, whole, judged, wish };
}

/** What 货箱预冷 says of a task, in the words of this report. */
export const coolingWord = (verdict: string): TripReport['precool'] =>
  verdict === 'reached' || verdict === 'tight' ? 'done' : verdict === 'running' ? 'running' : 'stopped';

export const shadesOf = (phases: readonly Phase[]): NonNullable<CurveAnswer['phases']> =>
  phases.map(({ phase, from, until }) => ({ from, until, word: tripPhases[phase], tone: phase }));

const terminalsOf = (ctx: Ctx, { vehicle, range }: Readings): Promise<string[]> =>
  ctx.db(async (trx) => {
    const { rows } = await sql<{
      no: string;
    }>`select distinct d.terminal_no as no from device_binding b join device d on d.id = b.device_id
      where b.vehicle_id = ${vehicle.id} and b.during && tstzrange(${new Date(range.from)}, ${new Date(range.until)}, '[]') order by 1`.execute(
      trx,
    );
    return rows.map(({ no }) => no);
  });

/** Every probe of the trip with its figures of the time that counts, in the order of the curves. */
async function probesOf(
  ctx: Ctx,
  whole: Readings,
  judged: Readings,
  { allowedMin, ...how }: Judging,
): Promise<TripReport['probes']> {
  const papers = await ctx.db((trx) => loadCertificates(trx, whole.vehicle.id, whole.range.until));
  const figures = new Map(figuresOf(judged, ctx.timeZone).map((one, i) => [judged.probes[i]?.key, one]));
  return whole.probes.map(({ key, name, kind }) => {
    const { sn, certNo, certEnd } = papers.get(key) ?? {};
    const one = figures.get(key);
    return {
      ...{ key, probe: name, sensorNo: sn ?? '', certificateNo: certNo ?? '', certificateEnd: certEnd ?? '' },
      ...{ limits: one?.limits ?? '', max: one?.max ?? null, maxTime: one?.maxTime ?? null },
      ...{ min: one?.min ?? null, minTime: one?.minTime ?? null, avg: one?.avg ?? null, mkt: one?.mkt ?? null },
      ...{ passRate: one?.passRate ?? null, overMin: one?.overMin ?? null, completeRate: one?.completeRate ?? null },
      verdict: kind === 'tem' ? verdictOf(one ? [one] : [], allowedMin, how) : null,
    };
  });
}

/** Times out of bounds, the worst of them: those before the trip left are shown and do not count. */
async function piecesOf(
  whole: Readings,
  judged: Readings,
  departAt: number,
  time: (t: number) => string,
): Promise<Pick<TripReport, 'pieces' | 'piecesLeft'>> {
  const before = temperaturesOf({ ...whole, points: whole.points.filter(({ t }) => t < departAt) });
  const counted = temperaturesOf(judged);
  const all = [
    ...deviationsOf(before).map((one) => ({
      ...{ ...one, until: Math.min(one.until, departAt), counts: false },
      probe: before.probes[one.probe]?.name ?? '',
    })),
    ...deviationsOf(counted).map((one) => ({ ...one, counts: true, probe: counted.probes[one.probe]?.name ?? '' })),
  ];
  const worst = all
    .toSorted((a, b) => Number(b.counts) - Number(a.counts) || b.degreeMin - a.degreeMin)
    .slice(0, mostPieces)
    .sort((a, b) => Number(a.counts) - Number(b.counts) || a.from - b.from);
  const placeAt = firstPlaces(whole);
  const pieces = await mapFew(worst, addressesAtOnce, async ({ from, until, ...piece }) => {
    const place = placeAt(from);
    const open = whole.doors.filter(({ start, end }) => start < until && (end ?? until) > from);
    return {
      ...{ probe: piece.probe, side: piece.side, startTime: time(from), endTime: time(until), counts: piece.counts },
      minutes: roundTo((until - from) / minuteMs, 1) ?? 0,
      ...{ extreme: piece.extreme, excess: piece.excess, degreeMin: piece.degreeMin },
      doors: doorNamesOf(whole, open),
      address: place ? await findAddress(place.lng, place.lat) : '',
    };
  });
  return { pieces, piecesLeft: all.length - pieces.length };
}
const addressesAtOnce = 8;

/** Finds the first located point at or after a moment (epoch ms). */
function firstPlaces({ points }: Readings): (t: number) => Readings['points'][number] | undefined {
  const located = points.filter((point) => point.located);
  return (t) => {
    let [low, high] = [0, located.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((located[middle]?.t ?? t) < t) low = middle + 1;
      else high = middle;
    }
    return located[low];
  };
}

const doorNamesOf = ({ doorNames }: Readings, open: Readings['doors']): string =>
  [...new Set(open.map(({ door }) => doorNames.get(door) ?? `车门${door}`))].join('、');

/** The stops of a trip with the openings of doors that began there; those that began nowhere of them stand at the end. */
function stopsOf(
  { stops, departAt }: Trip,
  whole: Readings,
  timeOf: (t: number | null) => string | null,
): TripReport['stops'] {
  const { doors, range } = whole;
  const placeAt = firstPlaces(whole);
  const rest = new Set(doors);
  const summed = (open: Readings['doors']) => ({
    opens: open.length,
    openMin: roundTo(open.reduce((sum, { start, end }) => sum + (end ?? range.until) - start, 0) / minuteMs, 1) ?? 0,
    doors: doorNamesOf(whole, open),
  });
  const listed = stops.map(({ kind, name, arriveAt, leaveAt }) => {
    const until = leaveAt ?? range.until;
    const here = arriveAt === null ? [] : [...rest].filter(({ start }) => start >= arriveAt && start <= until);
    for (const one of here) rest.delete(one);
    const at = arriveAt === null ? undefined : placeAt(arriveAt);
    return {
      ...{ kind, name, arriveTime: timeOf(arriveAt), leaveTime: timeOf(leaveAt) },
      ...summed(here),
      ...{ lng: at?.lng ?? null, lat: at?.lat ?? null },
    };
  });
  const between = (name: string, open: Readings['doors']): TripReport['stops'] =>
    open.length === 0
      ? []
      : [{ kind: 'way', name, arriveTime: null, leaveTime: null, ...summed(open), lng: null, lat: null }];
  return [
    ...listed,
    ...between(
      '发车前',
      [...rest].filter(({ start }) => start < departAt),
    ),
    ...between(
      '途中',
      [...rest].filter(({ start }) => start >= departAt),
    ),
  ];
}

function pathOf({ points }: Readings): TripReport['path'] {
  const located = points.filter((point) => point.located);
  const every = Math.max(1, Math.ceil(located.length / wayPoints));
  return located
    .filter((_, i) => i % every === 0 || i === located.length - 1)
    .map(({ lng, lat }): [number, number] => [Number(lng.toFixed(5)), Number(lat.toFixed(5))]);
}
