import { minuteMs } from '@tongda/contract/core/durations';
import type { Segment } from '../../motion/segments';
import type { Fix } from '../../point';
import type { Fact, Sample } from '../types';
import type { SiteRule } from './types';
import { addSegment, addWays, type Extremes, extendTrip, noWay, type Trip, type Way } from './way';

/** A piece of the track that may still belong to either side of a site's border: when it was crossed is only known some fixes later. */
interface Piece {
  start: number;
  end: number;
  from: { lng: number; lat: number };
  to: { lng: number; lat: number };
  way: Way;
  /** litres in the tanks at its end */
  oilL: number | null;
}
export interface SiteTripState {
  trip: Trip | null;
  /** start site of the trip */
  placeId: string | null;
  /** newest pieces, not yet part of the trip */
  recent: readonly Piece[];
}

export const siteTripStart: SiteTripState = { trip: null, placeId: null, recent: [] };
/** after this time it is certain when a border was crossed, ms */
const unsureMs = 5 * minuteMs;
/** neighbouring pieces are joined up to this length, ms */
const pieceMs = 15_000;

const toPlace = ({ lng, lat }: { lng: number; lat: number }) => ({ lng, lat });

/** Takes one report for trips from site to site; `done` are trips that ended with it. Leaving a start site again begins the trip anew. */
export function stepSiteTrip(
  before: SiteTripState,
  sample: Sample,
  rule: SiteRule,
  extremes: Extremes,
  oilL: number | null,
): { state: SiteTripState; done: Trip[] } {
  let state = before;
  for (const segment of sample.segments) state = { ...state, recent: withPiece(state.recent, segment, extremes, oilL) };
  const done: Trip[] = [];
  for (const visit of sample.facts) if (visit.kind === 'visit') state = applyVisit(state, visit, rule, done);
  return { state: settlePieces(state, sample.point.t), done };
}

function withPiece(
  recent: readonly Piece[],
  segment: Segment<Fix>,
  extremes: Extremes,
  oilL: number | null,
): readonly Piece[] {
  const { start, end, from, to } = segment;
  if (!from || !to) return recent;
  const last = recent[recent.length - 1];
  if (last && last.end === start && end - last.start < pieceMs)
    return [
      ...recent.slice(0, -1),
      { ...last, end, to: toPlace(to), way: addSegment(last.way, segment, extremes), oilL },
    ];
  return [
    ...recent,
    { start, end, from: toPlace(from), to: toPlace(to), way: addSegment(noWay, segment, extremes), oilL },
  ];
}

function applyVisit(state: SiteTripState, visit: Fact, rule: SiteRule, done: Trip[]): SiteTripState {
  const { placeId, start, end } = visit;
  if (placeId === null) return state;
  if (rule.ends.has(placeId) && state.trip && start > state.trip.start) {
    const trip = tripUntil(state, start);
    if (trip) done.push(trip);
    return { ...state, trip: null, placeId: null };
  }
  if (!rule.starts.has(placeId)) return state;
  // back in at once: the vehicle did not really leave
  if (end === null) return state.placeId === placeId && state.trip ? { ...state, trip: null, placeId: null } : state;
  return { ...state, trip: beginTrip(state, end), placeId };
}

/** A new trip from the moment `at` at which the start site was left; null when nothing is known of the track since. */
function beginTrip({ recent }: SiteTripState, at: number): Trip | null {
  const first = recent.find((piece) => piece.end > at) ?? recent[recent.length - 1];
  if (!first) return null;
  const before = recent[recent.indexOf(first) - 1];
  return {
    start: at,
    end: at,
    from: first.from,
    to: first.from,
    way: noWay,
    tail: noWay,
    oilStartL: before?.oilL ?? first.oilL,
    oilEndL: first.oilL,
    fuelled: {},
  };
}

/** The part of a piece between two moments, its sums divided in proportion to time; null when they do not overlap. */
function clipPiece(piece: Piece, from: number, to: number): Piece | null {
  const [start, end] = [Math.max(piece.start, from), Math.min(piece.end, to)];
  if (end <= start) return null;
  const share = (end - start) / (piece.end - piece.start);
  const { way } = piece;
  if (share === 1) return piece;
  const scaled = {
    ...way,
    mileageM: way.mileageM * share,
    gapMileageM: way.gapMileageM * share,
    drivingMs: Math.round(way.drivingMs * share),
    idleMs: Math.round(way.idleMs * share),
  };
  return { ...piece, start, end, way: scaled };
}

const withPieceOf = (trip: Trip, { end, to, way, oilL }: Piece): Trip =>
  extendTrip(trip, end, to, addWays(trip.way, way), oilL ?? trip.oilEndL);

/** The trip as it was at the moment `at`. */
function tripUntil({ trip, recent }: SiteTripState, at: number): Trip | null {
  if (!trip) return null;
  let all = trip;
  for (const piece of recent) {
    const part = clipPiece(piece, all.end, at);
    if (part) all = withPieceOf(all, part);
  }
  return { ...all, end: at };
}

/** The trip with everything that has been reported so far; null when there is none. */
export const siteTripNow = (state: SiteTripState): Trip | null => tripUntil(state, Number.MAX_SAFE_INTEGER);

/** Adds the pieces that are so old that no border can divide them any more to the trip. */
function settlePieces(state: SiteTripState, t: number): SiteTripState {
  const old = state.recent.findIndex((piece) => t - piece.end <= unsureMs);
  const count = old < 0 ? state.recent.length : old;
  if (count === 0) return state;
  let { trip } = state;
  for (const piece of state.recent.slice(0, count)) {
    const part = trip && clipPiece(piece, trip.end, piece.end);
    if (trip && part) trip = withPieceOf(trip, part);
  }
  return { ...state, trip, recent: state.recent.slice(count) };
}
