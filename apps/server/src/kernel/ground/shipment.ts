import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import type { RealVisit } from './punctuality';

/** A shipment as it is planned and as far as it is known; epoch ms. */
export interface FollowedShipment {
  loadPlaceId: string;
  planLoadAt: number;
  /** said by a person; null: the visits tell it */
  departAt: number | null;
  stops: ReadonlyArray<{ placeId: string }>;
  /** visits that begin later belong to something else */
  until: number;
}
/** What the visits say of a shipment; null: not yet. */
export interface ShipmentWay {
  loadArriveAt: number | null;
  departAt: number | null;
  stops: Array<{ arriveAt: number | null; leaveAt: number | null }>;
  /** when it left its last unloading point */
  finishAt: number | null;
}

/** A vehicle stands ready for a shipment so long before the planned loading at most. */
export const readyMs = 2 * hourMs;
/** A visit shorter than this is a passage (K13). */
const passageMs = 3 * minuteMs;

const counts = ({ inAt, outAt }: RealVisit, now: number): boolean => (outAt ?? now) - inAt >= passageMs;

/**
 * Follows a shipment in the visits of its vehicle (K13): it departs when it leaves the loading site for the first time since two hours before the
 * plan; from then on the first visit of each unloading point counts, in whatever order the driver takes them, and no visit twice; it is done with
 * the departure from the last point of the plan.
 */
export function followShipment(shipment: FollowedShipment, visits: readonly RealVisit[], now: number): ShipmentWay {
  const { loadPlaceId, planLoadAt, until } = shipment;
  const real = visits.filter((visit) => visit.inAt < until && counts(visit, now)).sort((a, b) => a.inAt - b.inAt);
  const loading = real.find(({ placeId, outAt }) => placeId === loadPlaceId && (outAt ?? now) >= planLoadAt - readyMs);
  const departAt = shipment.departAt ?? loading?.outAt ?? null;
  const loadArriveAt = loading && (departAt === null || loading.inAt <= departAt) ? loading.inAt : null;
  const taken = new Set<RealVisit>();
  const stops = shipment.stops.map(({ placeId }) => {
    const visit =
      departAt === null
        ? undefined
        : real.find((one) => one.placeId === placeId && one.inAt >= departAt && !taken.has(one));
    if (visit) taken.add(visit);
    return { arriveAt: visit?.inAt ?? null, leaveAt: visit?.outAt ?? null };
  });
  return { loadArriveAt, departAt, stops, finishAt: stops.at(-1)?.leaveAt ?? null };
}
