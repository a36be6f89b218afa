import { type RawBuilder, sql } from 'kysely';
import { causeOf, type OverCause } from '../../kernel/temperature/cause';
import type { Probe } from '../kit/probes';
import type { Readings } from '../kit/readings';

/** SQL: loading ended within the half hour before a moment, and no pre-cooling of the twelve hours before it was finished (K12). */
export const uncooledAt = (vehicleId: RawBuilder<unknown>, moment: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from waybill w where w.vehicle_id = ${vehicleId} and w.voided_at is null
      and ${moment} between coalesce(w.load_started_at, w.loaded_at) and coalesce(w.loaded_at, w.load_started_at) + interval '30 minutes')
    and not exists (select from episode c where c.vehicle_id = ${vehicleId} and c.kind = 'preCooling' and c.status <> 2 and c.values ->> 'coolerStatus' = '1'
      and c.end_time between ${moment} - interval '12 hours' and ${moment}))`;

/** The warmest and the coldest of the probes with the same bounds, apart at most, ℃. */
function spreadOf(points: Readings['points'], probe: Probe | undefined, probes: readonly Probe[]): number {
  const alike = (t: number): Probe[] => {
    const own = probe?.boundsAt(t);
    return probes.filter(({ kind, boundsAt }) => {
      const bounds = boundsAt(t);
      return kind === 'tem' && bounds.lower === own?.lower && bounds.upper === own?.upper;
    });
  };
  return points.reduce((most, point) => {
    const values = alike(point.t).flatMap((one) => one.reading(point) ?? []);
    return values.length < 2 ? most : Math.max(most, Math.max(...values) - Math.min(...values));
  }, 0);
}

/** Times in which the unit said that it is off. */
const offTimes = (points: Readings['points']) =>
  points.flatMap(({ t, extra }, i) => (extra?.reeferOn === false ? [{ from: t, until: points[i + 1]?.t ?? t }] : []));

/** An episode outside of bounds; times are epoch ms. */
interface OverSpan {
  start: number;
  end: number;
  probe: Probe | undefined;
  uncooled: boolean;
}

/** Why the box probably left its bounds, by readings that begin an hour before. */
export const probableCause = (
  { points, probes, doors, reefer }: Readings,
  { start, end, probe, uncooled }: OverSpan,
): OverCause =>
  causeOf({
    start,
    end,
    doors: doors.filter((door) => door.start <= end),
    off: offTimes(points),
    defrosts: reefer.filter(({ mode }) => mode === 'defrost'),
    uncooled,
    spreadC: spreadOf(
      points.filter(({ t }) => t >= start && t <= end),
      probe,
      probes,
    ),
  });
