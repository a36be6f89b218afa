import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';

/** Forgets who looked at shared vehicles more than a year ago: as long as 操作日志 is promised to be kept. */
export async function clearLooks(db: Kysely<DB>): Promise<void> {
  await sql`delete from device_share_look where last_at < now() - interval '1 year'`.execute(db);
}
