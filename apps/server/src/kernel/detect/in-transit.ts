import type { Detector } from './detector';
import { noFacts } from './detector';

/** 在途: between leaving a stop of a waybill that is not its last, and arriving at its last. */
export interface InTransitState {
  /** waybills under way */
  trips: readonly string[];
}

export const isInTransit = (state: InTransitState | undefined): boolean => (state?.trips.length ?? 0) > 0;

const prefix = 'stop:';

export const inTransit: Detector<InTransitState> = {
  start: { trips: [] },
  step(before, sample, _params, { stops }) {
    if (sample.facts.length === 0 && before.trips.length === 0) return { state: before, facts: noFacts };
    const visits = sample.facts.filter(({ kind }) => kind === 'stopVisit');
    if (visits.length === 0 && before.trips.length === 0) return { state: before, facts: noFacts };
    // a waybill that is no longer about this vehicle or this time is not under way
    let trips = before.trips.filter((id) => stops.some(({ tripId }) => tripId === id));
    for (const { subject, end } of visits) {
      const stop = stops.find(({ stopId }) => subject === `${prefix}${stopId}`);
      if (!stop) continue;
      const { tripId, last } = stop;
      if (last && end === null) trips = trips.filter((id) => id !== tripId);
      if (!last && end !== null && !trips.includes(tripId)) trips = [...trips, tripId];
    }
    const same = trips.length === before.trips.length && trips.every((id, i) => id === before.trips[i]);
    return { state: same ? before : { trips }, facts: noFacts };
  },
  running: () => noFacts,
};
