import { temperature } from '../temperature';
import { type Detector, type Fact, fact, noFacts, type Surroundings } from './detector';

/** Running of the refrigeration unit (K11). */
interface Session {
  start: number;
  /** last moment it was seen running */
  t: number;
  inferred: boolean;
  lng: number | null;
  lat: number | null;
  told: boolean;
}
export interface ReeferState {
  session: Session | null;
  /** supply air has been colder than return air since; becomes a session after five minutes */
  coldSince: number | null;
}

const minuteMs = 60_000;
/** a shorter pause belongs to the session */
const pauseMs = 3 * minuteMs;
const inferAfterMs = 5 * minuteMs;
const supplyBelowC = 2;

const toFact = (session: Session, end: number | null): Fact =>
  fact(
    'reefer',
    '',
    { start: session.start, end },
    session.lng === null || session.lat === null ? null : { lng: session.lng, lat: session.lat },
    { values: { inferred: session.inferred } },
  );

/** Whether supply air is colder than return air by two degrees; null without both. */
function cooling(temps: ReadonlyArray<number | null>, air: NonNullable<Surroundings['air']>): boolean | null {
  const supply = temperature(temps[air.supply - 1]);
  const back = temperature(temps[air.back - 1]);
  return supply === null || back === null ? null : supply < back - supplyBelowC;
}

export const reefer: Detector<ReeferState> = {
  start: { session: null, coldSince: null },
  step(before, sample, _params, { air }) {
    const { point, fix } = sample;
    const said = point.extra?.reeferOn;
    const cold = said === undefined && air ? cooling(point.tempC, air) : null;
    if (said === undefined && cold === null && before.session === null) return { state: before, facts: noFacts };
    const coldSince = cold ? (before.coldSince ?? point.t) : null;
    const inferred = said === undefined;
    const since = said ? point.t : coldSince;
    const on = said ?? (coldSince !== null && point.t - coldSince >= inferAfterMs);
    const { session } = before;
    const facts: Fact[] = [];
    if (on && since !== null) {
      if (session && point.t - session.t <= Math.max(pauseMs, sample.gap ? 0 : sample.intervalMs)) {
        return { state: { session: { ...session, t: point.t }, coldSince }, facts: noFacts };
      }
      if (session) facts.push(toFact(session, session.t));
      const place = { lng: fix?.lng ?? null, lat: fix?.lat ?? null };
      const next = { start: since, t: point.t, inferred, ...place, told: true };
      facts.push(toFact(next, null));
      return { state: { session: next, coldSince }, facts };
    }
    if (session && point.t - session.t > pauseMs) {
      facts.push(toFact(session, session.t));
      return { state: { session: null, coldSince }, facts };
    }
    return session === before.session && coldSince === before.coldSince
      ? { state: before, facts: noFacts }
      : { state: { session, coldSince }, facts: noFacts };
  },
  running: ({ session }) => (session ? [toFact(session, null)] : noFacts),
};
