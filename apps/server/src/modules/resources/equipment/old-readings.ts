import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { keepSince } from '../../../core/telemetry/keeping';

/** Deletes readings of recorders that are older than their company keeps positions; `now` is epoch ms. Answers how many. */
export async function deleteOldReadings(db: Kysely<DB>, now: number): Promise<number> {
  const companies = await db.selectFrom('client').select(['id', 'position_keep_months as months']).execute();
  let deleted = 0;
  for (const { id, months } of companies) {
    // by recorder, so that the key is used
    const { numAffectedRows } = await sql`delete from portable_reading
      where portable_id = any(array(select p.id from portable_device p where p.client_id = ${id}))
        and device_time < ${new Date(keepSince(months, now))}`.execute(db);
    deleted += Number(numAffectedRows ?? 0n);
  }
  return deleted;
}
