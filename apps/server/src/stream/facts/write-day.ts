import type pg from 'pg';
import { localDay } from '../../kernel/day/edges';
import type { TrackPoint } from '../../kernel/point';
import type { Inputs } from './inputs/types';
import { type Counts, summariseDay, writeSummary } from './summary';

/** Time of the newest live report of a vehicle (null = none) and its day on the company's clock ('' = none). */
export interface Head {
  t: number | null;
  day: string;
}

/** A company day of a vehicle, from `from` until before `to`, with its points and the neighbouring fixes. */
export interface DayPoints {
  day: string;
  from: number;
  to: number;
  points: TrackPoint[];
}

export async function readHead(client: pg.PoolClient, vehicleId: string, zone: string): Promise<Head> {
  const { rows } = await client.query<{ t: number | null }>(
    'select (extract(epoch from device_time) * 1000)::float8 as t from device_state where vehicle_id = $1',
    [vehicleId],
  );
  const t = rows[0]?.t ?? null;
  return { t, day: t === null ? '' : localDay(t, zone) };
}

/**
 * Sums up a day and writes it to `day_summary`. A day without points has figures too when it lies in a silence that is bridged (K3): the trajectory shows
 * the same. Answers false when there is nothing to write; a row of such a day is removed.
 */
export async function writeDay(
  deps: { inputs: Pick<Inputs, 'ofDay'>; now(): number },
  { owner, client }: { owner: { vehicleId: string; clientId: string }; client: pg.PoolClient },
  { day, from, to, points }: DayPoints,
  counts: Counts,
  head: Head,
): Promise<boolean> {
  const over = head.day !== '' && day < head.day;
  const own = points.some(({ t }) => t >= from && t < to);
  const bridged = over && points.some(({ t }) => t < from) && points.some(({ t }) => t >= to);
  const newest = points.reduce((max, { t }) => (t < to ? Math.max(max, t) : max), from);
  // a day that still runs is covered as far as its data goes
  const whole = over || deps.now() >= to;
  const range = { from, to: whole ? to : Math.max(newest, from) };
  const inputs = deps.inputs.ofDay(owner.clientId, owner.vehicleId);
  if (!inputs || range.to <= range.from) return false;
  const summary = own || bridged ? summariseDay({ day, range, whole }, points, inputs) : null;
  if (summary && (own || summary.facts.segments.some((segment) => segment.from && segment.to))) {
    await writeSummary(client, owner, summary, counts);
    return true;
  }
  if (!own)
    await client.query('delete from day_summary where vehicle_id = $1 and day = $2 and points = 0', [
      owner.vehicleId,
      day,
    ]);
  return false;
}
