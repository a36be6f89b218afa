import { minuteMs } from '@tongda/contract/core/durations';
import { inShape } from '@tongda/geo/shape';
import type { Fix } from '../../point';
import { makeFact, noFacts } from '../fact';
import type { Detector, Fact } from '../types';
import type { ShapeIndex } from './shapes';
import type { PlaceShape } from './types';

/** A place that the vehicle is in, has just left, or may be in (K13). Times are epoch ms. */
interface Visit {
  inAt: number;
  /** uncertainty of `inAt`, ± ms, when the border was crossed during a silence */
  /** two fixes inside, or long enough: it is told as a visit */
  inDoubtMs: number;
  lng: number;
  lat: number;
  /** first fix inside */
  firstT: number;
  sure: boolean;
  /** last fix inside the ground itself, not only within its buffer */
  last: { t: number; lng: number; lat: number; odometerM: number | null };
  /** the terminal's odometer at the first fix inside */
  inOdometerM: number | null;
  /** when the border was crossed outwards; the next fix may show that it was drift */
  outAt: number | null;
  outDoubtMs: number;
  /** a second fix outside has confirmed it: told as ended */
  left: boolean;
  /** being there is no fact: the place is a line */
  quiet?: true;
}

export interface VisitState {
  /** time of the last fix that was handled */
  fixT: number | null;
  at: Readonly<Record<string, Visit>>;
}

/** A vehicle with a single fix inside counts as inside after this long. */
const sureMs = minuteMs;
/** A vehicle that comes back within this time continues the visit. */
const mergeMs = 3 * minuteMs;
const bisections = 24;

/** Whether visits of a place are facts. Being on a line is only needed by rules, so it is not written down. */
const isFactPlace = (place: PlaceShape | undefined): boolean => place !== undefined && place.kind !== 'line';

function toFact(placeId: string, visit: Visit, place: PlaceShape | undefined): Fact {
  const stay = (visit.left ? (visit.outAt ?? visit.last.t) : visit.last.t) - visit.inAt;
  return makeFact('visit', `place:${placeId}`, { start: visit.inAt, end: visit.left ? visit.outAt : null }, visit, {
    confirmedAt: visit.firstT,
    placeId,
    values: {
      inDoubtMs: visit.inDoubtMs,
      outDoubtMs: visit.outDoubtMs,
      inOdometerM: visit.inOdometerM ?? null,
      outOdometerM: visit.left ? (visit.last.odometerM ?? null) : null,
      passing: visit.left && stay < (place?.stayMs ?? mergeMs),
    },
  });
}

/** Visits of sites and regions (K13): when the vehicle came in and left, interpolated between the fixes on both sides of the border. */
export const visitDetector: Detector<VisitState> = {
  start: { fixT: null, at: {} },
  step(before, sample, _params, { shapes }) {
    const { fix } = sample;
    if (!fix || fix.t === before.fixT) return { state: before, facts: noFacts };
    const facts: Fact[] = [];
    let at = before.at;
    const steps = sample.segments.length > 0 ? sample.segments : [{ from: null, to: fix, gap: false }];
    for (const { from, to, gap } of steps) if (to) at = fixStep(at, { from, to, gap }, shapes, facts);
    if (at === before.at && facts.length === 0 && Object.keys(at).length === 0)
      return { state: { fixT: fix.t, at }, facts: noFacts };
    return { state: { fixT: fix.t, at }, facts };
  },
  running: ({ at }) =>
    Object.entries(at)
      // one of a line is only needed by rules: it is no fact while it runs either
      .filter(([, visit]) => visit.sure && !visit.left && !visit.quiet)
      .map(([placeId, visit]) => toFact(placeId, visit, undefined)),
};

/** Ids of the places that the vehicle is in now. */
export const insideOf = ({ at }: VisitState): string[] =>
  Object.keys(at).filter((placeId) => at[placeId]?.sure && !at[placeId]?.left);

interface Move {
  from: Fix | null;
  to: Fix;
  gap: boolean;
}

function fixStep(before: VisitState['at'], move: Move, shapes: ShapeIndex, facts: Fact[]): VisitState['at'] {
  const near = shapes.near(move.to.lng, move.to.lat);
  const known = Object.keys(before);
  if (near.length === 0 && known.length === 0) return before;
  const at: Record<string, Visit> = { ...before };
  for (const place of near) {
    if (!at[place.placeId] && inShape(move.to.lng, move.to.lat, place.shape))
      at[place.placeId] = enterPlace(place, move);
  }
  for (const placeId of known) {
    const place = shapes.get(placeId);
    const visit = before[placeId];
    const next = visit && place ? visitStep(visit, place, move) : undefined;
    if (visit && next?.tell && isFactPlace(place)) facts.push(toFact(placeId, next.visit, place));
    if (next && !next.gone) at[placeId] = next.visit;
    else delete at[placeId];
  }
  return at;
}

function enterPlace(place: PlaceShape, { from, to, gap }: Move): Visit {
  const crossing = from ? findBorder(place, from, to, gap) : { at: to.t, doubtMs: 0 };
  return {
    inAt: crossing.at,
    inDoubtMs: crossing.doubtMs,
    lng: to.lng,
    lat: to.lat,
    firstT: to.t,
    sure: false,
    ...lastFixOf(to),
    inOdometerM: to.odometerM,
    outAt: null,
    outDoubtMs: 0,
    left: false,
    ...(isFactPlace(place) ? {} : { quiet: true as const }),
  };
}

interface VisitStep {
  visit: Visit;
  tell?: boolean;
  gone?: boolean;
}

function visitStep(visit: Visit, place: PlaceShape, move: Move): VisitStep {
  const { to } = move;
  const inside = inShape(to.lng, to.lat, place.shape);
  if (visit.left) {
    const late = to.t - (visit.outAt ?? to.t) >= mergeMs;
    if (inside && !late)
      return { visit: { ...visit, ...lastFixOf(to), outAt: null, outDoubtMs: 0, left: false }, tell: true };
    if (inside) return { visit: enterPlace(place, move) };
    return { visit, gone: late };
  }
  if (inside)
    return { visit: { ...visit, ...lastFixOf(to), sure: true, outAt: null, outDoubtMs: 0 }, tell: !visit.sure };
  const far = !inShape(to.lng, to.lat, place.shape, place.bufferM);
  if (!visit.sure && to.t - visit.firstT < sureMs) return { visit, gone: true };
  if (!far) return { visit: { ...visit, sure: true, outAt: null }, tell: !visit.sure };
  const crossing = findBorder(place, { ...visit.last }, to, move.gap);
  if (visit.outAt === null) {
    return { visit: { ...visit, sure: true, outAt: crossing.at, outDoubtMs: crossing.doubtMs }, tell: !visit.sure };
  }
  return { visit: { ...visit, left: true }, tell: true };
}

const lastFixOf = ({ t, lng, lat, odometerM }: Fix) => ({ last: { t, lng, lat, odometerM } });

/** When the straight way between a fix inside and one outside crosses the border, to the second. During a silence it is the middle, with half the silence as uncertainty (ms). */
function findBorder(
  place: PlaceShape,
  from: { t: number; lng: number; lat: number },
  to: { t: number; lng: number; lat: number },
  gap: boolean,
): { at: number; doubtMs: number } {
  if (gap) return { at: Math.round((from.t + to.t) / 2), doubtMs: Math.round((to.t - from.t) / 2) };
  const fromInside = inShape(from.lng, from.lat, place.shape);
  if (fromInside === inShape(to.lng, to.lat, place.shape)) return { at: to.t, doubtMs: 0 };
  let [low, high] = [0, 1];
  for (let i = 0; i < bisections; i++) {
    const middle = (low + high) / 2;
    const lng = from.lng + (to.lng - from.lng) * middle;
    const lat = from.lat + (to.lat - from.lat) * middle;
    if (inShape(lng, lat, place.shape) === fromInside) low = middle;
    else high = middle;
  }
  return { at: Math.round((from.t + (to.t - from.t) * high) / 1000) * 1000, doubtMs: 0 };
}
