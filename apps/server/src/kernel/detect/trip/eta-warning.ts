import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import { distanceM } from '@tongda/geo/distance';
import { inShape, shapeCentre } from '@tongda/geo/shape';
import type { CallResult } from '../../ground/punctuality';
import { etaOf } from '../../live/eta';
import { makeFact, noFacts } from '../fact';
import type { ShapeIndex } from '../place/shapes';
import type { Fact, Sample } from '../types';

/** ETA 预警: warns when the next call of a plan cannot be reached in time, judging by position and speed. Times are epoch ms. */
interface Warning {
  start: number;
  placeId: string;
  lng: number;
  lat: number;
  planned: number;
  /** largest delay that was expected, min */
  delayMin: number;
  lateMin: number;
}
export interface EtaState {
  /** running warnings by call */
  open: Readonly<Record<string, Warning>>;
  /** calls whose warning is over, with the time until which that is remembered: there is one warning a call */
  over: Readonly<Record<string, number>>;
  /** moving fixes of the last half hour in steps of five minutes: beginning, sum of km/h, number of fixes */
  pace: ReadonlyArray<readonly [from: number, sumKmh: number, count: number]>;
}
type Params = RuleParams['timeliness'];

const bucketMs = 5 * minuteMs;
const paceMs = 30 * minuteMs;
const movingKmh = 5;
const rememberedMs = 48 * hourMs;
const etaStart: EtaState = { open: {}, over: {}, pace: [] };

const toFact = (callId: string, warning: Warning, end: number | null): Fact =>
  makeFact('punctualityAlarm', `eta:${callId}`, { start: warning.start, end }, warning, {
    // only a notice: if it comes true, the call itself will be late
    level: 1,
    placeId: warning.placeId,
    peak: warning.delayMin,
    limit: warning.lateMin,
    values: { result: '预计晚点', planned: warning.planned, diffMin: warning.delayMin },
  });

export const etaRunning = ({ open }: EtaState): Fact[] =>
  Object.entries(open).map(([callId, warning]) => toFact(callId, warning, null));

/** Mean speed of the moving fixes, km/h; null when the vehicle did not move. */
function paceOf(pace: EtaState['pace']): number | null {
  const count = pace.reduce((sum, [, , n]) => sum + n, 0);
  return count === 0 ? null : pace.reduce((sum, [, kmh]) => sum + kmh, 0) / count;
}

function withPace(pace: EtaState['pace'], { point, fix }: Sample): EtaState['pace'] {
  const { t } = point;
  const kept =
    pace[0] && pace[0][0] + bucketMs <= t - paceMs ? pace.filter(([from]) => from + bucketMs > t - paceMs) : pace;
  if (fix?.t !== t || fix.speedKmh === null || fix.speedKmh <= movingKmh) return kept;
  const from = Math.floor(t / bucketMs) * bucketMs;
  const last = kept.at(-1);
  if (last?.[0] !== from) return [...kept, [from, fix.speedKmh, 1]];
  return [...kept.slice(0, -1), [from, last[1] + fix.speedKmh, last[2] + 1]];
}

/** Warns once for each call, from the rule's minutes before its time. The warning ends when the call is reached, is not the next one any more, or will be on time after all. */
export function stepEta(
  before: EtaState = etaStart,
  results: readonly CallResult[],
  sample: Sample,
  params: Params,
  shapes: ShapeIndex,
): { state: EtaState; facts: readonly Fact[] } {
  const { t } = sample.point;
  const pace = withPace(before.pace, sample);
  const delays = delaysOf(results, sample, params, shapes, paceOf(pace));
  const facts: Fact[] = [];
  let { open, over } = before;
  for (const [callId, warning] of Object.entries(open)) {
    const delay = delays.get(callId);
    if (delay && delay.minutes > 0) continue;
    const { [callId]: _over, ...others } = open;
    open = others;
    over = { ...over, [callId]: t + rememberedMs };
    facts.push(toFact(callId, warning, t));
  }
  for (const [callId, { call, minutes, lng, lat, isThere }] of delays) {
    if (minutes <= params.lateMin || over[callId] !== undefined) continue;
    const known = open[callId];
    if (known) {
      if (minutes > known.delayMin) open = { ...open, [callId]: { ...known, delayMin: minutes } };
      continue;
    }
    if (isThere) continue;
    const { placeId, arriveAt: planned } = call;
    const warning = { start: t, placeId, lng, lat, planned, delayMin: minutes, lateMin: params.lateMin };
    open = { ...open, [callId]: warning };
    facts.push(toFact(callId, warning, null));
  }
  if (Object.values(over).some((until) => until < t))
    over = Object.fromEntries(Object.entries(over).filter(([, until]) => until >= t));
  const same = open === before.open && over === before.over && pace === before.pace;
  return { state: same ? before : { open, over, pace }, facts: facts.length > 0 ? facts : noFacts };
}

interface Delay {
  call: CallResult['call'];
  minutes: number;
  lng: number;
  lat: number;
  /** the vehicle stands there: no reason to begin a warning, also when it came long before anybody looked for this call */
  isThere: boolean;
}

/** The expected delay (minutes) of the next call of each plan, by call, once its time is near. */
function delaysOf(
  results: readonly CallResult[],
  { point, fix }: Sample,
  { etaWarnMin, lineKmh }: Params,
  shapes: ShapeIndex,
  recentKmh: number | null,
): Map<string, Delay> {
  const found = new Map<string, Delay>();
  if (!fix) return found;
  const { lng, lat } = fix;
  for (const { call } of nextCalls(results)) {
    if (call.arriveAt - point.t > (etaWarnMin ?? 0) * minuteMs) continue;
    const place = shapes.get(call.placeId);
    const centre = place ? shapeCentre(place.shape) : null;
    if (!place || !centre) continue;
    const stop = { stopId: call.id, lng: centre[0], lat: centre[1], serviceMin: 0 };
    const [eta] = etaOf({ now: point.t, lng, lat, recentKmh, usualKmh: lineKmh, stops: [stop] }, distanceM);
    const isThere = inShape(lng, lat, place.shape, place.bufferM);
    if (eta) found.set(call.id, { call, minutes: Math.round((eta.at - call.arriveAt) / minuteMs), lng, lat, isThere });
  }
  return found;
}

/** The next call of each plan: the first after the last one that was reached, without missed and cancelled ones. */
function nextCalls(results: readonly CallResult[]): CallResult[] {
  const next = new Map<string, CallResult | null>();
  for (const result of results) {
    const plan = result.call.plan ?? '';
    if (result.call.cancelled) continue;
    if (result.visit) next.set(plan, null);
    else if (result.result !== 'missed' && !next.get(plan)) next.set(plan, result);
  }
  return [...next.values()].filter((result) => result !== null);
}
