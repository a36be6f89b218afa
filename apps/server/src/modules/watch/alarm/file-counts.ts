import { sql } from 'kysely';

const identifiers = sql`string_to_array(e.values->>'identifiers', ',')`;
/**
 * SQL: whether a picture or sound `t` that came without a request belongs to the time of the alarm `e`: a minute before it until a minute after it, and at
 * least until four minutes after its begin, because a rule orders its photo within two minutes and the order waits two for the terminal.
 */
export const takenMeanwhile = sql<boolean>`(t.request_id is null and t.taken_at between e.start_time - interval '1 minute'
  and greatest(coalesce(e.end_time, now()) + interval '1 minute', e.start_time + interval '4 minutes'))`;
/** SQL: photos that the alarm's rule ordered and that are here. */
const orderedPhotos = sql`(select count(t.file_id) from alarm_photo a join terminal_file t on t.vehicle_id = e.vehicle_id and t.channel = a.channel
  where a.episode_id = e.id and ${takenMeanwhile})`;
/** SQL: how many files of the alarm are here, its evidence and what its rule ordered, and how many the terminal announced; for a query over `episode e`. */
export const arrivedFiles = sql<number>`(${orderedPhotos} + case when e.values ? 'identifiers' then (select count(f.file_id) from evidence_request q
  join terminal_file f on f.request_id = q.id where q.vehicle_id = e.vehicle_id and q.identifier = any(${identifiers})) else 0 end)::int`;
export const announcedFiles = sql<number>`coalesce((e.values->>'attachments')::int, 0)`;
