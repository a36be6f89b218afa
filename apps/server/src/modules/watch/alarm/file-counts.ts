import { sql } from 'kysely';

const identifiers = sql`string_to_array(e.values->>'identifiers', ',')`;
/** SQL: how many files of the alarm's evidence are here, and how many the terminal announced; for a query over `episode e`. */
export const arrivedFiles = sql<number>`(case when e.values ? 'identifiers' then (select count(f.file_id) from evidence_request q
  join terminal_file f on f.request_id = q.id where q.vehicle_id = e.vehicle_id and q.identifier = any(${identifiers})) else 0 end)::int`;
export const announcedFiles = sql<number>`coalesce((e.values->>'attachments')::int, 0)`;
