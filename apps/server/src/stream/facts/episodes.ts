import type { AlarmMessage } from '@tongda/contract/watch/alarm/episode';
import { episodeStatus } from '@tongda/contract/watch/alarm/episode';
import type pg from 'pg';
import type { Finding } from '../../kernel/detect/types';
import { pointFlag } from '../../kernel/point';

/** The company and vehicle that an episode belongs to. */
export interface Owner {
  clientId: string;
  vehicleId: string;
}

/** A stored episode, as far as it is needed for writing it again. Times are epoch ms. */
export interface StoredEpisode {
  id: string;
  vehicleId: string;
  kind: string;
  ruleId: string | null;
  subject: string;
  start: number;
  end: number | null;
  status: number;
  level: number;
  announced: boolean;
  handled: boolean;
}

/** An episode to write: a new row (`id` null) or the new content of a known one, with the event to announce. */
export interface EpisodeWrite extends Owner {
  id: string | null;
  finding: Finding;
  event: AlarmMessage['event'] | null;
  push: boolean;
}

/** The identity of an episode of a vehicle as text. */
export const keyOf = (e: Pick<StoredEpisode, 'kind' | 'ruleId' | 'subject' | 'start'>): string =>
  `${e.kind} ${e.ruleId ?? ''} ${e.subject} ${e.start}`;

/** Which event an alarm needs, comparing what was stored with what is found now (null = none), and whether it is pushed to people: what is older than `pushAgeMs` is only recorded (K2). */
export function eventOf(
  stored: StoredEpisode | undefined,
  finding: Finding,
  now: number,
  pushAgeMs: number,
): { event: AlarmMessage['event'] | null; push: boolean } {
  if (!finding.alarm) return { event: null, push: false };
  const fresh = (t: number): boolean => now - t <= pushAgeMs;
  if (!stored || stored.status === episodeStatus.withdrawn)
    return { event: 'opened', push: fresh(finding.end ?? finding.confirmedAt) && fresh(finding.confirmedAt) };
  if (finding.end !== null && stored.end === null)
    return { event: 'ended', push: stored.announced && fresh(finding.end) };
  if (finding.level > stored.level || (finding.end === null && stored.end !== null))
    return { event: 'changed', push: stored.announced && finding.end === null };
  return { event: null, push: false };
}

const columns = `id::text, vehicle_id::text as "vehicleId", kind, rule_id::text as "ruleId", subject, (extract(epoch from start_time) * 1000)::float8 as start,
  (extract(epoch from end_time) * 1000)::float8 as end, status, level, announced_at is not null as announced, handle_status not in (0, 5) as handled`;

/** The stored episodes with the identities of the findings given, by vehicle and identity. */
export async function readByKey(
  client: pg.PoolClient,
  wanted: ReadonlyArray<{ vehicleId: string; finding: Finding }>,
): Promise<Map<string, StoredEpisode>> {
  const { rows } = await client.query<StoredEpisode>(
    `select ${columns} from episode e join jsonb_to_recordset($1::jsonb) as w(v bigint, k text, r bigint, s text, t timestamptz)
       on e.vehicle_id = w.v and e.kind = w.k and e.rule_id is not distinct from w.r and e.subject = w.s and e.start_time = w.t`,
    [
      JSON.stringify(
        wanted.map(({ vehicleId, finding: f }) => ({
          v: vehicleId,
          k: f.kind,
          r: f.ruleId,
          s: f.subject,
          t: isoTime(f.start),
        })),
      ),
    ],
  );
  return new Map(rows.map((row) => [`${row.vehicleId} ${keyOf(row)}`, row]));
}

/** The stored episodes of a vehicle that overlap a span, epoch ms. */
export async function readOverlapping(
  client: pg.PoolClient,
  vehicleId: string,
  from: number,
  to: number,
): Promise<StoredEpisode[]> {
  const { rows } = await client.query<StoredEpisode>(
    `select ${columns} from episode where vehicle_id = $1 and start_time < $3 and (end_time is null or end_time >= $2)`,
    [vehicleId, isoTime(from), isoTime(to)],
  );
  return rows;
}

const isoTime = (t: number): string => new Date(t).toISOString();
const isoOrNull = (t: number | null): string | null => (t === null ? null : isoTime(t));

function rowOf({ clientId, vehicleId, id, finding: f, event, push }: EpisodeWrite, speedKmh: number | null = null) {
  return {
    id,
    client_id: clientId,
    vehicle_id: vehicleId,
    kind: f.kind,
    alarm: f.alarm,
    rule_id: f.ruleId,
    rule_version: f.ruleVersion,
    subject: f.subject,
    start_time: isoTime(f.start),
    end_time: isoOrNull(f.end),
    confirmed_at: isoTime(f.confirmedAt),
    status: f.end === null ? episodeStatus.open : episodeStatus.ended,
    level: f.level,
    peak: f.peak,
    limit_value: f.limit,
    lng: f.lng,
    lat: f.lat,
    place_id: f.placeId,
    driver_id: f.driverId,
    data_gap: f.dataGap,
    values: f.values,
    speed_kmh: speedKmh,
    announce: push && event === 'opened',
  };
}

const record = `x(id bigint, client_id bigint, vehicle_id bigint, kind text, alarm boolean, rule_id bigint, rule_version int, subject text, start_time timestamptz,
  end_time timestamptz, confirmed_at timestamptz, status smallint, level smallint, peak float8, limit_value float8, lng float8, lat float8,
  place_id bigint, driver_id bigint, data_gap boolean, values jsonb, speed_kmh real, announce boolean)`;

/** Writes episodes and the events of alarms. Answers the ids of their rows, in their order. */
export async function writeEpisodes(client: pg.PoolClient, writes: readonly EpisodeWrite[]): Promise<string[]> {
  const known = writes.filter(({ id }) => id !== null);
  const fresh = writes.filter(({ id }) => id === null);
  if (known.length > 0) {
    await client.query(
      `update episode e set rule_version = x.rule_version, start_time = x.start_time, end_time = x.end_time, confirmed_at = x.confirmed_at, status = x.status,
         level = x.level, peak = x.peak, limit_value = x.limit_value, lng = x.lng, lat = x.lat, place_id = x.place_id, driver_id = x.driver_id,
         data_gap = x.data_gap, values = x.values, subject = x.subject,
         announced_at = case when x.announce then coalesce(e.announced_at, now()) else e.announced_at end, calc_time = now()
       from jsonb_to_recordset($1::jsonb) as ${record} where e.id = x.id`,
      [JSON.stringify(known.map((write) => rowOf(write)))],
    );
  }
  const ids = await insertEpisodes(client, fresh);
  await writeEvents(client, writes, (write) => write.id ?? ids.get(write) ?? null);
  return writes.map((write) => write.id ?? ids.get(write) ?? '');
}

/** How fast vehicles were in the reports with which alarms began, km/h: of reports that are still single rows, and that know it. */
async function readSpeeds(
  client: pg.PoolClient,
  fresh: readonly EpisodeWrite[],
): Promise<Map<EpisodeWrite | undefined, number>> {
  const alarms = fresh.filter(({ finding }) => finding.alarm);
  if (alarms.length === 0) return new Map();
  const { rows } = await client.query<{ i: number; kmh: number }>(
    `select x.i::int - 1 as i, p.speed_kmh as kmh from unnest($1::bigint[], $2::timestamptz[]) with ordinality as x(v, t, i)
       join lateral (select speed_kmh from position where vehicle_id = x.v and device_time = x.t
         and flags & ${pointFlag.noSpeed} = 0 limit 1) p on true`,
    [alarms.map(({ vehicleId }) => vehicleId), alarms.map(({ finding }) => isoTime(finding.start))],
  );
  return new Map(rows.map(({ i, kmh }) => [alarms[i], kmh]));
}

async function insertEpisodes(
  client: pg.PoolClient,
  fresh: readonly EpisodeWrite[],
): Promise<Map<EpisodeWrite, string>> {
  if (fresh.length === 0) return new Map();
  const speeds = await readSpeeds(client, fresh);
  const { rows } = await client.query<{ id: string; v: string; k: string; r: string | null; s: string; t: number }>(
    `insert into episode (client_id, vehicle_id, kind, alarm, rule_id, rule_version, subject, start_time, end_time, confirmed_at, status, level, peak,
       limit_value, lng, lat, place_id, driver_id, data_gap, values, speed_kmh, announced_at)
     select client_id, vehicle_id, kind, alarm, rule_id, rule_version, subject, start_time, end_time, confirmed_at, status, level, peak, limit_value,
       lng, lat, place_id, driver_id, data_gap, values, speed_kmh, case when announce then now() end
     from jsonb_to_recordset($1::jsonb) as ${record}
     returning id::text, vehicle_id::text as v, kind as k, rule_id::text as r, subject as s, (extract(epoch from start_time) * 1000)::float8 as t`,
    [JSON.stringify(fresh.map((write) => rowOf(write, speeds.get(write))))],
  );
  const byKey = new Map(
    rows.map(({ id, v, k, r, s, t }) => [`${v} ${keyOf({ kind: k, ruleId: r, subject: s, start: t })}`, id]),
  );
  return new Map(fresh.map((write) => [write, byKey.get(`${write.vehicleId} ${keyOf(write.finding)}`) ?? '']));
}

function bodyOf(write: EpisodeWrite, episodeId: string): Omit<AlarmMessage, 'eventId'> {
  const { finding: f, clientId, vehicleId, push } = write;
  return {
    event: write.event ?? 'changed',
    push,
    episodeId,
    clientId,
    vehicleId,
    kind: f.kind,
    ruleId: f.ruleId,
    subject: f.subject,
    level: f.level,
    start: f.start,
    end: f.end,
    peak: f.peak,
    limit: f.limit,
    lng: f.lng,
    lat: f.lat,
    placeId: f.placeId,
    driverId: f.driverId,
    values: f.values,
  };
}

async function writeEvents(
  client: pg.PoolClient,
  writes: readonly EpisodeWrite[],
  idOf: (write: EpisodeWrite) => string | null,
): Promise<void> {
  const bodies = writes.flatMap((write) => {
    const id = write.event === null ? null : idOf(write);
    if (!id) return [];
    // it began and ended since the last write: both events are announced
    const ended = write.event === 'opened' && write.finding.end !== null;
    if (!ended) return [bodyOf(write, id)];
    const began = { ...write, finding: { ...write.finding, end: null } };
    return [bodyOf(began, id), bodyOf({ ...write, event: 'ended' }, id)];
  });
  if (bodies.length === 0) return;
  await client.query(
    `insert into episode_event (client_id, vehicle_id, episode_id, event, push, body)
     select (b->>'clientId')::bigint, (b->>'vehicleId')::bigint, (b->>'episodeId')::bigint, b->>'event', (b->>'push')::boolean, b
     from jsonb_array_elements($1::jsonb) b`,
    [JSON.stringify(bodies)],
  );
}

/** Removes episodes that a recompute did not find again: announced or handled ones are marked as withdrawn and stay, the others are deleted. */
export async function withdrawEpisodes(client: pg.PoolClient, gone: readonly StoredEpisode[]): Promise<void> {
  const kept = gone.filter((e) => e.announced || e.handled);
  const removed = gone.filter((e) => !e.announced && !e.handled);
  if (removed.length > 0)
    await client.query('delete from episode where id = any($1::bigint[])', [removed.map(({ id }) => id)]);
  if (kept.length === 0) return;
  await client.query(
    `with w as (
       update episode set status = ${episodeStatus.withdrawn}, end_time = coalesce(end_time, start_time), calc_time = now()
       where id = any($1::bigint[]) and status <> ${episodeStatus.withdrawn} returning *)
     insert into episode_event (client_id, vehicle_id, episode_id, event, push, body)
     select client_id, vehicle_id, id, 'withdrawn', announced_at is not null, jsonb_build_object('event', 'withdrawn', 'push', announced_at is not null,
       'episodeId', id::text, 'clientId', client_id::text, 'vehicleId', vehicle_id::text, 'kind', kind, 'ruleId', rule_id::text, 'subject', subject,
       'level', level, 'start', extract(epoch from start_time) * 1000, 'end', extract(epoch from end_time) * 1000, 'peak', peak, 'limit', limit_value,
       'lng', lng, 'lat', lat, 'placeId', place_id::text, 'driverId', driver_id::text, 'values', values)
     from w where alarm`,
    [kept.map(({ id }) => id)],
  );
}
