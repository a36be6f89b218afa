import { episodeStatus } from '@tongda/contract/watch/alarm/episode';
import type pg from 'pg';
import type { Database } from '../../core/db/database';
import { asError } from '../../core/run/error-code';
import type { FoldState } from '../../kernel/detect/fold';
import type { Finding } from '../../kernel/detect/types';
import { type EpisodeWrite, eventOf, keyOf, readByKey, writeEpisodes } from './episodes';
import { setLateShares } from './late-share';

/** A vehicle's detector state and findings as they were at one moment. */
export interface Snapshot {
  vehicleId: string;
  clientId: string;
  /** number of the state when it was read; a different one in the table means that a recompute has replaced it */
  epoch: number;
  at: FoldState;
  text: string;
  findings: Map<string, Finding>;
  /** alarms older than this are recorded but not pushed to anybody, ms */
  latePushMs: number;
  carries: Array<[string, string]>;
  /** beginnings of silences after which a report came: episodes of them that are still open are computed again */
  doubts: number[];
  /** days to compute again, because of other reports of a second that was folded */
  again: string[];
  errors: Array<[string, { count: number; last: string }]>;
}

/**
 * Writes findings, states, states at the end of days, and detector errors in one transaction, without the vehicles whose state a recompute has replaced
 * meanwhile. Answers the epochs as they are in the table, by vehicle; a vehicle without one does not exist any more.
 */
export async function saveStates(
  { pool, systemDb }: Pick<Database, 'pool' | 'systemDb'>,
  snapshots: readonly Snapshot[],
  now: number,
): Promise<Map<string, number>> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    await client.query('begin');
    const epochs = await lockStates(client, snapshots);
    const mine = snapshots.filter(({ vehicleId, epoch }) => epochs.get(vehicleId) === epoch);
    await writeFindings(client, systemDb, mine, now);
    await writeStates(client, mine);
    await markDoubtfulDays(client, mine);
    await markDays(client, mine);
    await client.query('commit');
    return epochs;
  } catch (error) {
    failed = asError(error);
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release(failed);
  }
}

/** Locks the vehicles' states against a recompute, and gives the epochs of those that still exist. */
export async function lockStates(
  client: pg.PoolClient,
  vehicles: ReadonlyArray<{ vehicleId: string; clientId: string }>,
): Promise<Map<string, number>> {
  const ids = vehicles.map(({ vehicleId }) => vehicleId);
  await client.query(
    `insert into facts_state (vehicle_id, client_id) select v.id, v.client_id from vehicle v where v.id = any($1::bigint[]) order by v.id
     on conflict (vehicle_id) do nothing`,
    [ids],
  );
  const { rows } = await client.query<{ id: string; epoch: number }>(
    'select vehicle_id::text as id, epoch from facts_state where vehicle_id = any($1::bigint[]) order by vehicle_id for update',
    [ids],
  );
  return new Map(rows.map(({ id, epoch }) => [id, epoch]));
}

async function writeFindings(
  client: pg.PoolClient,
  db: Database['systemDb'],
  entries: readonly Snapshot[],
  now: number,
): Promise<void> {
  const found = entries.flatMap(({ vehicleId, clientId, findings, latePushMs, at }) =>
    [...findings.values()].map((finding) => ({
      vehicleId,
      clientId,
      finding,
      latePushMs,
      newest: at.drive.t ?? finding.start,
    })),
  );
  if (found.length === 0) return;
  const stored = await readByKey(client, found);
  const writes = found.map(({ vehicleId, clientId, finding, latePushMs }): EpisodeWrite => {
    const known = stored.get(`${vehicleId} ${keyOf(finding)}`);
    return { vehicleId, clientId, id: known?.id ?? null, finding, ...eventOf(known, finding, now, latePushMs) };
  });
  const ids = await writeEpisodes(client, writes);
  const spans = found.map(({ vehicleId, finding: { start, end }, newest }, i) => ({
    id: ids[i] ?? '',
    vehicleId,
    start,
    end: end ?? newest,
  }));
  await setLateShares(client, db, spans);
}

async function writeStates(client: pg.PoolClient, entries: readonly Snapshot[]): Promise<void> {
  if (entries.length === 0) return;
  await client.query(
    `update facts_state f set state = x.state, at = x.at, updated_at = now()
     from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as x(id, state, at) where f.vehicle_id = x.id`,
    [
      entries.map(({ vehicleId }) => vehicleId),
      entries.map(({ text }) => text),
      entries.map(({ at }) => (at.drive.t === null ? null : new Date(at.drive.t).toISOString())),
    ],
  );
  const carries = entries.flatMap(({ vehicleId, clientId, carries: days }) =>
    days.map(([day, text]) => ({ vehicleId, clientId, day, text })),
  );
  await saveCarries(client, carries);
  const errors = entries.flatMap(({ vehicleId, clientId, errors: list }) =>
    list.map(([kind, { count, last }]) => ({ v: vehicleId, c: clientId, k: kind, n: count, e: last.slice(0, 500) })),
  );
  if (errors.length === 0) return;
  await client.query(
    `insert into detector_error (vehicle_id, client_id, kind, errors, last_error)
     select v, c, k, n, e from jsonb_to_recordset($1::jsonb) as x(v bigint, c bigint, k text, n int, e text)
     on conflict (vehicle_id, kind) do update set errors = detector_error.errors + excluded.errors, last_error = excluded.last_error, last_at = now()`,
    [JSON.stringify(errors)],
  );
}

/**
 * Marks the days of silences that are still open although reports came since: the terminal had kept these reports back, so there was no silence.
 * Computing the day again withdraws the episode.
 */
async function markDoubtfulDays(client: pg.PoolClient, entries: readonly Snapshot[]): Promise<void> {
  const doubts = entries.flatMap(({ vehicleId, doubts }) => doubts.map((start) => ({ vehicleId, start })));
  if (doubts.length === 0) return;
  await client.query(
    `insert into dirty_day (vehicle_id, day, client_id, due_at)
     select distinct e.vehicle_id, (e.start_time at time zone c.time_zone)::date, e.client_id, now()
     from unnest($1::bigint[], $2::timestamptz[]) as x(vehicle, start)
     join episode e on e.vehicle_id = x.vehicle and e.start_time = x.start and e.end_time is null and e.status = $3 join client c on c.id = e.client_id
     order by 1, 2
     on conflict (vehicle_id, day) do update set due_at = least(dirty_day.due_at, excluded.due_at)`,
    [
      doubts.map(({ vehicleId }) => vehicleId),
      doubts.map(({ start }) => new Date(start).toISOString()),
      episodeStatus.open,
    ],
  );
}

async function markDays(client: pg.PoolClient, entries: readonly Snapshot[]): Promise<void> {
  const days = entries.flatMap(({ vehicleId, clientId, again }) => again.map((day) => ({ vehicleId, clientId, day })));
  if (days.length === 0) return;
  await client.query(
    `insert into dirty_day (vehicle_id, day, client_id, due_at)
     select distinct v, d, c, now() from unnest($1::bigint[], $2::date[], $3::bigint[]) as x(v, d, c) order by 1, 2
     on conflict (vehicle_id, day) do update set due_at = least(dirty_day.due_at, excluded.due_at)`,
    [days.map(({ vehicleId }) => vehicleId), days.map(({ day }) => day), days.map(({ clientId }) => clientId)],
  );
}

/** Saves detector states at the end of company days, from which a recompute of the next day starts. */
export async function saveCarries(
  client: pg.PoolClient,
  carries: ReadonlyArray<{ vehicleId: string; clientId: string; day: string; text: string }>,
): Promise<void> {
  if (carries.length === 0) return;
  await client.query(
    `insert into facts_carry (vehicle_id, client_id, day, state) select * from unnest($1::bigint[], $2::bigint[], $3::date[], $4::text[])
     on conflict (vehicle_id, day) do update set state = excluded.state`,
    [
      carries.map(({ vehicleId }) => vehicleId),
      carries.map(({ clientId }) => clientId),
      carries.map(({ day }) => day),
      carries.map(({ text }) => text),
    ],
  );
}
