import { noFacts } from '../fact';
import type { Detector } from '../types';
import type { EnteredCall } from './types';

/** 在途: a waybill is under way from leaving any stop but its last until arriving at its last. */
export interface InTransitState {
  /** ids of the waybills under way */
  trips: readonly string[];
}

export const isInTransit = (state: InTransitState | undefined): boolean => (state?.trips.length ?? 0) > 0;

const prefix = 'stop:';
const nothing: readonly EnteredCall[] = [];

/** Follows which waybills are under way; gives no facts. An entry by a user counts from the first report at its time or later; where a stop's fence says something in the same report, the fence decides. */
export const inTransitDetector: Detector<InTransitState> = {
  start: { trips: [] },
  step(before, sample, _params, { stops, entered }) {
    const known = before.trips.length > 0;
    const { point, lastT } = sample;
    const news =
      entered.length === 0 ? nothing : entered.filter(({ at }) => at <= point.t && (lastT === null || at > lastT));
    if (sample.facts.length === 0 && news.length === 0 && !known) return { state: before, facts: noFacts };
    const visits = sample.facts.filter(({ kind }) => kind === 'stopVisit');
    if (visits.length === 0 && news.length === 0 && !known) return { state: before, facts: noFacts };
    // a waybill that was taken from the vehicle, or whose time is over, is not under way any more
    const planned = (id: string) =>
      stops.some(({ tripId }) => tripId === id) || entered.some(({ tripId }) => tripId === id);
    let trips: readonly string[] = before.trips.filter(planned);
    for (const { tripId, departs } of news) trips = withTurn(trips, tripId, departs);
    for (const { subject, end } of visits) {
      const stop = stops.find(({ stopId }) => subject === `${prefix}${stopId}`);
      if (!stop) continue;
      const { tripId, last } = stop;
      if (last ? end === null : end !== null) trips = withTurn(trips, tripId, !last);
    }
    const same = trips.length === before.trips.length && trips.every((id, i) => id === before.trips[i]);
    return { state: same ? before : { trips }, facts: noFacts };
  },
  running: () => noFacts,
};

/** The waybills under way after one departed or arrived. */
function withTurn(trips: readonly string[], tripId: string, departs: boolean): readonly string[] {
  if (departs) return trips.includes(tripId) ? trips : [...trips, tripId];
  return trips.filter((id) => id !== tripId);
}
