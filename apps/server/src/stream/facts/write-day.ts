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

/** Sums up a day and writes it to `day_summary`; answers the metres by which the vehicle's total mileage must be corrected. */
export async function writeDay(
  deps: { inputs: Pick<Inputs, 'ofDay'>; now(): number },
  { owner, client }: { owner: { vehicleId: string; clientId: string }; client: pg.PoolClient },
  { day, from, to, points }: DayPoints,
  counts: Counts,
  countedM: number | null,
  head: Head,
): Promise<number> {
  if (!points.some(({ t }) => t >= from && t < to)) return 0;
  const over = head.day !== '' && day < head.day;
  const newest = points.reduce((max, { t }) => (t < to ? Math.max(max, t) : max), from);
  // a day that still runs is covered as far as its data goes
  const whole = over || deps.now() >= to;
  const range = { from, to: whole ? to : Math.max(newest, from) };
  const inputs = deps.inputs.ofDay(owner.clientId, owner.vehicleId);
  if (!inputs || range.to <= range.from) return 0;
  return writeSummary(client, owner, summariseDay({ day, range, whole }, points, inputs), counts, { over, countedM });
}
