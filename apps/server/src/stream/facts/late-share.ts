import type pg from 'pg';
import type { Database } from '../../core/db/database';
import { countLate } from '../../core/telemetry/read';

/** An episode that was written, and the time (epoch ms, both included) whose points belong to it: to its end, else to the newest report. */
export interface EpisodeSpan {
  id: string;
  vehicleId: string;
  start: number;
  end: number;
}

/**
 * Sets the share of points that came late (`blind_ratio`, 0-1 in thousandths) of episodes that were just written, in the transaction of the writer. It is
 * counted from the stored points, so the live engine and a recompute come to the same figure, whatever part of the episode they have looked at. Nearly
 * always nothing came late, which two indexes tell; `surely` true: the writer has seen late points himself.
 */
export async function setLateShares(
  client: pg.PoolClient,
  db: Database['systemDb'],
  spans: readonly EpisodeSpan[],
  surely = false,
): Promise<void> {
  if (spans.length === 0) return;
  const { rows } = await client.query<{ i: number }>(
    `select x.i::int as i from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::timestamptz[]) with ordinality x(id, vehicle, since, until, i)
     where $5 or exists (select from episode e where e.id = x.id and e.blind_ratio <> 0)
       or exists (select from position p where p.vehicle_id = x.vehicle and p.device_time between x.since and x.until and (p.flags & 4) <> 0)
       or exists (select from position_hour h where h.vehicle_id = x.vehicle and h.hour > x.since - interval '1 hour' and h.hour <= x.until and h.late > 0)`,
    [
      spans.map(({ id }) => id),
      spans.map(({ vehicleId }) => vehicleId),
      spans.map(({ start }) => new Date(start).toISOString()),
      spans.map(({ start, end }) => new Date(Math.max(start, end)).toISOString()),
      surely,
    ],
  );
  if (rows.length === 0) return;
  const shares: Array<[id: string, share: number]> = [];
  for (const { i } of rows) {
    const span = spans[i - 1];
    if (!span) continue;
    const { points, late } = await countLate(db, { vehicleId: span.vehicleId, from: span.start, to: span.end });
    shares.push([span.id, points === 0 ? 0 : Math.round((late / points) * 1000) / 1000]);
  }
  await client.query(
    `update episode e set blind_ratio = x.share from unnest($1::bigint[], $2::real[]) x(id, share)
     where e.id = x.id and e.blind_ratio <> x.share`,
    [shares.map(([id]) => id), shares.map(([, share]) => share)],
  );
}
